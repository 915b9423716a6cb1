package dev.jdbcbench.imported;

import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.imported.JmhLog.Benchmark;
import dev.jdbcbench.imported.JmhLog.BrokenFork;
import dev.jdbcbench.imported.JmhLog.Fork;
import dev.jdbcbench.imported.JmhLog.Iterations;
import dev.jdbcbench.imported.JmhLog.Problem;
import dev.jdbcbench.imported.JmhLog.Samples;
import dev.jdbcbench.imported.JmhLog.Score;
import dev.jdbcbench.imported.JmhLog.Settings;
import dev.jdbcbench.jmh.JmhJson;
import dev.jdbcbench.run.Profile;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
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

    private static final String RAW = "rawData";
    private static final String HISTOGRAM = "rawDataHistogram";
    private static final List<Double> PERCENTS = List.of(50.0, 90.0, 95.0, 99.0);

    /** As many as a plan may have cells. */
    private static final int MOST_BENCHMARKS = 100_000;

    /** A hundred thousand forks with forty iterations; several copies of them fit into the memory of a small JVM. */
    private static final int MOST_VALUES = 4_000_000;

    private final String name;
    private final List<Benchmark> benchmarks = new ArrayList<>();
    private final List<Problem> problems = new ArrayList<>();
    private final SortedSet<String> leftOut = new TreeSet<>();
    private long values;

    JmhJsonReader(String name) {
        this.name = name;
    }

    JmhLog read(String text) {
        boolean torn = false;
        try (JsonParser parser = MAPPER.createParser(text)) {
            // Several lists stand in one file when the results of several calls were appended.
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token == JsonToken.START_OBJECT) {
                    result(parser); // one alone, or one a line
                } else if (token == JsonToken.START_ARRAY) {
                    list(parser);
                } else {
                    throw problem(parser.currentTokenLocation().getLineNr(), "not a list of results");
                }
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
            throw problems.isEmpty() ? problem(1, "it has no results") : unreadable(problems);
        }
        return new JmhLog(benchmarks, List.of(), torn, problems, leftOut);
    }

    private void list(JsonParser parser) {
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            result(parser);
        }
    }

    private void result(JsonParser parser) {
        int line = parser.currentTokenLocation().getLineNr();
        JsonNode result = parser.readValueAsTree();
        Optional<String> why = unreadable(result);
        if (why.isPresent()) {
            problems.add(new Problem(line, why.get()));
        } else {
            benchmarks.add(benchmark(line, result));
            requireRoom(line, benchmarks);
        }
    }

    /** Why a result cannot be read. The others can. */
    private static Optional<String> unreadable(JsonNode result) {
        if (!result.isObject()) {
            return Optional.of("not a benchmark result");
        }
        Optional<String> benchmark = text(result, "benchmark");
        if (benchmark.isEmpty()) {
            return Optional.of("a result without \"benchmark\"");
        }
        JsonNode metric = result.path("primaryMetric");
        if (!metric.isObject()) {
            return Optional.of(benchmark.get() + " has no \"primaryMetric\"");
        }
        JsonNode raw = metric.path(histogram(metric) ? HISTOGRAM : RAW);
        return raw.valueStream().allMatch(JsonNode::isArray)
                ? Optional.empty()
                : Optional.of("the raw data of " + benchmark.get() + " are not lists of forks and iterations");
    }

    private static boolean histogram(JsonNode metric) {
        return !metric.has(RAW) && metric.has(HISTOGRAM);
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

    private void requireSize(int line, String benchmark, JsonNode metric) {
        JsonNode raw = metric.path(histogram(metric) ? HISTOGRAM : RAW);
        if (raw.size() > Profile.MOST_FORKS) {
            throw problem(
                    line, benchmark + " has " + raw.size() + " forks; at most " + Profile.MOST_FORKS + " are read");
        }
        for (JsonNode fork : raw) {
            if (fork.size() > Profile.MOST_ITERATIONS) {
                throw problem(
                        line,
                        "a fork of " + benchmark + " has " + fork.size() + " iterations; at most "
                                + Profile.MOST_ITERATIONS + " are read");
            }
        }
    }

    private Benchmark benchmark(int line, JsonNode result) {
        String benchmark = text(result, "benchmark").orElseThrow();
        JsonNode metric = result.path("primaryMetric");
        requireSize(line, benchmark, metric);
        Settings settings = settings(result);
        List<Fork> forks = new ArrayList<>();
        List<BrokenFork> broken = new ArrayList<>();
        JmhJsonFigures figures = new JmhJsonFigures(line, benchmark, result.path("secondaryMetrics"));
        List<List<Sampled>> raw = raw(metric);
        for (int i = 0; i < raw.size(); i++) {
            List<Double> values = raw.get(i).stream().map(Sampled::mean).toList();
            Optional<String> reason = reason(values);
            if (reason.isPresent()) {
                broken.add(new BrokenFork(i + 1, line, reason.get()));
            } else {
                List<Long> samples = histogram(metric)
                        ? raw.get(i).stream().map(Sampled::number).toList()
                        : List.of();
                forks.add(new Fork(i + 1, List.of(), values, samples, figures.ofFork(i, values.size())));
            }
        }
        problems.addAll(figures.problems());
        leftOut.addAll(figures.leftOut());
        Optional<String> unit = text(metric, "scoreUnit");
        return new Benchmark(
                line,
                benchmark,
                params(result),
                settings,
                unit,
                forks,
                broken,
                score(metric),
                figures.scores(),
                figures.members(unit.orElse(""), settings.threads().orElse(1), forks));
    }

    /** The score; for samples, with their number and percentiles. */
    private static Optional<Score> score(JsonNode metric) {
        double score = number(metric.path("score"));
        JsonNode histogram = metric.path(HISTOGRAM);
        if (Double.isNaN(score) && histogram.isMissingNode()) {
            return Optional.empty();
        }
        TreeMap<Double, Long> bins = new TreeMap<>();
        histogram.forEach(fork -> fork.forEach(iteration -> iteration.forEach(bin -> {
            if (bin.path(0).isNumber() && bin.path(1).isIntegralNumber()) {
                bins.merge(bin.path(0).asDouble(), bin.path(1).asLong(), Long::sum);
            }
        })));
        long number = bins.values().stream().mapToLong(Long::longValue).sum();
        Map<Double, Double> percentiles = new HashMap<>();
        if (number > 0) {
            PERCENTS.forEach(percent -> percentiles.put(percent, percentile(bins, percent * number / 100)));
        }
        return Optional.of(new Score(
                score,
                Optional.of(number(metric.path("scoreError"))).filter(error -> !error.isNaN()),
                text(metric, "scoreUnit").orElse(""),
                new Samples(number, percentiles)));
    }

    /** The smallest value that at least this many samples do not exceed. */
    private static double percentile(TreeMap<Double, Long> bins, double rank) {
        long below = 0;
        for (Map.Entry<Double, Long> bin : bins.entrySet()) {
            below += bin.getValue();
            if (below >= rank) {
                return bin.getKey();
            }
        }
        return bins.lastKey();
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

    /** An iteration: its mean, and the number of its samples; 0 if it is a mean in the file. */
    private record Sampled(double mean, long number) {}

    /** The iterations of each fork; empty when they were not written. */
    private static List<List<Sampled>> raw(JsonNode metric) {
        boolean histogram = histogram(metric);
        return metric.path(histogram ? HISTOGRAM : RAW)
                .valueStream()
                .map(fork -> fork.valueStream()
                        .map(iteration -> histogram ? mean(iteration) : new Sampled(number(iteration), 0))
                        .toList())
                .toList();
    }

    /** Mean of {@code [value, count]} pairs; NaN when there are none. */
    private static Sampled mean(JsonNode histogram) {
        double sum = 0;
        double number = 0;
        for (JsonNode bin : histogram) {
            double times = number(bin.path(1));
            sum += number(bin.path(0)) * times;
            number += times;
        }
        return new Sampled(sum / number, (long) number);
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

    static Optional<String> text(JsonNode node, String key) {
        return Optional.of(node.path(key)).filter(JsonNode::isString).map(JsonNode::asString);
    }

    private static Optional<Integer> count(JsonNode node, String key) {
        return Optional.of(node.path(key))
                .filter(JsonNode::isIntegralNumber)
                .map(number -> number.asInt(0))
                .filter(number -> number >= 0);
    }

    /** A number; NaN for the texts that JMH writes for non-numbers, {@code "NaN"} or {@code "+INF"}. */
    static double number(JsonNode node) {
        return node.isNumber() ? node.asDouble() : Double.NaN;
    }

    private Failure.Input problem(int line, String what) {
        return unreadable(List.of(new Problem(line, what)));
    }

    private Failure.Input unreadable(List<Problem> why) {
        return new Failure.Input(
                "cannot read " + name + " as JMH results",
                why.stream()
                        .map(one -> name + ":" + one.line() + ": " + one.text())
                        .toList(),
                "Name the file that JMH wrote: java -jar benchmarks.jar -rf json -rff FILE.");
    }
}
