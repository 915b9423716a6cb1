package dev.jdbcbench.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ClockOffsetTest {
    private static final long EPOCH = 1_780_000_000_000_000_000L;

    /** A clock that the test moves. */
    private static final class Moved extends Clock {
        private long nanos = EPOCH;

        void pass(long more) {
            nanos += more;
        }

        @Override
        public Instant instant() {
            return Instant.ofEpochSecond(nanos / 1_000_000_000, nanos % 1_000_000_000);
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }

    /** The other clock is 5 ms behind. The fastest round trip, of 2 ms, decides, even though it is asymmetric. */
    @Test
    void fastestRoundTripDecides() {
        Moved here = new Moved();
        Deque<List<Long>> trips = new ArrayDeque<>(List.of(
                List.of(9_000_000L, 1_000_000L), List.of(1_500_000L, 500_000L), List.of(1_000_000L, 30_000_000L)));
        ClockOffset offset = ClockOffset.of(
                        () -> {
                            List<Long> trip = trips.isEmpty() ? List.of(20_000_000L, 20_000_000L) : trips.remove();
                            here.pass(trip.get(0));
                            long there = here.nanos - 5_000_000;
                            here.pass(trip.get(1));
                            return Optional.of(there);
                        },
                        here)
                .orElseThrow();
        assertThat(offset.withinNanos()).isEqualTo(1_000_000);
        assertThat(offset.aheadNanos())
                .isBetween(-5_000_000L - offset.withinNanos(), -5_000_000L + offset.withinNanos())
                .isEqualTo(-4_500_000);
        assertThat(offset.words()).isEqualTo("4.5 ms behind (± 1.0 ms)");
    }

    @Test
    void hostWithoutATimeHasNoOffset() {
        assertThat(ClockOffset.of(Optional::empty, new Moved())).isEmpty();
    }

    @Test
    void offsetsToOneClockGiveOffsetsBetweenHosts() {
        ClockOffset one = new ClockOffset(3_000_000, 400_000);
        ClockOffset other = new ClockOffset(-1_000_000, 100_000);
        assertThat(one.from(other)).isEqualTo(new ClockOffset(4_000_000, 500_000));
        assertThat(one.from(other).words()).isEqualTo("4.0 ms ahead (± 0.5 ms)");
    }

    @Test
    void driftNeedsMoreThanTheMeasurementError() {
        ClockOffset before = new ClockOffset(0, 10_000_000);
        assertThat(new ClockOffset(65_000_000, 10_000_000).driftedFrom(before)).isFalse();
        assertThat(new ClockOffset(71_000_000, 10_000_000).driftedFrom(before)).isTrue();
        assertThat(new ClockOffset(-71_000_000, 10_000_000).driftedFrom(before)).isTrue();
    }
}
