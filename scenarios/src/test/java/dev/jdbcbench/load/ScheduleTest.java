package dev.jdbcbench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ScheduleTest {
    private static final Duration TURN = Duration.ofSeconds(100);

    @Test
    void constantArrivalsAreEquallySpaced() {
        Schedule schedule = Schedule.of(2000, Arrivals.CONSTANT, Duration.ofSeconds(1), 7);
        assertThat(schedule.size()).isEqualTo(2000);
        assertThat(schedule.start(0)).isZero();
        assertThat(schedule.start(1)).isEqualTo(500_000);
        assertThat(schedule.start(1999)).isEqualTo(999_500_000);
    }

    /** The gaps of a Poisson process are exponential: their standard deviation is their mean. */
    @Test
    void randomArrivalsAreAPoissonProcess() {
        Schedule schedule = Schedule.of(1000, Arrivals.POISSON, TURN, 7);
        assertThat((double) schedule.size())
                .as("within five standard deviations")
                .isCloseTo(1e5, within(5 * 316.0));
        double mean = 0;
        double square = 0;
        for (int i = 1; i < schedule.size(); i++) {
            double gap = schedule.start(i) - schedule.start(i - 1);
            assertThat(gap).isNotNegative();
            mean += gap / (schedule.size() - 1);
            square += gap * gap / (schedule.size() - 1);
        }
        assertThat(mean).isCloseTo(1e6, within(2e4));
        assertThat(Math.sqrt(square - mean * mean)).isCloseTo(mean, within(2e4));
        assertThat(schedule.start(schedule.size() - 1)).isLessThan(schedule.length());
    }

    @Test
    void theSameSeedGivesTheSameArrivals() {
        Schedule schedule = Schedule.of(1000, Arrivals.POISSON, TURN, 7);
        assertThat(schedule.start(99))
                .isEqualTo(Schedule.of(1000, Arrivals.POISSON, TURN, 7).start(99))
                .isNotEqualTo(Schedule.of(1000, Arrivals.POISSON, TURN, 8).start(99));
    }

    @Test
    void tooManyArrivalsAreRefused() {
        assertThatThrownBy(() -> Schedule.of(1_000_000, Arrivals.CONSTANT, TURN, 7))
                .hasMessageContaining("at most 1000000 arrivals");
    }
}
