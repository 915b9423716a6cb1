package dev.jdbcbench.jmh;

import dev.jdbcbench.driver.PartCheck;
import dev.jdbcbench.event.Secondary;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.jmh.JmhLog.Benchmark;
import dev.jdbcbench.jmh.JmhLog.BrokenFork;
import dev.jdbcbench.jmh.JmhLog.Fork;
import dev.jdbcbench.jmh.JmhLog.Iterations;
import dev.jdbcbench.jmh.JmhLog.Score;
import dev.jdbcbench.jmh.JmhLog.Settings;
import dev.jdbcbench.run.Profile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads JMH's JSON ({@code -rf json}) one benchmark at a time, so a problem can be reported with its line, and everything
 * before a truncated end is kept. The JSON has no warm-up iterations. Keys added by later JMH versions or other tools are
 * optional.
 */
final class JmhJsonReader {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .build();

    /** Profilers that report time or bytes per iteration; some versions put a dot before the name. */
    private static final String PROFILER = "\u00b7?((?:gc|cpu)\\.[\\w.]+)";

    /** As many as a plan may have cells. */
    private static final int MOST_BENCHMARKS = 100_000;

    /** A hundred thousand forks with forty iterations; several copies of them fit into the memory of a small JVM. */
    private static final int MOST_VALUES = 4_000_000;

    private final String name;
    private long values;

    JmhJsonReader(String name) {
        this.name = name;
    }

    JmhLog read(String text) {
        List<Benchmark> benchmarks = new ArrayList<>();
        boolean torn = false;
        try (JsonParser parser = MAPPER.createParser(text)) {
            if (parser.nextToken() != JsonToken.START_ARRAY) {
                throw problem(1, "not a list of results");
            }
            while (parser.nextToken() == JsonToken.START_OBJECT) {
                int line = parser.currentTokenLocation().getLineNr();
                benchmarks.add(benchmark(line, parser.readValueAsTree()));
                requireRoom(line, benchmarks);
            }
            if (parser.currentToken() != JsonToken.END_ARRAY) {
                throw problem(parser.currentTokenLocation().getLineNr(), "not a benchmark result");
            }
        } catch (UnexpectedEndOfInputException e) {
            if (benchmarks.isEmpty()) {
                throw problem(line(e), "it ends in the middle, before the first complete result");
            }
            torn = true;
        } catch (JacksonException e) {
            throw problem(line(e), e.getOriginalMessage());
        }
        if (benchmarks.isEmpty()) {
            throw problem(1, "it has no results");
        }
        return new JmhLog(benchmarks, List.of(), torn);
    }

    /** Refuses a file while it is read, before it takes more memory than a run may. */
    private void requireRoom(int line, List<Benchmark> read) {
        values += read.get(read.size() - 1).forks().stream()
                .mapToLong(fork -> fork.measured().size()
                        + fork.secondary().values().stream()
                                .mapToLong(figure -> figure.values().size())
                                .sum())
                .sum();
        if (read.size() > MOST_BENCHMARKS) {
            throw problem(line, "it has more than " + MOST_BENCHMARKS + " benchmarks, the most that a run may have");
        }
        if (values > MOST_VALUES) {
            throw problem(
                    line, "up to here it has more than " + MOST_VALUES + " values, the most that an import reads");
        }
    }

    private static int line(JacksonException e) {
        return e.getLocation() == null ? 1 : e.getLocation().getLineNr();
    }

    private Benchmark benchmark(int line, JsonNode result) {
        String benchmark = text(result, "benchmark").orElseThrow(() -> problem(line, "a result without \"benchmark\""));
        JsonNode metric = result.path("primaryMetric");
        if (!metric.isObject()) {
            throw problem(line, benchmark + " has no \"primaryMetric\"");
        }
        Settings settings = settings(result);
        List<Fork> forks = new ArrayList<>();
        List<BrokenFork> broken = new ArrayList<>();
        List<List<Double>> raw = raw(line, benchmark, metric);
        for (int i = 0; i < raw.size(); i++) {
            Optional<String> reason = reason(raw.get(i));
            if (reason.isPresent()) {
                broken.add(new BrokenFork(i + 1, line, reason.get()));
            } else {
                forks.add(new Fork(
                        i + 1,
                        List.of(),
                        raw.get(i),
                        secondary(result, i, raw.get(i).size())));
            }
        }
        Optional<String> unit = text(metric, "scoreUnit");
        double score = number(metric.path("score"));
        return new Benchmark(
                line,
                benchmark,
                params(result),
                settings,
                unit,
                forks,
                broken,
                Double.isNaN(score)
                        ? Optional.empty()
                        : Optional.of(new Score(
                                score,
                                Optional.of(number(metric.path("scoreError"))).filter(error -> !error.isNaN()),
                                unit.orElse(""))),
                Map.of());
    }

    private static Settings settings(JsonNode result) {
        String vm = Stream.of(
                        text(result, "jdkVersion").map(version -> "JDK " + version),
                        text(result, "vmName"),
                        text(result, "vmVersion"))
                .flatMap(Optional::stream)
                .collect(Collectors.joining(", "));
        return new Settings(
                text(result, "jmhVersion"),
                Optional.of(vm).filter(known -> !known.isEmpty()),
                result.has("jvmArgs")
                        ? Optional.of(result.path("jvmArgs")
                                .valueStream()
                                .map(argument -> argument.asString(""))
                                .toList())
                        : Optional.empty(),
                text(result, "mode"),
                count(result, "threads"),
                iterations(result, "warmup"),
                iterations(result, "measurement"),
                count(result, "forks"));
    }

    private static Optional<Iterations> iterations(JsonNode result, String kind) {
        return count(result, kind + "Iterations")
                .map(number -> new Iterations(
                        number,
                        text(result, kind + "Time").flatMap(JmhText::time),
                        count(result, kind + "BatchSize").orElse(1)));
    }

    private static Map<String, String> params(JsonNode result) {
        Map<String, String> params = new LinkedHashMap<>();
        result.path("params")
                .properties()
                .forEach(param -> params.put(param.getKey(), param.getValue().asString("")));
        text(result, JmhJson.DRIVER_VERSION).ifPresent(version -> params.putIfAbsent(JmhJson.DRIVER_VERSION, version));
        return params;
    }

    /** The iterations of each fork; empty when they were not written. */
    private List<List<Double>> raw(int line, String benchmark, JsonNode metric) {
        boolean histogram = !metric.has("rawData") && metric.has("rawDataHistogram");
        JsonNode raw = metric.path(histogram ? "rawDataHistogram" : "rawData");
        List<List<Double>> forks = new ArrayList<>();
        if (raw.size() > Profile.MOST_FORKS) {
            throw problem(
                    line, benchmark + " has " + raw.size() + " forks; at most " + Profile.MOST_FORKS + " are read");
        }
        for (JsonNode fork : raw) {
            if (!fork.isArray()) {
                throw problem(line, "the raw data of " + benchmark + " are not lists of forks and iterations");
            }
            if (fork.size() > Profile.MOST_ITERATIONS) {
                throw problem(
                        line,
                        "a fork of " + benchmark + " has " + fork.size() + " iterations; at most "
                                + Profile.MOST_ITERATIONS + " are read");
            }
            forks.add(fork.valueStream()
                    .map(iteration -> histogram ? mean(iteration) : number(iteration))
                    .toList());
        }
        return forks;
    }

    /** Mean of {@code [value, count]} pairs; NaN when there are none. */
    private static double mean(JsonNode histogram) {
        double sum = 0;
        double number = 0;
        for (JsonNode bin : histogram) {
            double times = number(bin.path(1));
            sum += number(bin.path(0)) * times;
            number += times;
        }
        return sum / number;
    }

    /** Why the iterations are not a valid measurement. */
    private static Optional<String> reason(List<Double> iterations) {
        if (iterations.isEmpty()) {
            return Optional.of("it has no iterations");
        }
        return IntStream.range(0, iterations.size())
                .filter(i -> !(iterations.get(i) > 0 && iterations.get(i) < Double.POSITIVE_INFINITY))
                .mapToObj(i -> "iteration " + (i + 1) + " is " + iterations.get(i))
                .findFirst();
    }

    /** The profilers' values for a fork, if they have one for each iteration. */
    private static Map<String, Secondary> secondary(JsonNode result, int fork, int iterations) {
        Map<String, Secondary> found = new LinkedHashMap<>();
        result.path("secondaryMetrics").properties().forEach(metric -> {
            List<Double> values = metric.getValue()
                    .path("rawData")
                    .path(fork)
                    .valueStream()
                    .map(JmhJsonReader::number)
                    .toList();
            if (metric.getKey().matches(PROFILER)
                    && values.size() == iterations
                    && values.stream().allMatch(PartCheck::isNumber)) {
                found.put(
                        metric.getKey().replaceFirst(PROFILER, "$1"),
                        new Secondary(text(metric.getValue(), "scoreUnit").orElse(""), values));
            }
        });
        return found;
    }

    private static Optional<String> text(JsonNode node, String key) {
        return Optional.of(node.path(key)).filter(JsonNode::isString).map(JsonNode::asString);
    }

    private static Optional<Integer> count(JsonNode node, String key) {
        return Optional.of(node.path(key))
                .filter(JsonNode::isIntegralNumber)
                .map(number -> number.asInt(0))
                .filter(number -> number >= 0);
    }

    /** A number; NaN for the texts that JMH writes for non-numbers, {@code "NaN"} or {@code "+INF"}. */
    private static double number(JsonNode node) {
        return node.isNumber() ? node.asDouble() : Double.NaN;
    }

    private Failure.Input problem(int line, String what) {
        return new Failure.Input(
                "cannot read " + name + " as JMH results",
                List.of(name + ":" + line + ": " + what),
                "Name the file that JMH wrote: java -jar benchmarks.jar -rf json -rff FILE.");
    }
}
