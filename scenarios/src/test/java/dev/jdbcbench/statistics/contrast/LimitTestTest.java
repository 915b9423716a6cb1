package dev.jdbcbench.statistics.contrast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.jdbcbench.statistics.contrast.LimitTest.Outcome;
import dev.jdbcbench.statistics.contrast.LimitTest.Result;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LimitTestTest {
    private static final double FIVE = 0.05;

    /** A normal estimate with a standard error of 1 %, {@code z} of them above the limit. */
    private static LogRatio at(double z) {
        return new LogRatio(Math.log1p(FIVE) + z / 100, 0.01, Double.POSITIVE_INFINITY, 5);
    }

    private static List<Outcome> outcomes(LogRatio... ratios) {
        return LimitTest.of(List.of(ratios), FIVE, ratios.length, 0.05).stream()
                .map(Result::outcome)
                .toList();
    }

    /** By hand: z = 1.96 has a two-sided p of 0.05, and z = −1.645 a one-sided p of 0.05. */
    @Test
    void aboveAndBelowNeedTheWholeInterval() {
        assertThat(outcomes(at(1.97))).containsExactly(Outcome.ABOVE);
        assertThat(outcomes(at(1.95))).containsExactly(Outcome.OPEN);
        assertThat(outcomes(at(-1.64))).containsExactly(Outcome.OPEN);
        assertThat(outcomes(at(-1.65))).containsExactly(Outcome.BELOW);
        assertThat(outcomes(at(-50))).as("much faster is below").containsExactly(Outcome.BELOW);
    }

    /** By hand: z = 2.3 has p = 0.0214, which is 0.0429 for the second of three; z = 2.1 has 0.0357, above 0.025. */
    @Test
    void onlyAboveIsAdjustedByHolm() {
        assertThat(outcomes(at(2.3), at(3), at(2))).containsOnly(Outcome.ABOVE);
        assertThat(outcomes(at(4), at(2.1), at(-1.7))).containsExactly(Outcome.ABOVE, Outcome.OPEN, Outcome.BELOW);
        assertThat(LimitTest.of(List.of(at(2.3)), FIVE, 10, 0.05).get(0).outcome())
                .as("one of ten comparisons judged together")
                .isEqualTo(Outcome.OPEN);
    }

    @Test
    void intervalExcludesTheLimitExactlyIfDecided() {
        Random random = new Random(1);
        int decided = 0;
        for (int trial = 0; trial < 300; trial++) {
            int size = 1 + random.nextInt(6);
            List<LogRatio> estimates = IntStream.range(0, size)
                    .mapToObj(
                            i -> new LogRatio(0.05 + 0.03 * random.nextGaussian(), 0.01, 2 + random.nextInt(8), 4 + i))
                    .toList();
            int family = size + random.nextInt(2) * 5;
            for (Result result : LimitTest.of(estimates, FIVE, family, random.nextBoolean() ? 0.05 : 0.01)) {
                assertThat(result.interval().contains(1 + FIVE)).isEqualTo(result.outcome() == Outcome.OPEN);
                decided += result.outcome() == Outcome.OPEN ? 0 : 1;
            }
        }
        assertThat(decided).isBetween(100, 900);
    }

    @Test
    void twoGroupsDecideNothing() {
        assertThat(outcomes(new LogRatio(1, 0.001, 2, 2), new LogRatio(-1, 0.001, 2, 2)))
                .containsOnly(Outcome.OPEN);
        assertThat(outcomes(new LogRatio(1, 0.001, 2, 3), new LogRatio(-1, 0.001, 2, 3)))
                .containsExactly(Outcome.ABOVE, Outcome.BELOW);
        assertThat(outcomes(new LogRatio(1, Double.POSITIVE_INFINITY, 0, 1))).containsExactly(Outcome.OPEN);
    }

    @Test
    void groupsNeededForADecisionAreEstimated() {
        LogRatio open = new LogRatio(Math.log1p(FIVE) - 0.01, 0.01, 4, 5);
        int needed = LimitTest.groupsToDecide(open, FIVE, FIVE, 1, 1000);
        assertThat(needed).isBetween(10, 20);
        assertThat(LimitTest.of(List.of(open.with(needed - 5)), FIVE, 1, 0.05)
                        .get(0)
                        .outcome())
                .isEqualTo(Outcome.BELOW);
        assertThat(LimitTest.of(List.of(open.with(needed - 6)), FIVE, 1, 0.05)
                        .get(0)
                        .outcome())
                .isEqualTo(Outcome.OPEN);
        LogRatio onTheLimit = new LogRatio(Math.log1p(FIVE), 0.01, 4, 5);
        assertThat(LimitTest.groupsToDecide(onTheLimit, FIVE, FIVE, 1, 100)).isEqualTo(100);
    }

    @Test
    void impossibleLimitsAreRefused() {
        assertThatThrownBy(() -> LimitTest.of(List.of(at(1)), 0, 1, 0.05)).hasMessageContaining("limit 0");
        assertThatThrownBy(() -> LimitTest.of(List.of(at(1)), FIVE, 0, 0.05)).hasMessageContaining("family of 0");
        assertThat(LimitTest.of(List.of(), FIVE, 0, 0.05)).isEmpty();
        assertThat(Math.log(LimitTest.of(List.of(at(0)), FIVE, 1, 0.05)
                        .get(0)
                        .interval()
                        .high()))
                .isCloseTo(Math.log1p(FIVE) + 0.0196, within(1e-4));
    }
}
