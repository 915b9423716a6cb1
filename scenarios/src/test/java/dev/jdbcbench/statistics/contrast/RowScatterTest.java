package dev.jdbcbench.statistics.contrast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class RowScatterTest {
    /** t = 4.3027 with two degrees of freedom, from a published table; τ² = (0.01 + 0 + 0.01)/2. */
    @Test
    void scatterIsTheDeviationFromOneRoundTrip() {
        RowScatter scatter = RowScatter.of(new double[] {0.9, 1, 1.1});
        assertThat(scatter.tau()).isCloseTo(0.1, within(1e-12));
        assertThat(scatter.halfWidth()).isCloseTo(0.43027, within(1e-5));
        assertThat(scatter.halfWidthOfMedian()).isCloseTo(0.43027 * 1.253314 / 1.732051, within(1e-5));
    }

    @Test
    void commonExcessOfAllRowsCounts() {
        assertThat(RowScatter.of(new double[] {1.1, 1.1, 1.1, 1.1, 1.1}).tau())
                .isCloseTo(0.1 * Math.sqrt(1.25), within(1e-12));
    }

    @Test
    void oneRowDoesNotScatter() {
        assertThat(RowScatter.of(new double[] {1.5}).halfWidth()).isZero();
        assertThat(RowScatter.UNKNOWN.halfWidthOfMedian()).isZero();
    }
}
