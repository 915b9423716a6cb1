package dev.jdbcbench.imported;

import dev.jdbcbench.event.Secondary;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.statistics.sample.WarmUpCut;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The output of JMH 1.14 to 1.37: its console log, in any locale with the digits 0 to 9, or its JSON. Missing values are empty.
 *
 * @param benchmarks in execution order; the same one may reappear with other parameters or in another mode
 * @param table lines of the final table; JSON has none
 * @param truncated whether the file ends before the run did
 * @param problems what of the file could not be read
 * @param leftOut what a run has no place for, in words
 */
record JmhLog(
        List<Benchmark> benchmarks,
        List<Row> table,
        boolean truncated,
        List<Problem> problems,
        SortedSet<String> leftOut) {
    /** A bracket alone does not make it JSON, because a log may start with one: {@code [INFO]}. */
    private static final Pattern JSON = Pattern.compile("\\s*(\\[\\s*[{\\]]|\\{)");

    JmhLog {
        benchmarks = List.copyOf(benchmarks);
        table = List.copyOf(table);
        problems = List.copyOf(problems);
        leftOut = Collections.unmodifiableSortedSet(new TreeSet<>(leftOut));
    }

    /** A part of the file that could not be read. */
    record Problem(int line, String text) {}

    /**
     * Reads JMH's console output.
     *
     * @param name name of the log, for messages
     * @param lines without line terminators; a trailing carriage return is ignored
     * @throws Failure.Input when it is not a JMH log, with the line number
     */
    static JmhLog read(String name, List<String> lines) {
        return new JmhLogParser(name).read(lines);
    }

    /**
     * Reads JMH's output in either form.
     *
     * @param name name of the file, for messages
     * @throws Failure.Input when it is neither form, with the line number
     */
    static JmhLog read(String name, String text) {
        if (DockerLog.isOne(text)) {
            return read(name, DockerLog.lines(text));
        }
        return JSON.matcher(text).lookingAt()
                ? new JmhJsonReader(name).read(text)
                : read(name, text.lines().toList());
    }

    /**
     * One benchmark with one set of parameters in one mode.
     *
     * @param line where it starts
     * @param name its name with package and class
     * @param unit unit of the iterations, in JMH's notation: {@code us/op}
     * @param forks the completely measured forks
     * @param broken the failed ones; a fork cut off by the end of a truncated log is in neither list
     * @param score JMH's own result from all iterations
     * @param secondary JMH's other results, by name
     * @param members the methods of a group, in the file's order; each has a secondary result
     */
    record Benchmark(
            int line,
            String name,
            Map<String, String> params,
            Settings settings,
            Optional<String> unit,
            List<Fork> forks,
            List<BrokenFork> broken,
            Optional<Score> score,
            Map<String, Score> secondary,
            List<Member> members) {
        public Benchmark {
            members = List.copyOf(members);
            params = Collections.unmodifiableMap(new LinkedHashMap<>(params));
            forks = List.copyOf(forks);
            broken = List.copyOf(broken);
            secondary = Collections.unmodifiableMap(new LinkedHashMap<>(secondary));
        }
    }

    /**
     * A method that ran at the same time as the others of its group.
     *
     * @param threads number of threads that ran it; empty if the file does not tell
     */
    record Member(String name, Optional<Integer> threads) {}

    /**
     * How a benchmark was measured.
     *
     * @param vm version of JDK and JVM, in JMH's notation
     * @param vmOptions one by one; an empty list when there were none
     * @param mode {@code thrpt}, {@code avgt}, {@code sample} or {@code ss}; otherwise JMH's own text
     * @param forks number planned; 0 when all ran in JMH's own JVM
     */
    record Settings(
            Optional<String> jmh,
            Optional<String> vm,
            Optional<List<String>> vmOptions,
            Optional<String> mode,
            Optional<Integer> threads,
            Optional<Iterations> warmup,
            Optional<Iterations> measurement,
            Optional<Integer> forks) {}

    /**
     * Planned iterations.
     *
     * @param time length of each; empty when each is one shot
     * @param callsPerOperation 1 unless JMH reports another number
     */
    record Iterations(int count, Optional<Duration> time, int callsPerOperation) {}

    /**
     * One fork.
     *
     * @param number from 1
     * @param warmup its warm-up iterations, in the benchmark's unit; empty if JMH did not record them
     * @param measured its other iterations, at least one
     * @param samples number of samples in each measured iteration; empty unless the file has it
     * @param secondary other values for each measured iteration, by name: of profilers, and of members of a group
     */
    record Fork(
            int number,
            List<Double> warmup,
            List<Double> measured,
            List<Long> samples,
            Map<String, Secondary> secondary) {
        /** A fork that has nothing but times. */
        public Fork(int number, List<Double> warmup, List<Double> measured) {
            this(number, warmup, measured, List.of(), Map.of());
        }

        public Fork {
            secondary = Collections.unmodifiableMap(new LinkedHashMap<>(secondary));
            warmup = List.copyOf(warmup);
            measured = List.copyOf(measured);
            samples = List.copyOf(samples);
            if (measured.isEmpty()) {
                throw new IllegalArgumentException("a fork without iterations measured nothing");
            }
        }

        /** The arithmetic mean of the measured iterations. */
        public double mean() {
            return WarmUpCut.mean(
                    measured.stream().mapToDouble(Double::doubleValue).toArray(), 0);
        }
    }

    /**
     * A fork without a score.
     *
     * @param line where it starts; in JSON, where its benchmark starts
     * @param reason as far as the file gives one
     */
    record BrokenFork(int number, int line, String reason) {}

    /**
     * A score computed by JMH.
     *
     * @param error half the width of its 99.9 % interval; empty when there were too few iterations
     * @param samples what is known of the single samples
     */
    record Score(double value, Optional<Double> error, String unit, Samples samples) {
        /** A score of iterations. */
        public Score(double value, Optional<Double> error, String unit) {
            this(value, error, unit, Samples.NONE);
        }
    }

    /**
     * Samples of single operations, of all forks together.
     *
     * @param number 0 if it is not known
     * @param percentiles by percent, in the unit of the score
     */
    record Samples(long number, Map<Double, Double> percentiles) {
        static final Samples NONE = new Samples(0, Map.of());

        public Samples {
            percentiles = Map.copyOf(percentiles);
        }
    }

    /**
     * A line of the table.
     *
     * @param name as shortened by JMH
     * @param params the benchmark's parameters; empty when they cannot be separated
     * @param score empty when only its magnitude is printed
     */
    record Row(String name, Map<String, String> params, String mode, Optional<Integer> count, Optional<Score> score) {
        public Row {
            params = Collections.unmodifiableMap(new LinkedHashMap<>(params));
        }

        /** Whether it can be the result of a benchmark. JMH shortens packages at the beginning, and may leave them out. */
        boolean isOf(Benchmark benchmark) {
            return benchmark
                            .settings()
                            .mode()
                            .filter(other -> !other.equals(mode))
                            .isEmpty()
                    && (params.isEmpty() || params.equals(benchmark.params()))
                    && isOf(benchmark.name());
        }

        boolean isOf(String benchmark) {
            String[] parts = benchmark.split("\\.", -1);
            String[] own = name.split("\\.", -1);
            int more = parts.length - own.length;
            for (int i = own.length - 1; i >= 0; i--) {
                boolean whole = i >= own.length - 2; // class and method
                if (more + i < 0 || !(whole ? parts[more + i].equals(own[i]) : parts[more + i].startsWith(own[i]))) {
                    return false;
                }
            }
            return true;
        }

        /** Whether it is a further result of a benchmark that has a line of its own. */
        boolean isSecondary() {
            return name.contains(":");
        }
    }
}
