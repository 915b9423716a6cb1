package dev.jdbcbench.statistics.contrast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RobustContrastTest {
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
    void sixBlocksAllowTheWidestIntervalAndTiesWithEqualityCountAgainstADifference() {
        double[] values = {0, 0.1, 0.2, 0.3, 0.4, 0.5};
        Contrast slower = RobustContrast.paired(values);
        assertThat(slower.low()).isEqualTo(1);
        assertThat(Math.log(slower.high())).isCloseTo(0.5, within(1e-9));
        assertThat(slower.pValue())
                .as("two of 64 choices of signs, on both sides")
                .isEqualTo(4.0 / 64);
        Contrast faster =
                RobustContrast.paired(Arrays.stream(values).map(d -> -d).toArray());
        assertThat(faster.high()).isEqualTo(1);
        assertThat(Math.log(faster.low())).isCloseTo(-0.5, within(1e-9));
        assertThat(faster.pValue()).isEqualTo(4.0 / 64);
    }

    /** 0.003, 0.013 and so on, less an offset. */
    private static double[] evenly(int n, int offset) {
        return IntStream.range(0, n)
                .mapToDouble(i -> 0.01 * (i - offset) + 0.003)
                .toArray();
    }

    /** Reference: the number of the 2⁴⁰ choices of signs with a sum of at most 240, or this sum as a normal variable. */
    @Test
    void upToFortyBlocksAreExactAndMoreAlmostNormal() {
        assertThat(RobustContrast.paired(evenly(40, 15)).pValue()).isCloseTo(0.021546060141190537, within(1e-9));
        Contrast normal = RobustContrast.paired(evenly(41, 15));
        assertThat(Math.log(normal.ratio())).isCloseTo(0.053, within(1e-9));
        assertThat(Math.log(normal.low())).as("the 279th of 861 means").isCloseTo(0.013, within(1e-9));
        assertThat(Math.log(normal.high())).isCloseTo(0.093, within(1e-9));
        assertThat(normal.pValue()).isCloseTo(0.013813070377498793, within(1e-9));
        assertThat(RobustContrast.paired(evenly(41, 20)).pValue())
                .as("as near to equality as possible")
                .isGreaterThan(0.8)
                .isLessThanOrEqualTo(1);
    }

    /** Reference: the coefficients of a Gaussian binomial up to 561, or 666 pairs as a normal variable. */
    @Test
    void upToFortyForksAreExactAndMoreAlmostNormal() {
        Contrast exact = RobustContrast.unpaired(evenly(40, 0), shifted(evenly(40, 6)));
        assertThat(exact.pValue()).isCloseTo(0.021157756831768057, within(1e-9));
        Contrast normal = RobustContrast.unpaired(evenly(45, 0), shifted(evenly(42, 5)));
        assertThat(Math.log(normal.ratio())).isCloseTo(0.0653, within(1e-9));
        assertThat(Math.log(normal.low())).as("the 714th of 1890 differences").isCloseTo(0.0103, within(1e-9));
        assertThat(Math.log(normal.high())).isCloseTo(0.1203, within(1e-9));
        assertThat(normal.pValue()).isCloseTo(0.01800027936130011, within(1e-9));
    }

    /** Avoids ties. */
    private static double[] shifted(double[] values) {
        return Arrays.stream(values).map(value -> value - 0.0003).toArray();
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
        Contrast same = new Contrast(1, 0, Double.POSITIVE_INFINITY, 1, 8);
        for (Verdict verdict : Verdict.values()) {
            assertThat(RobustContrast.agreed(verdict, 1, same, 0))
                    .as("exactly at the limit")
                    .isEqualTo(verdict);
        }
    }

    private static Verdict agreed(Verdict verdict, double ratio, double middle) {
        return RobustContrast.agreed(verdict, ratio, new Contrast(middle, 0, Double.POSITIVE_INFINITY, 1, 8), MARGIN);
    }
}
