package dev.jdbcbench.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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

    /** Eight blocks of five cells; one cell is 7 % faster, and forks scatter by 3 %. */
    @Test
    void namingTheFastestHasMorePowerThanAllPairs() {
        Random random = new Random(1983);
        int trials = SimulationTables.WHOLE ? 3000 : 600;
        int named = 0;
        int byHolm = 0;
        int wrong = 0;
        for (int trial = 0; trial < trials; trial++) {
            named += fastest(row(-0.07, random)) == 0 ? 1 : 0;
            byHolm += fastestOfAllPairs(row(-0.07, random)) == 0 ? 1 : 0;
            wrong += fastest(row(0, random)) >= 0 ? 1 : 0;
        }
        System.out.printf(
                java.util.Locale.ROOT,
                "the fastest of five, 7 %% faster: named in %.1f %%, by Holm over all pairs in %.1f %%; of five equal ones: %.1f %%%n",
                100.0 * named / trials,
                100.0 * byHolm / trials,
                100.0 * wrong / trials);
        assertThat(named).isGreaterThan(byHolm + trials / 20);
        assertThat(wrong / (double) trials).isLessThan(0.05);
    }

    private static List<double[]> row(double first, Random random) {
        return IntStream.range(0, 5)
                .mapToObj(cell -> random.doubles(8)
                        .map(ignored -> (cell == 0 ? first : 0) + 0.03 * random.nextGaussian())
                        .toArray())
                .toList();
    }

    private static int[] byMean(List<double[]> row) {
        return IntStream.range(0, row.size())
                .boxed()
                .sorted(Comparator.comparingDouble(
                        cell -> Arrays.stream(row.get(cell)).sum()))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    private static double[] differences(double[] one, double[] other) {
        return IntStream.range(0, one.length)
                .mapToDouble(i -> one[i] - other[i])
                .toArray();
    }

    /** The fastest cell; −1 if no cell is faster than all others. */
    private static int fastest(List<double[]> row) {
        int[] order = byMean(row);
        return Arrays.stream(order)
                        .skip(1)
                        .allMatch(cell -> AgainstTheBest.paired(differences(row.get(cell), row.get(order[0])), 4)
                                        .pValue()
                                < 0.05)
                ? order[0]
                : -1;
    }

    private static int fastestOfAllPairs(List<double[]> row) {
        int[] order = byMean(row);
        List<int[]> pairs = IntStream.range(0, 5)
                .boxed()
                .flatMap(i -> IntStream.range(i + 1, 5).mapToObj(j -> new int[] {i, j}))
                .toList();
        double[] adjusted = Holm.adjusted(pairs.stream()
                .mapToDouble(pair -> Contrast.of(differences(row.get(order[pair[1]]), row.get(order[pair[0]])))
                        .pValue())
                .toArray());
        return Stream.iterate(0, i -> i < pairs.size(), i -> i + 1)
                        .filter(i -> pairs.get(i)[0] == 0)
                        .allMatch(i -> adjusted[i] < 0.05)
                ? order[0]
                : -1;
    }
}
