package dev.jdbcbench.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RobustContrastTest {
    private static final int TRIALS = 20_000;
    private static final double MARGIN = 0.02;

    /** Hollander & Wolfe (1973), page 29; R: {@code wilcox.test(x, y, paired = TRUE, conf.int = TRUE)}: V = 40, p = 0.03906. */
    @Test
    void signedRankTestMatchesTheTextbook() {
        Contrast contrast = RobustContrast.paired(
                new double[] {0.952, -0.147, Double.NaN, 1.022, 0.43, 0.62, 0.59, 0.49, -0.08, 0.01});
        assertThat(Math.log(contrast.ratio())).isCloseTo(0.46, within(1e-9));
        assertThat(Math.log(contrast.low())).isCloseTo(0.01, within(1e-9));
        assertThat(Math.log(contrast.high())).isCloseTo(0.786, within(1e-9));
        assertThat(contrast.pValue()).isCloseTo(0.0390625, within(1e-9));
        assertThat(contrast.blocks()).isEqualTo(9);
    }

    /** Hollander & Wolfe (1973), page 69; R: {@code wilcox.test(x, y)}: W = 35, p = 0.2544. */
    @Test
    void rankSumTestMatchesTheTextbook() {
        Contrast contrast = RobustContrast.unpaired(
                new double[] {0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46},
                new double[] {1.15, 0.88, 0.90, 0.74, 1.21});
        assertThat(Math.log(contrast.ratio())).isCloseTo(0.305, within(1e-9));
        assertThat(contrast.pValue()).isCloseTo(0.2544122544, within(1e-9));
        assertThat(contrast.low()).isLessThan(1);
    }

    @Test
    void fewerThanSixBlocksHaveAnEstimateButNoInterval() {
        Contrast five = RobustContrast.paired(new double[] {0.1, 0.12, 0.11, 0.09, 0.1});
        assertThat(Math.log(five.ratio())).as("the eighth of 15 means").isCloseTo(0.105, within(1e-9));
        assertThat(five.low()).isZero();
        assertThat(five.high()).isEqualTo(Double.POSITIVE_INFINITY);
        assertThatThrownBy(() -> RobustContrast.paired(new double[] {Double.NaN}))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void manyForksAreAlmostNormal() {
        double[] values = new double[41];
        Arrays.setAll(values, i -> 0.01 * (i - 12));
        Contrast normal = RobustContrast.paired(values);
        assertThat(Math.log(normal.ratio())).isCloseTo(0.08, within(1e-9));
        assertThat(normal.low()).isBetween(1.0, normal.ratio());
        assertThat(normal.pValue()).isLessThan(0.001);
    }

    @Test
    void verdictHoldsIfTheMedianAllowsIt() {
        assertThat(agreed(Verdict.SLOWER, 1.1, 1.03)).isEqualTo(Verdict.SLOWER);
        assertThat(agreed(Verdict.SLOWER, 1.1, 1.01)).isEqualTo(Verdict.UNDECIDED);
        assertThat(agreed(Verdict.SLOWER, 1.015, 1.01))
                .as("half as large as by the mean")
                .isEqualTo(Verdict.SLOWER);
        assertThat(agreed(Verdict.SLOWER, 1.015, 1.005)).isEqualTo(Verdict.UNDECIDED);
        assertThat(agreed(Verdict.FASTER, 0.9, 0.97)).isEqualTo(Verdict.FASTER);
        assertThat(agreed(Verdict.FASTER, 0.9, 1.03)).isEqualTo(Verdict.UNDECIDED);
        assertThat(agreed(Verdict.EQUAL, 1, 0.99)).isEqualTo(Verdict.EQUAL);
        assertThat(agreed(Verdict.EQUAL, 1, 1.03)).isEqualTo(Verdict.UNDECIDED);
        assertThat(agreed(Verdict.UNDECIDED, 1, 9)).isEqualTo(Verdict.UNDECIDED);
    }

    private static Verdict agreed(Verdict verdict, double ratio, double middle) {
        return RobustContrast.agreed(verdict, ratio, new Contrast(middle, 0, Double.POSITIVE_INFINITY, 1, 8), MARGIN);
    }

    /** One fork in ten of one driver takes 50 % longer; forks scatter by 2 %. The two drivers have equal means, or equal usual forks. */
    @ParameterizedTest
    @CsvSource({"6, means", "10, means", "20, means", "6, usual forks", "10, usual forks", "20, usual forks"})
    void rareSlowForksOfOneDriverCostCoverage(int n, String equal) throws IOException {
        double slow = Math.log(1.5);
        double offset = equal.equals("means") ? -0.1 * slow : 0;
        Random random = new Random(n);
        int held = 0;
        int robustHeld = 0;
        int different = 0;
        int agreed = 0;
        for (int trial = 0; trial < TRIALS; trial++) {
            double[] d = new double[n];
            Arrays.setAll(
                    d,
                    i -> offset + (random.nextInt(10) == 0 ? slow : 0) + 0.02 * Math.sqrt(2) * random.nextGaussian());
            Contrast contrast = Contrast.of(d);
            Contrast robust = RobustContrast.paired(d);
            double truth = Math.exp(offset + 0.1 * slow);
            held += contrast.low() <= truth && truth <= contrast.high() ? 1 : 0;
            double usual = Math.exp(offset);
            robustHeld += robust.low() <= usual && usual <= robust.high() ? 1 : 0;
            Verdict verdict = Verdict.ofDifference(contrast, contrast.pValue());
            different += isDifferent(verdict) ? 1 : 0;
            agreed += isDifferent(RobustContrast.agreed(verdict, contrast.ratio(), robust, MARGIN)) ? 1 : 0;
        }
        String what = "rare slow forks, equal " + equal + ", " + n + " forks: ";
        double coverage = Documented.share(what + "contrasts", held, TRIALS);
        Documented.share(what + "middle of the forks", robustHeld, TRIALS);
        double called = Documented.share(what + "called different", different, TRIALS);
        double calledByBoth = Documented.share(what + "called different by both", agreed, TRIALS);
        assertThat(coverage).isLessThan(0.93);
        assertThat(calledByBoth).isLessThanOrEqualTo(called);
    }

    @ParameterizedTest
    @CsvSource({"3", "5"})
    void agreementCostsLittlePower(int percent) throws IOException {
        Random random = new Random(percent);
        ToDoubleFunction<Random> difference =
                r -> Math.log(1 + percent / 100.0) + 0.02 * Math.sqrt(2) * r.nextGaussian();
        int slower = 0;
        int both = 0;
        for (int trial = 0; trial < TRIALS; trial++) {
            double[] d = new double[8];
            Arrays.setAll(d, i -> difference.applyAsDouble(random));
            Contrast contrast = Contrast.of(d);
            Verdict verdict = Verdict.ofDifference(contrast, contrast.pValue());
            slower += verdict == Verdict.SLOWER ? 1 : 0;
            both += RobustContrast.agreed(verdict, contrast.ratio(), RobustContrast.paired(d), MARGIN) == Verdict.SLOWER
                    ? 1
                    : 0;
        }
        String what = "8 forks, 2 % apart, " + percent + " % slower: ";
        double alone = Documented.share(what + "called slower by the mean", slower, TRIALS);
        assertThat(Documented.share(what + "called slower by both", both, TRIALS))
                .isGreaterThan(alone - 0.05);
    }

    private static boolean isDifferent(Verdict verdict) {
        return verdict == Verdict.SLOWER || verdict == Verdict.FASTER;
    }
}
