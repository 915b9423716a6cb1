package dev.jdbcbench.statistics;

import java.util.Arrays;
import java.util.List;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Two cells A and B compared as the ratio of their scores, from the blocks in which both were measured. What slows a whole block
 * (drift, a busy neighbour) is in both and cancels. Where there are no blocks, see {@link #unpaired}, it does not.
 *
 * @param ratio A / B, above 0: times per operation, so above 1 means that A is slower
 * @param low the lower end of the 95 % interval; 0 when there is only one block
 * @param high the upper end of the 95 % interval; infinite when there is only one block
 * @param pValue two-sided, of the hypothesis that the ratio is 1, not adjusted for other comparisons; 1 when there is only one block
 * @param blocks in which both were measured; where there are none, the forks of the one that has fewer
 */
public record Contrast(double ratio, double low, double high, double pValue, int blocks) {
    /**
     * exp(d̄), exp(d̄ ± t₀.₉₇₅,ₙ₋₁ s/√n) and Student's t test of d̄ = 0: the paired t interval on the logarithmic scale. When all
     * differences are equal, the interval is the ratio itself and the p value is 0, or 1 if they are 0.
     *
     * @param logDifferences ln(A's score) − ln(B's score) of each block; NaN for a block that lacks one of them, which is left out
     * @throws IllegalArgumentException if no block is left, or a difference is infinite
     */
    public static Contrast of(double[] logDifferences) {
        return expected(logDifferences, 0);
    }

    /** The same as it is going to be with so many blocks more, if they scatter as these do. */
    static Contrast expected(double[] logDifferences, int more) {
        double[] present =
                Arrays.stream(logDifferences).filter(d -> !Double.isNaN(d)).toArray();
        if (present.length == 0) {
            throw new IllegalArgumentException("no block has both, no contrast");
        }
        for (double difference : present) {
            if (Double.isInfinite(difference)) {
                throw new IllegalArgumentException("a difference of logarithms must be finite, not " + difference);
            }
        }
        LogMean logMean = LogMean.of(present).with(more);
        double halfWidth = logMean.halfWidth();
        return new Contrast(
                Math.exp(logMean.mean()),
                Math.exp(logMean.mean() - halfWidth),
                Math.exp(logMean.mean() + halfWidth),
                logMean.pValue(),
                logMean.n());
    }

    /**
     * The geometric mean over rows of the ratio of A and B. The mean over the rows is taken within each block, and the interval over
     * the blocks: rows of one block share its luck, so they are no samples of their own. A block which a row lacks is left out.
     *
     * @param logDifferencesOfRows for each row the difference of each block, as for {@link #of}; rows may have more blocks than others
     * @throws IllegalArgumentException if there is no row, or no block that all rows have
     */
    public static Contrast mean(List<double[]> logDifferencesOfRows) {
        int blocks = logDifferencesOfRows.stream()
                .mapToInt(row -> row.length)
                .min()
                .orElseThrow(() -> new IllegalArgumentException("no row, no mean"));
        double[] means = new double[blocks];
        for (double[] row : logDifferencesOfRows) {
            for (int block = 0; block < blocks; block++) {
                means[block] += row[block] / logDifferencesOfRows.size();
            }
        }
        return of(means);
    }

    /** How far apart the two are, whichever is slower, as a share of the faster one: 0.25 for 25 %. */
    public double apart() {
        return Math.max(ratio, 1 / ratio) - 1;
    }

    /**
     * Two cells whose forks ran one cell after the other, so that nothing pairs them: Welch's t interval and test of the difference of
     * the means on the logarithmic scale, with the degrees of freedom of Welch and Satterthwaite (B. L. Welch, "The generalization of
     * 'Student's' problem when several different population variances are involved", Biometrika 34 (1947) 28–35). A drift of the host
     * between the two is in the ratio, and in no interval.
     *
     * @param logScores ln of A's fork scores, at least one
     * @param baseLogScores ln of B's fork scores, at least one
     * @throws IllegalArgumentException if one of them has no fork, or a logarithm is not finite
     */
    public static Contrast unpaired(double[] logScores, double[] baseLogScores) {
        return unpairedMean(List.of(logScores), List.of(baseLogScores));
    }

    /**
     * The geometric mean over rows of the ratio of A and B where nothing pairs their forks: the variances of the means of all cells add
     * up, and so do their shares of the degrees of freedom, as for two cells.
     *
     * @param logScoresOfRows for each row ln of A's fork scores, as for {@link #unpaired}
     * @param baseLogScoresOfRows for each row ln of B's, in the same order; cells of different rows are different ones
     * @throws IllegalArgumentException if there is no row, one side has more rows, or a cell has no fork
     */
    public static Contrast unpairedMean(List<double[]> logScoresOfRows, List<double[]> baseLogScoresOfRows) {
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
            return new Contrast(Math.exp(mean), 0, Double.POSITIVE_INFINITY, 1, 1);
        }
        if (variance == 0) {
            return new Contrast(Math.exp(mean), Math.exp(mean), Math.exp(mean), mean == 0 ? 1 : 0, fewest);
        }
        TDistribution t = TDistribution.of(variance * variance / squares);
        double error = Math.sqrt(variance);
        double halfWidth = t.inverseCumulativeProbability(1 - (1 - LogMean.CONFIDENCE) / 2) * error;
        return new Contrast(
                Math.exp(mean),
                Math.exp(mean - halfWidth),
                Math.exp(mean + halfWidth),
                Math.min(1, 2 * t.survivalProbability(Math.abs(mean) / error)),
                fewest);
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

    /** Half the width of the interval relative to the ratio, on the logarithmic scale: 0.03 for ±3 %. */
    public double relativeHalfWidth() {
        return Double.isInfinite(high) ? Double.POSITIVE_INFINITY : Math.sqrt(high / low) - 1;
    }
}
