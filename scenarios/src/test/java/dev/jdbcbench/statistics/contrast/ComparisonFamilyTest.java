package dev.jdbcbench.statistics.contrast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ComparisonFamilyTest {
    private static final double INFINITE = Double.POSITIVE_INFINITY;

    /** A normal estimate, {@code z} standard errors of 1 % away from ln 1. */
    private static LogRatio at(double z) {
        return new LogRatio(z / 100, 0.01, INFINITE, 5);
    }

    /**
     * By hand: z = 3, 2.3, 2 have p = 0.0027, 0.0214, 0.0455. Holm: 3 · 0.0027 = 0.0081, 2 · 0.0214 = 0.0429, 0.0455, so all differ. The
     * intervals are at 1 − 0.05/3, /2, /1: ±2.3940, ±2.2414, ±1.9600 standard errors.
     */
    @Test
    void intervalsHaveTheirHolmLevel() {
        List<Comparison> family = ComparisonFamily.of(List.of(at(2.3), at(3), at(2)), 0.02);
        assertThat(family).allMatch(Comparison::different);
        assertThat(family.get(0).adjustedP()).isCloseTo(0.0429, within(1e-4));
        assertThat(Math.log(family.get(1).interval().low())).isCloseTo(0.03 - 0.023940, within(1e-6));
        assertThat(Math.log(family.get(0).interval().low())).isCloseTo(0.023 - 0.022414, within(1e-6));
        assertThat(Math.log(family.get(2).interval().low())).isCloseTo(0.02 - 0.019600, within(1e-6));
    }

    /**
     * After the first comparison differs, the test at 0.05/2 fails, so both others get that level: ±2.2414 standard
     * errors.
     */
    @Test
    void undecidedComparisonsHaveTheLevelOfTheFailedStep() {
        List<Comparison> family = ComparisonFamily.of(List.of(at(4), at(2.1), at(-2)), 0.02);
        assertThat(family.stream().map(Comparison::verdict).toList())
                .containsExactly(Verdict.SLOWER, Verdict.UNDECIDED, Verdict.UNDECIDED);
        assertThat(Math.log(family.get(1).interval().low())).isCloseTo(0.021 - 0.022414, within(1e-6));
        assertThat(Math.log(family.get(2).interval().high())).isCloseTo(-0.02 + 0.022414, within(1e-6));
    }

    @Test
    void intervalExcludesOneExactlyIfDifferent() {
        Random random = new Random(1);
        int different = 0;
        for (int trial = 0; trial < 300; trial++) {
            int size = 1 + random.nextInt(6);
            List<LogRatio> estimates = IntStream.range(0, size)
                    .mapToObj(i -> new LogRatio(0.03 * random.nextGaussian(), 0.01, 2 + random.nextInt(8), 3 + i))
                    .toList();
            int family = size + random.nextInt(2) * 5;
            double significance = random.nextBoolean() ? 0.05 : 0.01;
            double[] margins = new double[size];
            for (Comparison comparison : ComparisonFamily.of(estimates, margins, family, significance)) {
                assertThat(comparison.interval().contains(1)).isNotEqualTo(comparison.different());
                different += comparison.different() ? 1 : 0;
            }
        }
        assertThat(different).isBetween(100, 900);
    }

    @Test
    void partOfAFamilyIsTestedLikeTheWhole() {
        // 10 · 0.0027 = 0.027 differs, 100 · 0.0027 does not
        double[] margin = {0.02};
        assertThat(ComparisonFamily.of(List.of(at(3)), margin, 10, 0.05).get(0).different())
                .isTrue();
        Comparison one = ComparisonFamily.of(List.of(at(3)), margin, 100, 0.05).get(0);
        assertThat(one.different()).isFalse();
        assertThat(one.adjustedP()).isCloseTo(0.27, within(1e-3));
        assertThat(one.interval().level()).isCloseTo(0.9995, within(1e-9));
    }

    /** ln 1.02 = 0.0198; 1.6449 standard errors of 0.006 are 0.00987, and of 0.0125 they are 0.02056. */
    @Test
    void equalNeedsTheNinetyPercentIntervalWithinTheMargin() {
        Comparison equal = only(new LogRatio(0.009, 0.006, INFINITE, 5));
        assertThat(equal.verdict()).isEqualTo(Verdict.EQUAL);
        assertThat(equal.printed().level()).isEqualTo(0.9);
        assertThat(equal.printed().high()).isLessThan(1.02);
        assertThat(equal.text()).isEqualTo("equal within 2 % (90 % interval)");
        assertThat(only(new LogRatio(0.011, 0.006, INFINITE, 5)).verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(only(new LogRatio(0, 0.0125, INFINITE, 5)).verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(only(new LogRatio(0.009, 0.006, INFINITE, 3)).verdict())
                .as("a first look makes no claim of equality")
                .isEqualTo(Verdict.UNDECIDED);
    }

    @Test
    void textsDescribeTheTest() {
        assertThat(only(new LogRatio(Math.log(1.04), 0.015, INFINITE, 5)).text())
                .isEqualTo("not equal; best estimate +4 %");
        assertThat(only(new LogRatio(Math.log(0.962), 0.015, INFINITE, 5)).text())
                .isEqualTo("not equal; best estimate -3.8 %");
        assertThat(only(new LogRatio(Math.log(1.08), 0.015, INFINITE, 5)).text())
                .isEqualTo("slower by more than 2 %; best estimate +8 %");
        assertThat(only(new LogRatio(Math.log(0.92), 0.015, INFINITE, 5)).text())
                .isEqualTo("faster by more than 2 %; best estimate -8 %");
        assertThat(only(new LogRatio(Math.log(1.01), 0.002, INFINITE, 5)).text())
                .isEqualTo("equal within 2 % (90 % interval); a difference is certain, best estimate +1 %");
        assertThat(only(new LogRatio(0.01, 0.02, INFINITE, 5)).text()).isEqualTo("not decided; best estimate +1 %");
        assertThat(Verdict.SLOWER).hasToString("slower");
    }

    /** One-sided at 5 % where the true difference equals the margin; a smaller one is called even less often. */
    @Test
    void smallTrueDifferenceIsRarelyCalledLarge() {
        Random random = new Random(4);
        int beyond = 0;
        for (int trial = 0; trial < 4000; trial++) {
            LogRatio estimate = new LogRatio(Math.log(1.02) + 0.005 * random.nextGaussian(), 0.005, INFINITE, 5);
            beyond += only(estimate).beyond() ? 1 : 0;
        }
        assertThat(beyond / 4000.0).as("at the margin itself").isBetween(0.04, 0.06);
    }

    @Test
    void twoGroupsDecideNothing() {
        Comparison two = only(new LogRatio(1, 0.001, 1, 2));
        assertThat(two.verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(two.interval().contains(1)).isTrue();
    }

    @Test
    void unlimitedIntervalIsPrinted() {
        assertThat(new Interval(0, INFINITE, 0.95)).hasToString("[0.00–∞]");
    }

    @Test
    void impossibleFamiliesAreRefused() {
        assertThatThrownBy(() -> ComparisonFamily.of(List.of(at(1)), new double[2], 1, 0.05))
                .hasMessageContaining("2 margins");
        assertThatThrownBy(() -> ComparisonFamily.of(List.of(at(1)), new double[1], 0, 0.05))
                .hasMessageContaining("family of 0");
        assertThatThrownBy(() -> ComparisonFamily.of(List.of(at(1)), -0.1)).hasMessageContaining("not negative");
        assertThat(ComparisonFamily.of(List.of(), 0.02)).isEmpty();
    }

    private static Comparison only(LogRatio estimate) {
        return ComparisonFamily.of(List.of(estimate), 0.02).get(0);
    }
}
