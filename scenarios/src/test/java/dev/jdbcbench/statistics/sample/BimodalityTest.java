package dev.jdbcbench.statistics.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.jdbcbench.statistics.SimulationTables;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BimodalityTest {
    private static Bimodality found(double... scores) {
        return Bimodality.of(scores).orElseThrow();
    }

    @Test
    void twoGroupsHaveTheirGeometricMeansAndTheirShare() {
        // √(99 · 101) = 99.995, √(149 · 151) = 149.997
        Bimodality bimodality = found(99, 149, 101, 101, 151, 99);
        assertThat(bimodality.fasterScore()).isCloseTo(99.995, within(0.001));
        assertThat(bimodality.slowerScore()).isCloseTo(149.997, within(0.001));
        assertThat(bimodality.slowerShare()).isCloseTo(1 / 3.0, within(1e-12));
        assertThat(bimodality.contiguous()).isFalse();
    }

    @Test
    void consecutiveRareGroupIsInterference() {
        assertThat(found(100, 101, 150, 151, 149, 100, 99, 101).contiguous()).isTrue();
        assertThat(found(100, 101, 150, 100, 151, 149, 99, 101).contiguous()).isFalse();
        // here the faster group is the rarer one
        assertThat(found(150, 151, 149, 150, 100, 101, 150, 149).contiguous()).isTrue();
        assertThat(found(150, 151, 100, 149, 150, 101, 150, 149).contiguous()).isFalse();
    }

    @Test
    void eitherOfTwoEqualGroupsMayBeContiguous() {
        assertThat(found(100, 150, 151, 149, 101, 99).contiguous()).isTrue();
        assertThat(found(150, 100, 101, 99, 151, 149).contiguous()).isTrue();
        assertThat(found(100, 150, 101, 151, 99, 149).contiguous()).isFalse();
    }

    @Test
    void singleOutlierIsNotAGroup() {
        assertThat(Bimodality.of(new double[] {100, 101, 99, 100, 101, 99, 100, 150}))
                .isEmpty();
    }

    @Test
    void similarGroupsAreIgnored() {
        assertThat(Bimodality.of(new double[] {100, 100.1, 99.9, 104, 104.1, 103.9}))
                .isEmpty();
        assertThat(Bimodality.of(new double[] {100, 100.1, 99.9, 106, 106.1, 105.9}))
                .isPresent();
    }

    @Test
    void tooFewForksHaveNoGroups() {
        assertThat(Bimodality.of(new double[] {100, 100, 100, 150, 150})).isEmpty();
        assertThat(Bimodality.of(new double[0])).isEmpty();
    }

    @Test
    void equalScoresHaveNoGroups() {
        assertThat(Bimodality.of(new double[] {0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1}))
                .isEmpty();
        // groups without any scatter must not divide by zero
        assertThat(found(100, 100, 100, 150, 150, 150).slowerScore()).isCloseTo(150, within(1e-9));
    }

    @Test
    void scoresKeepTheirOrder() {
        double[] scores = {150, 100, 151, 101, 99, 149};
        assertThat(Bimodality.of(scores)).isPresent();
        assertThat(scores).containsExactly(150, 100, 151, 101, 99, 149);
    }

    /** The forks scatter so widely (30 %) that the minimum difference of 5 % excludes none of them. */
    @ParameterizedTest
    @ValueSource(ints = {6, 7, 10, 15, 20, 30, 40, 60})
    void onePercentOfNormalSamplesSeemToHaveGroups(int n) {
        Random random = new Random(n);
        int found = 0;
        int trials = SimulationTables.WHOLE ? 20_000 : 4000;
        for (int trial = 0; trial < trials; trial++) {
            double[] scores = new double[n];
            Arrays.setAll(scores, i -> Math.exp(0.3 * random.nextGaussian()));
            found += Bimodality.of(scores).isPresent() ? 1 : 0;
        }
        double error = Math.sqrt(0.01 * 0.99 / trials);
        // beyond the table, its last value is conservative
        assertThat(found / (double) trials).isBetween(n > 40 ? 0.001 : 0.01 - 3.5 * error, 0.01 + 3.5 * error);
    }
}
