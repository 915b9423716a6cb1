package dev.jdbcbench.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VerdictTest {
    @ParameterizedTest
    @CsvSource({
        // ratio, low, high, adjusted p, margin, verdict
        "1.05, 1.03, 1.07, 0.001, 0.02, slower",
        "0.95, 0.93, 0.97, 0.001, 0.02, faster",
        "1.00, 0.99, 1.01, 0.900, 0.02, equal",
        // surely different, and surely by less than matters
        "1.01, 1.005, 1.015, 0.001, 0.02, equal",
        "1.05, 0.99, 1.11, 0.100, 0.02, undecided",
        "1.05, 1.03, 1.07, 0.050, 0.02, undecided",
        // surely different, but perhaps by less than matters
        "1.015, 1.005, 1.025, 0.001, 0.02, undecided",
        "0.985, 0.975, 0.995, 0.001, 0.02, undecided",
        // the margin is a factor: 1/1.02 is 0.98039
        "0.99, 0.9803, 1.00, 0.900, 0.02, undecided",
        "0.99, 0.9805, 1.00, 0.900, 0.02, equal",
        // a noisy host has a wider margin
        "1.05, 1.03, 1.07, 0.001, 0.08, equal",
        "1.03, 1.02, 1.04, 0.001, 0.00, slower"
    })
    void whatAContrastSaysOfA(double ratio, double low, double high, double adjustedP, double margin, String verdict) {
        assertThat(Verdict.of(new Contrast(ratio, low, high, 0.0001, 8), adjustedP, margin))
                .hasToString(verdict);
    }

    @Test
    void twoBlocksDecideNothing() {
        assertThat(Verdict.of(new Contrast(1, 0.999, 1.001, 0.9, 2), 0.9, 0.02)).isEqualTo(Verdict.UNDECIDED);
        assertThat(Verdict.of(new Contrast(1, 0.999, 1.001, 0.9, 3), 0.9, 0.02)).isEqualTo(Verdict.EQUAL);
    }

    @Test
    void aNegativeMarginIsRefused() {
        assertThatThrownBy(() -> Verdict.of(new Contrast(1, 1, 1, 1, 3), 1, -0.01))
                .hasMessageContaining("not negative");
    }
}
