package dev.jdbcbench.statistics.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class AutocorrelationTest {
    /** For 1, 2, 3, 4, 5: r = (2 + 0 + 0 + 2)/10 = 0.4, then 0.4 + (1 + 1.6)/5 = 0.92, and 0.4 + (1 + 3.68)/5 = 1.336, cut to 0.9. */
    @Test
    void autocorrelationIsTheMeanOverCentredBenchmarks() {
        double[] rising = {1, 2, 3, 4, 5};
        double[] alternating = {1, -1, 1, -1, 1, -1};
        assertThat(Autocorrelation.ofForks(List.of(rising))).isEqualTo(0.9);
        // r = −5/6, then −5/6 + (1 − 20/6)/6 = −11/9, and −5/6 + (1 − 44/9)/6 = −40/27
        assertThat(Autocorrelation.ofForks(List.of(alternating))).isZero();
        assertThat(Autocorrelation.ofForks(List.of(rising, rising, alternating)))
                .isCloseTo((2 * 1.336 - 40 / 27.0) / 3, within(1e-12));
    }

    @Test
    void fewOrEqualForksHaveNoAutocorrelation() {
        assertThat(Autocorrelation.ofForks(List.of())).isZero();
        assertThat(Autocorrelation.ofForks(List.of(new double[] {1, 2, 3, 4}, new double[] {2, 2, 2, 2, 2})))
                .isZero();
    }

    @Test
    void widenedValuesKeepTheirMean() {
        assertThat(Autocorrelation.inflation(0.6)).isCloseTo(4, within(1e-12));
        assertThat(Autocorrelation.widened(new double[] {1, 2, 6}, 4)).containsExactly(-1, 1, 9);
        assertThat(Autocorrelation.widened(new double[] {0.1, 0.7}, 1)).containsExactly(0.1, 0.7);
    }
}
