package dev.jdbcbench.imported;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.event.Secondary;
import dev.jdbcbench.event.ServiceTime;
import dev.jdbcbench.jmh.JmhJson;
import dev.jdbcbench.report.Rendered;
import dev.jdbcbench.result.CellResult;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.result.fold.Fold;
import dev.jdbcbench.run.Axis;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Topology;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** What the numbers of an imported file mean, and that they keep this meaning. */
class ImportedMeaningTest {
    private static ImportedRun run(String text) {
        return ImportedRunTest.run("jmh.json", text, Topology.LOCAL);
    }

    private static Results results(String text) {
        ImportedRun run = run(text);
        return new Fold(run.plan(), run.events()).results();
    }

    /** A benchmark in JMH's JSON, with two forks of one iteration. */
    private static String benchmark(String method, String mode, String unit, double first, double second, String more) {
        return """
                {"benchmark": "a.B.%s", "mode": "%s", "threads": 1, "forks": 2,
                 "primaryMetric": {"scoreUnit": "%s", "rawData": [[%s], [%s]]}%s}""".formatted(method, mode, unit, first, second, more);
    }

    private static String plain(String method, String mode) {
        return benchmark(method, mode, "us/op", 2.0, 2.1, "");
    }

    private static Map<String, String> params(String benchmark) {
        return run("[" + benchmark + "]").plan().cells().get(0).params();
    }

    @Test
    void modeAndBatchSizeArePartOfTheRow() {
        assertThat(params(plain("m", "avgt"))).isEmpty();
        assertThat(params(plain("m", "ss"))).isEqualTo(Map.of("jmhMode", "ss"));
        assertThat(params(benchmark("m", "thrpt", "ops/us", 2, 2.1, ""))).isEqualTo(Map.of("jmhMode", "thrpt"));
        assertThat(params(benchmark(
                        "m", "ss", "us/op", 2, 2.1, ", \"measurementIterations\": 1, \"measurementBatchSize\": 100")))
                .isEqualTo(Map.of("jmhMode", "ss", "jmhBatch", "100"));
    }

    @Test
    void differentModesAreNeverCompared() {
        Results results = results("[" + benchmark("mariadb", "thrpt", "ops/us", 0.5, 0.5, "") + ","
                + benchmark("mysql", "ss", "us/op", 900, 901, "") + "]");
        assertThat(results.cells()).extracting(cell -> cell.cell().rowKey()).doesNotHaveDuplicates();
        assertThat(results.contrasts()).isEmpty();
        assertThat(results("[" + plain("mariadb", "ss") + "," + plain("mysql", "ss") + "]")
                        .contrasts())
                .extracting(Results.Contrast::axis)
                .contains(Axis.DRIVER);
    }

    @Test
    void unitDecidesWhenTheModeContradictsIt() {
        String text = "[" + benchmark("m", "avgt", "ops/s", 42313, 42313, "") + "]";
        assertThat(results(text).cells().get(0).time().score()).isCloseTo(1e6 / 42313, within(1e-9));
        assertThat(params(benchmark("m", "avgt", "ops/s", 42313, 42313, ""))).isEqualTo(Map.of("jmhMode", "thrpt"));
        assertThat(run(text).notes())
                .contains(
                        "Its only row was in a unit that contradicts the mode in the file. The unit decides whether they are"
                                + " times or throughputs.");
        assertThat(run("[" + plain("m", "avgt") + "]").notes()).noneMatch(note -> note.contains("contradicts"));
    }

    @ParameterizedTest
    @CsvSource({"ops/sec, 2, 500000", "usec/op, 2, 2", "nsec/op, 2, 0.002", "µs/op, 2, 2", "msec/op, 2, 2000"})
    void spellingsOfUnitsAreRead(String unit, double value, double micros) {
        assertThat(results("[" + benchmark("m", "avgt", unit, value, value, "") + "]")
                        .cells()
                        .get(0)
                        .time()
                        .score())
                .isCloseTo(micros, within(1e-9));
    }

    @Test
    void membersOfAGroupAreRowsAndAGroupHasNoThroughput() {
        String text = """
                [{"benchmark": "a.B.m", "mode": "avgt", "threads": 4, "forks": 2,
                  "primaryMetric": {"scoreUnit": "us/op", "rawData": [[0.626], [0.626]]},
                  "secondaryMetrics": {
                    "get": {"score": 0.09, "scoreUnit": "us/op", "rawData": [[0.09], [0.09]]},
                    "put": {"score": 2.231, "scoreUnit": "us/op", "rawData": [[2.231], [2.231]]}}}]""";
        Results results = results(text);
        assertThat(results.cells())
                .extracting(cell -> cell.cell().scenarioWithParams())
                .containsExactly("B.m(jmhGroup=get+put)", "B.m(jmhGroup=get)", "B.m(jmhGroup=put)");
        assertThat(results.cells())
                .extracting(cell ->
                        Math.round(1000 * Objects.requireNonNull(cell.time().score())))
                .containsExactly(626L, 90L, 2231L);
        assertThat(results.cells())
                .allSatisfy(
                        cell -> assertThat(cell.cost().operationsPerSecond()).isNull());
        assertThat(Rendered.wide(results)).doesNotContain("k/s");
        assertThat(run(text).notes()).anyMatch(note -> note.contains("B.m of get+put"));
    }

    /** Two counters that do not have the benchmark's own time between them. */
    @Test
    void countersAreNoMembersAndAreKept() {
        String text = """
                [{"benchmark": "a.B.m", "mode": "avgt", "threads": 2, "forks": 1,
                  "primaryMetric": {"scoreUnit": "us/op", "rawData": [[2.0, 3.0]]},
                  "secondaryMetrics": {
                    "hits": {"score": 9.0, "scoreUnit": "us/op", "rawData": [[4.0, 5.0]]},
                    "gc.cpuTime": {"score": 2.0, "scoreUnit": "ms", "rawData": [[1.0, 1.0]]},
                    "perf": {"score": 7.0, "scoreUnit": "#/op", "rawData": [[7.0]]},
                    "stack": {"score": "NaN", "scoreUnit": "---", "rawData": [["NaN", "NaN"]]}}}]""";
        ImportedRun run = run(text);
        assertThat(run.plan().cells()).hasSize(1);
        assertThat(Event.facts(run.events(), Fact.ForkFinished.class).get(0).secondary())
                .isEqualTo(Map.of(
                        "hits", new Secondary("us/op", List.of(4.0, 5.0), Secondary.Total.SUM),
                        "gc.cpuTime", new Secondary("ms", List.of(1.0, 1.0), Secondary.Total.SUM),
                        "perf", new Secondary("#/op", List.of(7.0, 7.0))));
        assertThat(run.notes())
                .contains(
                        "Further figures are kept in jmh.json: gc.cpuTime, hits, perf.",
                        "Left out: stack, which has no numbers.");
        JsonNode exported = Json.read(JmhJson.of(new Fold(run.plan(), run.events())), JsonNode.class);
        assertThat(exported.get(0)
                        .path("secondaryMetrics")
                        .path("gc.cpuTime")
                        .path("score")
                        .asDouble())
                .as("JMH's score is the sum")
                .isEqualTo(2);
    }

    /** (90·1 + 10·100 + 10·1) / 110 = 10, and 1. */
    @Test
    void iterationsAreWeightedByTheirSamples() {
        String text = """
                [{"benchmark": "a.B.m", "mode": "sample", "threads": 1, "forks": 2,
                  "primaryMetric": {"score": 4.2, "scoreUnit": "us/op", "rawDataHistogram": [
                    [[[1.0, 90], [100.0, 10]], [[1.0, 10]]], [[[1.0, 100]], [[1.0, 100]]]]}}]""";
        CellResult cell = results(text).cells().get(0);
        assertThat(cell.cell().params()).isEqualTo(Map.of("jmhMode", "sample"));
        assertThat(cell.forks()).extracting(CellResult.ForkScore::score).containsExactly(10.0, 1.0);
        assertThat(cell.percentiles().serviceTime())
                .as("10 of 310 samples are slow: the 99th percentile is one of them, the 95th is not")
                .isEqualTo(new ServiceTime(310, 1, 1, 100, 1.0));
        assertThat(Rendered.wide(results(text))).contains("of JMH's samples of single operations");
    }

    /** In a log, iterations have no numbers of samples: 59.9 is the mean of means, and JMH's own mean is 107.9. */
    @Test
    void samplesOfALogHaveTheMeanThatJmhPrints() {
        Results results = results("""
                # JMH version: 1.37
                # Measurement: 2 iterations, 1 s each
                # Threads: 1 thread
                # Benchmark mode: Sampling time
                # Benchmark: a.B.m

                # Fork: 1 of 1
                Iteration   1: 109.800 ±(99.9%) 5.856 us/op
                Iteration   2: 10.000 ±(99.9%) 5.856 us/op


                Result "a.B.m":
                  N = 16682
                  mean =    107.900 ±(99.9%) 3.417 us/op

                  Percentiles, us/op:
                      p(0.0000) =      0.016 us/op
                     p(50.0000) =    100.000 us/op
                     p(90.0000) =    110.000 us/op
                     p(95.0000) =    120.000 us/op
                     p(99.0000) =   1073.152 us/op

                # Run complete. Total time: 00:00:02
                """);
        CellResult cell = results.cells().get(0);
        assertThat(cell.time().score()).isCloseTo(107.9, within(1e-9));
        assertThat(cell.time().low()).isNull();
        assertThat(cell.percentiles().serviceTime()).isEqualTo(new ServiceTime(16682, 100, 110, 1073.152, 120.0));
        assertThat(Rendered.run(results, 100)).contains("no forks").doesNotContain("1 fork");
    }

    @Test
    void withoutForksThereIsNoFork() {
        String text = """
                [{"benchmark": "a.B.m", "mode": "avgt", "threads": 1, "forks": 0,
                  "primaryMetric": {"scoreUnit": "us/op", "rawData": [[2.0, 2.1]]}}]""";
        assertThat(results(text).cells().get(0).time().score()).isCloseTo(2.05, within(1e-12));
        assertThat(run(text).notes()).contains("Its only row was measured in JMH's own JVM (forks: 0): no interval.");
        assertThat(Rendered.run(results(text), 100)).contains("no forks").doesNotContain("1 fork");
    }

    @Test
    void throughputOfUnknownThreadsIsNoTime() {
        assertThat(run("[" + plain("m", "avgt") + ", "
                                + benchmark("n", "thrpt", "ops/s", 2, 2, "").replace("\"threads\": 1, ", "") + "]")
                        .problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem)
                        .contains("B.n")
                        .endsWith("it is a throughput, and the file does not say of how many threads"));
    }

    @Test
    void keysOfDifferentParametersDiffer() {
        assertThat(run("[" + benchmark("m", "avgt", "us/op", 2, 2, ", \"params\": {\"a\": \"1,b=2\"}") + ","
                                + benchmark("m", "avgt", "us/op", 2, 2, ", \"params\": {\"a\": \"1\", \"b\": \"2\"}")
                                + "]")
                        .plan()
                        .cells())
                .extracting(Cell::scenarioWithParams)
                .containsExactly("B.m(a=\"1,b=2\")", "B.m(a=1,b=2)");
    }
}
