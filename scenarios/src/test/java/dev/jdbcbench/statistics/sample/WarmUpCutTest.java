package dev.jdbcbench.statistics.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class WarmUpCutTest {
    @Test
    void slowStartIsCut() {
        assertThat(WarmUpCut.of(new double[] {90, 60, 40, 10, 11, 10, 9, 10, 11, 10, 9, 10}))
                .isEqualTo(3);
    }

    @Test
    void steadyIterationsAreKept() {
        assertThat(WarmUpCut.of(new double[] {10, 10, 10, 10, 10, 10})).isZero();
    }

    /**
     * By hand, for 5 2 1 1 2 1: squared standard errors 0.333 (d=0: Σ=12, n=6), 0.048 (d=1: Σ=1.2, n=5), 0.047 (d=2: Σ=0.75, n=4),
     * 0.074 (d=3: Σ=0.667, n=3), 0.125 (d=4: Σ=0.5, n=2).
     */
    @Test
    void cutMinimisesTheStandardErrorOfTheRest() {
        assertThat(WarmUpCut.of(new double[] {5, 2, 1, 1, 2, 1})).isEqualTo(2);
    }

    @Test
    void atMostTwoThirdsAreCut() {
        assertThat(WarmUpCut.of(new double[] {9, 8, 7, 6, 5, 4, 3, 2, 1})).isLessThanOrEqualTo(6);
        assertThat(WarmUpCut.of(new double[] {7})).isZero();
    }

    /** A single iteration equals its own mean, so it would always win. */
    @Test
    void atLeastTwoIterationsRemain() {
        assertThat(WarmUpCut.of(new double[] {1, 2})).isZero();
        assertThat(WarmUpCut.of(new double[] {1, 2, 3})).isLessThanOrEqualTo(1);
        assertThat(WarmUpCut.of(new double[] {1, 1.1, 1.2, 1.4})).isLessThanOrEqualTo(2);
    }

    @Test
    void cutInTheLastHalfIsNotSettled() {
        assertThat(WarmUpCut.settled(11, 24)).isTrue();
        assertThat(WarmUpCut.settled(12, 24)).isFalse();
        assertThat(WarmUpCut.settled(12, 25)).isTrue();
        assertThat(WarmUpCut.settled(13, 25)).isFalse();
        assertThat(WarmUpCut.settled(0, 1)).isTrue();
    }

    @Test
    void cellNeedsTwoThirdsOfItsForksToSettle() {
        assertThat(WarmUpCut.cellSettles(1, 3))
                .as("one late fork may be chance")
                .isTrue();
        assertThat(WarmUpCut.cellSettles(2, 2))
                .as("two forks are too few to tell")
                .isTrue();
        assertThat(WarmUpCut.cellSettles(2, 3)).isFalse();
        assertThat(WarmUpCut.cellSettles(2, 6)).as("exactly a third").isFalse();
        assertThat(WarmUpCut.cellSettles(2, 7)).as("less than a third").isTrue();
        assertThat(WarmUpCut.cellSettles(0, 0)).isTrue();
    }

    @Test
    void meanStartsAtTheCut() {
        assertThat(WarmUpCut.mean(new double[] {100, 1, 2, 3}, 1)).isEqualTo(2);
    }

    @Test
    void noIterationsAreRefused() {
        assertThatThrownBy(() -> WarmUpCut.of(new double[0])).hasMessageContaining("without iterations");
    }
}
