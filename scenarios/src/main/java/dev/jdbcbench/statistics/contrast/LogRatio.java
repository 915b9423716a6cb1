package dev.jdbcbench.statistics.contrast;

import dev.jdbcbench.statistics.sample.LogMean;
import java.util.List;
import java.util.function.Predicate;
import org.apache.commons.statistics.distribution.ContinuousDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * An estimate of the logarithm of a ratio of two times, with the parameters for Student's t.
 *
 * @param mean ln ratio; above 0 if A takes longer than its base
 * @param standardError of the mean; infinite if the scatter is unknown
 * @param degreesOfFreedom of the standard error; may be infinite; 0 if the scatter is unknown
 * @param groups number of groups behind the estimate; for a mean over rows, that of the row with the fewest
 */
public record LogRatio(double mean, double standardError, double degreesOfFreedom, int groups) {
    /**
     * Compares two cells whose forks ran one cell after the other and so are not paired: the difference of the means on the log
     * scale, with the degrees of freedom of Welch and Satterthwaite (B. L. Welch, "The generalization of 'Student's' problem
     * when several different population variances are involved", Biometrika 34 (1947) 28–35). A drift of the host between the
     * two cells biases the ratio and is not covered by the interval.
     *
     * @param logScores ln of A's fork scores, at least one
     * @param baseLogScores ln of B's fork scores, at least one
     * @throws IllegalArgumentException if one of them has no fork, or a logarithm is not finite
     */
    public static LogRatio unpaired(double[] logScores, double[] baseLogScores) {
        return unpairedMean(List.of(logScores), List.of(baseLogScores));
    }

    /**
     * The geometric mean over rows of the ratio of A and B with unpaired forks. The variances of the means of all cells add up,
     * and so do their shares of the degrees of freedom, as for two cells.
     *
     * @param logScoresOfRows for each row ln of A's fork scores, as for {@link #unpaired}
     * @param baseLogScoresOfRows for each row ln of B's fork scores, in the same order; no cell may appear in two rows
     * @throws IllegalArgumentException if there is no row, one side has more rows, or a cell has no fork
     */
    public static LogRatio unpairedMean(List<double[]> logScoresOfRows, List<double[]> baseLogScoresOfRows) {
        int rows = logScoresOfRows.size();
        if (rows == 0 || rows != baseLogScoresOfRows.size()) {
            throw new IllegalArgumentException("no row, no mean: " + rows + " and " + baseLogScoresOfRows.size());
        }
        double mean = 0;
        double variance = 0;
        double squares = 0;
        int fewest = Integer.MAX_VALUE;
        for (int row = 0; row < rows; row++) {
            LogMean cell = LogMean.of(finite(logScoresOfRows.get(row)));
            LogMean base = LogMean.of(finite(baseLogScoresOfRows.get(row)));
            mean += (cell.mean() - base.mean()) / rows;
            for (LogMean one : List.of(cell, base)) {
                double share = one.standardError() * one.standardError() / rows / rows;
                variance += share;
                squares += share * share / (one.n() - 1);
                fewest = Math.min(fewest, one.n());
            }
        }
        if (fewest == 1) {
            return new LogRatio(mean, Double.POSITIVE_INFINITY, 0, 1);
        }
        double freedom = variance == 0 ? Double.POSITIVE_INFINITY : variance * variance / squares;
        return new LogRatio(mean, Math.sqrt(variance), freedom, fewest);
    }

    private static double[] finite(double[] logScores) {
        if (logScores.length == 0) {
            throw new IllegalArgumentException("no fork, no contrast");
        }
        for (double score : logScores) {
            if (!Double.isFinite(score)) {
                throw new IllegalArgumentException("the logarithm of a score must be finite, not " + score);
            }
        }
        return logScores;
    }

    /** exp(mean). */
    public double ratio() {
        return Math.exp(mean);
    }

    /** Half-width of the interval on the log scale. */
    public double halfWidth(double level) {
        if (Double.isInfinite(standardError)) {
            return Double.POSITIVE_INFINITY;
        }
        return standardError == 0 ? 0 : student().inverseSurvivalProbability((1 - level) / 2) * standardError;
    }

    /** Half-width relative to the ratio: 0.03 for ±3 %. */
    public double relativeHalfWidth(double level) {
        return Math.expm1(halfWidth(level));
    }

    /** The t interval of the ratio. It is unbounded with fewer than three groups: their scatter says next to nothing. */
    public Interval interval(double level) {
        double half = groups < Claims.FEWEST_TO_DIFFER ? Double.POSITIVE_INFINITY : halfWidth(level);
        return Double.isInfinite(half)
                ? new Interval(0, half, level)
                : new Interval(Math.exp(mean - half), Math.exp(mean + half), level);
    }

    /** The two-sided p value for the hypothesis that the ratio is {@code nullRatio}; 1 if the scatter is unknown. */
    public double pValue(double nullRatio) {
        return Math.min(1, 2 * tail(Math.abs(mean - Math.log(nullRatio))));
    }

    /**
     * The p value for the hypothesis that the two differ by no more than the margin, a minimum-effect test: both tails at the
     * margin's limit, where it is largest.
     *
     * @param margin 0.02 for 1/1.02 … 1.02
     */
    public double pWithin(double margin) {
        double distance = Math.abs(mean);
        return Math.min(1, tail(distance - Math.log1p(margin)) + tail(distance + Math.log1p(margin)));
    }

    /**
     * The p value for the hypothesis that the two differ by more than the margin: the larger one of two one-sided tests (D. J.
     * Schuirmann, "A comparison of the two one-sided tests procedure and the power approach", Journal of Pharmacokinetics and
     * Biopharmaceutics 15 (1987) 657–680).
     *
     * @param margin 0.02 for 1/1.02 … 1.02
     */
    public double pBeyond(double margin) {
        return tail(Math.log1p(margin) - Math.abs(mean));
    }

    /**
     * The two-sided p value for the hypothesis that A takes longer than its base by no more than the limit; 1 if the
     * estimate is not above the limit. The interval of level 1 − p ends at the limit.
     *
     * @param limit 0.05 for 5 % longer
     */
    public double pAtMost(double limit) {
        return Math.min(1, 2 * tail(mean - Math.log1p(limit)));
    }

    /**
     * The one-sided p value for the hypothesis that A takes longer than its base by at least the limit.
     *
     * @param limit 0.05 for 5 % longer
     */
    public double pAtLeast(double limit) {
        return tail(Math.log1p(limit) - mean);
    }

    /**
     * Whether the half-width of the interval, relative to the ratio, is at most {@code target}: 0.03 for ±3 %. Faster than
     * computing the half-width.
     */
    boolean isWithin(double target, double level) {
        return Double.isInfinite(target) || 2 * tail(Math.log1p(target)) <= 1 - level;
    }

    /** The expected estimate after {@code more} further groups with the same scatter. */
    public LogRatio with(int more) {
        return new LogRatio(
                mean,
                standardError * Math.sqrt((double) groups / (groups + more)),
                degreesOfFreedom + more,
                groups + more);
    }

    /**
     * Number of groups after which a condition would hold if further groups had the same mean and scatter.
     *
     * @param least groups that the condition needs in any case
     * @param most groups that are considered
     * @return at least the number that it has; {@code most} if even that many do not suffice
     */
    int groupsUntil(Predicate<LogRatio> decided, int least, int most) {
        for (int n = Math.max(groups, least); n < most; n++) {
            if (decided.test(with(n - groups))) {
                return n;
            }
        }
        return most;
    }

    /** The probability of an upward deviation of at least this size. */
    private double tail(double deviation) {
        if (Double.isInfinite(standardError)) {
            return 1;
        }
        if (standardError == 0) {
            // exp and ln of a mean may differ from it by rounding.
            return Math.abs(deviation) < 1e-12 ? 0.5 : deviation > 0 ? 0 : 1;
        }
        return student().survivalProbability(deviation / standardError);
    }

    private ContinuousDistribution student() {
        return Double.isInfinite(degreesOfFreedom) ? NormalDistribution.of(0, 1) : TDistribution.of(degreesOfFreedom);
    }
}
