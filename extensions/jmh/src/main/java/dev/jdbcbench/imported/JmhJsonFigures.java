package dev.jdbcbench.imported;

import dev.jdbcbench.driver.PartCheck;
import dev.jdbcbench.event.Secondary;
import dev.jdbcbench.event.Secondary.Total;
import dev.jdbcbench.imported.JmhLog.Fork;
import dev.jdbcbench.imported.JmhLog.Member;
import dev.jdbcbench.imported.JmhLog.Problem;
import dev.jdbcbench.imported.JmhLog.Score;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The further results of a benchmark in JMH's JSON: of profilers, of counters, and of the members of a group. The JSON does not
 * tell which are which.
 */
final class JmhJsonFigures {
    static final String PERCENTILES = "percentiles of single iterations";

    /** Percentiles of an iteration's samples. They have no mean or sum, and those of all samples come from the score. */
    private static final String PERCENTILE = "(?:.*:)?p[01]\\.[0-9]+";

    private static final double ROUNDING = 1e-6;

    private final int line;
    private final String benchmark;
    private final Map<String, JsonNode> metrics = new LinkedHashMap<>();
    private final SortedSet<String> leftOut = new TreeSet<>();
    private final List<Problem> problems = new ArrayList<>();

    JmhJsonFigures(int line, String benchmark, JsonNode secondaryMetrics) {
        this.line = line;
        this.benchmark = benchmark;
        secondaryMetrics.properties().forEach(metric -> {
            String name = JmhText.name(metric.getKey());
            if (name.matches(PERCENTILE)) {
                leftOut.add(PERCENTILES);
            } else if (Double.isNaN(score(metric.getValue()))
                    && raw(metric.getValue()).allMatch(Double::isNaN)) {
                leftOut.add(name + ", which has no numbers");
            } else if (raw(metric.getValue()).allMatch(PartCheck::isNumber)) {
                metrics.put(name, metric.getValue());
            } else {
                problems.add(new Problem(line, "of " + benchmark + ", " + name + " has values that are not numbers"));
            }
        });
    }

    List<Problem> problems() {
        return List.copyOf(problems);
    }

    SortedSet<String> leftOut() {
        return leftOut;
    }

    private static DoubleStream raw(JsonNode metric) {
        return metric.path("rawData")
                .valueStream()
                .flatMap(JsonNode::valueStream)
                .mapToDouble(JmhJsonReader::number);
    }

    private static double score(JsonNode metric) {
        return JmhJsonReader.number(metric.path("score"));
    }

    private static String unit(JsonNode metric) {
        return JmhJsonReader.text(metric, "scoreUnit").orElse("");
    }

    /** The scores of all forks together. */
    Map<String, Score> scores() {
        Map<String, Score> scores = new LinkedHashMap<>();
        metrics.forEach((name, metric) -> scores.put(name, new Score(score(metric), Optional.empty(), unit(metric))));
        return scores;
    }

    /** The values of a fork, one for each iteration. Some profilers have one for the whole fork. */
    Map<String, Secondary> ofFork(int fork, int iterations) {
        Map<String, Secondary> found = new LinkedHashMap<>();
        metrics.forEach((name, metric) -> {
            List<Double> values = metric.path("rawData")
                    .path(fork)
                    .valueStream()
                    .map(JmhJsonReader::number)
                    .toList();
            Total total = total(metric);
            if (values.size() == 1 && iterations > 1 && ofWholeForks(metric)) {
                boolean adds = total == Total.SUM;
                double value = values.get(0);
                values = IntStream.range(0, iterations)
                        .mapToObj(i -> adds && i > 0 ? (Double) 0.0 : (Double) value)
                        .toList();
            }
            if (values.size() == iterations) {
                found.put(name, new Secondary(unit(metric), values, total));
            } else if (!values.isEmpty()) {
                problems.add(new Problem(
                        line,
                        "of fork " + (fork + 1) + " of " + benchmark + ", " + name + " has " + values.size()
                                + " values for " + iterations + " iterations"));
            }
        });
        return found;
    }

    private static boolean ofWholeForks(JsonNode metric) {
        return metric.path("rawData").valueStream().allMatch(fork -> fork.size() == 1);
    }

    /** How JMH made its score of the values; null if they do not show it. */
    private static @Nullable Total total(JsonNode metric) {
        double[] values = raw(metric).toArray();
        double score = score(metric);
        if (values.length < 2 || is(score, DoubleStream.of(values).average())) {
            return null;
        }
        return is(score, OptionalDouble.of(DoubleStream.of(values).sum()))
                ? Total.SUM
                : is(score, DoubleStream.of(values).max())
                        ? Total.LARGEST
                        : is(score, DoubleStream.of(values).min()) ? Total.SMALLEST : null;
    }

    private static boolean is(double score, OptionalDouble value) {
        return Math.abs(score - value.orElse(Double.NaN)) <= ROUNDING * Math.abs(score);
    }

    /**
     * The members of a group: results in the benchmark's unit of time that have its own one between them in every iteration, as
     * the mean of several threads is.
     */
    List<Member> members(String unit, int threads, List<Fork> forks) {
        List<String> names = metrics.entrySet().stream()
                .filter(metric -> unit(metric.getValue()).equals(unit))
                .map(Map.Entry::getKey)
                .filter(name -> forks.stream().allMatch(fork -> fork.secondary().containsKey(name)))
                .toList();
        boolean group = threads > 1
                && !forks.isEmpty()
                && !names.isEmpty()
                && !JmhText.isRate(unit)
                && forks.stream()
                        .allMatch(fork -> IntStream.range(0, fork.measured().size())
                                .allMatch(i -> isBetween(fork.measured().get(i), values(fork, names, i))));
        return group
                ? names.stream().map(name -> new Member(name, Optional.empty())).toList()
                : List.of();
    }

    private static double[] values(Fork fork, List<String> names, int iteration) {
        return names.stream()
                .map(fork.secondary()::get)
                .mapToDouble(
                        figure -> figure == null ? Double.NaN : figure.values().get(iteration))
                .toArray();
    }

    private static boolean isBetween(double value, double[] others) {
        double low = DoubleStream.of(others).min().orElse(Double.NaN);
        double high = DoubleStream.of(others).max().orElse(Double.NaN);
        return value >= low * (1 - ROUNDING) && value <= high * (1 + ROUNDING);
    }
}
