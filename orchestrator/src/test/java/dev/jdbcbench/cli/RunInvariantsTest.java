package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.fuzz.Effort;
import dev.jdbcbench.fuzz.FuzzedRun;
import dev.jdbcbench.result.CellResult;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.result.fold.Fold;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.store.RunStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Invariants of every run's results, however its events were written. */
class RunInvariantsTest {
    private static final int ORDERS = 10;
    private static final int CUTS = 20;

    private final Effort effort = Effort.chosen();
    private final List<String> lines = FuzzedRun.events();

    @TempDir
    private Path results = Path.of("");

    private Path events = Path.of("");

    @BeforeEach
    void saved() throws IOException {
        Path directory = Files.createDirectories(results.resolve(FuzzedRun.RUN));
        Files.writeString(directory.resolve("plan.json"), FuzzedRun.plan());
        events = directory.resolve("events.ndjson");
    }

    private Fold read(byte[] text) {
        try {
            Files.write(events, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new RunStore(results).named(FuzzedRun.RUN).read();
    }

    private Fold read(List<String> written) {
        return read(written.stream()
                .map(line -> line + "\n")
                .collect(Collectors.joining())
                .getBytes(StandardCharsets.UTF_8));
    }

    private static Event event(String line) {
        return Json.read(line, Event.class);
    }

    /** Two sources write independently, so their simultaneous events may arrive in either order. */
    @Test
    void swappingEventsOfTwoSourcesChangesNothing() {
        List<String> mixed = new ArrayList<>(lines);
        for (int note = 1; note <= 8; note++) {
            String text = Json.line(new Event(
                    1000 + note, event(lines.get(0)).at(), Event.Source.ORCHESTRATOR, new Fact.Note("note " + note)));
            mixed.add(5 * note, text);
        }
        Event end = event(mixed.remove(mixed.size() - 1));
        mixed.add(Json.line(new Event(2000, end.at(), end.source(), end.fact())));
        renumber(mixed);
        Results expected = read(mixed).results();
        effort.repeat(ORDERS, random -> {
            List<String> swapped = new ArrayList<>(mixed);
            for (int times = 0; times < 40; times++) {
                int at = random.nextInt(swapped.size() - 1);
                if (event(swapped.get(at)).source()
                        != event(swapped.get(at + 1)).source()) {
                    Collections.swap(swapped, at, at + 1);
                }
            }
            assertThat(read(swapped).results()).as("seed %d", effort.seed()).isEqualTo(expected);
        });
    }

    /** Numbers the events of each source from 1, in the order of the lines. */
    private static void renumber(List<String> all) {
        Map<Event.Source, Integer> last = new EnumMap<>(Event.Source.class);
        for (int i = 0; i < all.size(); i++) {
            int seq = last.merge(event(all.get(i)).source(), 1, Integer::sum);
            all.set(i, all.get(i).replaceFirst("\"seq\":[0-9]+", "\"seq\":" + seq));
        }
    }

    @Test
    void everyPrefixHasAllCellsAndForksNeverDecrease() {
        List<Integer> before = List.of();
        for (int length = 0; length <= lines.size(); length++) {
            Fold fold = read(lines.subList(0, length));
            assertThat(cells(fold)).containsExactlyElementsOf(planned(fold));
            List<Integer> ended = ended(fold);
            for (int cell = 0; cell < before.size(); cell++) {
                assertThat(ended.get(cell)).as("%d lines", length).isGreaterThanOrEqualTo(before.get(cell));
            }
            before = ended;
        }
    }

    @Test
    void incompleteLastLineIsIgnored() {
        byte[] whole = (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
        effort.repeat(CUTS, random -> {
            int cut = cut(whole, random);
            byte[] start = Arrays.copyOf(whole, cut);
            Fold torn = read(start);
            int end = new String(start, StandardCharsets.ISO_8859_1).lastIndexOf('\n') + 1;
            Fold complete = read(Arrays.copyOf(whole, end));
            assertThat(torn.events())
                    .as("seed %d, %d bytes", effort.seed(), cut)
                    .isEqualTo(complete.events());
            assertThat(cells(torn)).containsExactlyElementsOf(planned(torn));
            assertThat(torn.results().cells()).isEqualTo(complete.results().cells());
        });
    }

    private static int cut(byte[] whole, Random random) {
        int cut = random.nextInt(whole.length);
        return cut > 0 && whole[cut - 1] == '\n' ? cut + 1 : cut;
    }

    private static List<String> cells(Fold fold) {
        return fold.results().cells().stream().map(CellResult::key).toList();
    }

    private static List<String> planned(Fold fold) {
        return fold.plan().entries().stream()
                .map(Plan.Entry::cell)
                .map(cell -> cell.key())
                .toList();
    }

    /** The number of finished forks of each cell, including those rejected later. */
    private static List<Integer> ended(Fold fold) {
        return planned(fold).stream()
                .map(key -> (int) fold.events().stream()
                        .filter(event -> event.fact() instanceof Fact.ForkFinished fork
                                && fork.cell().equals(key))
                        .count())
                .toList();
    }
}
