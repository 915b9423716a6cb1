package dev.jdbcbench.imported;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import dev.jdbcbench.event.Secondary;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.imported.JmhLog.Benchmark;
import dev.jdbcbench.imported.JmhLog.BrokenFork;
import dev.jdbcbench.imported.JmhLog.Fork;
import dev.jdbcbench.imported.JmhLog.Iterations;
import dev.jdbcbench.imported.JmhLog.Score;
import dev.jdbcbench.jmh.JmhJson;
import dev.jdbcbench.result.fold.Fold;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Topology;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The files are synthetic: keys of several JMH versions and invented figures. */
class JmhJsonReaderTest {
    static String resource(String name) {
        try (InputStream in = Objects.requireNonNull(JmhJsonReaderTest.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static JmhLog read(String name) {
        return JmhLog.read(name, resource(name));
    }

    @Test
    void oldFormatHasForksAndIterations() {
        JmhLog log = read("jmh-1.14.json");
        assertThat(log.truncated()).isFalse();
        assertThat(log.benchmarks())
                .extracting(Benchmark::name)
                .containsExactly(
                        "org.perf.jdbc.BenchmarkSelect1RowPrepareText.mariadb",
                        "org.perf.jdbc.BenchmarkSelect1RowPrepareText.mysql");
        Benchmark benchmark = log.benchmarks().get(0);
        assertThat(benchmark.line()).isEqualTo(2);
        assertThat(benchmark.unit()).contains("us/op");
        assertThat(benchmark.score()).contains(new Score(61, Optional.of(3.5), "us/op"));
        assertThat(benchmark.forks())
                .containsExactly(
                        new Fork(1, List.of(), List.of(60.0, 62.0)),
                        new Fork(2, List.of(), List.of(61.0, 61.0)),
                        new Fork(3, List.of(), List.of(60.5, 61.5)));
        assertThat(benchmark.settings())
                .as("only later versions of JMH record the JVM")
                .isEqualTo(new JmhLog.Settings(
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of("avgt"),
                        Optional.of(1),
                        Optional.of(new Iterations(10, Optional.of(Duration.ofSeconds(1)), 1)),
                        Optional.of(new Iterations(2, Optional.of(Duration.ofSeconds(1)), 1)),
                        Optional.of(3)));
    }

    @Test
    void otherValuesAreReadAsText() {
        assertThat(read("jmh-1.14.json").benchmarks().get(1).score())
                .contains(new Score(0.081, Optional.empty(), "ms/op"));
    }

    @Test
    void newFormatHasJvmAndProfilers() {
        Benchmark benchmark = read("jmh-1.37.json").benchmarks().get(0);
        assertThat(benchmark.settings().jmh()).contains("1.37");
        assertThat(benchmark.settings().vm()).contains("JDK 99.0.1, Example VM, 99.0.1+7");
        assertThat(benchmark.settings().vmOptions())
                .contains(List.of("-Xmx256m", "-Ddatabase.password=secret of somebody", "-Duser.country=US"));
        assertThat(benchmark.settings().threads()).contains(4);
        assertThat(benchmark.params()).containsExactly(entry("driver", "mariadb"));
        assertThat(benchmark.forks())
                .extracting(Fork::secondary)
                .as("omits figures that some iterations lack, and percentiles of single iterations")
                .containsExactly(
                        Map.of("gc.alloc.rate.norm", new Secondary("B/op", List.of(520.0, 512.0, 510.0))),
                        Map.of(
                                "gc.alloc.rate.norm",
                                new Secondary("B/op", List.of(521.0, 512.0, 512.0)),
                                "gc.count",
                                new Secondary("counts", List.of(1.0, 1.0, 0.0), Secondary.Total.SUM)));
        assertThat(read("jmh-1.37.json").problems())
                .containsExactly(new JmhLog.Problem(
                        2, "of fork 1 of " + benchmark.name() + ", gc.count has 1 values for 3 iterations"));
        assertThat(read("jmh-1.37.json").leftOut()).containsExactly("percentiles of single iterations");
    }

    /** The mean is (3 · 20000 + 60000) / 4 = 30000. */
    @Test
    void sampledIterationsUseTheMeanOfTheirHistogram() {
        assertThat(read("jmh-1.37.json").benchmarks().get(1).forks())
                .containsExactly(
                        new Fork(1, List.of(), List.of(30000.0, 30000.0), List.of(4L, 7L), Map.of()),
                        new Fork(2, List.of(), List.of(32000.0, 32000.0), List.of(2L, 5L), Map.of()));
    }

    @Test
    void singleShotHasNoTime() {
        assertThat(read("jmh-1.37.json").benchmarks().get(2).settings().measurement())
                .contains(new Iterations(1, Optional.empty(), 1));
    }

    @Test
    void forkWithANonNumericIterationIsBroken() {
        JmhLog log = read("jmh-broken.json");
        assertThat(log.benchmarks().get(0).broken()).containsExactly(new BrokenFork(2, 2, "iteration 2 is NaN"));
        assertThat(log.benchmarks().get(2).broken())
                .containsExactly(
                        new BrokenFork(1, 34, "iteration 1 is NaN"), new BrokenFork(2, 34, "it has no iterations"));
    }

    @Test
    void withoutRawDataThereAreNoForks() {
        Benchmark benchmark = read("jmh-broken.json").benchmarks().get(1);
        assertThat(benchmark.forks()).isEmpty();
        assertThat(benchmark.broken()).isEmpty();
        assertThat(benchmark.score()).contains(new Score(7, Optional.of(0.1), "us/op"));
    }

    @Test
    void truncatedFileKeepsCompleteResults() {
        String text = resource("jmh-1.14.json");
        for (String cut :
                List.of(text.substring(0, text.indexOf("0.081") - 1), text.substring(0, text.lastIndexOf(']')))) {
            JmhLog log = JmhLog.read("jmh.json", cut);
            assertThat(log.truncated()).isTrue();
            assertThat(log.benchmarks())
                    .hasSizeBetween(1, 2)
                    .first()
                    .isEqualTo(read("jmh-1.14.json").benchmarks().get(0));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "[] | 1: it has no results",
                "{ \"benchmark\": \"a.b\" } | 1: a.b has no \"primaryMetric\"",
                "[{ | 1: it ends in the middle, before the first complete result",
                "[ {} ] | 1: a result without \"benchmark\"",
                "[ { \"benchmark\": \"a.b\" } ] | 1: a.b has no \"primaryMetric\"",
                "[ { \"benchmark\": \"a.b\", \"primaryMetric\": { \"rawData\": [ 1 ] } } ]"
                        + " | 1: the raw data of a.b are not lists of forks and iterations",
                "[ { \"benchmark\": \"a.b\" ; } ] | 1: Unexpected character",
                "[ { \"benchmark\": \"a.b\", \"primaryMetric\": {} } ] 4 | 1: not a list of results"
            })
    void otherJsonIsRefused(String text, String problem) {
        assertThatThrownBy(() -> JmhLog.read("jmh.json", text)).isInstanceOfSatisfying(Failure.Input.class, failure -> {
            assertThat(failure.getMessage()).isEqualTo("cannot read jmh.json as JMH results");
            assertThat(failure.why()).startsWith("jmh.json:" + problem);
            assertThat(failure.hint()).contains("-rf json");
        });
    }

    @Test
    void problemIsReportedWithTheLineOfItsResult() {
        String text = resource("jmh-1.14.json").replaceFirst("(?s)(mysql.*?)\"primaryMetric\"", "$1\"other\"");
        JmhLog log = JmhLog.read("jmh.json", text);
        assertThat(log.problems())
                .containsExactly(new JmhLog.Problem(
                        43, "org.perf.jdbc.BenchmarkSelect1RowPrepareText.mysql has no \"primaryMetric\""));
        assertThat(log.benchmarks())
                .as("the others are read")
                .hasSize(read("jmh-1.14.json").benchmarks().size() - 1);
    }

    @Test
    void allListsOfAFileAreRead() {
        String list =
                "[{\"benchmark\": \"a.B.%s\", \"primaryMetric\": {\"scoreUnit\": \"us/op\", \"rawData\": [[2.0]]}}]\n";
        assertThat(JmhLog.read("two.json", list.formatted("m") + list.formatted("n"))
                        .benchmarks())
                .extracting(Benchmark::name)
                .containsExactly("a.B.m", "a.B.n");
    }

    /** Scripts that pass results on often take them out of their list, or write one a line. */
    @Test
    void resultsWithoutAListAreRead() {
        String result =
                "{\"benchmark\": \"a.B.%s\", \"primaryMetric\": {\"scoreUnit\": \"us/op\", \"rawData\": [[2.0]]}}\n";
        assertThat(JmhLog.read("one.json", result.formatted("m")).benchmarks())
                .singleElement()
                .satisfies(benchmark ->
                        assertThat(benchmark.forks().get(0).measured()).containsExactly(2.0));
        assertThat(JmhLog.read("lines.json", result.formatted("m") + result.formatted("n"))
                        .benchmarks())
                .extracting(Benchmark::name)
                .containsExactly("a.B.m", "a.B.n");
    }

    @Test
    void logStartingWithABracketIsNotJson() {
        assertThat(JmhLog.read("log.txt", "[INFO] a build\n" + resource("jmh-console.txt"))
                        .benchmarks())
                .hasSize(3);
    }

    /** JMH's own writer breaks lines at commas and brackets of a name, and does not escape it. */
    @Test
    void anyNameIsWrittenAsItWasRead() {
        String name = "Do_1.mariadb, {a} [b]\n\0\"\\ 100 %+";
        JsonNode read = Json.read(resource("jmh-1.14.json"), JsonNode.class);
        ObjectNode first = (ObjectNode) read.get(0);
        first.put("benchmark", name);
        ((ObjectNode) first.get("secondaryMetrics")).set("gc.a, [b]", first.get("primaryMetric"));
        ObjectNode count = ((ObjectNode) first.get("secondaryMetrics"))
                .putObject("gc.count")
                .setAll((ObjectNode) first.get("primaryMetric").deepCopy());
        count.put("scoreUnit", "[\0,\n");
        first.putObject("params").put("a[\n,\"\0", "{b}, [c]\n");
        ImportedRun run = ImportedRunTest.run("jmh.json", Json.line(read), Topology.LOCAL);
        JsonNode written = Json.read(JmhJson.of(new Fold(run.plan(), run.events())), JsonNode.class);
        assertThat(written.get(0).get("benchmark").asString()).isEqualTo(name);
        assertThat(written.get(0).get("params").get("a[\n,\"\0").asString()).isEqualTo("{b}, [c]\n");
        assertThat(written.get(0).at("/secondaryMetrics/gc.count/scoreUnit").asString())
                .isEqualTo("[\0,\n");
    }
}
