package dev.jdbcbench.imported;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.jdbcbench.cli.BenchTest;
import dev.jdbcbench.cli.BenchTest.Ended;
import dev.jdbcbench.event.Event;
import dev.jdbcbench.report.Rendered;
import dev.jdbcbench.result.CellResult;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.store.RunDirectory;
import dev.jdbcbench.store.RunStore;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class ImportTest {
    private static final Path SAMPLES = Path.of("..", "..", "docs", "samples");

    @TempDir
    private Path directory = Path.of("");

    private Path results() {
        return directory.resolve("results");
    }

    private Ended imported(Path file, String topology, String... more) {
        List<String> args = new ArrayList<>(List.of(
                "import",
                file.toString(),
                "--topology",
                topology,
                "--results",
                results().toString()));
        args.addAll(List.of(more));
        return BenchTest.bench(args.toArray(String[]::new));
    }

    private RunDirectory newest() {
        return new RunStore(results()).newestFirst().get(0);
    }

    @Test
    void importedLogBecomesARunWithATable() throws IOException {
        Ended ended = imported(SAMPLES.resolve("jmh-local.txt"), "local");
        assertThat(ended.code()).isZero();
        assertThat(ended.out())
                .startsWith("bench run ")
                .contains(" · local · unknown · imported\n")
                .contains("not known: versions of drivers and server, RTT, noise, and when each fork ran\n")
                .contains("Select1RowCast text     61.0 µs*  ?  +5 % [-1 +11]*\n")
                .doesNotContain("blocks")
                .doesNotContain("seed")
                .doesNotContain("steal")
                .doesNotContain("rejected");
        assertThat(ended.out().lines()).allMatch(line -> line.length() <= 80);
        assertThat(Rendered.wide(newest().read().results()))
                .startsWith("run " + newest().run() + " · imported, up to 4 forks, one cell after the other\n")
                .contains("local: client and database on client · unknown\nRTT: not known\n")
                .contains("Welch's t test");
        assertThat(ended.err())
                .contains("Imported from jmh-local.txt, which JMH 1.14 wrote.")
                .endsWith("results: " + newest().path() + "\n");
        assertThat(newest().path().getFileName().toString()).contains("-local-imported-");
        try (var files = Files.list(newest().path())) {
            assertThat(files.map(file -> String.valueOf(file.getFileName())))
                    .contains("plan.json", "events.ndjson", "results.json", "jmh.json");
        }
        JsonNode jmh = Json.read(Files.readString(newest().path().resolve("jmh.json")), JsonNode.class);
        assertThat(jmh.at("/0/benchmark").asString()).isEqualTo("dev.jdbcbench.scenario.Select1RowCast.mariadb_text");
        assertThat(jmh.at("/0/primaryMetric/rawData/0/0").asDouble()).isEqualTo(58.933);
        assertThat(jmh.at("/0/primaryMetric/rawData")).hasSize(4);
        assertThat(newest().read().results().complete()).isTrue();
    }

    @Test
    void importedRunHasEndedAndHasNoHosts() {
        imported(SAMPLES.resolve("jmh-local.txt"), "local");
        Ended attached =
                BenchTest.bench("attach", "latest", "--results", results().toString());
        assertThat(attached.code()).as(attached.err()).isZero();
        assertThat(attached.out()).contains("Select1RowCast");
        assertThat(newest().closed()).isTrue();
    }

    @Test
    void quietImportPrintsOnlyTheTable() {
        Ended ended = imported(SAMPLES.resolve("jmh-local.txt"), "local", "-q");
        assertThat(ended.err()).isEmpty();
        assertThat(ended.out()).isNotEmpty();
    }

    @Test
    void localAndDistantImportsPairWithoutAddresses() throws IOException {
        assertThat(imported(SAMPLES.resolve("jmh-local.txt"), "local", "--server", "mariadb-10.1")
                        .code())
                .isZero();
        List<String> locals =
                newest().read().plan().cells().stream().map(Cell::pairKey).toList();
        Ended ended = imported(SAMPLES.resolve("jmh-distant.txt"), "distant", "--server", "mariadb-10.1");
        assertThat(ended.code()).isZero();
        assertThat(ended.out()).contains("distant (client to database) · mariadb-10.1 · imported\n");
        assertThat(ended.err()).contains("left out because they may name hosts or passwords: -Dhost.");
        RunDirectory distant = new RunStore(results())
                .newestFirst().stream()
                        .filter(run -> run.run().contains("-distant-"))
                        .findFirst()
                        .orElseThrow();
        assertThat(distant.read().plan().cells()).extracting(Cell::pairKey).isEqualTo(locals);
        try (var files = Files.walk(results())) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(Files.readString(file)).doesNotContain("192.0.2.7");
            }
        }
    }

    @Test
    void importsAreComparedWithPublishedFigures() {
        imported(SAMPLES.resolve("jmh-local.txt"), "local", "--server", "mariadb-10.1");
        imported(SAMPLES.resolve("jmh-distant.txt"), "distant", "--server", "mariadb-10.1");
        Ended ended = BenchTest.bench(
                "collect", "--results", results().toString(), "--reference", "2016", "--format", "json");
        assertThat(ended.code()).isZero();
        JsonNode collected = Json.read(ended.out(), JsonNode.class);
        assertThat(collected.get("rows")).hasSize(4);
        assertThat(collected.at("/rows/0/published/benchmark").asString())
                .isEqualTo("BenchmarkSelect1RowPrepareText.mariadb");
        assertThat(collected.at("/rows/0/published/ratio").asDouble())
                .as("422.215 / 62.715")
                .isCloseTo(6.732, within(0.001));
        assertThat(collected.at("/rtt/source").asString()).startsWith("implied");
        assertThat(collected.at("/comparisons/0/local/paired").asBoolean(true)).isFalse();
        assertThat(collected.at("/comparisons/0/local/pooledVerdict").asString())
                .isEqualToIgnoringCase("slower");
        assertThat(collected.at("/comparisons/0/local/verdict").asString()).isEqualToIgnoringCase("undecided");
        assertThat(collected.at("/reference/remarks")).isNotEmpty();
        assertThat(BenchTest.bench("collect", "--results", results().toString(), "--reference", "2016")
                        .out())
                .as("without --wide")
                .contains("published: 2016", "compare ratios")
                .containsPattern("mariadb +[0-9.]+ +6\\.73 +62\\.7 µs +422 µs");
        BenchTest.bench("collect", "--results", results().toString(), "--reference", "2013")
                .assertEnds(2)
                .contains("there is no published comparison called 2013");
    }

    /** Importing JMH JSON from bench gives the same cells with the same iterations. */
    @Test
    void ownJmhJsonCanBeImported() throws IOException {
        imported(SAMPLES.resolve("jmh-local.txt"), "local", "--server", "mariadb");
        List<CellResult> before = newest().read().results().cells();
        Path json = directory.resolve("own.json");
        Files.copy(newest().path().resolve("jmh.json"), json);
        Files.move(results(), directory.resolve("elsewhere"));
        assertThat(imported(json, "local").code()).isZero();
        List<CellResult> after = newest().read().results().cells();
        assertThat(after)
                .extracting(CellResult::key)
                .isEqualTo(before.stream().map(CellResult::key).toList());
        assertThat(after)
                .extracting(
                        cell -> cell.time().score(),
                        cell -> cell.time().low(),
                        cell -> cell.time().high())
                .isEqualTo(before.stream()
                        .map(cell -> org.assertj.core.groups.Tuple.tuple(
                                cell.time().score(),
                                cell.time().low(),
                                cell.time().high()))
                        .toList());
        imported(json, "distant")
                .assertEnds(2)
                .contains("own.json:1: by their parameter topology, all of its cells belong to the other topology");
    }

    @Test
    void compressedAndUtf16FilesAreRead() throws IOException {
        byte[] log = Files.readAllBytes(SAMPLES.resolve("jmh-local.txt"));
        Path packed = directory.resolve("jmh-local.txt.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
            out.write(log);
        }
        Path windows = directory.resolve("windows.txt");
        Files.writeString(
                windows,
                "\ufeff" + new String(log, java.nio.charset.StandardCharsets.UTF_8).replace("\n", "\r\n"),
                java.nio.charset.StandardCharsets.UTF_16LE);
        Path unmarked = directory.resolve("unmarked.txt");
        Files.writeString(
                unmarked,
                new String(log, java.nio.charset.StandardCharsets.UTF_8),
                java.nio.charset.StandardCharsets.UTF_16LE);
        for (Path file : List.of(packed, windows, unmarked)) {
            assertThat(imported(file, "local").code()).isZero();
        }
        assertThat(new RunStore(results()).newestFirst())
                .hasSize(3)
                .allSatisfy(run -> assertThat(run.read().results().cells()).hasSize(4));
    }

    @Test
    void importedTimesAreThatOfTheFile() throws IOException {
        Path file = directory.resolve("old.txt");
        Files.copy(SAMPLES.resolve("jmh-local.txt"), file);
        Files.setLastModifiedTime(file, FileTime.from(Instant.parse("2016-10-03T12:00:00Z")));
        imported(file, "local");
        assertThat(newest().read().events()).extracting(Event::at).contains(Instant.parse("2016-10-03T12:00:00Z"));
    }

    @Test
    void truncatedLogIsImportedPartlyWithExit5() throws IOException {
        String whole = Files.readString(SAMPLES.resolve("jmh-local.txt"));
        Path file = directory.resolve("cut.txt");
        Files.writeString(file, whole.substring(0, whole.lastIndexOf("# Fork: 3 of 4")));
        Ended ended = imported(file, "local");
        assertThat(ended.code()).isEqualTo(5);
        assertThat(ended.out()).contains("INCOMPLETE").contains("InsertBatch100");
        assertThat(ended.err())
                .contains("bench: the import is incomplete\n")
                .contains("  | cut.txt ends before the run did: only complete forks are imported\n")
                .contains("has 2 of 4 forks");
        assertThat(newest().read().results().complete()).isFalse();
    }

    @Test
    void truncatedCompressedLogIsImportedPartly() throws IOException {
        Path packed = directory.resolve("cut.txt.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
            out.write(Files.readAllBytes(SAMPLES.resolve("jmh-local.txt")));
        }
        byte[] bytes = Files.readAllBytes(packed);
        Files.write(packed, java.util.Arrays.copyOf(bytes, bytes.length - 200));
        assertThat(imported(packed, "local").code()).isEqualTo(5);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "hello | old.txt:1: no line is one of JMH's",
                "[ { | old.txt:1: it ends in the middle",
                "[] | old.txt:1: it has no results",
                "\"Benchmark\",\"Mode\",\"Threads\",\"Samples\",\"Score\" | old.txt:1: JMH's CSV has no iterations; its JSON has: -rf json",
                "\"Benchmark\";\"Mode\";\"Threads\" | old.txt:1: JMH's CSV with semicolons has no iterations; its JSON has: -rf json",
                "Benchmark  Mode  Cnt  Score   Error  Units | old.txt:1: a table of results has no iterations; JMH's JSON has: -rf json",
                "\\begin{tabular}{ll} | old.txt:1: JMH's table for LaTeX has no iterations; its JSON has: -rf json"
            })
    void foreignFileExitsWith2WithoutARun(String text, String problem) throws IOException {
        Path file = directory.resolve("old.txt");
        Files.writeString(file, text);
        Ended ended = imported(file, "local");
        ended.assertEnds(2).contains("  | " + problem);
        assertThat(ended.out()).isEmpty();
        assertThat(results()).doesNotExist();
    }

    @Test
    void missingFileExitsWith2() {
        imported(directory.resolve("nosuch.txt"), "local")
                .assertEnds(2)
                .contains("nosuch.txt")
                .contains("there is no such file");
    }

    @Test
    void exactlyOneTopologyIsRequired() {
        assertThat(BenchTest.bench("import", "x.txt").err()).contains("--topology=local|distant");
        imported(SAMPLES.resolve("jmh-local.txt"), "locl").assertEnds(2).contains("locl (did you mean local?)");
        assertThat(Topology.of("locl")).isEmpty();
    }
}
