package dev.jdbcbench.statistics.sample;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A cell whose forks fall into two groups, so no fork has the mean time. Says nothing about the cause.
 *
 * @param fasterScore the geometric mean of the faster group, in the unit of the fork scores
 * @param slowerScore the geometric mean of the slower group, in the unit of the fork scores
 * @param slowerShare the share of forks in the slower group, 0 … 1
 * @param contiguous whether the forks of the rarer group are consecutive; with two equal groups, those of either. A hint, not
 *     proof: two of n forks are neighbours by chance with probability 2/n
 */
public record Bimodality(double fasterScore, double slowerScore, double slowerShare, boolean contiguous) {
    private static final int FEWEST_FORKS = 6;
    private static final int FEWEST_IN_A_GROUP = 2;

    /** A smaller difference between the groups is irrelevant. */
    private static final double LEAST_DIFFERENCE = 1.05;

    /**
     * For 6, 7 … 40 forks, the share of the sum of squares left within the groups, below which 1 % of normal samples fall: the
     * 1 % quantiles of 2 000 000 simulated samples each (standard error below 0.0002). More forks use the last value, which is
     * conservative, because the share grows with n, towards 1 − 2/π.
     */
    private static final double[] CRITICAL = {
        0.0324, 0.0484, 0.0640, 0.0782, 0.0918, 0.1035, 0.1134, 0.1230, 0.1316, 0.1394,
        0.1463, 0.1529, 0.1591, 0.1643, 0.1698, 0.1741, 0.1788, 0.1829, 0.1868, 0.1903,
        0.1939, 0.1972, 0.2002, 0.2031, 0.2059, 0.2083, 0.2109, 0.2135, 0.2156, 0.2179,
        0.2200, 0.2219, 0.2239, 0.2259, 0.2276
    };

    /**
     * Splits the sorted logarithms of the scores where the sum of squares within the two groups is smallest (W. D. Fisher, "On
     * grouping for maximum homogeneity", Journal of the American Statistical Association 53 (1958) 789–798), with at least two
     * forks in each group. There are two groups if that sum, as a share of the total, is smaller than in 99 % of normal samples
     * of that size, and if the groups' means differ by more than 5 %.
     *
     * @param forkScoresInTimeOrder positive; fewer than six never form two groups
     * @return empty if there is no evidence of two groups
     * @throws IllegalArgumentException if a score is not positive and finite
     */
    public static Optional<Bimodality> of(double[] forkScoresInTimeOrder) {
        int n = forkScoresInTimeOrder.length;
        if (n < FEWEST_FORKS) {
            return Optional.empty();
        }
        double[] inTimeOrder = Estimate.logarithms(forkScoresInTimeOrder);
        double[] sorted = inTimeOrder.clone();
        Arrays.sort(sorted);
        double total = squares(sorted, 0, n);
        int split = FEWEST_IN_A_GROUP;
        double least = Double.POSITIVE_INFINITY;
        for (int candidate = FEWEST_IN_A_GROUP; candidate <= n - FEWEST_IN_A_GROUP; candidate++) {
            double within = squares(sorted, 0, candidate) + squares(sorted, candidate, n);
            if (within < least) {
                least = within;
                split = candidate;
            }
        }
        double faster = Math.exp(mean(sorted, 0, split));
        double slower = Math.exp(mean(sorted, split, n));
        double critical = CRITICAL[Math.min(n - FEWEST_FORKS, CRITICAL.length - 1)];
        // Equal scores have neither a sum of squares nor a difference.
        if (!(slower > faster * LEAST_DIFFERENCE) || !(least < critical * total)) {
            return Optional.empty();
        }
        double firstOfSlower = sorted[split];
        boolean[] slow = new boolean[n];
        for (int i = 0; i < n; i++) {
            slow[i] = inTimeOrder[i] >= firstOfSlower;
        }
        int slowForks = n - split;
        boolean contiguous = 2 * slowForks == n
                ? isOneStretch(slow, true) || isOneStretch(slow, false)
                : isOneStretch(slow, 2 * slowForks < n);
        return Optional.of(new Bimodality(faster, slower, slowForks / (double) n, contiguous));
    }

    private static boolean isOneStretch(boolean[] slow, boolean group) {
        int[] members =
                IntStream.range(0, slow.length).filter(i -> slow[i] == group).toArray();
        return members[members.length - 1] - members[0] == members.length - 1;
    }

    private static double mean(double[] values, int from, int to) {
        double sum = 0;
        for (int i = from; i < to; i++) {
            sum += values[i];
        }
        return sum / (to - from);
    }

    /** The sum of squared deviations from the mean, in two passes, because a difference of sums would lose small deviations. */
    private static double squares(double[] values, int from, int to) {
        double mean = mean(values, from, to);
        double squares = 0;
        for (int i = from; i < to; i++) {
            squares += (values[i] - mean) * (values[i] - mean);
        }
        return squares;
    }
}
