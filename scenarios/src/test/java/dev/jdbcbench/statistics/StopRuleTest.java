package dev.jdbcbench.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.jdbcbench.statistics.StopRule.Decision;
import dev.jdbcbench.statistics.StopRule.Pair;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StopRuleTest {
    private static final StopRule RULE = new StopRule(6, 20, 0.03);
    private static final List<String> ONE = List.of("mysql 9.7.0");
    private static final List<String> TWO = List.of("mysql 9.7.0", "mariadb 4.0.0");
    private static final List<Pair> NO_PAIR = List.of();
    private static final List<Pair> PAIR = List.of(new Pair(0, 1));

    /** Scores around 100 with logarithms that are alternately so much above and below: s is d √(n / (n − 1)) for an even n. */
    private static double[] around(double score, int n, double d) {
        double[] scores = new double[n];
        Arrays.setAll(scores, i -> score * Math.exp(i % 2 == 0 ? d : -d));
        return scores;
    }

    private static Decision one(StopRule rule, double... scores) {
        return rule.decide(ONE, List.of(scores), NO_PAIR, StopRule.MARGIN);
    }

    private static Decision two(double[] first, double[] second) {
        return RULE.decide(TWO, List.of(first, second), PAIR, StopRule.MARGIN);
    }

    @Test
    void fewerThanTheFewestForksAreNeverEnough() {
        assertThat(one(RULE)).isEqualTo(new Decision(true, Double.POSITIVE_INFINITY, "0 of at least 6 forks"));
        assertThat(one(RULE, 100)).isEqualTo(new Decision(true, Double.POSITIVE_INFINITY, "1 of at least 6 forks"));
        Decision five = one(RULE, 100, 100, 100, 100, 100);
        assertThat(five).isEqualTo(new Decision(true, 0, "5 of at least 6 forks, widest ±0 % (mysql 9.7.0)"));
    }

    /** By hand: t for five degrees of freedom is 2.5706 (any table), so ±2.5706 · 0.0345 / √5 = 0.03966 of the logarithm, 4.05 %. */
    @Test
    void aWideCellNeedsMore() {
        Decision decision = one(RULE, around(100, 6, 0.0345));
        assertThat(decision.more()).isTrue();
        assertThat(decision.reason()).isEqualTo("mysql 9.7.0 ±4.1 %, target ±3 %");
        assertThat(decision.need()).isCloseTo(Math.pow(4.046 / 3, 2), within(0.001));
    }

    private static int expected(double[]... scores) {
        List<double[]> cells = List.of(scores);
        return RULE.expected(
                cells.size() == 1 ? ONE : TWO, cells, cells.size() == 1 ? NO_PAIR : PAIR, cells.size() - 1);
    }

    /**
     * By hand: s = 0.0345 √(6/5) = 0.03779. With 8 forks ±2.3646 · s / √8 = 0.0316 of the logarithm, with 9 ±2.3060 · s / 3 = 0.0290, and
     * ln 1.03 = 0.0296.
     */
    @Test
    void asManyForksAreExpectedAsMakeTheIntervalNarrowAndTwoThatConfirmIt() {
        assertThat(expected(around(100, 6, 0.0345))).isEqualTo(9 + 2);
        assertThat(expected(around(100, 6, 0.5))).isEqualTo(20);
        assertThat(expected(around(100, 4, 0.001)))
                .as("never fewer than the fewest, and two")
                .isEqualTo(8);
        assertThat(expected(around(100, 7, 0.001))).as("one confirms already").isEqualTo(8);
        assertThat(expected(around(100, 2, 0.001)))
                .as("of two forks nothing is known")
                .isEqualTo(14);
    }

    @Test
    void theWidestOfCellsAndComparisonsSaysWhatIsExpected() {
        double[] first = around(100, 6, 0.02);
        double[] second = around(102.5, 6, -0.02);
        assertThat(expected(first)).isEqualTo(8);
        assertThat(expected(first, second)).as("2.5 % apart").isBetween(12, 20);
        assertThat(expected(first, around(200, 6, -0.02))).as("twice as slow").isEqualTo(8);
    }

    @Test
    void whatMissesTheTargetByLittleDoesNotReadLikeTheTarget() {
        // 2.5706 · 0.02573 / √5 = 0.02958, 3.002 %
        assertThat(one(RULE, around(100, 6, 0.02573)).reason()).isEqualTo("mysql 9.7.0 ±3.1 %, target ±3 %");
    }

    @Test
    void twoForksConfirmWhatIsEnough() {
        assertThat(one(RULE, around(100, 6, 0.02)).reason()).isEqualTo("confirming: all within ±3 %");
        assertThat(one(RULE, around(100, 7, 0.02)).more()).isTrue();
        Decision eight = one(RULE, around(100, 8, 0.02));
        assertThat(eight.more()).isFalse();
        assertThat(eight.reason()).isEqualTo("all within ±3 %");
        assertThat(one(new StopRule(8, 20, 0.03), around(100, 8, 0.02)).more()).isTrue();
    }

    /** An outlier in the first six; the row is narrow enough from the eighth fork on. */
    @Test
    void whatIsEnoughForTheFirstTimeIsConfirmedFirst() {
        double[] scores = around(100, 20, 0.01);
        scores[0] = 107;
        assertThat(one(RULE, Arrays.copyOf(scores, 6)).reason()).startsWith("mysql 9.7.0 ±3.");
        assertThat(one(RULE, Arrays.copyOf(scores, 7)).reason()).startsWith("confirming");
        assertThat(one(RULE, Arrays.copyOf(scores, 8)).reason()).startsWith("confirming");
        assertThat(one(RULE, Arrays.copyOf(scores, 9)).more()).isFalse();
    }

    @Test
    void whatTheConfirmationForksRefuteGoesOn() {
        double[] scores = around(100, 8, 0.01);
        scores[7] = 120;
        Decision decision = one(RULE, scores);
        assertThat(decision.more()).isTrue();
        assertThat(decision.reason()).endsWith("target ±3 %");
    }

    /** Both within ±2.3 %, but in opposite phase: the differences are ±0.04, so ±4.7 % with six forks. */
    @Test
    void anUndecidedComparisonNeedsMore() {
        Decision decision = two(around(102, 6, 0.02), around(100, 6, -0.02));
        assertThat(decision.more()).isTrue();
        assertThat(decision.reason()).isEqualTo("mysql 9.7.0 / mariadb 4.0.0 1.02 [0.97–1.07] not decided");
        // 2.5706 · 0.04 / √5 = 0.04598, 4.706 %
        assertThat(decision.need()).isCloseTo(Math.pow(4.706 / 3, 2), within(0.001));
    }

    @Test
    void aClearDifferenceIsDecidedHoweverWide() {
        Decision decision = two(around(150, 8, 0.02), around(100, 8, -0.02));
        assertThat(decision.more()).isFalse();
        assertThat(decision.reason()).isEqualTo("all within ±3 %, every contrast decided or narrow enough");
        // a decided comparison makes nothing urgent: the cells' 2.3646 · 0.02 / √7 = 0.01788, 1.804 %
        assertThat(decision.need()).isCloseTo(Math.pow(1.804 / 3, 2), within(0.001));
    }

    @Test
    void aComparisonThatIsNarrowEnoughIsDecided() {
        // 1.015 is neither equal within 2 % nor different; ±2.3646 · 0.02 / √7 = 1.8 %
        assertThat(two(around(101.5, 8, 0.01), around(100, 8, -0.01)).more()).isFalse();
    }

    @Test
    void aWiderMarginDecidesThatTwoAreEqual() {
        List<double[]> scores = List.of(around(100, 8, 0.02), around(100, 8, -0.02));
        assertThat(RULE.decide(TWO, scores, PAIR, 0.02).more()).isTrue();
        assertThat(RULE.decide(TWO, scores, PAIR, 0.05).more()).isFalse();
    }

    /** Eight differences of 0.04 ± 0.04: t = 0.04 √7 / 0.04 = 2.646, p = 0.033 for seven degrees of freedom. */
    @Test
    void aDifferenceMustBeSurerToEndARowEarlyThanAtTheEnd() {
        double[] first = around(100 * Math.exp(0.04), 8, 0.02);
        double[] second = around(100, 8, -0.02);
        assertThat(two(first, second).reason()).endsWith("not decided");
        StopRule last = new StopRule(6, 8, 0.03);
        assertThat(last.decide(TWO, List.of(first, second), PAIR, StopRule.MARGIN)
                        .reason())
                .isEqualTo("8 forks, all within ±3 %, every contrast decided or narrow enough");
    }

    /**
     * t = 4.85 with eight forks and 4.85 √5 / √7 = 4.10 with the first six: p is 0.0019 and 0.0094, both below 0.01 for one comparison
     * (t tables: 4.785 for 0.002 and 7 degrees of freedom, 4.032 for 0.01 and 5); Holm makes 0.015 of 0.0019 where there are eight.
     */
    @Test
    void theComparisonsOfARowAreOneFamily() {
        double[] slow = around(100 * Math.exp(4.85 * 0.04 / Math.sqrt(7)), 8, 0.02);
        double[] base = around(100, 8, -0.02);
        assertThat(two(slow, base).more()).isFalse();
        List<String> names = new ArrayList<>(Collections.nCopies(8, "slow"));
        names.add("base");
        List<double[]> scores = new ArrayList<>(Collections.nCopies(8, slow));
        scores.add(base);
        List<Pair> pairs =
                IntStream.range(0, 8).mapToObj(cell -> new Pair(cell, 8)).toList();
        Decision eight = RULE.decide(names, scores, pairs, StopRule.MARGIN);
        assertThat(eight.more()).isTrue();
        assertThat(eight.reason()).isEqualTo("slow / base 1.08 [1.04–1.12] not decided");
    }

    @Test
    void theMostForksAreEnoughAndTheReasonSaysHowWideItIs() {
        // t for 19 degrees of freedom is 2.0930: 2.0930 · 0.138 / √19 = 0.06626, 6.851 %
        Decision decision = one(RULE, around(100, 20, 0.138));
        assertThat(decision.more()).isFalse();
        assertThat(decision.reason()).isEqualTo("20 forks, widest ±6.9 % (mysql 9.7.0)");
        assertThat(two(around(101.9, 20, 0.06), around(100, 20, -0.06)).reason())
                .isEqualTo("20 forks, mysql 9.7.0 / mariadb 4.0.0 1.02 [0.96–1.08] not decided");
    }

    @Test
    void aFixedNumberIsNeitherShortenedNorConfirmed() {
        StopRule ten = new StopRule(10, 10, 0.03);
        assertThat(one(ten, around(100, 9, 0)).more()).isTrue();
        assertThat(one(ten, around(100, 9, 0)).reason()).isEqualTo("9 of 10 forks, widest ±0 % (mysql 9.7.0)");
        // t for nine degrees of freedom is 2.2622: 2.2622 · 0.1 / 3 = 0.0754, 7.83 %
        Decision decision = one(ten, around(100, 10, 0.1));
        assertThat(decision.more()).isFalse();
        assertThat(decision.reason()).isEqualTo("10 forks, widest ±7.9 % (mysql 9.7.0)");
    }

    @Test
    void withoutATargetNothingIsUrgent() {
        Decision decision = one(new StopRule(2, 2, Double.POSITIVE_INFINITY), 100, 200);
        assertThat(decision.more()).isFalse();
        assertThat(decision.need()).isZero();
    }

    @Test
    void aCellThatAlwaysFailsIsLeftOut() {
        double[] failed = new double[8];
        Arrays.fill(failed, Double.NaN);
        assertThat(two(around(100, 8, 0.01), failed).more()).isFalse();
        assertThat(two(failed, failed)).isEqualTo(new Decision(false, Double.POSITIVE_INFINITY, "no cell has a score"));
    }

    @Test
    void aCellThatHasOneScoreIsNotKnownButNotUrgentEither() {
        double[] flaky = new double[8];
        Arrays.fill(flaky, Double.NaN);
        flaky[3] = 100;
        Decision decision = two(around(100, 8, 0.02), flaky);
        assertThat(decision.more()).isTrue();
        assertThat(decision.reason()).isEqualTo("mariadb 4.0.0 ±∞, target ±3 %");
        assertThat(decision.need()).isCloseTo(Math.pow(1.804 / 3, 2), within(0.001));
    }

    /** Drift of 3 % per block and a fork that failed: what both have of the other blocks differs by exactly 10 %. */
    @Test
    void comparisonsUseTheBlocksThatBothHave() {
        double[] first = new double[8];
        Arrays.setAll(first, i -> 110 * Math.pow(1.003, i));
        double[] second = Arrays.stream(first).map(score -> score / 1.1).toArray();
        second[2] = Double.NaN;
        first[5] = Double.NaN;
        assertThat(two(first, second).reason()).isEqualTo("all within ±3 %, every contrast decided or narrow enough");
    }

    @Test
    void cellsThatShareNoBlockAreNotDecided() {
        double[] even = {100, Double.NaN, 100, Double.NaN, 100, Double.NaN, 100, Double.NaN};
        double[] odd = {Double.NaN, 100, Double.NaN, 100, Double.NaN, 100, Double.NaN, 100};
        assertThat(two(even, odd).reason()).isEqualTo("mysql 9.7.0 / mariadb 4.0.0 1.00 [0.00–∞] not decided");
    }

    @Test
    void reasonsHaveADecimalPointEverywhere() {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.GERMANY);
        try {
            assertThat(two(around(102, 6, 0.02), around(100, 6, -0.02)).reason())
                    .contains("1.02 [0.97–1.07]");
            assertThat(one(RULE, around(100, 6, 0.0345)).reason()).contains("±4.1 %");
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void rulesAndRowsThatMakeNoSenseAreRefused() {
        assertThatThrownBy(() -> new StopRule(0, 5, 0.03)).hasMessageContaining("at least one fork");
        assertThatThrownBy(() -> new StopRule(6, 5, 0.03)).hasMessageContaining("6 and 5");
        assertThatThrownBy(() -> new StopRule(6, 20, 0)).hasMessageContaining("above 0");
        assertThatThrownBy(() -> RULE.decide(TWO, List.of(new double[1]), PAIR, 0.02))
                .hasMessageContaining("2 names");
        assertThatThrownBy(() -> two(new double[] {1, 1}, new double[] {1})).hasMessageContaining("equally many");
        assertThatThrownBy(() -> one(RULE, 0)).hasMessageContaining("positive");
        assertThatThrownBy(() -> RULE.decide(ONE, List.of(new double[] {1}), PAIR, 0.02))
                .hasMessageContaining("no cell");
    }
}
