package dev.jdbcbench.statistics.contrast;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ContrastVerdictTest {
    private static Contrast contrast(double ratio, int blocks) {
        return new Contrast(ratio, ratio * 0.9, ratio * 1.1, 0.01, blocks);
    }

    @Test
    void differenceNeedsAPValueBelowFivePercent() {
        assertThat(contrast(1.01, 5).verdict(0.049)).isEqualTo(Verdict.SLOWER);
        assertThat(contrast(0.99, 5).verdict(0.049)).isEqualTo(Verdict.FASTER);
        assertThat(contrast(1.5, 5).verdict(0.05)).isEqualTo(Verdict.UNDECIDED);
    }

    @Test
    void twoBlocksDecideNothing() {
        assertThat(contrast(3, 2).verdict(0.0001)).isEqualTo(Verdict.UNDECIDED);
        assertThat(contrast(3, 3).verdict(0.0001)).isEqualTo(Verdict.SLOWER);
    }
}
