package dev.jdbcbench.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jdbcbench.comparison.HistoryExample;
import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.result.Times;
import dev.jdbcbench.store.RunDirectory;
import dev.jdbcbench.store.RunStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TimesCacheTest {
    private static final RunExample FIRST = HistoryExample.night(1, "4.0.0", 60);
    private static final RunExample SECOND = HistoryExample.night(2, "4.0.0", 61);

    @TempDir
    private Path place = Path.of("");

    private final List<String> parsed = new ArrayList<>();
    private String version = "1.0";
    private Instant now = Instant.now();

    private Path directory() {
        return place.resolve("home/cache/bench-history");
    }

    private Path results() {
        return place.resolve("results");
    }

    private Path jar() {
        return place.resolve("bench.jar");
    }

    @BeforeEach
    void saveTwoRuns() throws IOException {
        Files.writeString(jar(), "one build");
        save(FIRST);
        save(SECOND);
    }

    private void save(RunExample run) {
        List<Event> events = new ArrayList<>(run.events());
        events.add(new Event(2, now, Event.Source.ORCHESTRATOR, new Fact.RunFinished("complete")));
        RunDirectory.create(results(), run.plan(), events);
    }

    /** Reads all runs as a command does, and returns their times. */
    private List<Times> read() {
        parsed.clear();
        TimesCache cache = new TimesCache(directory(), results(), version, jar(), Clock.fixed(now, ZoneOffset.UTC));
        List<Times> times = new RunStore(results())
                .newestFirst().stream()
                        .map(run -> cache.of(run, () -> {
                            parsed.add(run.run());
                            return run.readTimes(run.plan()).times();
                        }))
                        .toList();
        cache.keep();
        return times;
    }

    private static String run(RunExample example) {
        return example.plan().run();
    }

    private Path file(RunExample example, String name) {
        return results().resolve(run(example)).resolve(name);
    }

    private Path cached() throws IOException {
        try (Stream<Path> files = Files.list(directory())) {
            return files.findFirst().orElseThrow();
        }
    }

    @Test
    void secondReadingParsesNothingAndGivesTheSame() {
        List<Times> first = read();
        assertThat(parsed).containsExactly(run(SECOND), run(FIRST));
        assertThat(first).allSatisfy(times -> assertThat(times.cells()).isNotEmpty());
        assertThat(read()).isEqualTo(first);
        assertThat(parsed).isEmpty();
    }

    @Test
    void changedFileIsParsedAgain() throws IOException {
        for (String name : List.of("plan.json", "events.ndjson")) {
            read();
            Path file = file(FIRST, name);
            FileTime time = Files.getLastModifiedTime(file);
            Files.writeString(file, Files.readString(file)); // the same size, and below the same time
            Files.setLastModifiedTime(file, time);
            read();
            assertThat(parsed).as(name).containsExactly(run(FIRST));
        }
        Files.writeString(file(FIRST, "hosts.json"), "{\"run\":\"" + run(FIRST) + "\",\"hosts\":{}}");
        read();
        assertThat(parsed).containsExactly(run(FIRST));
    }

    @Test
    void damagedRunIsReportedAlthoughItsTimesAreCached() throws IOException {
        read();
        Files.writeString(file(FIRST, "events.ndjson"), "null\nnull\n");
        assertThatThrownBy(this::read).isInstanceOf(Failure.Input.class);
    }

    @Test
    void anotherBuildOfBenchParsesAgain() throws IOException {
        read();
        version = "1.1";
        read();
        assertThat(parsed).hasSize(2);
        Files.writeString(jar(), "another build of the same version");
        read();
        assertThat(parsed).hasSize(2);
        read();
        assertThat(parsed).isEmpty();
    }

    @Test
    void runThatIsNotClosedIsParsedEachTime() {
        RunExample open = HistoryExample.night(3, "4.0.0", 60);
        RunDirectory.create(results(), open.plan(), open.events());
        read();
        List<Times> times = read();
        assertThat(times.get(0).closed()).isFalse();
        assertThat(parsed).containsExactly(run(open));
    }

    @Test
    void damagedEntryIsIgnored() throws IOException {
        List<Times> times = read();
        String good = Files.readString(cached());
        for (String damaged : List.of(
                good.replaceFirst("\"score\":([0-9])", "\"score\":1$1"),
                good.replaceFirst("\t[0-9a-f]{3}", "\t"),
                good.substring(0, good.length() - 40),
                good.replaceFirst("\t", " "))) {
            assertThat(damaged).isNotEqualTo(good);
            Files.writeString(cached(), damaged);
            assertThat(read()).isEqualTo(times);
            assertThat(parsed).hasSize(1);
        }
        for (String nothing : List.of("", "\n\n\t\n", "\0\1\2", "null")) {
            Files.writeString(cached(), nothing);
            assertThat(read()).isEqualTo(times);
            assertThat(parsed).hasSize(2);
        }
        Files.write(cached(), new byte[] {(byte) 0xff, '\t', (byte) 0xc0, '\n'});
        assertThat(read()).isEqualTo(times);
    }

    @Test
    void cacheIsPrivate() throws IOException {
        read();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory())))
                .isEqualTo("rwx------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(cached())))
                .isEqualTo("rw-------");
        // Other users may have written it.
        Files.setPosixFilePermissions(directory(), PosixFilePermissions.fromString("rwxrwxrwx"));
        byte[] before = Files.readAllBytes(cached());
        read();
        assertThat(parsed).hasSize(2);
        assertThat(cached()).hasBinaryContent(before);
    }

    @Test
    void withoutAWritableCacheEverythingIsParsed() throws IOException {
        Files.createDirectories(place.resolve("home/cache"));
        Files.writeString(directory(), "not a directory");
        List<Times> times = read();
        assertThat(read()).isEqualTo(times).hasSize(2);
        assertThat(parsed).hasSize(2);
        Files.delete(directory());
        Path elsewhere = Files.createDirectory(place.resolve("elsewhere"));
        Files.setPosixFilePermissions(elsewhere, PosixFilePermissions.fromString("rwx------"));
        Files.createSymbolicLink(directory(), elsewhere);
        assertThat(read()).isEqualTo(times);
        assertThat(elsewhere).isEmptyDirectory();
    }

    @Test
    void runsThatAreGoneAreForgotten() throws IOException {
        read();
        Files.move(results().resolve(run(FIRST)), place.resolve(run(FIRST)));
        save(HistoryExample.night(3, "4.0.0", 60));
        read();
        assertThat(Files.readString(cached()).lines()).hasSize(2).noneMatch(line -> line.startsWith(run(FIRST)));
        Path old = Files.writeString(directory().resolve("a"), "of other results");
        now = now.plus(Duration.ofDays(61));
        save(HistoryExample.night(4, "4.0.0", 60));
        read();
        assertThat(old).doesNotExist();
    }
}
