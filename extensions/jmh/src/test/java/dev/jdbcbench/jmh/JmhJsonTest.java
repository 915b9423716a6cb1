package dev.jdbcbench.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Profile;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import tools.jackson.databind.JsonNode;

@Isolated("changes the default locale")
class JmhJsonTest {
    private static JsonNode json() {
        return Json.read(JmhJson.of(RunExample.local().fold()), JsonNode.class);
    }

    /** The keys that JMH 1.37 writes, in its order. The integration test compares with a file that JMH wrote. */
    @Test
    void cellHasTheFieldsOfJmh() {
        JsonNode cell = json().get(0);
        assertThat(cell.propertyNames())
                .containsExactly(
                        "jmhVersion",
                        "benchmark",
                        "mode",
                        "threads",
                        "forks",
                        "jvm",
                        "jvmArgs",
                        "jdkVersion",
                        "vmName",
                        "vmVersion",
                        "warmupIterations",
                        "warmupTime",
                        "warmupBatchSize",
                        "measurementIterations",
                        "measurementTime",
                        "measurementBatchSize",
                        "params",
                        "primaryMetric",
                        "secondaryMetrics",
                        "driverVersion");
        assertThat(cell.get("benchmark").asString()).isEqualTo("dev.jdbcbench.scenario.Select1Row.mariadb_text");
        assertThat(cell.get("mode").asString()).isEqualTo("avgt");
        assertThat(cell.get("forks").asInt()).isEqualTo(3);
        assertThat(cell.at("/params/driver").asString()).isEqualTo("mariadb");
        assertThat(cell.at("/params/topology").asString()).isEqualTo("local");
        assertThat(cell.at("/jvmArgs/0").asString()).isEqualTo("-Xmx512M");
    }

    @Test
    void rawDataHasCountedIterationsOfEachFork() {
        JsonNode raw = json().get(0).at("/primaryMetric/rawData");
        assertThat(raw.size()).isEqualTo(3);
        assertThat(raw.get(0).size()).isEqualTo(4);
        assertThat(raw.at("/0/0").asDouble()).isCloseTo(62 * 1.01, within(0.001));
        assertThat(raw.at("/1/3").asDouble()).isCloseTo(63 * 0.99, within(0.001));
        assertThat(json().get(0).at("/primaryMetric/scoreUnit").asString()).isEqualTo("us/op");
    }

    /** Three fork means, 62, 63 and 61. The 99.9 % value of Student's t with two degrees of freedom is 31.6. */
    @Test
    void errorComesFromForksInsteadOfIterations() {
        JsonNode metric = json().get(0).get("primaryMetric");
        double[] means = metric.get("rawData")
                .valueStream()
                .mapToDouble(fork -> fork.valueStream()
                        .mapToDouble(JsonNode::asDouble)
                        .average()
                        .orElseThrow())
                .toArray();
        double mean = Arrays.stream(means).average().orElseThrow();
        double deviation = Math.sqrt(Arrays.stream(means)
                        .map(value -> (value - mean) * (value - mean))
                        .sum()
                / 2);
        assertThat(metric.get("scoreError").asDouble())
                .isCloseTo(31.599 * deviation / Math.sqrt(3), withinPercentage(0.1));
        assertThat(metric.at("/scoreConfidence/1").asDouble())
                .isCloseTo(
                        metric.get("score").asDouble()
                                + metric.get("scoreError").asDouble(),
                        within(1e-9));
    }

    @Test
    void versionIsAParameterIfSeveralAreMeasured() {
        assertThat(json().get(0).get("params").has("driverVersion")).isFalse();
        assertThat(json().get(0).get("driverVersion").asString()).isEqualTo("4.0.0");
    }

    /** Benchmark, parameters and threads identify a cell in the same way in every run. */
    @Test
    void cellNamesAreUniqueAndStable() {
        RunExample run = RunExample.local()
                .threads(4)
                .measured("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 62, 63, 61)
                .threads(1)
                .params(Map.of("count", "7"))
                .measured("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 62, 63, 61);
        List<String> names = names(run);
        assertThat(names).hasSize(6).doesNotHaveDuplicates();
        assertThat(names.stream().map(name -> name.split(" ", 2)[0]))
                .as("benchmark names are unique for readers that ignore parameters")
                .doesNotHaveDuplicates();
        assertThat(names)
                .containsAll(names(RunExample.local()))
                .contains(
                        "dev.jdbcbench.scenario.Select1Row.mariadb_text_4threads {driver=mariadb, mode=text, server=mariadb,"
                                + " topology=local, transport=tcp} 4",
                        "dev.jdbcbench.scenario.Select1Row.mariadb_text_count_7 {count=7, driver=mariadb, mode=text, server=mariadb,"
                                + " topology=local, transport=tcp} 1");
    }

    private static List<String> names(RunExample run) {
        return Json.read(JmhJson.of(run.fold()), JsonNode.class)
                .valueStream()
                .map(cell -> cell.get("benchmark").asString() + " "
                        + cell.get("params").properties().stream()
                                .map(param ->
                                        param.getKey() + "=" + param.getValue().asString())
                                .collect(Collectors.joining(", ", "{", "}"))
                        + " " + cell.get("threads").asInt())
                .toList();
    }

    @Test
    void profilerMetricsAreIncluded() {
        JsonNode secondary = json().get(0).get("secondaryMetrics");
        assertThat(secondary.at("/gc.alloc.rate.norm/score").asDouble()).isCloseTo(1480, within(0.01));
        assertThat(secondary.at("/gc.count/score").asDouble())
                .as("counts add up")
                .isEqualTo(9);
    }

    @Test
    void decimalCommaLocaleDoesNotChangeIt() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY);
            assertThat(json().get(0).at("/primaryMetric/score").asDouble()).isCloseTo(62, within(0.5));
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void cellsWithoutForksAreOmitted() {
        assertThat(json().size()).isEqualTo(4);
    }

    @Test
    void controlsAndUncountedForksAreOmitted() {
        JsonNode cells = Json.read(
                JmhJson.of(RunExample.local()
                        .twin("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 62, 63, 61)
                        .rejected("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 2, 9999, "steal 12.0 %")
                        .fold()),
                JsonNode.class);
        assertThat(cells)
                .hasSize(4)
                .noneMatch(cell -> cell.at("/params/driver").asString().contains("~"));
        assertThat(cells.at("/0/primaryMetric/rawData")).hasSize(3);
        assertThat(cells.at("/0/primaryMetric/score").asDouble()).isCloseTo(62, within(0.5));
    }

    @Test
    void longOperationsHaveLongerIterations() {
        JsonNode cell = Json.read(
                        JmhJson.of(RunExample.local()
                                .operation(Duration.ofMillis(500))
                                .measured("Slow", Mode.TEXT, DriverCatalogue.MARIADB, 5e5, 5e5, 5e5)
                                .fold()),
                        JsonNode.class)
                .get(4);
        assertThat(cell.get("measurementTime").asString()).isEqualTo("1500 ms");
    }

    @Test
    void fixedWarmUpIsReportedLikeJmhDoes() {
        JsonNode cell = Json.read(
                        JmhJson.of(RunExample.local()
                                .profile(new Profile(
                                        "fixed",
                                        3,
                                        3,
                                        6,
                                        Duration.ofSeconds(1),
                                        4,
                                        null,
                                        true,
                                        false,
                                        "4 warm-up",
                                        false))
                                .fold()),
                        JsonNode.class)
                .get(0);
        assertThat(cell.get("warmupIterations").asInt()).isEqualTo(4);
        assertThat(cell.get("measurementIterations").asInt()).isEqualTo(2);
        assertThat(cell.at("/primaryMetric/rawData/0")).hasSize(2);
    }
}
