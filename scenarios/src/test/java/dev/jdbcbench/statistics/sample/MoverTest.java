package dev.jdbcbench.statistics.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class MoverTest {
    @Test
    void sumCombinesErrorsOfTheSameSide() {
        Mover sum = new Mover(10, 7, 11).plus(new Mover(5, 1, 7));
        assertThat(sum).isEqualTo(new Mover(15, 10, 15 + Math.sqrt(5)));
    }

    /** The lower error combines the minuend's lower error (3) with the subtrahend's upper error (2); the upper error is the reverse (1 and 4). */
    @Test
    void differenceUsesTheOppositeSideOfTheSubtrahend() {
        Mover difference = new Mover(10, 7, 11).minus(new Mover(5, 1, 7));
        assertThat(difference.value()).isEqualTo(5);
        assertThat(difference.low()).isCloseTo(5 - Math.sqrt(9 + 4), within(1e-12));
        assertThat(difference.high()).isCloseTo(5 + Math.sqrt(1 + 16), within(1e-12));
    }

    @Test
    void additionalErrorIsAddedInSquares() {
        assertThat(new Mover(10, 7, 14).widened(4)).isEqualTo(new Mover(10, 5, 10 + Math.sqrt(32)));
        assertThat(Mover.exact(3)).isEqualTo(Mover.symmetric(3, 0));
    }

    /** With symmetric intervals this is Fieller's (1954): the roots of (x − q y)² = hₓ² + q² h_y², here (100 ± √496)/99. */
    @Test
    void quotientOfSymmetricIntervalsMatchesFieller() {
        Mover quotient = Mover.symmetric(10, 2).over(Mover.symmetric(10, 1)).orElseThrow();
        assertThat(quotient.value()).isEqualTo(1);
        assertThat(quotient.low()).isCloseTo(0.7851408, within(1e-6));
        assertThat(quotient.high()).isCloseTo(1.2350612, within(1e-6));
    }

    @Test
    void quotientByAnExactNumberIsAMultiple() {
        assertThat(new Mover(10, 8, 14).over(Mover.exact(2)).orElseThrow()).isEqualTo(new Mover(5, 4, 7));
    }

    @Test
    void quotientByAPossibleZeroHasNoInterval() {
        assertThat(Mover.symmetric(10, 1).over(Mover.symmetric(1, 1))).isEmpty();
        assertThat(Mover.symmetric(1, 2).over(Mover.exact(1))).isEmpty();
    }

    @Test
    void valueOutsideItsIntervalIsRefused() {
        assertThatThrownBy(() -> new Mover(1, 2, 3)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Mover(Double.NaN, 2, 3)).isInstanceOf(IllegalArgumentException.class);
    }

    /**
     * The difference of two geometric means of six forks each, with scatters of 5 % and 40 %. With linear half widths, most misses are on one
     * side.
     */
    @Test
    void differenceOfGeometricMeansHasBalancedCoverage() {
        Random random = new Random(2008);
        int trials = 20_000;
        int tooLow = 0;
        int tooHigh = 0;
        int linearTooLow = 0;
        int linearTooHigh = 0;
        double truth = 400 - 60;
        for (int trial = 0; trial < trials; trial++) {
            Estimate far = cell(400, 0.4, random);
            Estimate near = cell(60, 0.05, random);
            Mover difference = mover(far).minus(mover(near));
            double half = Math.hypot(far.high() - far.low(), near.high() - near.low()) / 2;
            tooLow += difference.high() < truth ? 1 : 0;
            tooHigh += difference.low() > truth ? 1 : 0;
            linearTooLow += difference.value() + half < truth ? 1 : 0;
            linearTooHigh += difference.value() - half > truth ? 1 : 0;
        }
        System.out.printf(
                java.util.Locale.ROOT,
                "MOVER: missed below %.2f %%, above %.2f %%; linear: %.2f %%, %.2f %%%n",
                100.0 * tooLow / trials,
                100.0 * tooHigh / trials,
                100.0 * linearTooLow / trials,
                100.0 * linearTooHigh / trials);
        assertThat(tooLow / (double) trials).isCloseTo(0.025, within(0.006));
        assertThat(tooHigh / (double) trials).isCloseTo(0.025, within(0.006));
        assertThat(Math.abs(linearTooLow - linearTooHigh)).isGreaterThan(3 * Math.abs(tooLow - tooHigh));
    }

    private static Mover mover(Estimate estimate) {
        return new Mover(estimate.score(), estimate.low(), estimate.high());
    }

    private static Estimate cell(double truth, double scatter, Random random) {
        return Estimate.of(random.doubles(6)
                .map(ignored -> truth * Math.exp(scatter * random.nextGaussian()))
                .toArray());
    }
}
