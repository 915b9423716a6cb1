package dev.jdbcbench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ProfileTest {
    @Test
    void aLongOperationGetsFewerAndLongerIterationsSoThatAForkMeasuresTwentySeconds() {
        assertThat(Profile.QUICK.iterations(Duration.ofNanos(80_000), false)).isEqualTo(24);
        assertThat(Profile.QUICK.iterations(Duration.ofMillis(80), false)).isEqualTo(24);
        assertThat(Profile.QUICK.iterationTime(Duration.ofMillis(80))).isEqualTo(Duration.ofMillis(250));
        assertThat(Profile.QUICK.iterationTime(Duration.ofMillis(500)))
                .as("three operations")
                .isEqualTo(Duration.ofMillis(1500));
        assertThat(Profile.QUICK.iterations(Duration.ofMillis(500), false)).isEqualTo(13);
        assertThat(Profile.QUICK.tooLong(Duration.ofMillis(500))).isFalse();
        assertThat(Profile.QUICK.iterations(Duration.ofSeconds(30), false))
                .as("not fewer than 8")
                .isEqualTo(8);
        assertThat(Profile.QUICK.tooLong(Duration.ofSeconds(30))).isTrue();
        assertThat(Profile.SMOKE.iterations(Duration.ofMillis(500), false)).isEqualTo(8);
    }

    @Test
    void aCellThatDoesNotSettleGetsTwiceTheIterationsWithinTheSameLimit() {
        assertThat(Profile.DEFAULT.iterations(Duration.ofMillis(1), true)).isEqualTo(48);
        assertThat(Profile.DEFAULT.iterations(Duration.ofMillis(500), true)).isEqualTo(13);
    }

    /** 1000 round trips of 20 ms are 20 s: eight iterations of three of them are 480 s, which is slow, not hung. */
    @Test
    void aSlowForkIsNotTakenForHung() {
        Duration operation = Duration.ofSeconds(20);
        Duration needed =
                Profile.QUICK.iterationTime(operation).multipliedBy(Profile.QUICK.iterations(operation, false));
        assertThat(Profile.QUICK.forkLimit(operation, false)).isGreaterThan(needed.multipliedBy(2));
        assertThat(Profile.QUICK.forkLimit(Duration.ZERO, false)).isLessThan(Duration.ofMinutes(3));
    }

    @Test
    void thePublishedPlanCutsItsTenIterationsOfWarmUpAndNoOther() {
        double[] iterations = new double[30];
        java.util.Arrays.fill(iterations, 40);
        iterations[12] = 400;
        assertThat(Profile.PUBLISHED.cut(iterations)).isEqualTo(10);
        assertThat(Profile.DEFAULT.cut(iterations)).isEqualTo(13);
        assertThat(Profile.PUBLISHED.withIterations(15).iterations())
                .as("10 of warm-up, 15 measured")
                .isEqualTo(25);
        assertThat(Profile.PUBLISHED.forkTime().multipliedBy(43 * 10))
                .as("four hours for 43 cells")
                .isBetween(Duration.ofMinutes(215), Duration.ofMinutes(250));
    }

    @Test
    void aWarmUpThatLeavesNothingIsRefused() {
        assertThatThrownBy(() -> Profile.PUBLISHED.withIterations(0))
                .hasMessageContaining("no iteration would be left");
        assertThatThrownBy(() -> Profile.QUICK.withForks(6, 5)).hasMessageContaining("at least one fork");
    }

    @Test
    void theNumberOfForksIsSaidAsItIsMeant() {
        assertThat(Profile.QUICK.forks()).isEqualTo("5");
        assertThat(Profile.DEFAULT.forks()).isEqualTo("6–20");
    }

    @Test
    void whatAnotherProgramMeasuredWasNotMeasuredInTurns() {
        Profile imported = Profile.imported(10, 30, Duration.ofSeconds(1), 10);
        assertThat(imported.interleaved()).isFalse();
        assertThat(imported.claims()).isTrue();
        assertThat(imported.gated()).isFalse();
        assertThat(imported.adaptive()).isFalse();
        assertThat(imported.cut(new double[] {9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 1, 1}))
                .isEqualTo(10);
        assertThat(Profile.ALL).allMatch(Profile::interleaved);
        assertThat(Profile.of(Profile.IMPORTED)).as("nobody can choose it").isEmpty();
    }
}
