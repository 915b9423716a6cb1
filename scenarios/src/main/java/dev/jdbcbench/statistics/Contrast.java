package dev.jdbcbench.statistics;

import java.util.Arrays;
import java.util.List;

/**
 * Two cells A and B compared as the ratio of their scores, from the blocks in which both were measured. What slows a whole block
 * (drift, a busy neighbour) is in both and cancels.
 *
 * @param ratio A / B, above 0: times per operation, so above 1 means that A is slower
 * @param low the lower end of the 95 % interval; 0 when there is only one block
 * @param high the upper end of the 95 % interval; infinite when there is only one block
 * @param pValue two-sided, of the hypothesis that the ratio is 1, not adjusted for other comparisons; 1 when there is only one block
 * @param blocks in which both were measured
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
        LogMean logMean = LogMean.of(present);
        double halfWidth = logMean.halfWidth();
        return new Contrast(
                Math.exp(logMean.mean()),
                Math.exp(logMean.mean() - halfWidth),
                Math.exp(logMean.mean() + halfWidth),
                logMean.pValue(),
                present.length);
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

    /** Half the width of the interval relative to the ratio, on the logarithmic scale: 0.03 for ±3 %. */
    public double relativeHalfWidth() {
        return Double.isInfinite(high) ? Double.POSITIVE_INFINITY : Math.sqrt(high / low) - 1;
    }
}
