package dev.jdbcbench.statistics.contrast;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class VerdictTest {
    private static Contrast contrast(double ratio, int blocks) {
        return new Contrast(ratio, ratio * 0.9, ratio * 1.1, 0.01, blocks);
    }

    @Test
    void differenceNeedsAPValueBelowFivePercent() {
        assertThat(Verdict.ofDifference(contrast(1.01, 5), 0.049)).isEqualTo(Verdict.SLOWER);
        assertThat(Verdict.ofDifference(contrast(0.99, 5), 0.049)).isEqualTo(Verdict.FASTER);
        assertThat(Verdict.ofDifference(contrast(1.5, 5), 0.05)).isEqualTo(Verdict.UNDECIDED);
    }

    @Test
    void twoBlocksDecideNothing() {
        assertThat(Verdict.ofDifference(contrast(3, 2), 0.0001)).isEqualTo(Verdict.UNDECIDED);
        assertThat(Verdict.ofDifference(contrast(3, 3), 0.0001)).isEqualTo(Verdict.SLOWER);
    }

    @Test
    void verdictIsPrintedInLowerCase() {
        assertThat(Verdict.UNDECIDED).hasToString("undecided");
    }
}
