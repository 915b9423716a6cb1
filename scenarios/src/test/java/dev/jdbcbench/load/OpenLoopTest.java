package dev.jdbcbench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class OpenLoopTest {
    private static final long MICRO = 1000;
    private static final long MILLI = 1_000_000;
    private static final Duration TEN_SECONDS = Duration.ofSeconds(10);

    /** The width of a bucket with three significant digits. */
    private static final Percentage BUCKET = Percentage.withPercentage(0.1);

    private final SteppedTicks ticks = new SteppedTicks();

    /** 1000 per second. */
    private static Schedule schedule(Duration length) {
        return Schedule.of(1000, Arrivals.CONSTANT, length, 1);
    }

    /** An operation of 100 µs, except for the first one that starts after 5 s, which takes 200 ms. */
    private OpenLoop.Operation stalling() {
        boolean[] stalled = new boolean[1];
        return () -> {
            boolean now = !stalled[0] && ticks.now() >= 5_000 * MILLI;
            stalled[0] |= now;
            ticks.pass(now ? 200 * MILLI : 100 * MICRO);
        };
    }

    private TurnLoad turn(Duration length, OpenLoop.Operation operation) throws SQLException {
        OpenLoop loop = new OpenLoop(schedule(length), ticks);
        loop.begin(ticks.now());
        loop.serve(operation);
        return loop.result();
    }

    /**
     * By hand: 1000 arrivals per second for 10 s take 100 µs each, except for one that takes 200 ms and stalls the
     * queue. The k-th arrival after the stall is due k ms after its start and ends 200 + 0.1 k ms after it, once all k
     * have been served. So its response time is 200 − 0.9 k ms, and the queue is empty after 222 arrivals. Of 10 000
     * sorted response times, the 9900th has 100 larger ones: k = 100, 110 ms. The largest is 200 ms.
     */
    @Test
    void stallGivesTheComputedResponseTimes() throws SQLException {
        TurnLoad load = turn(TEN_SECONDS, stalling());
        assertThat(load.served()).isEqualTo(10_000);
        assertThat(load.unserved()).isZero();
        Percentiles response = Percentiles.of(List.of(load.response()));
        assertThat(response.maxMicros()).isCloseTo(200_000, BUCKET);
        assertThat(response.p99Micros()).isCloseTo(200_000 - 0.9 * 100 * 1000, BUCKET);
        assertThat(response.p999Micros()).isCloseTo(200_000 - 0.9 * 10 * 1000, BUCKET);
        assertThat(response.p50Micros()).isCloseTo(100, BUCKET);
        // the sum of 200 − 0.9 k ms for k from 0 to 222, and 9777 times 0.1 ms
        assertThat(load.meanMicros()).isCloseTo((223 * 200_000 - 900.0 * 222 * 223 / 2 + 9777 * 100) / 10_000, BUCKET);
        Percentiles service = Percentiles.of(List.of(load.service()));
        assertThat(service.maxMicros()).isCloseTo(200_000, BUCKET);
        assertThat(service.p999Micros())
                .as("the service time hides the stall: it affects only one operation in 10 000")
                .isCloseTo(100, BUCKET);
    }

    /** The closed loop sends nothing during the stall: only one of 98 001 operations is slow. */
    @Test
    void closedLoopHidesTheStall() throws SQLException {
        ClosedTurn closed = ClosedTurn.of(stalling(), ticks, TEN_SECONDS.toNanos());
        assertThat(closed.operations()).isEqualTo(98_001);
        assertThat(closed.meanMicros()).isCloseTo(102.04, within(0.01));
    }

    @Test
    void turnWithoutAStallHasNoQueue() throws SQLException {
        TurnLoad load = turn(Duration.ofSeconds(1), () -> ticks.pass(100 * MICRO));
        assertThat(load.response()).isEqualTo(load.service());
        assertThat(load.elapsedSeconds()).isEqualTo(1.0);
        assertThat(load.grew()).isFalse();
    }

    /**
     * At 1250 µs per operation, the capacity is 800 per second. 1000 arrivals are due in 1 s; the last one ends at 1.25
     * s.
     */
    @Test
    void overloadIsDrainedAndCountedAgainstItsSchedule() throws SQLException {
        TurnLoad load = turn(Duration.ofSeconds(1), () -> ticks.pass(1250 * MICRO));
        assertThat(load.served()).isEqualTo(1000);
        assertThat(load.elapsedSeconds())
                .as("the last one waits for 999 others")
                .isCloseTo(1.24875, within(1e-9));
        assertThat(load.grew()).isTrue();
        assertThat(Percentiles.of(List.of(load.response())).maxMicros())
                .as("due after 999 ms, done after 1250 ms")
                .isCloseTo(251_000, BUCKET);
    }

    /** At 10 ms per operation, 301 of 1000 arrivals start within 3 s. */
    @Test
    void unservedArrivalsCountWithTheirMinimumWait() throws SQLException {
        TurnLoad load = turn(Duration.ofSeconds(1), () -> ticks.pass(10 * MILLI));
        assertThat(load.served()).isEqualTo(301);
        assertThat(load.unserved()).isEqualTo(699);
        assertThat(Percentiles.of(List.of(load.response())).operations()).isEqualTo(1000);
        assertThat(Percentiles.of(List.of(load.service())).operations()).isEqualTo(301);
        assertThat(Percentiles.of(List.of(load.response())).maxMicros())
                .as("the last served arrival was due after 300 ms and done after 3.01 s")
                .isCloseTo(2_710_000, BUCKET);
    }

    @Test
    void operationsNeverStartEarly() throws SQLException {
        long[] last = {-MILLI};
        turn(Duration.ofSeconds(1), () -> {
            assertThat(ticks.now()).isGreaterThanOrEqualTo(last[0] + MILLI);
            last[0] = ticks.now();
        });
        assertThat(last[0]).isEqualTo(999 * MILLI);
    }

    /** Several workers share one schedule: each arrival is served once, by any free worker. */
    @Test
    void workersTakeArrivalsFromOneSchedule() throws Exception {
        int workers = 4;
        Duration length = Duration.ofMillis(200);
        Ticks real = new RealTicks(workers);
        OpenLoop loop = new OpenLoop(schedule(length), real);
        loop.begin(real.now());
        CountDownLatch all = new CountDownLatch(workers);
        ExecutorService pool = Executors.newFixedThreadPool(workers);
        try {
            List<Future<Boolean>> served = IntStream.range(0, workers)
                    .mapToObj(worker -> pool.submit(() -> {
                        loop.serve(() -> {
                            all.countDown();
                            awaitAll(all); // the first operation of each worker needs all of them
                        });
                        return true;
                    }))
                    .toList();
            for (Future<Boolean> one : served) {
                assertThat(one.get(30, TimeUnit.SECONDS)).isTrue();
            }
        } finally {
            pool.shutdownNow();
        }
        TurnLoad load = loop.result();
        assertThat(load.served() + load.unserved()).isEqualTo(200);
        assertThat(load.served()).isGreaterThanOrEqualTo(workers);
        assertThat(Percentiles.of(List.of(load.service())).operations()).isEqualTo(load.served());
    }

    private static void awaitAll(CountDownLatch all) {
        try {
            assertThat(all.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Test
    void failedOperationEndsTheTurnForAllWorkers() throws SQLException {
        OpenLoop loop = new OpenLoop(schedule(Duration.ofSeconds(1)), ticks);
        assertThatThrownBy(() -> loop.serve(() -> {
                    throw new SQLException("broken");
                }))
                .hasMessage("broken");
        loop.serve(() -> ticks.pass(1));
        assertThat(loop.result().served()).isZero();
    }

    @Test
    void realTimeNeverWakesTooEarly() {
        Ticks real = new RealTicks(1);
        for (int i = 0; i < 20; i++) {
            long due = real.now() + 300 * MICRO;
            assertThat(real.await(due) - due).isNotNegative();
        }
    }
}
