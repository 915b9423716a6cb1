package dev.jdbcbench.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Comparisons that are looked at together, with adjusted p values, outcomes and intervals that agree with each other.
 *
 * <p>A ratio differs from 1 if its p value, adjusted by {@link Holm}, is below the significance α; so the chance of any false
 * difference is at most α. Each interval has the level at which Holm's rule tested the comparison: of m comparisons the one
 * with the r-th smallest p value 1 − α/(m − r + 1) where it differs, and all others 1 − α/(m − R) after R that differ. So an interval
 * excludes 1 exactly if the outcome says different. Each holds its truth with its own level; that all do at once is not promised.
 */
public final class ComparisonFamily {
    /** A difference after Holm's adjustment, and the one-sided tests of equality. */
    public static final double SIGNIFICANCE = 0.05;

    /** The least difference between two drivers that matters: 2 %. */
    public static final double MARGIN = 0.02;

    /** Fewer groups say nothing of a difference. */
    public static final int FEWEST_TO_DIFFER = 3;

    /** A first look of three groups makes no claim of equality. */
    public static final int FEWEST_TO_EQUAL = 4;

    private ComparisonFamily() {}

    /**
     * Compares, where these comparisons are the whole family.
     *
     * @param estimates of ln(A / base), one for each comparison
     * @param margin the difference that matters: 0.02 for 2 %
     */
    public static List<Comparison> of(List<LogRatio> estimates, double margin) {
        double[] margins = new double[estimates.size()];
        Arrays.fill(margins, margin);
        return of(estimates, margins, estimates.size(), SIGNIFICANCE);
    }

    /**
     * Compares, where these comparisons may be only some of the family: then each has to be as sure as it must be among all
     * (Bonferroni, never less strict than Holm's rule over the whole family).
     *
     * @param margins one for each comparison, not negative
     * @param family how many comparisons are looked at together, these included
     * @param significance what an adjusted p value must be below
     * @throws IllegalArgumentException if the lengths differ, the family is smaller than what is in it, or a margin is negative
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
            boolean enough = estimates.get(i).groups() >= FEWEST_TO_DIFFER;
            p[i] = enough ? estimates.get(i).pValue(1) : 1;
            within[i] = enough ? estimates.get(i).pWithin(margins[i]) : 1;
        }
        double[] adjusted = adjusted(p, family);
        double[] adjustedWithin = adjusted(within, family);
        int rejected =
                (int) Arrays.stream(adjusted).filter(a -> a < significance).count();
        List<Comparison> comparisons = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            LogRatio estimate = estimates.get(i);
            boolean different = adjusted[i] < significance;
            int smaller = family > n ? 0 : different ? rank(p, i) : rejected;
            double level = 1 - significance / (family - smaller);
            boolean equal = estimate.groups() >= FEWEST_TO_EQUAL && estimate.pBeyond(margins[i]) <= significance;
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

    private static double[] adjusted(double[] p, int family) {
        double[] adjusted = Holm.adjusted(p);
        if (family > p.length) {
            for (int i = 0; i < p.length; i++) {
                adjusted[i] = Math.max(adjusted[i], Math.min(1, family * p[i]));
            }
        }
        return adjusted;
    }

    /** How many p values are tested before this one; equal ones in their order. */
    private static int rank(double[] p, int i) {
        int before = 0;
        for (int j = 0; j < p.length; j++) {
            before += p[j] < p[i] || (p[j] == p[i] && j < i) ? 1 : 0;
        }
        return before;
    }
}
