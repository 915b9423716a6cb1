package dev.jdbcbench.statistics.contrast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class HolmTest {
    /**
     * R's {@code p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm")} prints 0.03 0.06 0.06 0.02. By hand: 4 · 0.005, 3 · 0.01, 2 · 0.03, and
     * 1 · 0.04, which is raised to the value before it.
     */
    @Test
    void adjustedValuesMatchThoseOfR() {
        assertThat(Holm.adjusted(new double[] {0.01, 0.04, 0.03, 0.005}))
                .containsExactly(new double[] {0.03, 0.06, 0.06, 0.02}, within(1e-12));
    }

    @Test
    void adjustedValueIsAtMostOne() {
        assertThat(Holm.adjusted(new double[] {0.9, 0.6, 1})).containsExactly(1, 1, 1);
    }

    @Test
    void oneComparisonIsNotAdjusted() {
        assertThat(Holm.adjusted(new double[] {0.04})).containsExactly(0.04);
        assertThat(Holm.adjusted(new double[0])).isEmpty();
    }

    @Test
    void equalValuesStayEqual() {
        assertThat(Holm.adjusted(new double[] {0.02, 0.02, 0}))
                .containsExactly(new double[] {0.04, 0.04, 0}, within(1e-12));
    }

    @Test
    void invalidProbabilityIsRefused() {
        assertThatThrownBy(() -> Holm.adjusted(new double[] {0.5, Double.NaN})).hasMessageContaining("between 0 and 1");
        assertThatThrownBy(() -> Holm.adjusted(new double[] {1.1})).hasMessageContaining("between 0 and 1");
    }
}
