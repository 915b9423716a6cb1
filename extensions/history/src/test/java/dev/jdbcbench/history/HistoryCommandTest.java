package dev.jdbcbench.history;

import static dev.jdbcbench.cli.BenchTest.bench;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.cli.BenchTest.Ended;
import dev.jdbcbench.comparison.HistoryExample;
import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Profile;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.store.SavedRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class HistoryCommandTest {
    private static final String KEY = "local/client/client/mariadb/Select1Row/text/mariadb/tcp/1";

    @TempDir
    private Path directory = Path.of("");

    private String save(List<RunExample> examples) throws IOException {
        Path results = directory.resolve("results");
        for (RunExample example : examples) {
            SavedRun.in(results, example);
        }
        return results.toString();
    }

    private static Ended history(String results, String... words) {
        List<String> args = new ArrayList<>(List.of("history", "--results", results));
        args.addAll(List.of(words));
        return bench(args.toArray(String[]::new));
    }

    @Test
    void historyHasALineForEachRun() throws IOException {
        Ended ended = history(save(HistoryExample.nights()));
        ended.assertEnds(0).isEmpty();
        assertThat(ended.out())
                .startsWith(KEY + "\nrun ")
                .containsPattern("(?m)^0004 +2026-11-04 +4\\.0\\.0 +66\\.0 ±[0-9.]+ % +1\\.10 +[.o-]+$")
                .contains("under other conditions, not compared:\n  0001  2026-11-01  3.5.9  60.0 ")
                .contains("  JDK: ");
    }

    private static RunExample gate(String end, String base, String candidate, double factor) {
        return new RunExample("20261121-091500-local-" + end, Topology.LOCAL, 4, true)
                .measuredAt(base, "Do1", Mode.TEXT, DriverCatalogue.MARIADB, 100, 101, 99, 100)
                .measuredAt(
                        candidate,
                        "Do1",
                        Mode.TEXT,
                        DriverCatalogue.MARIADB,
                        factor * 100,
                        factor * 101,
                        factor * 99,
                        factor * 100);
    }

    @Test
    void roleIsOneSeriesWhateverTheVersions() throws IOException {
        String results = save(List.of(
                gate("0001", "3.5.9", "4.0.1-SNAPSHOT", 1.1),
                gate("0002", "3.5.10", "4.0.2-SNAPSHOT", 1.2),
                gate("0003", "3.5.10", "4.0.3-SNAPSHOT", 1.3)));
        assertThat(history(results).out().lines().filter(line -> line.startsWith("local/")))
                .as("without a role, each version is a series")
                .hasSizeGreaterThan(2);
        Ended candidates = history(results, "--role", "candidate");
        assertThat(candidates.out().lines().filter(line -> line.startsWith("candidate local/")))
                .hasSize(1);
        assertThat(candidates.out())
                .contains("4.0.1-SNAPSHOT", "4.0.2-SNAPSHOT", "4.0.3-SNAPSHOT")
                .doesNotContain("3.5.10");
        assertThat(history(results, "--role", "base", "--format", "otava").out().lines())
                .hasSize(4)
                .first()
                .asString()
                .endsWith(",base_local/client/client/mariadb/Do1/text/mariadb/tcp/1");
        assertThat(history(save(HistoryExample.nights()), "--role", "base").out())
                .as("runs of one driver have no roles")
                .doesNotContain("Select1Row");
    }

    @Test
    void cachedTimesGiveTheSameOutput() throws IOException {
        Path results = Files.createDirectory(directory.resolve("copies"));
        for (String run : List.of("20261125-042826-local-5530", "20261125-042826-local-5531")) {
            Path copy = Files.createDirectory(results.resolve(run));
            for (String name : List.of("plan.json", "events.ndjson", "hosts.json")) {
                Path sample = Path.of("..", "..", "docs", "samples", "runs", "20261125-042826-local-5530", name);
                Files.writeString(
                        copy.resolve(name), Files.readString(sample).replace("20261125-042826-local-5530", run));
            }
        }
        for (String format : HistoryFormat.all().keySet()) {
            // A new path has no entry in the cache.
            Path moved = Files.move(results, directory.resolve("copies-" + format));
            Ended first = history(moved.toString(), "--format", format);
            assertThat(first.out()).contains("Select1Row");
            assertThat(history(moved.toString(), "--format", format)).isEqualTo(first);
            Files.move(moved, results);
        }
    }

    @Test
    void cellsAreChosenByAnyPartOfTheirKey() throws IOException {
        String results = save(List.of(
                RunExample.local(),
                HistoryExample.night(2, "4.0.0", 60).measured("Do1", Mode.TEXT, DriverCatalogue.MYSQL, 10, 11, 12)));
        for (String glob : List.of("Do1", "do*", "*/Do1/text/mysql/*", "*/mysql@9.7.0/tcp/1")) {
            String out = history(results, glob, "--format", "csv").out();
            assertThat(out).as(glob).contains("/Do1/text/mysql/");
            assertThat(out).as(glob).doesNotContain("mariadb/tcp");
        }
        assertThat(history(results, "Do1", "mariadb@4.0.0", "--format", "csv").out())
                .contains("/Do1/text/mysql/")
                .contains(KEY);
        history(results, "Selct1Row", "--tag", "nigtly")
                .assertEnds(2)
                .contains("the command line has 2 problems", "did you mean Select1Row?", "did you mean nightly?");
    }

    @Test
    void runsAreChosenByTheirTags() throws IOException {
        String results = save(HistoryExample.nights());
        JsonNode json = Json.read(
                history(results, "--tag", "nightly", "--format", "json").out(), JsonNode.class);
        assertThat(json.at("/schema").asString()).isEqualTo("history/1");
        assertThat(json.at("/cells/0/key").asString()).isEqualTo(KEY);
        assertThat(json.at("/cells/0/runs")).hasSize(2);
        assertThat(json.at("/cells/0/runs/0/name").asString()).isEqualTo("first on the new JDK");
        assertThat(json.at("/cells/0/runs/1/tags/0").asString()).isEqualTo("nightly");
        assertThat(json.at("/cells/0/otherConditions/0/runs")).hasSize(1);
        assertThat(history(results, "--tag", "nightly,commit/c0000003", "--format", "csv")
                        .out())
                .contains("0003")
                .doesNotContain("0002");
    }

    @Test
    void runsWithoutTimesAreOmittedWithAReason() throws IOException {
        String results = save(List.of(
                HistoryExample.night(1, "4.0.0", 60),
                HistoryExample.night(2, "4.0.0", 60).cutShort(),
                HistoryExample.night(3, "4.0.0", 60).profile(Profile.SMOKE)));
        Path damaged = Files.createDirectories(Path.of(results, "20261104-030000-local-0004"));
        Files.writeString(damaged.resolve("plan.json"), "null");
        Ended ended = history(results);
        assertThat(ended.code()).isZero();
        assertThat(ended.out()).contains("0001").doesNotContain("0002").doesNotContain("0003");
        assertThat(ended.err())
                .contains("note: run 20261102-030000-local-0002 is left out: it is not complete\n")
                .contains("note: run 20261103-030000-local-0003 is left out: the profile smoke has no times\n")
                .contains("warning: cannot read the run 20261104-030000-local-0004, skipped: ");
        assertThat(history(results, "-q").err()).isEmpty();
    }

    @Test
    void exportIsWrittenToAFileAndReportsGaps() throws IOException {
        String results = save(HistoryExample.nights());
        Path file = directory.resolve("history.csv");
        Ended ended = history(results, "--format", "otava", "--out", file.toString());
        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(ended.out()).isEmpty();
        assertThat(ended.err()).startsWith("note: 1 run is left out");
        assertThat(file).content().startsWith("time,run,commit,version,name,tags," + KEY + "\r\n2026-11-02T03:00:00Z,");
    }

    @Test
    void withoutRunsItSaysHowToRecordOne() throws IOException {
        history(directory.resolve("nosuch").toString()).assertEnds(2).contains("there is no directory");
        Files.createDirectories(directory.resolve("empty"));
        Ended empty = history(directory.resolve("empty").toString(), "Select1Row", "--tag", "x");
        assertThat(empty.code()).isZero();
        assertThat(empty.out()).isEmpty();
        assertThat(empty.err()).contains("./bench run makes one");
    }

    @Test
    void runIsListedWithItsNameAndTags() throws IOException {
        String results = save(HistoryExample.nights());
        assertThat(bench("list", "runs", "--results", results).out())
                .contains("\n    first on the new JDK [nightly]\n")
                .contains("\n    [nightly, commit/c0000003]\n");
        JsonNode json = Json.read(
                bench("list", "runs", "--results", results, "--format", "json").out(), JsonNode.class);
        assertThat(json.at("/items/2/name").asString()).isEqualTo("first on the new JDK");
        assertThat(json.at("/items/2/drivers/0").asString()).isEqualTo("mariadb 3.5.9");
        assertThat(json.at("/items/2/scenarios/0").asString()).isEqualTo("Select1Row");
        assertThat(json.at("/items/2/topologies/0").asString()).isEqualTo("local");
        assertThat(json.at("/items/2/createdAt").asString()).isEqualTo("2026-11-02T03:00:00Z");
        assertThat(json.at("/items/0/tags")).isEmpty();
    }
}
