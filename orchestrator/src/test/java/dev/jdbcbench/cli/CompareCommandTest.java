package dev.jdbcbench.cli;

import static dev.jdbcbench.cli.BenchTest.bench;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.cli.BenchTest.Ended;
import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Profile;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.store.SavedRun;
import dev.jdbcbench.usecase.Compare;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Element;
import tools.jackson.databind.JsonNode;

class CompareCommandTest {
    private static final double[] BASE = {100, 103, 98, 101, 99, 102};

    @TempDir
    private Path directory = Path.of("");

    private String results = "";

    private static double[] times(double factor) {
        return DoubleStream.of(BASE).map(time -> factor * time + (time % 2)).toArray();
    }

    private static RunExample run(String end, String version, double factor) {
        return new RunExample("20261121-091500-local-" + end, Topology.LOCAL, 6, true)
                .measuredAt(version, "Do1", Mode.TEXT, DriverCatalogue.MARIADB, times(factor))
                .measuredAt(version, "Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, times(1))
                .measuredAt(version, "Insert1Row", Mode.TEXT, DriverCatalogue.MARIADB, times(2 - factor));
    }

    @BeforeEach
    void save() throws IOException {
        results = directory.resolve("results").toString();
        save(run("aaaa", "1.0", 1));
        save(run("bbbb", "2.0", 1.2));
        save(run("cccc", "2.1", 1.001));
        save(run("dddd", "2.2", 1.045));
        save(run("eeee", "2.3", 1).jdk("21.0.1"));
    }

    private void save(RunExample example) throws IOException {
        SavedRun.in(Path.of(results), example);
    }

    private Ended compare(String... words) {
        List<String> all = new ArrayList<>(List.of("compare", "--results", results));
        all.addAll(List.of(words));
        return bench(all.toArray(String[]::new));
    }

    @Test
    void eachChangedRowHasALineAndTheRestShareOne() {
        Ended ended = compare("aaaa", "bbbb");
        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(ended.out().lines().toList())
                .startsWith(
                        "mariadb 1.0 (run 20261121-091500-local-aaaa) → mariadb 2.0 (run 20261121-091500-local-bbbb)",
                        "")
                .anyMatch(line -> line.matches("Do1 .* ▲ .* slower"))
                .anyMatch(line -> line.matches("Insert1Row .* ▼ .* faster"))
                .anyMatch(line -> line.matches("Select1Row .* \\? .* undecided"))
                .contains("3 rows: 1 slower, 1 faster, 1 undecided")
                .anyMatch(line -> line.startsWith("! The two were measured in different runs"));
        assertThat(ended.out().lines()).allMatch(line -> line.length() <= 100);
    }

    @Test
    void gateFailsIfARowIsAboveItsLimit() throws Exception {
        Path summary = directory.resolve("summary.md");
        Path junit = directory.resolve("junit.xml");
        Ended ended = compare(
                "aaaa", "bbbb", "--fail-above", "5%", "--summary", summary.toString(), "--junit", junit.toString());
        assertThat(ended.code()).isEqualTo(7);
        assertThat(ended.out())
                .contains(
                        "above 5 %",
                        "= no difference in 1 of 3 rows: Select1Row text +0 %",
                        "3 rows: 1 slower by more than 5 %, 2 below 5 %");
        assertThat(ended.err()).contains("is slower than mariadb 1.0", "in 1 row", "Do1 text: +20 % [");
        assertThat(Files.readString(summary))
                .startsWith("### FAILED: mariadb 1.0")
                .contains(
                        "**Do1 text became slower: +20 % ",
                        "3 rows: 1 slower by more than 5 %, 2 below 5 %.",
                        "| Do1 | text |",
                        "Repeat it: `bench compare --results " + results + " aaaa bbbb --fail-above 5%`");
        Element suite = (Element) DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(junit.toFile())
                .getElementsByTagName("testsuite")
                .item(0);
        assertThat(suite.getAttribute("tests")).isEqualTo("3");
        assertThat(suite.getAttribute("failures")).isEqualTo("1");
        assertThat(suite.getElementsByTagName("failure").getLength()).isEqualTo(1);
        assertThat(compare("aaaa", "bbbb", "--gate", "25%").code()).isZero();
        assertThat(compare("aaaa", "cccc", "--gate", "5%").code()).isZero();
    }

    @Test
    void undecidedRowsPassWithAWarningOrFailByOption() {
        Ended passed = compare("aaaa", "dddd", "--fail-above", "5%");
        passed.assertEnds(0).contains("warning: passed, but 1 row is not decided: Do1 text: ");
        assertThat(passed.out()).containsPattern("open: about [0-9]+ more groups decide it");
        Path junit = directory.resolve("junit.xml");
        Ended failed =
                compare("aaaa", "dddd", "--fail-above", "5%", "--undecided", "fail", "--junit", junit.toString());
        assertThat(junit).content().contains("failures=\"1\"", "skipped=\"0\"");
        failed.assertEnds(7).contains("cannot decide whether", "Measure more groups");
    }

    @Test
    void gateFailsIfTheCandidateLostARow() throws Exception {
        save(run("1111", "3.0", 1).failed("InsertBatch100", Mode.REWRITE, DriverCatalogue.MARIADB, "wrong result"));
        save(run("2222", "2.0", 1).measured("InsertBatch100", Mode.REWRITE, DriverCatalogue.MARIADB, BASE));
        Path junit = directory.resolve("junit.xml");
        Ended ended = compare("2222", "1111", "--fail-above", "5%", "--junit", junit.toString());
        ended.assertEnds(7).contains("does not do all that", "wrong result");
        assertThat(ended.out()).contains("4 rows: 3 below 5 %, 1 lost");
        assertThat(junit).content().contains("tests=\"4\" failures=\"1\" errors=\"0\"");
        assertThat(compare("1111", "2222", "--fail-above", "5%").code())
                .as("the base failed, so the gate has no answer")
                .isEqualTo(5);
        assertThat(compare("2222", "1111").code()).as("no gate").isZero();
    }

    private static RunExample imported(String end, String version, int forks) {
        double[] times = DoubleStream.of(times(1)).limit(forks).toArray();
        return new RunExample("20261121-091500-local-imported-" + end, Topology.LOCAL, forks, true)
                .profile(Profile.imported(forks, 6, Duration.ofMillis(250), 2))
                .measuredAt(version, "Do1", Mode.TEXT, DriverCatalogue.MARIADB, times);
    }

    @Test
    void gateWithoutAJudgedRowDoesNotPass() throws Exception {
        save(imported("1111", "1.0", 2));
        save(imported("2222", "2.0", 2));
        Path junit = directory.resolve("junit.xml");
        Ended ended = compare("1111", "2222", "--fail-above", "5%", "--junit", junit.toString());
        ended.assertEnds(5).contains("the gate could not judge a single row");
        assertThat(ended.out())
                .contains("open: a decision needs 3 forks, and the imported run has 2")
                .doesNotContain("more group");
        assertThat(junit).content().contains("errors=\"1\"");
        JsonNode json = Json.read(
                compare("1111", "2222", "--fail-above", "5%", "--format", "json")
                        .out(),
                JsonNode.class);
        assertThat(json.at("/rows/0/gate").asString()).isEqualTo("open");
        assertThat(json.at("/rows/0/groupsToDecide").isNull()).isTrue();
    }

    @Test
    void otherFormatsShowTheSame() {
        assertThat(compare("aaaa", "bbbb", "--format", "csv").out().lines())
                .hasSize(4)
                .first()
                .isEqualTo("scenario,mode,base_us_per_op,ratio,ratio_low,ratio_high,groups,verdict");
        Ended json = compare("aaaa", "bbbb", "--format", "json", "--fail-above", "5%");
        assertThat(json.code()).isEqualTo(7);
        JsonNode read = Json.read(json.out(), JsonNode.class);
        assertThat(read.get("schema").asString()).isEqualTo("compare/1");
        assertThat(read.get("rows").get(0).get("gate").asString()).isEqualTo("above");
        assertThat(read.get("rows").get(0).get("change").get("ratio").asDouble())
                .isBetween(1.19, 1.22);
        Ended markdown = compare("aaaa", "bbbb", "--format", "markdown");
        assertThat(markdown.out()).contains("### mariadb 1.0").contains("| change | interval | verdict |");
        assertThat(markdown.out().lines().count()).isLessThan(60);
    }

    @Test
    void rowsOfSeveralDriversNameTheirDriver() throws IOException {
        for (String end : List.of("f001", "f002")) {
            double factor = end.equals("f001") ? 1 : 1.2;
            save(new RunExample("20261121-091500-local-" + end, Topology.LOCAL, 6, true)
                    .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, times(factor))
                    .measured("Do1", Mode.TEXT, DriverCatalogue.MYSQL, times(factor * factor)));
        }
        Path junit = directory.resolve("several.xml");
        Path summary = directory.resolve("several.md");
        Ended text = compare(
                "f001", "f002", "--fail-above", "5%", "--junit", junit.toString(), "--summary", summary.toString());
        assertThat(text.out())
                .containsPattern("Do1 +text +mariadb")
                .containsPattern("Do1 +text +mysql")
                .containsPattern("scenario +mode +driver +base +change");
        assertThat(text.err()).contains("Do1 text mariadb: +20 %", "Do1 text mysql: +44 %");
        assertThat(Files.readString(junit))
                .contains(
                        "classname=\"bench.mariadb.time\" name=\"Do1 text\"",
                        "classname=\"bench.mysql.time\" name=\"Do1 text\"");
        assertThat(Files.readString(summary)).contains("| Do1 | text | mariadb |", "| Do1 | text | mysql |");
        assertThat(compare("f001", "f002", "--format", "csv").out()).contains("Do1,text,mariadb,", "Do1,text,mysql,");
    }

    @Test
    void runsThatDifferBeyondTheDriverAreRefused() {
        compare("aaaa", "eeee").assertEnds(6).contains("more than the driver differs", "JDK: ");
        compare("aaaa", "eeee", "--force").assertEnds(0).contains("warning: the runs differ: JDK: ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "aaaa mariadb@3.5.9 | one is a driver, and the other is not",
                "aaaa nosuch | there is no run nosuch",
                "aaaa aaaa | aaaa and aaaa are one run: 20261121-091500-local-aaaa",
                "aaaa 20261121-091500-local-aaaa | are one run",
                "mariadb@3.5.9 mariadb@3.5.9 | the driver mariadb@3.5.9 is named twice",
                "mariadb@3.5.9 mariadb --driver mysql | --compare names the two drivers",
                "aaaa bbbb --fail-above 5 | --fail-above needs a percentage above 0%",
                "aaaa bbbb --fail-above 0% | --fail-above needs a percentage above 0%",
                "mariadb@3.5.9 mariadb --profile smoke | smoke measures no times",
                "mariadb@3.5.9 mariadb --budget 10s | enough for ",
                "mariadb@3.5.0..3.5.11 mariadb | a range of versions is for bench bisect; name versions, like mariadb@3.5.0,mariadb@3.5.11",
                "mariadb@x.y mariadb | x.y is not a version of mariadb",
                "mariadb@3.5.9 mariadb --counts-only | --accept need --fail-above",
                "mariadb@3.5.9 mariadb --gate 5% --counts-only --no-counts | exclude each other",
                "aaaa | BASE CANDIDATE: 2 are needed, and 1 is given",
            })
    void mistakesAreNamed(String words, String said) {
        Ended ended = compare(words.strip().split(" "));
        assertThat(ended.code()).as(ended.out()).isEqualTo(2);
        assertThat(ended.err()).contains(said);
    }

    @Test
    void intendedChangeIsAcceptedWithItsReason() throws IOException {
        Path file = directory.resolve("expected.yaml");
        compare("aaaa", "bbbb", "--fail-above", "5%", "--expected", file.toString(), "--accept", "checks its input")
                .assertEnds(0)
                .contains("accepted in " + file + ": 1 row");
        assertThat(Files.readString(file))
                .contains("- { row: \"Do1 text\", driver: \"mariadb\", server: \"mariadb\", since: \"2.0\", time: 1.2")
                .contains("reason: \"checks its input\" }");
        assertThat(compare("aaaa", "bbbb", "--fail-above", "5%", "--expected", file.toString())
                        .code())
                .isZero();
        assertThat(compare("aaaa", "bbbb", "--fail-above", "5%").code()).isEqualTo(7);
        save(run("9999", "2.4", 1.5));
        assertThat(compare("aaaa", "9999", "--fail-above", "5%", "--expected", file.toString())
                        .code())
                .as("more than is accepted")
                .isEqualTo(7);
        save(run("8888", "1.9", 1.2));
        assertThat(compare("aaaa", "8888", "--fail-above", "5%", "--expected", file.toString())
                        .code())
                .as("an older version than the accepted one")
                .isEqualTo(7);
    }

    @Test
    void jarAloneStandsForTheDriverThatItsServiceFileNames() throws IOException {
        Path unknown = jar("unknown.jar", "com.example.Driver");
        Path known = jar("known.jar", "# the driver\norg.mariadb.jdbc.Driver\n");
        assertThat(Compare.withDrivers(List.of(known.toString(), "7f3a"))).containsExactly("mariadb@" + known, "7f3a");
        assertThat(compare(known.toString(), unknown.toString()).err())
                .contains("bench does not know the driver com.example.Driver", "Say which driver it is");
        assertThat(compare(known.toString(), jar("empty.jar", "").toString()).err())
                .contains("is missing, or names no driver");
        assertThat(compare("nosuch.jar", known.toString()).err()).contains("nosuch.jar: there is no such file");
        assertThat(compare("aaaa", "bbbb", "--dry-run").err()).contains("--dry-run does not fit two runs");
    }

    private Path jar(String name, String services) throws IOException {
        Path file = directory.resolve(name);
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            zip.putNextEntry(new ZipEntry("META-INF/services/java.sql.Driver"));
            zip.write(services.getBytes(StandardCharsets.UTF_8));
        }
        return file;
    }

    @Test
    void mistakesInTheFileOfAcceptedChangesAreListed() throws IOException {
        Path file = Files.writeString(
                directory.resolve("expected.yaml"),
                "accepted:\n  - { row: Do1 text, sinc: 2.0, time: fast, reason: x }\n  - { row: a, since: 1, reason: y }\n");
        compare("aaaa", "bbbb", "--fail-above", "5%", "--expected", file.toString())
                .assertEnds(2)
                .contains(
                        ":2:22: unknown key sinc (did you mean since?)",
                        ":2:39: time: expected a number from 0, not fast",
                        ":3:5: expected either lost: true, or what is accepted");
    }

    @Test
    void rowThatVanishedFails() throws IOException {
        save(new RunExample("20261121-091500-local-7777", Topology.LOCAL, 6, true)
                .measuredAt("2.5", "Do1", Mode.TEXT, DriverCatalogue.MARIADB, times(1))
                .measuredAt("2.5", "Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, times(1)));
        compare("aaaa", "7777", "--fail-above", "5%")
                .assertEnds(7)
                .contains("does not do all that", "Insert1Row text", "not planned");
        Path file = directory.resolve("expected.yaml");
        assertThat(compare("aaaa", "7777", "--fail-above", "5%", "--expected", file.toString(), "--accept", "gone")
                        .code())
                .isZero();
        assertThat(file).content().contains("lost: true");
    }

    /** Counting takes seconds whatever the budget is. */
    @Test
    void budgetIsNoLimitForCounts() {
        List<String> words = List.of(
                "compare", "mariadb@3.5.9", "mariadb", "--scenario", "all", "--fail-above", "5%", "--budget", "1m");
        List<String> counted = new ArrayList<>(words);
        counted.addAll(List.of("--counts-only", "--topology", "distant"));
        List<String> measured = new ArrayList<>(words);
        measured.addAll(List.of("--topology", "local"));
        assertThat(bench(measured.toArray(String[]::new)).err()).contains("--budget 1m: enough for ");
        assertThat(bench(counted.toArray(String[]::new)).err())
                .contains("distant needs a database host")
                .doesNotContain("--budget");
    }

    /** It is no regression, but a gate that has no answer for a row does not pass. */
    @Test
    void databaseThatDiesUnderTheCandidateLeavesTheRowUndecided() throws IOException {
        save(new RunExample("20261121-091500-local-ffff", Topology.LOCAL, 6, true)
                .measuredAt("2.0", "Do1", Mode.TEXT, DriverCatalogue.MARIADB, times(1))
                .measuredAt("2.0", "Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, times(1))
                .measuredAt("2.0", "Insert1Row", Mode.TEXT, DriverCatalogue.MARIADB, 100, 101)
                .lost(3, "its database died twice", true, false)
                .ended("incomplete"));
        compare("aaaa", "ffff", "--fail-above", "5%")
                .assertEnds(5)
                .contains("the comparison is incomplete", "Insert1Row", "its database died twice")
                .doesNotContain("does not do all");
    }
}
