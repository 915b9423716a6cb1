package dev.jdbcbench.statistics.contrast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.openjdk.jmh.util.ListStatistics;

class PooledTest {
    /** JMH computes the same interval from these iterations. */
    @Test
    void intervalMatchesJmh() {
        double[] iterations = {60.5, 61.1, 60.4, 62.1, 61.7, 59.1, 58.6, 64.9};
        ListStatistics jmh = new ListStatistics(iterations);
        Pooled pooled = Pooled.of(iterations);
        assertThat(pooled.mean()).isCloseTo(jmh.getMean(), within(1e-9));
        assertThat(pooled.high() - pooled.mean()).isCloseTo(jmh.getMeanErrorAt(0.999), within(1e-6));
        assertThat(pooled.mean() - pooled.low()).isCloseTo(jmh.getMeanErrorAt(0.999), within(1e-6));
    }

    @Test
    void disjointIntervalsAreADifference() {
        Pooled near = new Pooled(10, 9, 11);
        assertThat(new Pooled(13, 12, 14).against(near)).isEqualTo(Verdict.SLOWER);
        assertThat(new Pooled(7, 6, 8).against(near)).isEqualTo(Verdict.FASTER);
        assertThat(new Pooled(12, 11, 13).against(near)).isEqualTo(Verdict.UNDECIDED);
    }

    @Test
    void twoIterationsHaveNoErrorAndNoneHaveNoMean() {
        assertThat(Pooled.of(new double[] {1, 3}))
                .isEqualTo(new Pooled(2, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY));
        assertThat(Pooled.of(new double[] {1, 3}).against(new Pooled(9, 9, 9))).isEqualTo(Verdict.UNDECIDED);
        assertThatThrownBy(() -> Pooled.of(new double[0])).hasMessageContaining("no iteration");
    }
}
