package dev.jdbcbench.statistics.contrast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jdbcbench.statistics.contrast.ComparisonRule.Contest;
import dev.jdbcbench.statistics.contrast.ComparisonRule.Decision;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("changes the default locale")
class ComparisonRuleTest {
    private static final ComparisonRule RULE = new ComparisonRule(4, 12, 0.03);
    private static final double INFINITE = Double.POSITIVE_INFINITY;

    /** The scatter between groups is known, so all intervals are normal. */
    private static Contest mysql(double ratio, double sd, int groups) {
        return new Contest(
                "mysql / mariadb", new LogRatio(Math.log(ratio), sd / Math.sqrt(groups), INFINITE, groups), 0.02);
    }

    /** However narrow a comparison is, its row continues until the comparison is decided. */
    @Test
    void withoutATargetOnlyADecisionStops() {
        ComparisonRule untilDecided = new ComparisonRule(4, 40, 0);
        Contest narrow = mysql(1.013, 0.02, 8);
        assertThat(RULE.decide(8, List.of(narrow), List.of(narrow), 1).more()).isFalse();
        assertThat(untilDecided.decide(8, List.of(narrow), List.of(narrow), 1).more())
                .isTrue();
        Contest equal = mysql(1.001, 0.02, 8);
        assertThat(untilDecided.decide(8, List.of(equal), List.of(equal), 1).more())
                .isFalse();
    }

    private static Decision decide(int groups, Contest now, Contest before) {
        return RULE.decide(groups, List.of(now), List.of(before), 1);
    }

    private static Decision steady(int groups, double ratio, double sd) {
        return decide(groups, mysql(ratio, sd, groups), mysql(ratio, sd, groups - 1));
    }

    @Test
    void minimumOfGroupsIsRequired() {
        assertThat(RULE.decide(0, List.of(), List.of(), 1).reason()).isEqualTo("0 of at least 4 groups");
        Decision three = steady(3, 1.28, 0.05);
        assertThat(three.more()).isTrue();
        assertThat(three.reason()).isEqualTo("3 of at least 4 groups, mysql / mariadb 1.28 [1.19–1.38] decided");
        assertThat(three.expectedGroups()).isEqualTo(4);
    }

    /** 2.5758 standard errors of 0.05/√4 are 0.0644: an early difference needs a 99 % interval. */
    @Test
    void decisionAtTheFirstLookNeedsNoConfirmation() {
        assertThat(steady(4, 1.28, 0.05)).isEqualTo(new Decision(false, 4, "mysql / mariadb 1.28 [1.20–1.37] decided"));
    }

    @Test
    void narrowFirstLookNeedsConfirmation() {
        assertThat(steady(4, 1.015, 0.014 * Math.sqrt(4)).reason())
                .startsWith("confirming: ")
                .endsWith("within ±3 %");
    }

    /** 2.5758 standard errors of 0.05/√5 are 0.0576. */
    @Test
    void laterDecisionNeedsOneConfirmingGroup() {
        Decision five = decide(5, mysql(1.28, 0.05, 5), mysql(1.01, 0.05, 4));
        assertThat(five).isEqualTo(new Decision(true, 6, "confirming: mysql / mariadb 1.28 [1.21–1.36] decided"));
        assertThat(steady(6, 1.28, 0.05).more()).isFalse();
    }

    @Test
    void changedVerdictNeedsConfirmation() {
        Decision decision = decide(6, mysql(1.28, 0.05, 6), mysql(1.01, 0.05, 5));
        assertThat(decision.more()).isTrue();
        assertThat(decision.expectedGroups()).isEqualTo(7);
        assertThat(decision.reason()).startsWith("confirming: ");
        assertThat(decide(6, mysql(1.01, 0.05, 6), mysql(1.28, 0.05, 5)).more()).isTrue();
    }

    /** 2.24 standard errors: p = 0.025 is significant only at the end. */
    @Test
    void earlyDifferenceNeedsAStricterLevel() {
        double sd = Math.log(1.1) / 2.24 * Math.sqrt(5);
        assertThat(steady(5, 1.1, sd).more()).isTrue();
        assertThat(steady(5, 1.1, sd).reason()).isEqualTo("mysql / mariadb 1.10 [0.99–1.23] not decided");
        ComparisonRule five = new ComparisonRule(4, 5, 0.03);
        Decision last = five.decide(5, List.of(mysql(1.1, sd, 5)), List.of(mysql(1.1, sd, 4)), 1);
        assertThat(last).isEqualTo(new Decision(false, 5, "5 groups, mysql / mariadb 1.10 [1.01–1.20] decided"));
    }

    /** ±3 %: 1.96 standard errors must not exceed ln 1.03 = 0.02956, so sd/√5 must not exceed 0.01508. */
    @Test
    void narrowComparisonStops() {
        assertThat(steady(5, 1.01, 0.015 * Math.sqrt(5)))
                .isEqualTo(new Decision(true, 6, "confirming: mysql / mariadb 1.01 [0.97–1.05] within ±3 %"));
        assertThat(steady(5, 1.01, 0.0152 * Math.sqrt(5)).reason()).endsWith("not decided");
        assertThat(steady(6, 1.01, 0.015 * Math.sqrt(5)).more()).isFalse();
        Decision equal = steady(5, 1, 0.005);
        assertThat(equal.more()).isFalse();
        assertThat(equal.reason()).isEqualTo("mysql / mariadb 1.00 [1.00–1.00] decided");
    }

    /** The interval is narrow when 1.96 · 0.04/√n is at most 0.02956: n = 7.03, so 8 groups and one to confirm. */
    @Test
    void expectedGroupsIncludeOneForConfirmation() {
        assertThat(steady(4, 1.001, 0.04).expectedGroups()).isEqualTo(9);
        assertThat(steady(8, 1.001, 0.04).expectedGroups()).isEqualTo(9);
        assertThat(steady(4, 1.001, 0.5).expectedGroups()).isEqualTo(12);
        assertThat(steady(2, 1.5, 0.001).expectedGroups())
                .as("two groups say nothing about scatter")
                .isEqualTo(8);
    }

    /** Holm tests the more certain comparison first, then the other one alone. */
    @Test
    void eachComparisonOfARowCounts() {
        List<Contest> now = List.of(
                mysql(1.28, 0.05, 5),
                new Contest("drizzle / mariadb", mysql(1.03, 0.05, 5).estimate(), 0.02));
        Decision open = RULE.decide(5, now, now, 2);
        assertThat(open.more()).isTrue();
        assertThat(open.reason()).startsWith("drizzle / mariadb 1.03").endsWith("not decided");
        List<Contest> clear = List.of(mysql(1.28, 0.05, 5), mysql(1.5, 0.01, 5));
        assertThat(RULE.decide(5, clear, clear, 2).reason())
                .isEqualTo("mysql / mariadb 1.28 [1.21–1.36] decided; all 2 decided or within ±3 %");
    }

    /** 4.4 standard errors, p = 1.1e−5: enough for ten comparisons at 0.01, not for a thousand. */
    @Test
    void largerFamilyNeedsAStricterLevel() {
        double sd = Math.log(1.2) / 4.4 * Math.sqrt(5);
        List<Contest> row = List.of(mysql(1.2, sd, 5));
        assertThat(RULE.decide(5, row, row, 10).reason()).endsWith(" decided").doesNotContain("not");
        assertThat(RULE.decide(5, row, row, 1000).reason()).endsWith("not decided");
    }

    /**
     * Two comparisons are open. At p = 0.01, adjusted for two, the larger difference needs fewer groups than the whole row.
     */
    @Test
    void nextDecisionIsThatOfTheNearestComparison() {
        ComparisonRule untilDecided = new ComparisonRule(3, 40, 0);
        List<Contest> now = List.of(mysql(1.05, 0.04, 4), mysql(1.03, 0.05, 4));
        int next = untilDecided.groupsToNextDecision(4, now, 2, 0.01);
        int whole = untilDecided.decide(4, now, now, 2).expectedGroups() - 4;
        assertThat(next).isBetween(1, 8);
        assertThat(whole).isGreaterThan(2 * next);
        assertThat(untilDecided.groupsToNextDecision(4, now.subList(1, 2), 2, 0.01))
                .isGreaterThan(next);
    }

    /** Three standard errors, p = 0.0027: certain enough among nine comparisons at 0.025, and among three at 0.01. */
    @Test
    void comparisonIsOpenDependingOnTheFamilyAndTheLevel() {
        List<Contest> row = List.of(mysql(Math.exp(0.06), 0.04, 4));
        assertThat(RULE.open(row, 9, 0.025)).isZero();
        assertThat(RULE.open(row, 10, 0.025)).isEqualTo(1);
        assertThat(RULE.open(row, 3, 0.01)).isZero();
        assertThat(RULE.open(row, 4, 0.01)).isEqualTo(1);
    }

    @Test
    void nextDecisionIsAtLeastOneGroupAwayAndAtMostTheLast() {
        ComparisonRule untilDecided = new ComparisonRule(3, 40, 0);
        assertThat(untilDecided.groupsToNextDecision(4, List.of(mysql(1.28, 0.01, 4)), 1, 0.01))
                .isEqualTo(1);
        assertThat(untilDecided.groupsToNextDecision(4, List.of(mysql(1.0, 0.5, 4)), 1, 0.01))
                .isEqualTo(36);
    }

    @Test
    void rowWithoutComparisonsEnds() {
        assertThat(RULE.decide(5, List.of(), List.of(), 0)).isEqualTo(new Decision(false, 5, "nothing to compare"));
    }

    @Test
    void reasonsHaveADecimalPointInEveryLocale() {
        Locale locale = Locale.getDefault();
        Locale.setDefault(Locale.GERMANY);
        try {
            assertThat(steady(5, 1.28, 0.05).reason()).isEqualTo("mysql / mariadb 1.28 [1.21–1.36] decided");
        } finally {
            Locale.setDefault(locale);
        }
    }

    @Test
    void impossibleRulesAreRefused() {
        assertThatThrownBy(() -> new ComparisonRule(0, 5, 0.03)).hasMessageContaining("at least one group");
        assertThatThrownBy(() -> new ComparisonRule(6, 5, 0.03)).hasMessageContaining("6 and 5");
        assertThatThrownBy(() -> new ComparisonRule(4, 12, -0.01)).hasMessageContaining("below 0");
        assertThatThrownBy(() -> RULE.decide(6, List.of(mysql(1, 1, 6)), List.of(), 1))
                .hasMessageContaining("a group before");
    }
}
