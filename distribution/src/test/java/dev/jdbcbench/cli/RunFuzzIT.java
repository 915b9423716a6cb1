package dev.jdbcbench.cli;

import dev.jdbcbench.cli.console.RunProgress;
import dev.jdbcbench.comparison.Collected;
import dev.jdbcbench.comparison.SideBySide;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.fuzz.Effort;
import dev.jdbcbench.fuzz.FuzzedRun;
import dev.jdbcbench.fuzz.JsonMutations;
import dev.jdbcbench.fuzz.Mutant;
import dev.jdbcbench.fuzz.Ring;
import dev.jdbcbench.fuzz.TextMutations;
import dev.jdbcbench.jmh.JmhJson;
import dev.jdbcbench.next.Next;
import dev.jdbcbench.report.Rendered;
import dev.jdbcbench.report.Report;
import dev.jdbcbench.report.ReportFormat;
import dev.jdbcbench.report.host.PingJson;
import dev.jdbcbench.report.host.PingText;
import dev.jdbcbench.report.layout.Page;
import dev.jdbcbench.report.run.RunDocument;
import dev.jdbcbench.report.traffic.ExplainJson;
import dev.jdbcbench.report.traffic.ExplainText;
import dev.jdbcbench.result.CellResult;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.result.fold.Fold;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.store.RunOrigins;
import dev.jdbcbench.store.RunStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reading a run's files ends soon for any contents, with correct results or an explained failure. */
class RunFuzzIT {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final int SOME = 25;
    private static final int RANDOM = 16;
    private static final int COLUMNS = 100;

    private final Effort effort = Effort.chosen();
    private final String plan = FuzzedRun.plan();
    private final List<String> events = FuzzedRun.events();

    @TempDir
    private Path results = Path.of("");

    private Path directory = Path.of("");

    /** Number of inputs that could be read. */
    private int shown;

    @BeforeEach
    void rewrite() {
        try {
            saved();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void saved() throws IOException {
        directory = Files.createDirectories(results.resolve(FuzzedRun.RUN));
        Files.createDirectories(directory.resolve("logs"));
        Files.writeString(directory.resolve("plan.json"), plan);
        Files.writeString(directory.resolve("events.ndjson"), String.join("\n", events) + "\n");
        Files.writeString(directory.resolve("hosts.json"), FuzzedRun.HOSTS);
        Files.writeString(
                directory.resolve("logs").resolve("local-mariadb.noise.log"),
                "1795258500 1000 0 500 8000 100 0 0 10 0 0 0.50\n1795258512 2000 0 900 9700 100 0 0 50 0 0 1.75\n");
    }

    private Ring ring(String file) {
        rewrite();
        return new Ring(file, effort, input -> {
            Files.write(directory.resolve(file), input);
            return shown();
        });
    }

    /** Reads the run and generates all reports from it; returns what is wrong. */
    private Optional<String> shown() throws IOException {
        Fold fold = new RunStore(results).named(FuzzedRun.RUN).read();
        Results found = fold.results();
        Optional<String> wrong = wrong(fold, found);
        Rendered.run(found, 80);
        Rendered.text(RunDocument.counters(found), 80);
        Rendered.text(ExplainText.of(found), 80);
        Rendered.text(PingText.of(found), 80);
        Json.pretty(ExplainJson.of(found));
        Json.pretty(PingJson.of(fold));
        JmhJson.of(fold);
        Collected collected =
                SideBySide.of(List.of(fold), SideBySide.Question.of(fold.plan().goal()));
        Report.Run run = Report.Run.of(fold, List.of("run"));
        List<ReportFormat> formats = List.copyOf(ReportFormat.all().values());
        for (int i = 0; i < formats.size(); i++) {
            for (int way = 0; way < 4; way++) {
                // Pages are long. Without -Pfull, each input is rendered in only one of the four ways, which differs
                // between formats.
                if (effort.all() || (shown + i) % 4 == way) {
                    Report report = way < 2 ? new Report(List.of(run), collected) : Report.of(run);
                    formats.get(i).render(report, new Page(way % 2 == 0, COLUMNS));
                }
            }
        }
        shown++;
        RunProgress progress = new RunProgress(fold.plan(), fold.events());
        progress.line(Integer.MAX_VALUE);
        progress.line(1);
        RunStates.of(
                List.of(),
                List.of(new RunStore(results).named(FuzzedRun.RUN)),
                RunOrigins.of(results.resolve("origins"), words -> OldWords.read(words, CommandContext.plain())));
        Next.step(fold.plan(), fold.events());
        return wrong.or(() -> notFinite(MAPPER.valueToTree(found), "results"))
                .or(() -> notFinite(MAPPER.valueToTree(collected), "collected"));
    }

    /** Every planned cell is present, and none has more forks than were finished. */
    private static Optional<String> wrong(Fold fold, Results found) {
        List<String> planned = fold.plan().entries().stream()
                .map(Plan.Entry::cell)
                .map(Cell::key)
                .toList();
        List<String> shown = found.cells().stream().map(CellResult::key).toList();
        if (!planned.equals(shown)) {
            return Optional.of("planned " + planned + ", and shown " + shown);
        }
        return found.cells().stream()
                .filter(cell -> cell.forks().size()
                        > fold.events().stream()
                                .filter(event -> event.fact() instanceof Fact.ForkFinished fork
                                        && fork.cell().equals(cell.key()))
                                .count())
                .findFirst()
                .map(cell -> cell.key() + " has more forks than ended");
    }

    private static Optional<String> notFinite(JsonNode node, String path) {
        if (node.isFloatingPointNumber() && !Double.isFinite(node.doubleValue())) {
            return Optional.of(path + " is " + node);
        }
        if (node.isObject()) {
            return node.properties().stream()
                    .flatMap(part -> notFinite(part.getValue(), path + "/" + part.getKey()).stream())
                    .findFirst();
        }
        return node.valueStream()
                .flatMap(item -> notFinite(item, path + "/-").stream())
                .findFirst();
    }

    @Test
    void changedPlanValuesNeverEndAsABug() {
        try (Ring ring = ring("plan.json")) {
            effort.some(JsonMutations.of(plan), SOME, mutant -> ring.feed(mutant.what(), mutant.text()));
        }
    }

    @Test
    void changedEventValuesNeverEndAsABug() {
        List<Mutant> mutants = new ArrayList<>();
        List<String> types = new ArrayList<>();
        for (int i = 0; i < events.size(); i++) {
            String type = events.get(i).replaceFirst(".*\"type\":\"(\\w+)\".*", "$1")
                    + events.get(i).contains("null");
            if (!types.contains(type)) {
                types.add(type);
                for (Mutant mutant : JsonMutations.of(events.get(i))) {
                    List<String> lines = new ArrayList<>(events);
                    lines.set(i, mutant.text());
                    mutants.add(new Mutant(
                            type + " at line " + (i + 1) + " " + mutant.what(), String.join("\n", lines) + "\n"));
                }
            }
        }
        try (Ring ring = ring("events.ndjson")) {
            effort.some(mutants, 2 * SOME, mutant -> ring.feed(mutant.what(), mutant.text()));
        }
    }

    @Test
    void changedHostFactsNeverEndAsABug() {
        try (Ring ring = ring("hosts.json")) {
            effort.some(JsonMutations.of(FuzzedRun.HOSTS), SOME / 2, mutant -> ring.feed(mutant.what(), mutant.text()));
        }
    }

    @Test
    void damagedFilesNeverEndAsABug() {
        String whole = String.join("\n", events) + "\n";
        TextMutations plans = new TextMutations(plan);
        TextMutations logs = new TextMutations(whole, String.join("\n", events.subList(0, 9)) + "\n", plan);
        try (Ring ring = ring("events.ndjson")) {
            effort.repeat(RANDOM, random -> ring.feed("damaged", logs.next(random)));
        }
        try (Ring ring = ring("plan.json")) {
            effort.repeat(RANDOM, random -> ring.feed("damaged", plans.next(random)));
        }
    }

    @Test
    void commandsThatReadRunsNeverEndAsABug() {
        try (Ring ring = new Ring("list and collect", effort, input -> {
            Files.write(directory.resolve("events.ndjson"), input);
            return ended("list", "runs")
                    .or(() -> ended("history"))
                    .or(() -> ended("history", "--format", "otava"))
                    .or(() -> ended("collect", "--share", "--format", "json"))
                    .or(() -> ended("collect", directory.toString(), "--contrast", "scenario", "--force"));
        })) {
            TextMutations logs = new TextMutations(String.join("\n", events) + "\n");
            effort.repeat(RANDOM / 8, random -> ring.feed("damaged", logs.next(random)));
        }
    }

    /** Describes how a command ended wrongly; refusing the input is fine. */
    private Optional<String> ended(String... words) {
        List<String> args = new ArrayList<>(List.of(words));
        args.addAll(List.of("--results", results.toString()));
        BenchTest.Ended ended = BenchTest.bench(args.toArray(String[]::new));
        if (ended.code() == 0 || (ended.code() >= 2 && ended.code() <= 6)) {
            return Optional.empty();
        }
        return Optional.of(args + " ended with " + ended.code() + ": " + ended.err());
    }

    /** The example must be readable: otherwise every variation of it would be refused for the same reason. */
    @Test
    void unchangedExampleIsReadCorrectly() throws IOException {
        Optional<String> wrong;
        try {
            wrong = shown();
        } catch (Failure e) {
            throw new AssertionError(e.text(), e);
        }
        org.assertj.core.api.Assertions.assertThat(wrong).isEmpty();
        org.assertj.core.api.Assertions.assertThat(
                        new String(Files.readAllBytes(directory.resolve("events.ndjson")), StandardCharsets.UTF_8))
                .contains("CellExplained", "BandwidthMeasured", "Decided", "ForkRejected", "ServerLost", "HostUnfit");
    }
}
