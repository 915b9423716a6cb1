package dev.jdbcbench.report.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.jdbcbench.comparison.Unpaired;
import dev.jdbcbench.comparison.Unpaired.Side;
import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.event.Exchange;
import dev.jdbcbench.expected.Expected;
import dev.jdbcbench.expected.RowId;
import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.report.Rendered;
import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Topology;
import java.io.StringReader;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;
import tools.jackson.databind.JsonNode;

class ExchangeDiffTest {
    private static String text(ExchangeDiff diff) {
        return Rendered.text(ExchangeText.of(diff), 100);
    }

    private static final RowId ID = new RowId("mariadb", "mariadb", "Select1Row text");

    private static ExchangeDiff.Operation operation(String name, Exchange before, Exchange after) {
        return new ExchangeDiff.Operation(
                name, new RowId("mariadb", "mariadb", name), "3.5.10", before, after, null, null);
    }

    private static GateReport report(ExchangeDiff diff) {
        return GateReport.of(diff.base(), diff.candidate(), false)
                .with(diff)
                .ended(diff.failure().orElse(null));
    }

    private static String junit(ExchangeDiff diff) {
        return JUnitXml.of(report(diff), Duration.ofSeconds(9));
    }

    private static RunExample run() {
        return new RunExample("20261121-091500-explain-local-7f3a", Topology.LOCAL, 3, true)
                .measured("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 62, 63, 61)
                .measured("Select1Row", Mode.TEXT, DriverCatalogue.MYSQL, 83, 84, 82.5)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, 62, 63, 61)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MYSQL, 83, 84, 82.5)
                .explained("Do1", Mode.TEXT, DriverCatalogue.MARIADB, 1, 9, 11);
    }

    private static ExchangeDiff of(double roundTrips, long up, long down) {
        return ExchangeDiff.of(run().explained("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 1, 1000, 1000)
                .explained("Select1Row", Mode.TEXT, DriverCatalogue.MYSQL, roundTrips, up, down)
                .explained("Do1", Mode.TEXT, DriverCatalogue.MYSQL, 1, 9, 11)
                .fold()
                .results());
    }

    @Test
    void additionalRoundTripIsWorse() {
        ExchangeDiff diff = of(3, 1000, 1000);
        assertThat(diff.worse())
                .singleElement()
                .extracting(ExchangeDiff.Operation::summary)
                .isEqualTo("Select1Row text: round trips 1 → 3; commands 1 QUERY → 3 QUERY");
        assertThat(text(diff)).isEqualTo("""
                mariadb 4.0.0 → mysql 9.7.0

                ▲ Select1Row text
                    round trips        1 → 3
                    bytes up           1000
                    bytes down         1000
                    QUERY              1 → 3

                1 of 2 operations exchange the same with the server; 1 became worse.
                """);
        assertThat(diff.markdown())
                .contains("| ▲ Select1Row text | 1 → 3 | 1 QUERY → 3 QUERY | 1000 | 1000 |")
                .endsWith("1 of 2 operations exchange the same with the server; 1 became worse.\n");
    }

    @Test
    void fewerRoundTripsAreShownWithoutFailure() {
        ExchangeDiff diff =
                ExchangeDiff.of(run().explained("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 3, 1000, 1000)
                        .explained("Select1Row", Mode.TEXT, DriverCatalogue.MYSQL, 1, 400, 1000)
                        .fold()
                        .results());
        assertThat(diff.worse()).isEmpty();
        assertThat(text(diff))
                .contains("  Select1Row text\n", "round trips        3 → 1", "bytes up           1000 → 400")
                .contains("! Do1 text: only mariadb 4.0.0 has a result; mysql 9.7.0: no result")
                .doesNotContain("▲");
    }

    private static ExchangeDiff lost() {
        return ExchangeDiff.of(run().explained("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 1, 1000, 1000)
                .explained("Select1Row", Mode.TEXT, DriverCatalogue.MYSQL, 1, 1000, 1000)
                .explained("Do1", Mode.TEXT, DriverCatalogue.MYSQL, 1, 9, 11)
                .measured("InsertBatch100", Mode.REWRITE, DriverCatalogue.MARIADB, 62, 63, 61)
                .explained("InsertBatch100", Mode.REWRITE, DriverCatalogue.MARIADB, 1, 1000, 1000)
                .found("InsertBatch100", Mode.REWRITE, DriverCatalogue.MYSQL, "", "mode rewrite did not take effect")
                .fold()
                .results());
    }

    private static final String LOST =
            "InsertBatch100 rewrite: only mariadb 4.0.0 has a result; mysql 9.7.0: mode rewrite did not take effect";

    private static Element suite(ExchangeDiff diff) throws Exception {
        return (Element) DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(junit(diff))))
                .getElementsByTagName("testsuite")
                .item(0);
    }

    @Test
    void operationThatTheCandidateLostFailsInEachFormat() throws Exception {
        ExchangeDiff diff = lost();
        assertThat(diff.worse()).isEmpty();
        Failure failure = diff.failure().orElseThrow();
        assertThat(failure.exitCode()).isEqualTo(ExitCode.REGRESSION);
        assertThat(failure.getMessage()).isEqualTo("mysql 9.7.0 does not do all that mariadb 4.0.0 does");
        assertThat(failure.why()).isEqualTo(LOST);
        String conclusion = "2 of 3 operations exchange the same with the server; 1 lost.";
        assertThat(text(diff).replaceAll("\\s+", " ")).contains(conclusion, "! " + LOST);
        assertThat(diff.markdown()).contains(conclusion, "- " + LOST);
        JsonNode json = Json.read(Json.pretty(diff), JsonNode.class);
        assertThat(json.at("/alone/0").asString()).isEqualTo(LOST);
        assertThat(json.at("/unpaired/0/base").asString()).isEqualTo("result");
        assertThat(json.at("/unpaired/0/candidate").asString()).isEqualTo("unsupported");
        assertThat(suite(diff).getAttribute("failures")).isEqualTo("1");
        assertThat(suite(diff).getAttribute("tests")).isEqualTo("3");
    }

    @Test
    void candidateThatFailsWhereTheBaseWorksIsARegression() {
        ExchangeDiff diff =
                ExchangeDiff.of(new RunExample("20261121-091500-explain-local-7f3a", Topology.LOCAL, 3, true)
                        .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, 62, 63, 61)
                        .explained("Do1", Mode.TEXT, DriverCatalogue.MARIADB, 1, 9, 11)
                        .failed("Do1", Mode.TEXT, DriverCatalogue.MYSQL, "wrong result: 2 rows")
                        .fold()
                        .results());
        assertThat(diff.failure()).containsInstanceOf(Failure.Regression.class);
        assertThat(diff.failure().orElseThrow().why()).contains("mysql 9.7.0: wrong result: 2 rows");
    }

    @Test
    void gateThatJudgedNothingDoesNotPass() throws Exception {
        ExchangeDiff neither =
                ExchangeDiff.of(new RunExample("20261121-091500-explain-local-7f3a", Topology.LOCAL, 3, true)
                        .found("InsertBatch100", Mode.REWRITE, DriverCatalogue.MARIADB, "", "no effect")
                        .found("InsertBatch100", Mode.REWRITE, DriverCatalogue.MYSQL, "", "no effect")
                        .fold()
                        .results());
        Failure failure = neither.failure().orElseThrow();
        assertThat(failure.exitCode()).isEqualTo(ExitCode.INCOMPLETE);
        assertThat(failure.getMessage()).startsWith("nothing was compared");
        assertThat(text(neither)).contains("0 of 1 operation exchanges the same with the server; 1 in neither.");
        assertThat(suite(neither).getAttribute("errors")).isEqualTo("1");
    }

    @Test
    void uncountedOperationDoesNotPass() throws Exception {
        ExchangeDiff diff =
                ExchangeDiff.of(run().explained("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 1, 1000, 1000)
                        .explained("Select1Row", Mode.TEXT, DriverCatalogue.MYSQL, 1, 1000, 1000)
                        .fold()
                        .results());
        assertThat(diff.failure()).containsInstanceOf(Failure.Incomplete.class);
        assertThat(suite(diff).getAttribute("errors")).isEqualTo("1");
        assertThat(of(1, 1000, 1000).failure()).isEmpty();
    }

    @Test
    void commandsOfAnEncryptedConnectionAreNotTheSame() {
        Exchange encrypted = new Exchange(1, 1, 0, 20, 50, 0, Map.of(), 5, null, null, null, null);
        ExchangeDiff diff = new ExchangeDiff(
                "mariadb 3.5.3",
                "mariadb 3.5.5",
                List.of(operation("Do1 tls", encrypted, encrypted)),
                List.of(),
                List.of());
        assertThat(text(diff))
                .contains("1 of 1 operation exchanges the same with the server; the statements of 1 cannot be read.");
    }

    @Test
    void growthOfOnePercentInBytesIsAccepted() {
        assertThat(of(1, 1010, 1010).worse()).isEmpty();
        assertThat(of(1, 1012, 1000).worse())
                .singleElement()
                .extracting(ExchangeDiff.Operation::summary)
                .isEqualTo("Select1Row text: bytes up 1000 → 1012");
        assertThat(of(1, 1000, 1012).worse()).hasSize(1);
        assertThat(of(1.2, 1000, 1000).worse())
                .as("less than half a round trip is not a change")
                .isEmpty();
    }

    @Test
    void singleDriverCannotBeCompared() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ExchangeDiff.of(new RunExample("20261121-091500-local-7f3a", Topology.LOCAL, 3, true)
                        .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, 62, 63, 61)
                        .fold()
                        .results()));
    }

    private static Exchange exchange(double roundTrips, String... statements) {
        return new Exchange(
                roundTrips,
                roundTrips,
                0,
                20,
                50,
                0,
                Map.of("COM_QUERY", roundTrips),
                5,
                null,
                List.of(statements),
                null,
                null);
    }

    private static Exchange encrypted(double roundTrips, boolean doubtful) {
        return new Exchange(
                roundTrips,
                5,
                0,
                20,
                50,
                0,
                Map.of(),
                5,
                doubtful ? "counted 6, but" : null,
                null,
                doubtful ? true : null,
                null);
    }

    @Test
    void roundTripsThatAreNotCertainAreNeitherWorseNorTheSame() {
        ExchangeDiff diff = new ExchangeDiff(
                "mariadb 3.5.9",
                "mariadb 3.5.10",
                List.of(operation("Connect tls", encrypted(5, false), encrypted(6, true))),
                List.of(),
                List.of());
        assertThat(diff.worse()).isEmpty();
        assertThat(text(diff)).contains("round trips        5 → 6?", "0 of 1 operation exchanges the same");
        assertThat(text(diff)).contains("! Connect tls: the round trips are not certain (counted 6, but)");
        assertThat(junit(diff)).contains("failures=\"0\"", "errors=\"1\"");
        assertThat(operation("Connect tls", encrypted(5, false), encrypted(6, false))
                        .worse())
                .isTrue();
    }

    @Test
    void candidateThatFailsItsCheckIsNoImprovement() {
        ExchangeDiff diff = ExchangeDiff.of(run().failed("Insert1Row", Mode.TEXT, DriverCatalogue.MYSQL, "wrong result")
                .measured("Insert1Row", Mode.TEXT, DriverCatalogue.MARIADB, 62, 63, 61)
                .explained("Insert1Row", Mode.TEXT, DriverCatalogue.MARIADB, 14, 1000, 1000)
                .fold()
                .results());
        assertThat(diff.worse()).isEmpty();
        assertThat(diff.failure().orElseThrow()).isInstanceOf(Failure.Regression.class);
        assertThat(text(diff)).contains("Insert1Row text: only mariadb 4.0.0 has a result; mysql 9.7.0: wrong result");
        assertThat(junit(diff)).contains("failures=\"1\"");
    }

    @Test
    void baseThatFailsItsCheckIsNoRegression() {
        ExchangeDiff diff =
                ExchangeDiff.of(run().failed("Insert1Row", Mode.TEXT, DriverCatalogue.MARIADB, "wrong result")
                        .measured("Insert1Row", Mode.TEXT, DriverCatalogue.MYSQL, 62, 63, 61)
                        .explained("Insert1Row", Mode.TEXT, DriverCatalogue.MYSQL, 14, 1000, 1000)
                        .fold()
                        .results());
        assertThat(diff.failure().orElseThrow()).isInstanceOf(Failure.Incomplete.class);
        assertThat(junit(diff)).contains("failures=\"0\"").doesNotContain("errors=\"0\"");
    }

    private static ExchangeDiff.Operation ends(double before, double after) {
        return new ExchangeDiff.Operation(
                "Transaction text",
                ID,
                "2",
                exchange(5),
                exchange(5),
                new Transactions(before, 0),
                new Transactions(after, 0));
    }

    @Test
    void commitsAreCompared() {
        assertThat(ends(1, 1).otherEnds()).isFalse();
        assertThat(ends(1, 1).counts()).endsWith("commands 5 QUERY, commits 1");
        assertThat(ends(1, 2).worse()).isTrue();
        assertThat(ends(1, 2).summary()).isEqualTo("Transaction text: commits 1 → 2");
        assertThat(ends(2, 1).worse())
                .as("the check requires those that were asked for")
                .isFalse();
        assertThat(ends(2, 1).otherEnds()).isTrue();
        assertThat(text(new ExchangeDiff("a", "b", List.of(ends(2, 1)), List.of(), List.of())))
                .contains("    commits            2 → 1\n")
                .doesNotContain("rollbacks");
    }

    @Test
    void statementsOfBothSidesAreShown() {
        ExchangeDiff diff = new ExchangeDiff(
                "mariadb 3.5.9",
                "mariadb 3.5.10",
                List.of(operation(
                        "PoolReadOnly text",
                        exchange(1, "SELECT 1"),
                        exchange(3, "set read only", "SELECT 1", "set read write"))),
                List.of(),
                List.of());
        assertThat(text(diff)).contains("""
                    statements         SELECT 1
                                       → set read only
                                         SELECT 1
                                         set read write
                """);
        assertThat(diff.markdown()).contains("PoolReadOnly text:\n\n~~~~diff\n+ set read only\n  SELECT 1\n");
    }

    private static ExchangeDiff readOnly() {
        return new ExchangeDiff(
                "mariadb 3.5.9",
                "mariadb 3.5.10",
                List.of(
                        operation(
                                "PoolReadOnly text",
                                exchange(1, "SELECT 1"),
                                exchange(3, "set read only", "SELECT 1", "set read write")),
                        operation(
                                "PoolReadOnly default",
                                exchange(1, "SELECT 1"),
                                exchange(3, "set read only", "SELECT 1", "set read write")),
                        operation("Do1 text", exchange(1, "DO 1"), exchange(1, "DO 1"))),
                List.of(),
                List.of());
    }

    @Test
    void modesOfEachSideAreFoldedApart() {
        List<ExchangeDiff.Operation> operations = Stream.of(
                        "distant PoolReadOnly text", "local PoolReadOnly text", "distant PoolReadOnly default")
                .map(name -> new ExchangeDiff.Operation(
                        name,
                        new RowId("mariadb", "mariadb", name.replaceAll("(distant|local) (.*)", "$2 $1")),
                        "3.5.10",
                        exchange(1, "SELECT 1"),
                        exchange(2, "set read only", "SELECT 1"),
                        null,
                        null))
                .toList();
        assertThat(GateWords.groups(operations))
                .containsOnlyKeys("distant PoolReadOnly (text, default)", "local PoolReadOnly text");
        assertThat(text(new ExchangeDiff("a", "b", operations, List.of(), List.of())))
                .containsOnlyOnce("▲ distant PoolReadOnly (text, default)\n    round trips        1 → 2\n")
                .contains("▲ local PoolReadOnly text\n");
    }

    @Test
    void markdownOfAGateBeginsWithTheVerdictAndFoldsEqualModes() {
        assertThat(GateDocument.of(report(readOnly()), "bench compare a b")).isEqualTo("""
                ### FAILED: mariadb 3.5.9 → mariadb 3.5.10

                **PoolReadOnly (text, default) waits 3 times instead of once: +2 RTT per operation.**

                | operation | round trips | commands | bytes up | bytes down |
                | :-- | --: | :-- | --: | --: |
                | ▲ PoolReadOnly (text, default) | 1 → 3 | 1 QUERY → 3 QUERY | 20 | 50 |

                PoolReadOnly (text, default):

                ~~~~diff
                + set read only
                  SELECT 1
                + set read write
                ~~~~

                Counted: 1 of 3 operations exchange the same with the server (Do1 text).

                ▲ worse · RTT: the time of one round trip over the network

                If it is intended: the same command with `--accept 'the reason'` writes it into `bench-expected.yaml`, or into the file of `--expected`. Commit that file with the change.

                Repeat it: `bench compare a b`

                <!-- bench: files -->
                """);
        assertThat(junit(readOnly()))
                .contains(
                        "classname=\"bench.mariadb.exchange\" name=\"PoolReadOnly text\"",
                        "<property name=\"candidate\" value=\"mariadb 3.5.10\"></property>"
                                .replace("></property>", "/>"),
                        "→ set read only")
                .doesNotContain("classname=\"mariadb 3.5.10\"");
    }

    @Test
    void acceptedChangePassesUntilItGetsWorse() {
        ExchangeDiff found = readOnly();
        Expected expected = Expected.NOTHING.with(found.failing(), "tells the server");
        ExchangeDiff accepted = found.accepting(expected);
        assertThat(accepted.failure()).isEmpty();
        assertThat(accepted.accepted()).hasSize(2);
        assertThat(text(accepted).replaceAll("\\s+", " ")).contains("2 became worse, 2 accepted.");
        assertThat(GateDocument.of(report(accepted), "x"))
                .startsWith("### PASSED: ")
                .contains(
                        "✓ PoolReadOnly (text, default)",
                        "- ✓ PoolReadOnly text: accepted since 3.5.10 (tells the server)");
        ExchangeDiff worse = new ExchangeDiff(
                "mariadb 3.5.9",
                "mariadb 3.5.11",
                List.of(operation("PoolReadOnly text", exchange(1, "SELECT 1"), exchange(4, "a", "b", "c", "d"))),
                List.of(),
                List.of());
        assertThat(worse.accepting(expected).failure()).containsInstanceOf(Failure.Regression.class);
    }

    @Test
    void lostRowCanBeAccepted() {
        ExchangeDiff found = lost();
        ExchangeDiff accepted = found.accepting(Expected.NOTHING.with(found.failing(), "rewriting was removed"));
        assertThat(accepted.failure()).isEmpty();
        assertThat(GateDocument.of(report(found), "x"))
                .startsWith("### FAILED: ")
                .contains("rewrite is lost: ");
        assertThat(GateDocument.of(report(accepted), "x")).startsWith("### PASSED: ");
    }

    @Test
    void gateThatFailsForTheHostShowsTheCounts() {
        ExchangeDiff diff = of(1, 1000, 1000);
        GateReport unfit = report(diff).ended(new Failure.Unfit("localhost is unsuitable for measuring", "steal", ""));
        assertThat(GateDocument.of(unfit, "x"))
                .startsWith("### UNDECIDED: ")
                .contains("localhost is unsuitable for measuring. Known so far: ", "2 of 2 operations", "- steal");
        assertThat(JUnitXml.of(unfit, Duration.ZERO))
                .contains("tests=\"3\" failures=\"0\" errors=\"1\"", "name=\"gate\"");
    }

    @Test
    void breachIsSaidBesideWhatCouldNotBeCounted() {
        ExchangeDiff diff = new ExchangeDiff(
                "a",
                "b",
                readOnly().operations(),
                List.of(new Unpaired("Insert1Row text", ID, Side.RESULT, Side.UNKNOWN, "not counted", "2")),
                List.of());
        Failure failure = diff.failure().orElseThrow();
        assertThat(failure.exitCode()).isEqualTo(ExitCode.REGRESSION);
        assertThat(failure.why()).contains("round trips 1 → 3", "also not counted: Insert1Row text: not counted");
    }
}
