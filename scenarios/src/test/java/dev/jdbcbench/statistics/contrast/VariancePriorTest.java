package dev.jdbcbench.statistics.contrast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class VariancePriorTest {
    private static double[] filled(int n, double value) {
        double[] values = new double[n];
        Arrays.fill(values, value);
        return values;
    }

    /** ψ(1) = −γ, ψ(½) = −γ − 2 ln 2, ψ′(1) = π²/6, ψ′(½) = π²/2 (Abramowitz and Stegun 6.3.2, 6.3.3, 6.4.2, 6.4.4). */
    @Test
    void polygammaFunctionsMatchKnownValues() {
        double euler = 0.5772156649015329;
        assertThat(Polygamma.digamma(1)).isCloseTo(-euler, within(1e-12));
        assertThat(Polygamma.digamma(0.5)).isCloseTo(-euler - 2 * Math.log(2), within(1e-12));
        assertThat(Polygamma.trigamma(1)).isCloseTo(Math.PI * Math.PI / 6, within(1e-12));
        assertThat(Polygamma.trigamma(0.5)).isCloseTo(Math.PI * Math.PI / 2, within(1e-12));
        double apery = 1.2020569031595942;
        assertThat(Polygamma.tetragamma(1)).isCloseTo(-2 * apery, within(1e-12));
        assertThat(Polygamma.tetragamma(0.5)).isCloseTo(-14 * apery, within(1e-11));
        assertThat(Polygamma.trigammaInverse(Math.PI * Math.PI / 6)).isCloseTo(1, within(1e-9));
        assertThat(Polygamma.trigammaInverse(Math.PI * Math.PI / 2)).isCloseTo(0.5, within(1e-9));
        for (double x : new double[] {0.01, 3, 700}) {
            assertThat(Polygamma.trigammaInverse(Polygamma.trigamma(x))).isCloseTo(x, within(1e-8 * x));
        }
    }

    /**
     * By hand: ln s² = ±c has the variance 8 c²/7. Four degrees of freedom explain ψ′(2) = π²/6 − 1 of it. c is chosen to leave
     * ψ′(4) = π²/6 − 1 − 1/4 − 1/9, so d₀ = 8. ln s₀² = −ψ(2) + ln 2 + ψ(4) − ln 4 = 0.140186.
     */
    @Test
    void smythsMomentsGiveTheHandComputedPrior() {
        double c = 0.901478;
        double[] variances = {
            Math.exp(c), Math.exp(-c), Math.exp(c), Math.exp(-c), Math.exp(c), Math.exp(-c), Math.exp(c), Math.exp(-c)
        };
        VariancePrior prior = VariancePrior.of(variances, filled(8, 4));
        assertThat(prior.degreesOfFreedom()).isCloseTo(8, within(1e-3));
        assertThat(prior.variance()).isCloseTo(Math.exp(0.140186), within(1e-4));
        assertThat(prior.most()).isEqualTo(32);
    }

    @Test
    void hypervariableContrastsDoNotHideThePrior() {
        Random random = new Random(2);
        int n = 4000;
        double[] clean = new double[n];
        for (int i = 0; i < n; i++) {
            clean[i] = 0.01 * chi(4, random) / 4 / (chi(8, random) / 8);
        }
        double[] mixed = clean.clone();
        for (int i = 0; i < n; i += 20) {
            mixed[i] *= 100;
        }
        assertThat(VariancePrior.of(clean, filled(n, 4)).degreesOfFreedom()).isBetween(7.0, 9.2);
        VariancePrior robust = VariancePrior.robust(clean, filled(n, 4));
        assertThat(robust.degreesOfFreedom()).isBetween(6.3, 9.2);
        assertThat(robust.variance()).isCloseTo(0.01, within(0.0006));
        assertThat(VariancePrior.of(mixed, filled(n, 4)).degreesOfFreedom()).isLessThan(4);
        assertThat(VariancePrior.robust(mixed, filled(n, 4)).degreesOfFreedom()).isGreaterThan(4.5);
    }

    @Test
    void degreesOfFreedomMayDiffer() {
        Random random = new Random(3);
        int n = 4000;
        double[] variances = new double[n];
        double[] degrees = new double[n];
        for (int i = 0; i < n; i++) {
            int nu = 3 + i % 5;
            degrees[i] = nu;
            variances[i] = 0.01 * chi(nu, random) / nu / (chi(8, random) / 8);
        }
        assertThat(VariancePrior.of(variances, degrees).degreesOfFreedom()).isBetween(7.0, 9.2);
        assertThat(VariancePrior.robust(variances, degrees).degreesOfFreedom()).isBetween(6.3, 9.2);
        assertThat(VariancePrior.robust(variances, degrees).variance()).isCloseTo(0.01, within(0.0006));
    }

    private static double chi(int degrees, Random random) {
        double sum = 0;
        for (int i = 0; i < degrees; i++) {
            sum += Math.pow(random.nextGaussian(), 2);
        }
        return sum;
    }

    @Test
    void similarVariancesArePooled() {
        VariancePrior prior = VariancePrior.of(filled(10, 0.04), filled(10, 4));
        assertThat(prior.degreesOfFreedom()).isInfinite();
        // ln 0.04 − ψ(2) + ln 2: with four degrees of freedom, s² is below the variance more often than above
        assertThat(Math.log(prior.variance())).isCloseTo(Math.log(0.04) + 0.2703628, within(1e-6));
        LogRatio estimate = prior.moderate(new double[] {0.1, 0.1, 0.4, 0.2, 0.2});
        assertThat(estimate.standardError()).isCloseTo(Math.sqrt(prior.variance() / 5), within(1e-12));
        assertThat(estimate.degreesOfFreedom()).isEqualTo(40);
        assertThat(VariancePrior.robust(filled(10, 0.04), filled(10, 4)).degreesOfFreedom())
                .isInfinite();
    }

    @Test
    void withFewContrastsThereIsNoPrior() {
        assertThat(VariancePrior.of(filled(7, 0.01), filled(7, 4))).isEqualTo(VariancePrior.NONE);
        assertThat(VariancePrior.robust(filled(7, 0.01), filled(7, 4))).isEqualTo(VariancePrior.NONE);
        double[] degrees = filled(9, 4);
        degrees[0] = 0;
        degrees[1] = 0;
        assertThat(VariancePrior.robust(filled(9, 0.01), degrees)).isEqualTo(VariancePrior.NONE);
        assertThat(VariancePrior.of(filled(10, 0), filled(10, 4))).isEqualTo(VariancePrior.NONE);
        assertThat(VariancePrior.robust(new double[0], new double[0])).isEqualTo(VariancePrior.NONE);
    }

    /**
     * By hand: s² = 0.02/3, s̃² = (3 · 0.01 + 3 · 0.02/3)/6 = 0.05/6, six degrees of freedom, t = 2.446912 (any table). The p values were
     * computed independently of this code, by integrating Student's density numerically.
     */
    @Test
    void moderatedEstimateMatchesTheHandComputedOne() {
        LogRatio estimate = new VariancePrior(3, 0.01, 100).moderate(new double[] {0, 0.1, 0.2, 0.1});
        assertThat(estimate.mean()).isCloseTo(0.1, within(1e-12));
        assertThat(estimate.standardError()).isCloseTo(Math.sqrt(0.05 / 6 / 4), within(1e-12));
        assertThat(estimate.degreesOfFreedom()).isEqualTo(6);
        assertThat(estimate.halfWidth(0.95)).isCloseTo(2.446912 * 0.0456435, within(1e-6));
        assertThat(estimate.pValue(1)).isCloseTo(0.0709877, within(1e-5));
        assertThat(estimate.pValue(Math.exp(0.1))).isCloseTo(1, within(1e-9));
        assertThat(estimate.pWithin(0.02)).isCloseTo(0.0843801, within(1e-5));
        assertThat(estimate.pBeyond(0.02)).isCloseTo(1 - 0.0647124, within(1e-5));
    }

    @Test
    void degreesOfFreedomAreLimitedByTheRun() {
        LogRatio estimate = new VariancePrior(Double.POSITIVE_INFINITY, 0.01, 24).moderate(new double[] {0, 0.1, 0.2});
        assertThat(estimate.degreesOfFreedom()).isEqualTo(24);
        LogRatio normal = new VariancePrior(Double.POSITIVE_INFINITY, 0.01, Double.POSITIVE_INFINITY)
                .moderate(new double[] {0, 0.1, 0.2, 0.1});
        assertThat(normal.halfWidth(0.95)).isCloseTo(1.959964 * 0.05, within(1e-6));
    }

    /** s² = 1/3 is 33 times s₀²; the 95 % quantile of F with 3 and 8 degrees of freedom is 4.07 (any table). */
    @Test
    void unusuallyNoisyContrastKeepsItsVariance() {
        double[] wild = {0, 0, 1, 0, 1, 1};
        VariancePrior prior = new VariancePrior(8, 0.01, 100);
        assertThat(prior.moderate(wild)).isEqualTo(VariancePrior.NONE.moderate(wild));
        double inside = Math.sqrt(0.01 * 4.0 * 3 / 4);
        double outside = Math.sqrt(0.01 * 4.15 * 3 / 4);
        assertThat(prior.moderate(new double[] {inside, -inside, inside, -inside})
                        .degreesOfFreedom())
                .isEqualTo(11);
        assertThat(prior.moderate(new double[] {outside, -outside, outside, -outside})
                        .degreesOfFreedom())
                .isEqualTo(3);
    }

    @Test
    void oneGroupHasARatioButNoInterval() {
        LogRatio one = new VariancePrior(8, 0.01, 100).moderate(new double[] {0.5});
        assertThat(one.interval(0.95)).isEqualTo(new Interval(0, Double.POSITIVE_INFINITY, 0.95));
        assertThat(one.pValue(1)).isEqualTo(1);
        assertThat(one.pWithin(0.02)).isEqualTo(1);
        assertThat(one.pBeyond(0.02)).isEqualTo(1);
        assertThatThrownBy(() -> VariancePrior.NONE.moderate(new double[0])).hasMessageContaining("no group");
        assertThatThrownBy(() -> VariancePrior.NONE.moderate(new double[] {Double.NaN}))
                .hasMessageContaining("finite");
        assertThatThrownBy(() -> VariancePrior.of(new double[1], new double[2])).hasMessageContaining("1 variances");
    }

    @Test
    void equalSamplesAreCertain() {
        LogRatio certain = VariancePrior.NONE.moderate(new double[] {0.1, 0.1, 0.1});
        assertThat(certain.pValue(1)).isZero();
        assertThat(certain.pValue(Math.exp(0.1))).isEqualTo(1);
        assertThat(certain.interval(0.95).contains(Math.exp(0.1))).isTrue();
    }
}
