package dev.jdbcbench.scenario;

import com.sun.management.ThreadMXBean;
import dev.jdbcbench.anatomy.Taps;
import dev.jdbcbench.scenario.jvm.CompilerThreads;
import dev.jdbcbench.scenario.jvm.Turns;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * A look at what the driver's own code costs, in one JVM: chunks of operations from memory until the JIT compiler is idle, and then
 * those that count.
 */
final class OwnLook {
    private static final double NANOS_PER_MICRO = 1_000;
    private static final long NANOS_PER_MILLI = 1_000_000;

    /** Long compared with the resolution of the counters. */
    private static final long CHUNK_NANOS = 50 * NANOS_PER_MILLI;

    /** The warm-up is limited by CPU time. On a loaded host it takes longer, but at most so many times. */
    private static final int MOST_STOLEN = 3;

    private static final long COUNTED_NANOS = 250 * NANOS_PER_MILLI;

    /** In so many successive chunks, the compiler must be idle. */
    private static final int QUIET_CHUNKS = 4;

    private static final double IDLE = 0.02;

    /** Code that waits to be called often enough is in no queue yet; operations that still become cheaper show it. */
    private static final double STEADY = 0.95;

    private static final int MOST_OPERATIONS = 10_000_000;

    private final Turns.Operation operation;
    private final Taps taps;
    private final long longestWarmUp;
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final CompilerThreads compilers = CompilerThreads.ofThisJvm();
    private final CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();

    /**
     * A look at an operation.
     *
     * @param millis longest warm-up. Connector/J's deep calls take up to 3 s until their times no longer fall, so a look that
     *     ends earlier says that it is not warm
     */
    OwnLook(Turns.Operation operation, Taps taps, long millis) {
        this.operation = operation;
        this.taps = taps;
        this.longestWarmUp = millis * NANOS_PER_MILLI;
    }

    private record Reading(long nanos, long cpu, long allocated, long compiled, long turns) {
        Reading since(Reading before) {
            return new Reading(
                    nanos - before.nanos,
                    cpu - before.cpu,
                    allocated - before.allocated,
                    compiled - before.compiled,
                    turns - before.turns);
        }
    }

    /** The result in one line: CPU time and time of an operation, µs; bytes allocated; operations; turns; whether it was warm. */
    String line() throws SQLException {
        Reading start = read();
        int operations = 1;
        int quiet = 0;
        long warmUp = 0;
        List<Double> costs = new ArrayList<>();
        while (warmUp < longestWarmUp && !warm(quiet, costs)) {
            Reading before = read();
            carryOut(operations);
            Reading chunk = read().since(before);
            boolean compiles = chunk.compiled * NANOS_PER_MILLI > IDLE * chunk.nanos || compilers.busy();
            quiet = compiles ? 0 : quiet + 1;
            costs.add((double) chunk.cpu / operations);
            operations =
                    (int) Math.max(1, Math.min(MOST_OPERATIONS, operations * CHUNK_NANOS / Math.max(1, chunk.nanos)));
            Reading all = read().since(start);
            warmUp = Math.max(all.cpu, all.nanos / MOST_STOLEN);
        }
        boolean warm = warm(quiet, costs);
        Reading begin = read();
        long counted = 0;
        Reading used = read().since(begin);
        while (used.nanos < COUNTED_NANOS) {
            carryOut(operations);
            counted += operations;
            used = read().since(begin);
        }
        if (used.turns != counted * taps.turnsPerOperation()) {
            throw new SQLException("the operation does not repeat itself: " + counted + " operations had " + used.turns
                    + " turns instead of " + counted * taps.turnsPerOperation());
        }
        return String.format(
                Locale.ROOT,
                "%.6f %.6f %.1f %d %d %b",
                used.cpu / NANOS_PER_MICRO / counted,
                used.nanos / NANOS_PER_MICRO / counted,
                (double) used.allocated / counted,
                counted,
                taps.turnsPerOperation(),
                warm);
    }

    private static boolean warm(int quiet, List<Double> costs) {
        return quiet >= QUIET_CHUNKS && steady(costs);
    }

    /** Whether the last chunks were no cheaper than those before them. */
    private static boolean steady(List<Double> costs) {
        int last = costs.size() - QUIET_CHUNKS;
        return last >= QUIET_CHUNKS
                && mean(costs.subList(last, costs.size())) > STEADY * mean(costs.subList(last - QUIET_CHUNKS, last));
    }

    private static double mean(List<Double> costs) {
        return costs.stream().mapToDouble(cost -> cost).average().orElse(0);
    }

    private void carryOut(int operations) throws SQLException {
        for (int i = 0; i < operations; i++) {
            operation.carryOut();
        }
    }

    /** CPU time and allocation are those of the threads that are alive: tasks may run on others than this one. */
    private Reading read() {
        long[] ids = threads.getAllThreadIds();
        return new Reading(
                System.nanoTime(),
                sum(threads.getThreadCpuTime(ids)),
                sum(threads.getThreadAllocatedBytes(ids)),
                compiler.getTotalCompilationTime(),
                taps.turns());
    }

    private static long sum(long[] values) {
        return Arrays.stream(values).filter(value -> value > 0).sum();
    }
}
