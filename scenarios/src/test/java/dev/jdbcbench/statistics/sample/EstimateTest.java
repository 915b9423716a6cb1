package dev.jdbcbench.statistics.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class EstimateTest {
    /**
     * The heat-flow example of the NIST/SEMATECH e-Handbook of Statistical Methods, section 1.3.5.2: mean 9.261460, s = 0.022789,
     * n = 195, 95 % limits 9.258242 and 9.264679. The values are used as logarithms. Equal shares on both sides of the mean reproduce the
     * mean and the deviation.
     */
    @Test
    void intervalMatchesThePublishedExample() {
        int n = 195;
        double mean = 9.261460;
        double deviation = 0.022789;
        double[] forks = new double[n];
        // One value at the mean and 97 on each side, at a distance that gives the published sample deviation.
        double distance = deviation * Math.sqrt((n - 1.0) / (n - 1));
        for (int i = 0; i < n; i++) {
            forks[i] = Math.exp(mean + (i == 0 ? 0 : i % 2 == 0 ? distance : -distance));
        }
        Estimate estimate = Estimate.of(forks);
        assertThat(Math.log(estimate.score())).isCloseTo(mean, within(1e-9));
        assertThat(Math.log(estimate.low())).isCloseTo(9.258242, within(2e-6));
        assertThat(Math.log(estimate.high())).isCloseTo(9.264679, within(2e-6));
    }

    @Test
    void twoForksHaveOneDegreeOfFreedom() {
        // t for 97.5 % and one degree of freedom is 12.7062 (any table); s/√2 of ±0.1 is 0.1
        Estimate estimate = Estimate.of(new double[] {Math.exp(0.1), Math.exp(-0.1)});
        assertThat(Math.log(estimate.high())).isCloseTo(1.27062, within(1e-4));
        assertThat(estimate.relativeHalfWidth()).isCloseTo(Math.exp(1.27062) - 1, within(1e-3));
    }

    /** t for 99.95 % and nine degrees of freedom is 4.781 (any table); for ten forks at ±0.3, s/√n = 0.3/√9. */
    @Test
    void moreConfidenceMakesAWiderInterval() {
        double[] forks = new double[10];
        for (int i = 0; i < forks.length; i++) {
            forks[i] = Math.exp(i % 2 == 0 ? 0.3 : -0.3);
        }
        assertThat(Math.log(Estimate.of(forks, 0.999).high())).isCloseTo(0.4781, within(1e-4));
        assertThat(Estimate.of(forks, 0.95)).isEqualTo(Estimate.of(forks));
        assertThat(Estimate.of(new double[] {42}, 0.999).high()).isInfinite();
        assertThatThrownBy(() -> Estimate.of(forks, 1)).hasMessageContaining("between 0 and 1");
    }

    @Test
    void equalForksHaveNoWidth() {
        assertThat(Estimate.of(new double[] {0.1, 0.1, 0.1}).relativeHalfWidth())
                .isZero();
    }

    @Test
    void oneForkHasAScoreButNoInterval() {
        Estimate estimate = Estimate.of(new double[] {42});
        assertThat(estimate.score()).isCloseTo(42, within(1e-9));
        assertThat(estimate.high()).isInfinite();
        assertThat(estimate.relativeHalfWidth()).isInfinite();
    }

    @Test
    void scoreIsTheGeometricMean() {
        assertThat(Estimate.of(new double[] {1, 100}).score()).isCloseTo(10, within(1e-9));
    }

    @Test
    void nonPositiveScoresAreRefused() {
        assertThatThrownBy(() -> Estimate.of(new double[] {1, 0})).hasMessageContaining("positive");
        assertThatThrownBy(() -> Estimate.of(new double[] {Double.NaN})).hasMessageContaining("positive");
        assertThatThrownBy(() -> Estimate.of(new double[0])).hasMessageContaining("no fork");
    }

    /**
     * 95 of 100 intervals of normal forks must cover the truth. With 4000 trials, 93 % and 97 % are six standard errors
     * away.
     */
    @Test
    void intervalHasItsNominalCoverage() {
        Random random = new Random(1);
        int held = 0;
        int trials = 4000;
        for (int trial = 0; trial < trials; trial++) {
            double[] forks = new double[6];
            for (int i = 0; i < forks.length; i++) {
                forks[i] = Math.exp(3 + 0.05 * random.nextGaussian());
            }
            Estimate estimate = Estimate.of(forks);
            held += estimate.low() <= Math.exp(3) && Math.exp(3) <= estimate.high() ? 1 : 0;
        }
        assertThat(held / (double) trials).isBetween(0.93, 0.97);
    }
}
