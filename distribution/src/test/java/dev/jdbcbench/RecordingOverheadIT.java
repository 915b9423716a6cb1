package dev.jdbcbench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.load.Arrivals;
import dev.jdbcbench.load.OpenLoop;
import dev.jdbcbench.load.Rate;
import dev.jdbcbench.load.RealTicks;
import dev.jdbcbench.load.Schedule;
import dev.jdbcbench.load.Ticks;
import dev.jdbcbench.load.TurnLoad;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;

/**
 * Measures the overhead of recording: compares a loop that records the times of its operations with one that only
 * counts them.
 */
@OnThisMachine
@RealMachine
class RecordingOverheadIT {
    private static final int PAIRS = 60;

    /** Even the shortest operation on a local database takes longer. */
    private static final double OPERATION_MICROS = 25;

    private static final Duration TURN = Duration.ofMillis(20);
    private static final double MOST = 1.02;
    private static final int THREADS = 128;

    /** Length of a turn of many threads: long enough for each thread to get a CPU many times. */
    private static final Duration LONG_TURN = Duration.ofMillis(240);

    private final Ticks ticks = new RealTicks(1);
    private final byte[] work = new byte[1 << 20];
    private int size = 1000;
    private long sum;

    private void operation() {
        CRC32 crc = new CRC32();
        crc.update(work, 0, size);
        sum += crc.getValue();
    }

    /** Time of an operation in the simplest possible loop, ns. */
    private double bare(long operations) {
        long began = System.nanoTime();
        for (long i = 0; i < operations; i++) {
            operation();
        }
        return (System.nanoTime() - began) / (double) operations;
    }

    /** Time of an operation in a loop in which the next arrival is always due, ns. */
    private double recorded() throws SQLException {
        OpenLoop loop = new OpenLoop(Schedule.of(Rate.MOST, Arrivals.CONSTANT, TURN, 1), ticks);
        loop.begin(ticks.now());
        loop.serve(this::operation);
        TurnLoad load = loop.result();
        return load.elapsedSeconds() * 1e9 / (load.served() - 1);
    }

    /** Compares the fastest of many loops, because disturbances can only make a loop slower. */
    @Test
    void recordingCostsAtMostTwoPercent() throws SQLException {
        for (int i = 0; i < PAIRS; i++) {
            double micros = bare(1000) / 1000;
            size = (int) Math.min(work.length, Math.max(100, size * OPERATION_MICROS / micros));
        }
        double bare = Double.MAX_VALUE;
        double recorded = Double.MAX_VALUE;
        for (int i = 0; i < PAIRS; i++) {
            bare = Math.min(bare, bare(2000));
            recorded = Math.min(recorded, recorded());
        }
        System.err.printf(
                "an operation of %.2f us takes %.0f ns longer when it is recorded: %.2f %%%n",
                bare / 1000, recorded - bare, 100 * (recorded / bare - 1));
        assertThat(sum).isNotZero();
        assertThat(recorded / bare).isLessThan(MOST);
    }

    /** The work of one of many parallel threads. */
    private interface Worker {
        void work() throws SQLException;
    }

    private static void together(Worker worker) throws InterruptedException, ExecutionException {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                all.add(threads.submit(() -> {
                    worker.work();
                    return null;
                }));
            }
            for (Future<?> one : all) {
                one.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    /** An operation that shares nothing with other threads. */
    private long ofThread() {
        CRC32 crc = new CRC32();
        crc.update(work, 0, size);
        return crc.getValue();
    }

    /** Operations per second of many threads in the simplest possible loops. */
    private double barePerSecond() throws InterruptedException, ExecutionException {
        AtomicLong operations = new AtomicLong();
        AtomicLong last = new AtomicLong();
        AtomicLong used = new AtomicLong();
        long began = System.nanoTime();
        together(() -> {
            long own = 0;
            long check = 0;
            long now = System.nanoTime();
            while (now - began < LONG_TURN.toNanos()) {
                check += ofThread();
                own++;
                now = System.nanoTime();
            }
            operations.addAndGet(own);
            used.addAndGet(check);
            last.accumulateAndGet(now - began, Math::max);
        });
        assertThat(used.get()).isNotZero();
        return operations.get() * 1e9 / last.get();
    }

    /** Operations per second of many threads in recording loops in which the next arrival is always due. */
    private double recordedPerSecond() throws InterruptedException, ExecutionException {
        Ticks ofMany = new RealTicks(THREADS);
        // the workers stop after three times the length of the schedule
        OpenLoop loop = new OpenLoop(Schedule.of(Rate.MOST, Arrivals.CONSTANT, LONG_TURN.dividedBy(3), 1), ofMany);
        AtomicLong used = new AtomicLong();
        loop.begin(ofMany.now());
        together(() -> loop.serve(() -> used.lazySet(ofThread())));
        TurnLoad load = loop.result();
        assertThat(load.unserved()).as("an arrival was always due").isPositive();
        return load.served() / load.elapsedSeconds();
    }

    /** Compares the fastest of many loops, which alternate. */
    @Test
    void recordingCostsManyThreadsAtMostTwoPercentOfTheirThroughput() throws Exception {
        for (int i = 0; i < PAIRS; i++) {
            double micros = bare(1000) / 1000;
            size = (int) Math.min(work.length, Math.max(100, size * OPERATION_MICROS / micros));
        }
        double bare = 0;
        double recorded = 0;
        for (int i = 0; i < PAIRS; i++) {
            bare = Math.max(bare, barePerSecond());
            recorded = Math.max(recorded, recordedPerSecond());
        }
        System.err.printf(
                "%d threads: %.0f operations/s, %.0f when they are recorded: %.2f %% less%n",
                THREADS, bare, recorded, 100 * (1 - recorded / bare));
        assertThat(bare / recorded).isLessThan(MOST);
    }
}
