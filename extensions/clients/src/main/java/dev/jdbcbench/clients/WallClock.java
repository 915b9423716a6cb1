package dev.jdbcbench.clients;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/**
 * This host's clock, in nanoseconds since 1970. It is not the monotonic clock, because the clocks of several hosts are
 * compared.
 */
final class WallClock {

    /** A thread that sleeps wakes up to a millisecond late. */
    private static final long AWAKE_NANOS = 1_000_000;

    /** A start further in the future must be an error. */
    private static final long FARTHEST_NANOS = Duration.ofSeconds(60).toNanos();

    private WallClock() {}

    static long nanos() {
        Instant now = Instant.now();
        return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
    }

    /** Waits until this time, and returns the actual time afterwards. */
    static long await(long time) throws InterruptedException {
        long now = nanos();
        if (time - now > FARTHEST_NANOS) {
            throw new IllegalArgumentException(
                    "the start of a turn is " + TimeUnit.NANOSECONDS.toSeconds(time - now) + " s away");
        }
        while (time - now > AWAKE_NANOS) {
            TimeUnit.NANOSECONDS.sleep(time - now - AWAKE_NANOS);
            now = nanos();
        }
        while (time > now) {
            Thread.onSpinWait();
            now = nanos();
        }
        return now;
    }
}
