package dev.jdbcbench.watch;

import java.util.Arrays;
import java.util.Optional;

/**
 * A prediction interval: it contains the next value of a sample with a probability that holds for any distribution. Its
 * width reflects the scatter of single values, so unlike a confidence interval it does not shrink towards the mean with
 * more values.
 *
 * <p>The next value is below the k-th smallest of n values with probability k/(n + 1), and above the k-th largest with
 * the same probability. So the interval between these two contains it with probability (n + 1 − 2k)/(n + 1) (S. S.
 * Wilks, "Statistical prediction with special reference to the problem of tolerance limits", The Annals of Mathematical
 * Statistics 13 (1942) 400–409; G. J. Hahn, W. Q. Meeker, "Statistical Intervals: A Guide for Practitioners", Wiley
 * 1991, section 5.4). It assumes that the next value comes from the same distribution, and that the values are
 * exchangeable. Autocorrelated values, or a change of conditions, make the true probability smaller.
 *
 * @param low the k-th smallest value
 * @param high the k-th largest value
 * @param level the probability: at least 0.95 with 39 values or more, otherwise that of the interval from the smallest
 *     to the largest value
 */
public record NextValue(double low, double high, double level) {
    private static final double WANTED = 0.95;

    /** One value says nothing about scatter. */
    private static final int FEWEST = 2;

    /** The interval for a sample in any order; empty with fewer than two values. */
    public static Optional<NextValue> of(double[] values) {
        int n = values.length;
        if (n < FEWEST) {
            return Optional.empty();
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int rank = rank(n);
        return Optional.of(new NextValue(sorted[rank - 1], sorted[n - rank], (n + 1.0 - 2 * rank) / (n + 1)));
    }

    /** The largest k that keeps the required probability, at least 1. */
    private static int rank(int n) {
        // Half of 5 % of n + 1 values, in whole numbers: 39 values allow exactly one on each side.
        return Math.max(1, (n + 1) / (int) Math.round(2 / (1 - WANTED)));
    }
}
