package dev.jdbcbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ProfileTest {
    @Test
    void aLongOperationGetsFewerIterationsSoThatAForkMeasuresTwentySeconds() {
        assertThat(Profile.QUICK.iterations(Duration.ofNanos(80_000))).isEqualTo(24);
        assertThat(Profile.QUICK.iterations(Duration.ofMillis(250))).isEqualTo(24);
        assertThat(Profile.QUICK.iterations(Duration.ofSeconds(1))).isEqualTo(20);
        assertThat(Profile.QUICK.iterations(Duration.ofSeconds(2))).isEqualTo(10);
        assertThat(Profile.QUICK.iterations(Duration.ofSeconds(30)))
                .as("not fewer than 8")
                .isEqualTo(8);
        assertThat(Profile.SMOKE.iterations(Duration.ofSeconds(1))).isEqualTo(8);
    }

    /** 1000 round trips of 20 ms are 20 s: eight of them are 160 s, which is slow, not hung. */
    @Test
    void aSlowForkIsNotTakenForHung() {
        Duration operation = Duration.ofSeconds(20);
        Duration needed = operation.multipliedBy(Profile.QUICK.iterations(operation));
        assertThat(Profile.QUICK.forkLimit(operation)).isGreaterThan(needed.multipliedBy(2));
        assertThat(Profile.QUICK.forkLimit(Duration.ZERO)).isLessThan(Duration.ofMinutes(3));
    }
}
