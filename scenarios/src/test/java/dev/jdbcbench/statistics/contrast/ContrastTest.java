package dev.jdbcbench.statistics.contrast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class ContrastTest {
    private static final double NO = Double.NaN;

    /**
     * Student's sleep data (1908), R's {@code sleep}: {@code t.test(extra ~ group, paired)} prints t = −4.0621, df = 9,
     * p = 0.002833, mean −1.58, limits −2.4598858 and −0.7001142.
     */
    @Test
    void intervalAndPValueMatchThePublishedExample() {
        double[] first = {0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0};
        double[] second = {1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4};
        double[] differences = new double[10];
        for (int i = 0; i < 10; i++) {
            differences[i] = first[i] - second[i];
        }
        Contrast contrast = Contrast.of(differences);
        assertThat(Math.log(contrast.ratio())).isCloseTo(-1.58, within(1e-9));
        assertThat(Math.log(contrast.low())).isCloseTo(-2.4598858, within(1e-7));
        assertThat(Math.log(contrast.high())).isCloseTo(-0.7001142, within(1e-7));
        assertThat(contrast.pValue()).isCloseTo(0.002833, within(5e-7));
        assertThat(contrast.blocks()).isEqualTo(10);
    }

    @Test
    void halfWidthIsThatOfTheLogarithms() {
        // half of ln(high / low) of the example above: (2.4598858 − 0.7001142) / 2 = 0.8798858
        Contrast contrast = new Contrast(Math.exp(-1.58), Math.exp(-2.4598858), Math.exp(-0.7001142), 0.002833, 10);
        assertThat(contrast.relativeHalfWidth()).isCloseTo(Math.exp(0.8798858) - 1, within(1e-9));
    }

    @Test
    void differenceIsSymmetric() {
        assertThat(new Contrast(1.25, 1.2, 1.3, 0.001, 5).apart()).isCloseTo(0.25, within(1e-12));
        assertThat(new Contrast(0.8, 0.75, 0.85, 0.001, 5).apart()).isCloseTo(0.25, within(1e-12));
        assertThat(new Contrast(1, 0.9, 1.1, 1, 5).apart()).isZero();
    }

    @Test
    void oneBlockHasARatioButNoInterval() {
        assertThat(Contrast.of(new double[] {0})).isEqualTo(new Contrast(1, 0, Double.POSITIVE_INFINITY, 1, 1));
        assertThat(Contrast.of(new double[] {0.5}).relativeHalfWidth()).isInfinite();
    }

    /** In binary floating point, 0.1 + 0.1 + 0.1 is not 3 · 0.1. */
    @Test
    void equalDifferencesHaveNoWidth() {
        Contrast different = Contrast.of(new double[] {0.1, 0.1, 0.1});
        assertThat(different).isEqualTo(new Contrast(Math.exp(0.1), Math.exp(0.1), Math.exp(0.1), 0, 3));
        assertThat(different.relativeHalfWidth()).isZero();
        assertThat(Contrast.of(new double[] {0, 0})).isEqualTo(new Contrast(1, 1, 1, 1, 2));
    }

    @Test
    void incompleteBlocksAreOmitted() {
        assertThat(Contrast.of(new double[] {NO, 0.1, NO, 0.3, 0.2}))
                .isEqualTo(Contrast.of(new double[] {0.1, 0.3, 0.2}));
    }

    @Test
    void emptyComparisonIsRefused() {
        assertThatThrownBy(() -> Contrast.of(new double[] {NO})).hasMessageContaining("no block");
        assertThatThrownBy(() -> Contrast.of(new double[] {1, Double.NEGATIVE_INFINITY}))
                .hasMessageContaining("finite");
    }

    /**
     * The same data unpaired: R's {@code t.test(extra ~ group, data = sleep)} prints t = −1.8608, df = 17.776, p-value =
     * 0.07939, limits −3.3654832 and 0.2054832.
     */
    @Test
    void unpairedIntervalMatchesWelchsExample() {
        double[] first = {0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0};
        double[] second = {1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4};
        Contrast contrast = Contrast.unpaired(first, second);
        assertThat(Math.log(contrast.ratio())).isCloseTo(-1.58, within(1e-9));
        assertThat(Math.log(contrast.low())).isCloseTo(-3.3654832, within(1e-7));
        assertThat(Math.log(contrast.high())).isCloseTo(0.2054832, within(1e-7));
        assertThat(contrast.pValue()).isCloseTo(0.07939, within(5e-6));
        assertThat(contrast.blocks()).isEqualTo(10);
    }

    /**
     * The same row twice gives half the variance with twice the degrees of freedom, 35.553. Computed independently of this code, by
     * integrating Student's density numerically.
     */
    @Test
    void unpairedRowsAreIndependent() {
        double[] first = {0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0};
        double[] second = {1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4};
        Contrast mean = Contrast.of(LogRatio.unpairedMean(List.of(first, first), List.of(second, second)));
        assertThat(Math.log(mean.ratio())).isCloseTo(-1.58, within(1e-9));
        assertThat(Math.log(mean.low())).isCloseTo(-2.7981955, within(1e-6));
        assertThat(Math.log(mean.high())).isCloseTo(-0.3618045, within(1e-6));
        assertThat(mean.pValue()).isCloseTo(0.0124879, within(1e-6));
    }

    @Test
    void unpairedCellsMayHaveDifferentForkCounts() {
        Contrast contrast = Contrast.unpaired(new double[] {0.1, 0.2, 0.3}, new double[] {0, 0.1});
        assertThat(Math.log(contrast.ratio())).isCloseTo(0.15, within(1e-12));
        assertThat(contrast.blocks()).isEqualTo(2);
        assertThat(contrast.low()).isLessThan(contrast.ratio());
    }

    @Test
    void fewerThanThreeForksOnASideGiveNoInterval() {
        assertThat(Contrast.unpaired(new double[] {0, 0}, new double[] {0}))
                .isEqualTo(new Contrast(1, 0, Double.POSITIVE_INFINITY, 1, 1));
        assertThat(Contrast.unpaired(new double[] {0.1, 0.1, 0.1}, new double[] {0, 0}))
                .isEqualTo(new Contrast(Math.exp(0.1), 0, Double.POSITIVE_INFINITY, 0, 2));
        assertThat(Contrast.unpaired(new double[] {0.1, 0.1, 0.1}, new double[] {0, 0, 0}))
                .isEqualTo(new Contrast(Math.exp(0.1), Math.exp(0.1), Math.exp(0.1), 0, 3));
        assertThatThrownBy(() -> Contrast.unpaired(new double[0], new double[] {1}))
                .hasMessageContaining("no fork");
        assertThatThrownBy(() -> Contrast.unpaired(new double[] {NO}, new double[] {1}))
                .hasMessageContaining("finite");
        assertThatThrownBy(() -> LogRatio.unpairedMean(List.of(), List.of())).hasMessageContaining("no row");
        assertThatThrownBy(() -> LogRatio.unpairedMean(List.of(new double[] {1}), List.of()))
                .hasMessageContaining("1 and 0");
    }
}
