package dev.jdbcbench.jmh;

import dev.jdbcbench.event.Secondary;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.statistics.WarmupCut;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What JMH wrote, 1.14 to 1.37: what it printed on the console, under any locale whose digits are 0 to 9, or its JSON. What a file lacks is
 * empty.
 *
 * @param benchmarks in the order in which they ran; the same one comes again with other parameters or in another mode
 * @param table the lines of the table at the end; JSON has none
 * @param truncated whether the file ends before the run did
 */
public record JmhLog(List<Benchmark> benchmarks, List<Row> table, boolean truncated) {
    /** A log may begin with a bracket, too: {@code [INFO]}. */
    private static final Pattern JSON = Pattern.compile("\\s*(\\[\\s*[{\\]]|\\{)");

    public JmhLog {
        benchmarks = List.copyOf(benchmarks);
        table = List.copyOf(table);
    }

    /**
     * Reads what JMH printed on the console.
     *
     * @param name of the log, for messages
     * @param lines without their ends; a carriage return that is left does not matter
     * @throws Failure.Input when it is no such log, with the number of the line
     */
    public static JmhLog read(String name, List<String> lines) {
        return new JmhLogParser(name).read(lines);
    }

    /**
     * Reads what JMH wrote, whichever of the two it is.
     *
     * @param name of the file, for messages
     * @throws Failure.Input when it is neither, with the number of the line
     */
    public static JmhLog read(String name, String text) {
        return JSON.matcher(text).lookingAt()
                ? new JmhJsonReader(name).read(text)
                : read(name, text.lines().toList());
    }

    /**
     * One benchmark with one set of parameters in one mode.
     *
     * @param line where it begins
     * @param name with package and class
     * @param unit of the iterations, as JMH writes it: {@code us/op}
     * @param forks those that were measured to their end
     * @param broken those that were not; that of which a truncated log has only the beginning is in neither list
     * @param score what JMH made of all iterations
     * @param secondary what else it reported, by name
     */
    public record Benchmark(
            int line,
            String name,
            Map<String, String> params,
            Settings settings,
            Optional<String> unit,
            List<Fork> forks,
            List<BrokenFork> broken,
            Optional<Score> score,
            Map<String, Score> secondary) {
        public Benchmark {
            params = Collections.unmodifiableMap(new LinkedHashMap<>(params));
            forks = List.copyOf(forks);
            broken = List.copyOf(broken);
            secondary = Collections.unmodifiableMap(new LinkedHashMap<>(secondary));
        }
    }

    /**
     * How a benchmark was measured.
     *
     * @param vm the version of JDK and JVM, as JMH writes it
     * @param vmOptions as JMH writes them, separated by blanks; an empty text when there were none
     * @param mode {@code thrpt}, {@code avgt}, {@code sample} or {@code ss}; what JMH writes when it is another
     * @param forks how many were planned; 0 when all ran in JMH's own JVM
     */
    public record Settings(
            Optional<String> jmh,
            Optional<String> vm,
            Optional<String> vmOptions,
            Optional<String> mode,
            Optional<Integer> threads,
            Optional<Iterations> warmup,
            Optional<Iterations> measurement,
            Optional<Integer> forks) {}

    /**
     * Planned iterations.
     *
     * @param time of each; empty when each is one shot
     * @param callsPerOperation 1 unless JMH says otherwise
     */
    public record Iterations(int count, Optional<Duration> time, int callsPerOperation) {}

    /**
     * One fork.
     *
     * @param number from 1
     * @param warmup its warm-up iterations, in the benchmark's unit; empty where JMH did not write them down
     * @param measured its other iterations, at least one
     * @param secondary what profilers said of each of the measured ones, by their names
     */
    public record Fork(int number, List<Double> warmup, List<Double> measured, Map<String, Secondary> secondary) {
        /** Without what profilers said. */
        public Fork(int number, List<Double> warmup, List<Double> measured) {
            this(number, warmup, measured, Map.of());
        }

        public Fork {
            secondary = Collections.unmodifiableMap(new LinkedHashMap<>(secondary));
            warmup = List.copyOf(warmup);
            measured = List.copyOf(measured);
            if (measured.isEmpty()) {
                throw new IllegalArgumentException("a fork without iterations measured nothing");
            }
        }

        /** The arithmetic mean of the measured iterations. */
        public double mean() {
            return WarmupCut.mean(
                    measured.stream().mapToDouble(Double::doubleValue).toArray(), 0);
        }
    }

    /**
     * A fork that has no score.
     *
     * @param line where it begins; in JSON, where its benchmark does
     * @param reason as far as the file has one
     */
    public record BrokenFork(int number, int line, String reason) {}

    /**
     * A figure of JMH's.
     *
     * @param error half its 99.9 % interval; empty when there were too few iterations
     */
    public record Score(double value, Optional<Double> error, String unit) {}

    /**
     * A line of the table.
     *
     * @param name shortened as JMH does it
     * @param params those that the benchmark has; empty when they cannot be told from one another
     * @param score empty when only its magnitude is printed
     */
    public record Row(
            String name, Map<String, String> params, String mode, Optional<Integer> count, Optional<Score> score) {
        public Row {
            params = Collections.unmodifiableMap(new LinkedHashMap<>(params));
        }
    }
}
