package dev.jdbcbench.statistics.contrast;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;

/**
 * A comparison of A with its base, as part of a family.
 *
 * @param estimate of ln(A / base)
 * @param level confidence level of the interval, at which Holm's rule tested the comparison: 0.95 or more
 * @param adjustedP for the hypothesis that the ratio is 1, adjusted for the family
 * @param adjustedPWithin for the hypothesis that the two differ by no more than the margin, adjusted for the family
 * @param different whether the ratio differs from 1
 * @param equal whether the two are equal within the margin; {@code different} may be true as well, if a small difference is
 *     certain
 * @param beyond whether the two differ by more than the margin
 * @param margin 0.02 for 2 %
 */
public record Comparison(
        LogRatio estimate,
        double level,
        double adjustedP,
        double adjustedPWithin,
        boolean different,
        boolean equal,
        boolean beyond,
        double margin) {
    /** The interval, which excludes 1 exactly if {@code different}; with fewer than three groups it excludes nothing. */
    public Interval interval() {
        return estimate.interval(level);
    }

    /**
     * The 90 % interval, which lies within the margin exactly if two one-sided tests at 5 % both reject a difference beyond the
     * margin.
     */
    public Interval equivalence() {
        return estimate.interval(1 - 2 * Claims.SIGNIFICANCE);
    }

    /** Equal if that is proven; otherwise faster or slower if the ratio differs from 1; otherwise undecided. */
    public Verdict verdict() {
        if (equal) {
            return Verdict.EQUAL;
        }
        if (!different) {
            return Verdict.UNDECIDED;
        }
        return estimate.mean() > 0 ? Verdict.SLOWER : Verdict.FASTER;
    }

    /** The interval that matches the outcome: for {@link Verdict#EQUAL} the 90 % interval. */
    public Interval printed() {
        return equal ? equivalence() : interval();
    }

    /** What was tested and the outcome, in words. */
    public String text() {
        String best = percent(Math.expm1(estimate.mean()));
        String limit = trimmed(margin) + " %";
        return switch (verdict()) {
            case EQUAL ->
                "equal within " + limit + " (90 % interval)"
                        + (different ? "; a difference is certain, best estimate " + best : "");
            case SLOWER ->
                beyond
                        ? "slower by more than " + limit + "; best estimate " + best
                        : "not equal; best estimate " + best;
            case FASTER ->
                beyond
                        ? "faster by more than " + limit + "; best estimate " + best
                        : "not equal; best estimate " + best;
            case UNDECIDED -> "not decided; best estimate " + best;
        };
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%s%s %%", share < 0 ? "-" : "+", trimmed(Math.abs(share)));
    }

    private static String trimmed(double share) {
        return BigDecimal.valueOf(share * 100)
                .setScale(1, RoundingMode.HALF_EVEN)
                .stripTrailingZeros()
                .toPlainString();
    }
}
