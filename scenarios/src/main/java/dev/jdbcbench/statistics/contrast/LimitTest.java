package dev.jdbcbench.statistics.contrast;

import java.util.ArrayList;
import java.util.List;

/**
 * Tests whether A takes longer than its base by more than a limit: a gate for a candidate. There is no default outcome:
 * a comparison is above the limit, below it, or open.
 *
 * <p>A comparison is above if its whole interval is above, at the level at which {@link Holm} tested it. So if no
 * comparison of the family is above, the chance that any is reported as above is at most half the significance. A
 * comparison is below if its whole 90 % interval is below: the one-sided test of non-inferiority at 5 % (S. Wellek,
 * "Testing Statistical Hypotheses of Equivalence and Noninferiority", 2nd edition, 2010). A gate passes only if every
 * comparison is below, so these tests need no adjustment.
 */
public final class LimitTest {
    /** With fewer groups no comparison is decided. */
    public static final int FEWEST_GROUPS = Claims.FEWEST_TO_DIFFER;

    private LimitTest() {}

    /** What is known about a comparison and the limit. */
    public enum Outcome {
        /** A takes longer by more than the limit. */
        ABOVE,
        /** A takes longer by less than the limit, or is faster. */
        BELOW,
        /** More groups are needed to decide. */
        OPEN
    }

    /**
     * One comparison.
     *
     * @param estimate of ln(A / base)
     * @param level confidence level of the interval, at which the comparison was tested
     */
    public record Result(LogRatio estimate, double level, Outcome outcome) {
        /** The interval, which excludes the limit exactly if the outcome is not {@link Outcome#OPEN}. */
        public Interval interval() {
            return estimate.interval(level);
        }
    }

    /** Tests comparisons of a family against one limit. */
    public static List<Result> of(List<LogRatio> estimates, double limit, int family, double significance) {
        return of(estimates, limit, limit, family, significance);
    }

    /**
     * Tests comparisons of a family.
     *
     * @param over above 0: 0.05 if a comparison is above from 5 % longer on
     * @param under at least the other: 0.05 if a comparison is below up to 5 % longer, and not known to be above
     * @param family number of comparisons that are judged together, at least that of the estimates
     * @param significance limit for an adjusted p value: {@link Claims#SIGNIFICANCE}, or less where an outcome ends
     *     the measuring early
     * @throws IllegalArgumentException if the family is smaller, or a limit is not above 0
     */
    public static List<Result> of(
            List<LogRatio> estimates, double over, double under, int family, double significance) {
        int n = estimates.size();
        if (family < n || !(over > 0 && under >= over)) {
            throw new IllegalArgumentException(n + " comparisons in a family of " + family + ", limit " + over);
        }
        double[] p = estimates.stream()
                .mapToDouble(estimate -> estimate.groups() < FEWEST_GROUPS ? 1 : estimate.pAtMost(over))
                .toArray();
        double[] adjusted = ComparisonFamily.adjusted(p, family);
        List<Result> results = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            LogRatio estimate = estimates.get(i);
            boolean above = adjusted[i] < significance;
            boolean below = !above && estimate.groups() >= FEWEST_GROUPS && estimate.pAtLeast(under) <= significance;
            results.add(new Result(
                    estimate,
                    below ? 1 - 2 * significance : ComparisonFamily.level(p, adjusted, i, family, significance),
                    above ? Outcome.ABOVE : below ? Outcome.BELOW : Outcome.OPEN));
        }
        return List.copyOf(results);
    }

    /**
     * Number of groups after which a comparison would be decided if further groups had the same mean and scatter.
     *
     * @param over as in {@link #of}
     * @param under as in {@link #of}
     * @param family number of comparisons that are judged together
     * @param most groups that are considered
     * @return at least the number that it has; {@code most} if even that many do not decide it
     */
    public static int groupsToDecide(LogRatio estimate, double over, double under, int family, int most) {
        return estimate.groupsUntil(
                then -> of(List.of(then), over, under, family, Claims.SIGNIFICANCE)
                                .get(0)
                                .outcome()
                        != Outcome.OPEN,
                FEWEST_GROUPS,
                most);
    }
}
