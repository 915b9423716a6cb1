package dev.jdbcbench.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class DelayedPathTest {
    private static final long MILLI = 1_000_000;

    /** At 1 MB/s, 1000 bytes take a millisecond, and later bytes wait for them. */
    @Test
    void bytesQueueInEachDirection() {
        DelayedPath link = new DelayedPath(5 * MILLI, 0, 0, 1e6);
        assertThat(link.arrival(true, 1000, 0)).isEqualTo(6 * MILLI);
        assertThat(link.arrival(true, 2000, 0)).isEqualTo(8 * MILLI);
        assertThat(link.arrival(false, 1000, 0)).isEqualTo(6 * MILLI);
        assertThat(link.arrival(true, 1000, 10 * MILLI)).isEqualTo(16 * MILLI);
    }

    @Test
    void jitterOnlyAddsDelay() {
        DelayedPath link = new DelayedPath(5 * MILLI, 0, 2 * MILLI, 0);
        long least = Long.MAX_VALUE;
        long most = 0;
        for (int i = 0; i < 1000; i++) {
            long took = link.arrival(true, 100, 0);
            least = Math.min(least, took);
            most = Math.max(most, took);
        }
        assertThat(least).isBetween(5 * MILLI, 5 * MILLI + MILLI / 2);
        assertThat(most).isBetween(6 * MILLI + MILLI / 2, 7 * MILLI);
    }

    @Test
    void changedRttApplies() {
        DelayedPath link = new DelayedPath(0, 100);
        link.rtt(Duration.ofMillis(4));
        assertThat(link.arrival(false, 100, 0)).isEqualTo(2 * MILLI);
        assertThat(link.roundTrip()).isEqualTo(4 * MILLI + 100);
    }

    @Test
    void changedBandwidthApplies() {
        DelayedPath link = new DelayedPath(0, 0);
        assertThat(link.arrival(true, 1000, 0)).isZero();
        link.bandwidth(1e6);
        assertThat(link.arrival(true, 1000, 0)).isEqualTo(MILLI);
        assertThat(link.arrival(true, 1000, 0)).isEqualTo(2 * MILLI);
        link.bandwidth(2e6);
        assertThat(link.arrival(true, 1000, 0))
                .as("queued behind bytes in transit")
                .isEqualTo(2 * MILLI + MILLI / 2);
        link.bandwidth(0);
        assertThat(link.arrival(true, 1000, 0)).isZero();
    }

    @Test
    void changedJitterApplies() {
        DelayedPath link = new DelayedPath(0, 0);
        link.jitter(Duration.ofMillis(2));
        long most = 0;
        for (int i = 0; i < 1000; i++) {
            most = Math.max(most, link.arrival(true, 100, 0));
        }
        assertThat(most).isBetween(MILLI + MILLI / 2, 2 * MILLI);
        link.jitter(Duration.ZERO);
        assertThat(link.arrival(true, 100, 0)).isZero();
    }
}
