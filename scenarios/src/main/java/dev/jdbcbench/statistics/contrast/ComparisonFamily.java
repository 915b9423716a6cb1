package dev.jdbcbench.statistics.contrast;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Comparisons that are interpreted together, with adjusted p values, outcomes and intervals that agree with each other.
 *
 * <p>A ratio differs from 1 if its p value, adjusted by {@link Holm}, is below the significance α; so the chance of any false
 * difference is at most α. Each interval has the level at which Holm's rule tested the comparison. Of m comparisons, the one
 * with the r-th smallest p value has 1 − α/(m − r + 1) if it differs; after R that differ, all others have 1 − α/(m − R). So an
 * interval excludes 1 exactly if the outcome is "different". Each interval covers the true ratio with its own level;
 * simultaneous coverage is not guaranteed.
 */
public final class ComparisonFamily {
    private ComparisonFamily() {}

    /**
     * Compares, with these comparisons as the whole family.
     *
     * @param estimates of ln(A / base), one for each comparison
     * @param margin the smallest relevant difference: 0.02 for 2 %
     */
    public static List<Comparison> of(List<LogRatio> estimates, double margin) {
        return of(estimates, margin, Claims.SIGNIFICANCE);
    }

    /**
     * Compares, with these comparisons as the whole family.
     *
     * @param margin the smallest relevant difference: 0.02 for 2 %
     * @param significance limit for an adjusted p value
     */
    public static List<Comparison> of(List<LogRatio> estimates, double margin, double significance) {
        double[] margins = new double[estimates.size()];
        Arrays.fill(margins, margin);
        return of(estimates, margins, estimates.size(), significance);
    }

    /**
     * Compares, with these comparisons as part of a family. Each must then be as certain as it would have to be within the
     * whole family (Bonferroni, never less strict than Holm's rule over the whole family).
     *
     * @param margins one for each comparison, not negative
     * @param family total number of comparisons interpreted together, including these
     * @param significance limit for an adjusted p value
     * @throws IllegalArgumentException if the lengths differ, the family is smaller than the number of estimates, or a margin
     *     is negative
     */
    public static List<Comparison> of(List<LogRatio> estimates, double[] margins, int family, double significance) {
        int n = estimates.size();
        if (margins.length != n || family < n) {
            throw new IllegalArgumentException(
                    n + " comparisons with " + margins.length + " margins in a family of " + family);
        }
        double[] p = new double[n];
        double[] within = new double[n];
        for (int i = 0; i < n; i++) {
            if (!(margins[i] >= 0)) {
                throw new IllegalArgumentException("a margin is not negative: " + margins[i]);
            }
            boolean enough = estimates.get(i).groups() >= Claims.FEWEST_TO_DIFFER;
            p[i] = enough ? estimates.get(i).pValue(1) : 1;
            within[i] = enough ? estimates.get(i).pWithin(margins[i]) : 1;
        }
        double[] adjusted = adjusted(p, family);
        double[] adjustedWithin = adjusted(within, family);
        List<Comparison> comparisons = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            LogRatio estimate = estimates.get(i);
            boolean different = adjusted[i] < significance;
            double level = level(p, adjusted, i, family, significance);
            boolean equal = estimate.groups() >= Claims.FEWEST_TO_EQUAL && estimate.pBeyond(margins[i]) <= significance;
            comparisons.add(new Comparison(
                    estimate,
                    level,
                    adjusted[i],
                    adjustedWithin[i],
                    different,
                    equal,
                    adjustedWithin[i] < significance,
                    margins[i]));
        }
        return List.copyOf(comparisons);
    }

    /**
     * Number of groups after which a single comparison would be decided if further groups had the same mean and scatter.
     *
     * @param most groups that are considered
     * @return at least the number that it has; {@code most} if even that many do not decide it
     */
    public static int groupsToDecide(LogRatio estimate, double margin, int most) {
        return estimate.groupsUntil(
                then -> of(List.of(then), margin).get(0).verdict() != Verdict.UNDECIDED, Claims.FEWEST_TO_DIFFER, most);
    }

    /** The level at which Holm's rule tested a comparison. */
    static double level(double[] p, double[] adjusted, int i, int family, double significance) {
        int rejected =
                (int) Arrays.stream(adjusted).filter(a -> a < significance).count();
        int smaller = family > p.length ? 0 : adjusted[i] < significance ? rank(p, i) : rejected;
        return 1 - significance / (family - smaller);
    }

    public static double[] adjusted(double[] p, int family) {
        double[] adjusted = Holm.adjusted(p);
        if (family > p.length) {
            for (int i = 0; i < p.length; i++) {
                adjusted[i] = Math.max(adjusted[i], Math.min(1, family * p[i]));
            }
        }
        return adjusted;
    }

    /** Number of p values tested before this one; equal ones are tested in order. */
    private static int rank(double[] p, int i) {
        int before = 0;
        for (int j = 0; j < p.length; j++) {
            before += p[j] < p[i] || (p[j] == p[i] && j < i) ? 1 : 0;
        }
        return before;
    }
}
