package dev.jdbcbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TicksTest {
    @Test
    void anAxisOfBarsBeginsAtZeroAndEndsAtARoundNumber() {
        assertThat(Ticks.linear(455)).containsExactly(0.0, 100.0, 200.0, 300.0, 400.0, 500.0);
        assertThat(Ticks.linear(0.7)).hasSize(5).startsWith(0.0).endsWith(0.8);
        assertThat(Ticks.linear(43_000)).containsExactly(0.0, 10_000.0, 20_000.0, 30_000.0, 40_000.0, 50_000.0);
        assertThat(Ticks.linear(1000)).containsExactly(0.0, 200.0, 400.0, 600.0, 800.0, 1000.0);
    }

    @Test
    void anAxisWithoutAnythingHasALengthAllTheSame() {
        assertThat(Ticks.linear(0)).hasSizeGreaterThan(1);
        assertThat(Ticks.linear(Double.NaN)).hasSizeGreaterThan(1);
    }

    @Test
    void aLogarithmicAxisHoldsBothEnds() {
        assertThat(Ticks.logarithmic(150, 20_700)).startsWith(100.0).endsWith(100_000.0);
        assertThat(Ticks.logarithmic(150, 900)).containsExactly(100.0, 200.0, 500.0, 1000.0);
        assertThat(Ticks.logarithmic(100, 100)).hasSizeGreaterThan(1).startsWith(100.0);
    }
}
