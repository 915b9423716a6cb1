package dev.jdbcbench.statistics.contrast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgainstTheBestTest {
    /** C. W. Dunnett, "New tables for multiple comparisons with a control", Biometrics 20 (1964): two-sided, 5 %. */
    @ParameterizedTest
    @CsvSource({
        "5, 1, 2.57",
        "5, 2, 3.03",
        "5, 3, 3.29",
        "5, 4, 3.48",
        "10, 2, 2.57",
        "10, 3, 2.76",
        "10, 5, 2.99",
        "20, 2, 2.38",
        "20, 5, 2.73",
        "20, 9, 2.95",
        "60, 2, 2.27",
        "60, 4, 2.51"
    })
    void criticalValuesMatchDunnett(double freedom, int others, double published) {
        assertThat(AgainstTheBest.quantile(freedom, others)).isCloseTo(published, within(0.0051));
        assertThat(AgainstTheBest.pValue(AgainstTheBest.quantile(freedom, others), freedom, others))
                .isCloseTo(0.05, within(1e-6));
    }

    @Test
    void oneComparisonIsTheTTest() {
        double[] differences = {0.10, 0.12, 0.09, 0.11};
        assertThat(AgainstTheBest.paired(differences, 1)).isEqualTo(Contrast.of(differences));
        double[] one = {0.1, 0.2, 0.15, 0.12};
        double[] other = {0.0, 0.02, 0.01};
        Contrast welch = Contrast.unpaired(one, other);
        Contrast alone = AgainstTheBest.unpaired(one, other, 1);
        assertThat(alone.low()).isCloseTo(welch.low(), within(1e-12));
        assertThat(alone.pValue()).isCloseTo(welch.pValue(), within(1e-12));
        assertThat(alone.blocks()).isEqualTo(3);
    }

    @Test
    void intervalExcludesOneExactlyIfDifferent() {
        double[] differences = {0.02, 0.035, 0.01, 0.05, 0.03};
        for (int others = 1; others <= 12; others++) {
            Contrast contrast = AgainstTheBest.paired(differences, others);
            assertThat(contrast.low() > 1).as("%s others", others).isEqualTo(contrast.pValue() < 0.05);
        }
    }

    @Test
    void oneBlockIsUndecidedAndEqualBlocksAreCertain() {
        assertThat(AgainstTheBest.paired(new double[] {0.1}, 3).pValue()).isEqualTo(1);
        assertThat(AgainstTheBest.paired(new double[] {0.1, 0.1}, 3).pValue()).isZero();
        assertThat(AgainstTheBest.paired(new double[] {0, 0}, 3).pValue()).isEqualTo(1);
        assertThatThrownBy(() -> AgainstTheBest.paired(new double[] {0, 0}, 0))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
