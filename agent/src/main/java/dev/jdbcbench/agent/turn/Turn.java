package dev.jdbcbench.agent.turn;

import dev.jdbcbench.anatomy.OwnTurn;
import dev.jdbcbench.driver.PartCheck;
import dev.jdbcbench.load.ClosedTurn;
import dev.jdbcbench.load.TimedTurn;
import dev.jdbcbench.load.Times;
import dev.jdbcbench.load.TurnLoad;
import dev.jdbcbench.load.Unit;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.results.IterationResult;

/**
 * The result of one turn of a JVM.
 *
 * @param micros time per operation, µs
 * @param operations number of measured operations, of all threads
 * @param seconds measuring time of each thread
 * @param use what the JVM used
 * @param host CPU time of the host
 * @param load the result of a turn under open load; its {@code micros} is then the mean response time. Null for a closed loop
 * @param times histogram of the times of a closed loop whose operations were timed; otherwise null
 * @param wallMicros time per operation where {@code micros} is CPU time, because a recording answers from memory; otherwise 0
 */
public record Turn(
        double micros,
        long operations,
        double seconds,
        Use use,
        Host host,
        @Nullable TurnLoad load,
        @Nullable String times,
        double wallMicros) {
    /**
     * What a JVM used in a turn.
     *
     * @param compiledBeforeMillis JIT time since the JVM's last turn, ms
     * @param compiledMillis JIT time during this turn, ms
     * @param cpuMicros CPU time of the JVM per operation, µs
     * @param bytes allocated per operation
     * @param collections number of garbage collections
     * @param collectionMillis time of these collections, ms
     */
    public record Use(
            double compiledBeforeMillis,
            double compiledMillis,
            double cpuMicros,
            double bytes,
            double collections,
            double collectionMillis) {
        /** What the meter counted, in its order, while there were this many operations. */
        private static Use of(double[] meter, long operations) {
            long all = Math.max(1, operations);
            return new Use(
                    meter[0], meter[1], meter[2] / Unit.NANOS_PER_MICRO / all, meter[3] / all, meter[4], meter[5]);
        }
    }

    /**
     * CPU time of the host during the turn, in clock ticks of all CPUs together.
     *
     * @param busy not idle
     * @param total 0 when unknown
     * @param databases used by the run's databases on this host
     */
    public record Host(long busy, long total, long databases) {
        public static final Host UNKNOWN = new Host(0, 0, 0);

        private static final double HUNDRED = 100;

        public double busyPercent() {
            return percent(busy);
        }

        public double databasesPercent() {
            return percent(databases);
        }

        private double percent(long ticks) {
            return total == 0 ? 0 : Math.min(HUNDRED, HUNDRED * ticks / total);
        }
    }

    /** Prefix of the line that the JVM sends after a turn. */
    public static final String DONE = "DONE ";

    private static final String TIMES = "TIMES ";
    private static final int NUMBERS = 8;

    /**
     * Histogram of its times: response times under open load, operation times of a timed closed loop; otherwise empty.
     */
    public Optional<String> allTimes() {
        return Optional.ofNullable(load == null ? times : load.response());
    }

    /** The same turn with the time of the unmeasured operations before it. */
    public Turn after(Duration unmeasured) {
        return lasting(seconds + unmeasured.toNanos() / Unit.NANOS_PER_SECOND);
    }

    /** The same turn, scaled by the JVM's share of a core while other JVMs ran in parallel. */
    public Turn shared(double share) {
        return lasting(seconds * share);
    }

    private Turn lasting(double time) {
        return new Turn(micros, operations, time, use, host, load, times, wallMicros);
    }

    /**
     * Combines the turns of several JVMs that ran at the same time on several hosts. The host's figures are those of
     * the first host.
     */
    public static Turn merged(List<Turn> parts) {
        List<TurnLoad> loads =
                parts.stream().map(Turn::load).flatMap(Stream::ofNullable).toList();
        List<String> timed =
                parts.stream().map(Turn::times).flatMap(Stream::ofNullable).toList();
        @Nullable TurnLoad all = loads.size() == parts.size() ? TurnLoad.sum(loads) : null;
        return new Turn(
                all == null ? perOperation(parts, Turn::micros) : all.meanMicros(),
                parts.stream().mapToLong(Turn::operations).sum(),
                most(parts, Turn::seconds),
                new Use(
                        most(parts, turn -> turn.use.compiledBeforeMillis),
                        most(parts, turn -> turn.use.compiledMillis),
                        perOperation(parts, turn -> turn.use.cpuMicros),
                        perOperation(parts, turn -> turn.use.bytes),
                        parts.stream().mapToDouble(turn -> turn.use.collections).sum(),
                        most(parts, turn -> turn.use.collectionMillis)),
                parts.get(0).host(),
                all,
                timed.size() == parts.size() ? Times.sum(timed) : null,
                perOperation(parts, Turn::wallMicros));
    }

    private static double most(List<Turn> parts, ToDoubleFunction<Turn> value) {
        return parts.stream().mapToDouble(value).max().orElse(0);
    }

    /** The mean over all operations. */
    private static double perOperation(List<Turn> parts, ToDoubleFunction<Turn> value) {
        long operations = parts.stream().mapToLong(Turn::operations).sum();
        return operations == 0
                ? 0
                : parts.stream()
                                .mapToDouble(part -> value.applyAsDouble(part) * part.operations())
                                .sum()
                        / operations;
    }

    /** The turn as one line, without the figures of the host. */
    public String line() {
        String numbers = DoubleStream.of(
                        micros,
                        seconds,
                        use.compiledBeforeMillis,
                        use.compiledMillis,
                        use.cpuMicros,
                        use.bytes,
                        use.collections,
                        use.collectionMillis)
                .mapToObj(String::valueOf)
                .collect(Collectors.joining(" "));
        String more = load != null ? load.line() : times != null ? TIMES + times : "-";
        return operations + " " + numbers + " " + more;
    }

    /**
     * Parses such a line, which came from another host.
     *
     * @throws IllegalArgumentException when the line is malformed
     */
    public static Turn ofLine(String line) {
        String[] words = line.split(" ", NUMBERS + 2);
        if (words.length < NUMBERS + 2) {
            throw new IllegalArgumentException("not the result of a turn");
        }
        double[] value = new double[NUMBERS];
        for (int i = 0; i < NUMBERS; i++) {
            value[i] = PartCheck.count(Double.parseDouble(words[i + 1]), "a number of a turn");
        }
        String more = words[NUMBERS + 1];
        @Nullable TurnLoad open = TurnLoad.isLine(more) ? TurnLoad.of(more) : null;
        @Nullable
        String closed = more.startsWith(TIMES) ? Times.required(more.substring(TIMES.length()), "times") : null;
        return new Turn(
                value[0],
                PartCheck.count(Long.parseLong(words[0]), "operations"),
                value[1],
                new Use(value[2], value[3], value[4], value[5], value[6], value[7]),
                Host.UNKNOWN,
                open,
                closed,
                0);
    }

    /**
     * Combines JMH's result with the line that the JVM sent.
     *
     * @param said {@link #DONE} and eight numbers; see {@code dev.jdbcbench.scenario.jvm.Turns}
     * @param databaseTicks CPU time of the run's databases on this host
     * @throws NumberFormatException when the line is malformed
     */
    public static Turn of(IterationResult result, String said, long databaseTicks) {
        String[] words = words(said);
        double[] meter = meter(words);
        Host host = new Host((long) meter[6], (long) meter[7], databaseTicks);
        int threads = result.getBenchmarkParams().getThreads();
        if (words.length > NUMBERS && OwnTurn.isLine(words[NUMBERS])) {
            return ofOwn(
                    result.getPrimaryResult().getScore(),
                    result.getMetadata().getMeasuredOps(),
                    result.getMetadata().getAllOps(),
                    OwnTurn.of(words[NUMBERS]),
                    meter,
                    host);
        }
        if (words.length > NUMBERS) {
            return ofLoad(words[NUMBERS], meter, threads, host);
        }
        double micros = result.getPrimaryResult().getScore();
        long operations = result.getMetadata().getMeasuredOps();
        // The JVM's counters include the operations during which threads wait for each other.
        Use use = Use.of(meter, result.getMetadata().getAllOps());
        return new Turn(
                micros, operations, micros * operations / threads / Unit.MICROS_PER_SECOND, use, host, null, null, 0);
    }

    /**
     * A turn in which a recording answered from memory. Its time is CPU time: nothing waits, and another process that takes the
     * CPU away does not count.
     *
     * @param wall time per operation, µs
     * @param operations number of measured operations
     * @param all number of operations between the readings
     * @throws NumberFormatException when the operations have not as many turns as those that were recorded
     */
    static Turn ofOwn(double wall, long operations, long all, OwnTurn own, double[] meter, Host host) {
        if (!own.fits(all)) {
            throw new NumberFormatException("the operation does not repeat itself: " + own.turns() + " turns in " + all
                    + " operations, and " + own.perOperation() + " in each that was recorded");
        }
        return new Turn(
                own.cpuNanos() / Unit.NANOS_PER_MICRO / Math.max(1, all),
                operations,
                wall * operations / Unit.MICROS_PER_SECOND,
                Use.of(meter, all),
                host,
                null,
                null,
                wall);
    }

    /**
     * Parses the line of a reference.
     *
     * @param threads number of its threads
     * @param load the result of a turn under open load; empty for a closed loop
     * @throws NumberFormatException when the line is malformed
     */
    public static Turn ofReference(int threads, String said, Optional<TurnLoad> load, long databaseTicks) {
        String[] words = words(said);
        double[] meter = meter(words);
        String closed = words.length > NUMBERS ? words[NUMBERS] : "";
        return ofLoad(
                load.map(TurnLoad::line).orElse(closed),
                meter,
                threads,
                new Host((long) meter[6], (long) meter[7], databaseTicks));
    }

    private static String[] words(String said) {
        return said.substring(DONE.length()).split(" ", NUMBERS + 1);
    }

    private static double[] meter(String[] words) {
        if (words.length < NUMBERS) {
            throw new NumberFormatException("only " + words.length + " numbers of a turn");
        }
        double[] meter = new double[NUMBERS];
        for (int i = 0; i < NUMBERS; i++) {
            meter[i] = Math.max(0, Long.parseLong(words[i])); // the JVM's clocks may step back by a tick
        }
        return meter;
    }

    /** A turn of a JVM that reports its own times: under open load, or in the closed loops of its warm-up. */
    private static Turn ofLoad(String said, double[] meter, int threads, Host host) {
        if (ClosedTurn.isLine(said)) {
            ClosedTurn turn = ClosedTurn.of(said);
            double seconds = turn.nanos() / Unit.NANOS_PER_SECOND / threads;
            Use use = Use.of(meter, turn.operations());
            return new Turn(turn.meanMicros(), turn.operations(), seconds, use, host, null, null, 0);
        }
        if (TimedTurn.isLine(said)) {
            TimedTurn turn = TimedTurn.of(said);
            double seconds = turn.nanos() / Unit.NANOS_PER_SECOND / threads;
            Use use = Use.of(meter, turn.operations());
            return new Turn(turn.meanMicros(), turn.operations(), seconds, use, host, null, turn.times(), 0);
        }
        TurnLoad load = TurnLoad.of(said);
        Use use = Use.of(meter, load.served());
        return new Turn(load.meanMicros(), load.served(), load.elapsedSeconds(), use, host, load, null, 0);
    }
}
