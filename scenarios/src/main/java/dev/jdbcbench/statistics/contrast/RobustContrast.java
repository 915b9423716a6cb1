package dev.jdbcbench.statistics.contrast;

import dev.jdbcbench.statistics.sample.LogMean;
import dev.jdbcbench.statistics.sample.Summary;
import java.util.Arrays;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Compares two cells by the median of their forks instead of the mean, so a few slow forks do not decide: the estimates of
 * Hodges and Lehmann with the exact intervals of Wilcoxon's tests (J. L. Hodges, E. L. Lehmann, "Estimates of location based on
 * rank tests", Annals of Mathematical Statistics 34 (1963) 598–611). If the differences of the blocks are symmetric, it
 * estimates the same as the mean. If they are not, the two disagree, which is the purpose of this check.
 */
public final class RobustContrast {
    private static final double OUTSIDE = 1 - LogMean.CONFIDENCE;

    /** Above this number, the normal approximation of Wilcoxon's statistics is just as good. */
    private static final int MOST_EXACT = 40;

    private RobustContrast() {}

    /**
     * The median of all pairwise means of differences, (dᵢ + dⱼ)/2 with i ≤ j, and the interval of the signed-rank test.
     *
     * @param logDifferences as for {@link Contrast#of}, NaN for a block without one of the two
     * @return the ratio with an interval of at least 95 %; 0 to infinity with fewer than six blocks, which allow no interval
     * @throws IllegalArgumentException if no block is left
     */
    public static Contrast paired(double[] logDifferences) {
        double[] present =
                Arrays.stream(logDifferences).filter(d -> !Double.isNaN(d)).toArray();
        int n = present.length;
        double[] means = new double[n * (n + 1) / 2];
        int next = 0;
        for (int i = 0; i < n; i++) {
            for (int j = i; j < n; j++) {
                means[next++] = (present[i] + present[j]) / 2;
            }
        }
        double variance = n * (n + 1.0) * (2.0 * n + 1) / 24;
        return of(means, n <= MOST_EXACT ? signedRank(n) : new double[0], variance, n);
    }

    /**
     * The median of all differences between a fork of one cell and a fork of the other, and the interval of the rank-sum test.
     *
     * @param logScores ln of A's fork scores, at least one
     * @param baseLogScores ln of B's fork scores, at least one
     * @throws IllegalArgumentException if one of them has no fork
     */
    public static Contrast unpaired(double[] logScores, double[] baseLogScores) {
        int n = logScores.length;
        int m = baseLogScores.length;
        double[] differences = new double[n * m];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < m; j++) {
                differences[i * m + j] = logScores[i] - baseLogScores[j];
            }
        }
        double variance = n * m * (n + m + 1.0) / 12;
        return of(differences, Math.max(n, m) <= MOST_EXACT ? rankSum(n, m) : new double[0], variance, Math.min(n, m));
    }

    /**
     * The verdict by the mean if the robust comparison supports it, otherwise undecided. A robust difference must have the same
     * sign and be beyond the margin or at least half as large as that by the mean; equality must be within the margin.
     *
     * @param ratio the ratio by the mean
     */
    public static Verdict agreed(Verdict ofMean, double ratio, Contrast robust, double margin) {
        double least = Math.min(Math.abs(Math.log(ratio)) / 2, Math.log1p(margin));
        boolean allows = switch (ofMean) {
            case SLOWER -> Math.log(robust.ratio()) >= least;
            case FASTER -> -Math.log(robust.ratio()) >= least;
            case EQUAL -> robust.apart() <= margin;
            case UNDECIDED -> true;
        };
        return allows ? ofMean : Verdict.UNDECIDED;
    }

    /** @param counts number of arrangements with the statistic 0, 1 …; empty for the normal approximation */
    private static Contrast of(double[] candidates, double[] counts, double variance, int blocks) {
        if (candidates.length == 0) {
            throw new IllegalArgumentException("no block has both, no contrast");
        }
        double[] sorted = candidates.clone();
        Arrays.sort(sorted);
        int all = sorted.length;
        double middle = Summary.of(sorted).median();
        int leftOut = leftOut(counts, variance, all);
        boolean interval = leftOut >= 1;
        long above = Arrays.stream(sorted).filter(value -> value > 0).count();
        long below = Arrays.stream(sorted).filter(value -> value < 0).count();
        return new Contrast(
                Math.exp(middle),
                interval ? Math.exp(sorted[leftOut - 1]) : 0,
                interval ? Math.exp(sorted[all - leftOut]) : Double.POSITIVE_INFINITY,
                pValue(counts, variance, all, (int) Math.min(all - above, all - below)),
                blocks);
    }

    /**
     * The largest c such that fewer than c of the candidates lie on one side of the true value in at most 2.5 % of cases; 0 if
     * there is none.
     */
    private static int leftOut(double[] counts, double variance, int all) {
        if (counts.length == 0) {
            double z = NormalDistribution.of(0, 1).inverseCumulativeProbability(1 - OUTSIDE / 2);
            return Math.max(0, (int) Math.floor((all + 1) / 2.0 - z * Math.sqrt(variance)));
        }
        double total = Arrays.stream(counts).sum();
        double sum = 0;
        int left = 0;
        while (left < counts.length && (sum + counts[left]) / total <= OUTSIDE / 2) {
            sum += counts[left++];
        }
        return left;
    }

    /** Two-sided p value for the hypothesis that the ratio is 1. */
    private static double pValue(double[] counts, double variance, int all, int statistic) {
        if (counts.length == 0) {
            double z = Math.max(0, all / 2.0 - statistic - 0.5) / Math.sqrt(variance);
            return Math.min(1, 2 * NormalDistribution.of(0, 1).survivalProbability(z));
        }
        double total = Arrays.stream(counts).sum();
        return Math.min(1, 2 * Arrays.stream(counts).limit(statistic + 1L).sum() / total);
    }

    /** For each sum of ranks 0, 1 … n (n + 1)/2, the number of the 2ⁿ choices of signs with that sum. */
    private static double[] signedRank(int n) {
        double[] counts = new double[n * (n + 1) / 2 + 1];
        counts[0] = 1;
        for (int rank = 1; rank <= n; rank++) {
            for (int sum = counts.length - 1; sum >= rank; sum--) {
                counts[sum] += counts[sum - rank];
            }
        }
        return counts;
    }

    /**
     * For 0, 1 … n m, the number of orders of n and m values with that many pairs in which the first is larger: coefficients of
     * a Gaussian binomial.
     */
    private static double[] rankSum(int n, int m) {
        double[] counts = new double[n * m + 1];
        counts[0] = 1;
        for (int i = 1; i <= n; i++) {
            for (int sum = counts.length - 1; sum >= m + i; sum--) {
                counts[sum] -= counts[sum - m - i];
            }
            for (int sum = i; sum < counts.length; sum++) {
                counts[sum] += counts[sum - i];
            }
        }
        return counts;
    }
}
