package dev.jdbcbench.statistics.contrast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class RowMeanTest {
    private static final double[] FIRST = {0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0};
    private static final double[] SECOND = {1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4};

    /**
     * The mean of x̄ and −ȳ is half of Welch's difference: R's {@code t.test(extra ~ group, data = sleep)} prints df = 17.776,
     * p-value = 0.07939, limits −3.3654832 and 0.2054832.
     */
    @Test
    void meanOfTwoRowsIsHalfOfWelchsExample() {
        double[] negative = Arrays.stream(SECOND).map(x -> -x).toArray();
        LogRatio mean = RowMean.of(List.of(FIRST, negative));
        assertThat(mean.mean()).isCloseTo(-0.79, within(1e-9));
        assertThat(mean.degreesOfFreedom()).isCloseTo(17.776, within(1e-3));
        assertThat(mean.pValue(1)).isCloseTo(0.07939, within(5e-6));
        assertThat(mean.mean() - mean.halfWidth(0.95)).isCloseTo(-3.3654832 / 2, within(1e-6));
        assertThat(mean.groups()).isEqualTo(10);
    }

    /**
     * By hand: rows {0, 0.2} and {0.1, 0.3} have s² = 0.02 each. The row with one group gets 0.02 with two degrees of freedom, so
     * Σ s²/n = 0.01 + 0.01 + 0.02 = 0.04 and ν = 0.04²/(0.01² + 0.01² + 0.02²/2) = 4.
     */
    @Test
    void singleGroupRowUsesTheScatterOfOthers() {
        LogRatio mean = RowMean.of(List.of(new double[] {0, 0.2}, new double[] {0.1, 0.3}, new double[] {0.6}));
        assertThat(mean.mean()).isCloseTo(0.3, within(1e-12));
        assertThat(mean.standardError()).isCloseTo(0.2 / 3, within(1e-12));
        assertThat(mean.degreesOfFreedom()).isCloseTo(4, within(1e-9));
        assertThat(mean.groups()).isEqualTo(1);
    }

    @Test
    void singleGroupRowsHaveNoInterval() {
        LogRatio mean = RowMean.of(List.of(new double[] {0.1}, new double[] {0.3}));
        assertThat(mean.mean()).isCloseTo(0.2, within(1e-12));
        assertThat(mean.interval(0.95)).isEqualTo(new Interval(0, Double.POSITIVE_INFINITY, 0.95));
        assertThat(RowMean.of(List.of(new double[] {0.1, 0.1})).halfWidth(0.95)).isZero();
        assertThatThrownBy(() -> RowMean.of(List.of())).hasMessageContaining("no row");
        assertThatThrownBy(() -> RowMean.of(List.of(new double[0]))).hasMessageContaining("no group");
    }

    /** t for nine degrees of freedom is 2.262157 (any table); the second sample has s = 2.002249 (R). */
    @Test
    void biasFloorIsTheNearerBoundOfTheMean() {
        double half = 2.262157 * 2.002249 / Math.sqrt(10);
        BiasFloor floor = BiasFloor.of(List.of(SECOND));
        assertThat(floor.halfWidth()).isCloseTo(half, within(1e-5));
        assertThat(floor.floor()).isCloseTo(2.33 - half, within(1e-5));
        assertThat(BiasFloor.of(List.of(FIRST)).floor()).isZero();
        double[] negative = Arrays.stream(SECOND).map(x -> -x).toArray();
        assertThat(BiasFloor.of(List.of(negative)).floor()).isCloseTo(2.33 - half, within(1e-5));
        assertThat(BiasFloor.of(List.of(new double[] {0.5})).floor()).isZero();
    }
}
