package dev.jdbcbench.statistics.contrast;

import dev.jdbcbench.statistics.sample.LogMean;
import java.util.Arrays;

/**
 * Two cells A and B compared as the ratio of their scores, from the blocks in which both were measured. A slowdown of a whole
 * block (drift, a busy neighbour) affects both and cancels out. Without blocks, see {@link #unpaired}, it does not.
 *
 * @param ratio A / B, above 0: times per operation, so above 1 means that A is slower
 * @param low lower limit of the 95 % interval; 0 if there is none
 * @param high upper limit of the 95 % interval; infinite if there is none
 * @param pValue two-sided, for the hypothesis that the ratio is 1, not adjusted for other comparisons; 1 with only one block
 * @param blocks number of blocks with both cells; without blocks, the smaller number of forks
 */
public record Contrast(double ratio, double low, double high, double pValue, int blocks) {
    /**
     * exp(d̄), exp(d̄ ± t₀.₉₇₅,ₙ₋₁ s/√n) and Student's t test of d̄ = 0: the paired t interval on the log scale. When all
     * differences are equal, the interval is the ratio itself and the p value is 0, or 1 if they are 0.
     *
     * @param logDifferences ln(A's score) − ln(B's score) of each block; NaN for a block without one of them, which is ignored
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
                logMean.n());
    }

    /** The relative difference of the two, in either direction, as a share of the faster one: 0.25 for 25 %. */
    public double apart() {
        return Math.max(ratio, 1 / ratio) - 1;
    }

    /** The ratio with its 95 % interval, which is unbounded with fewer than three groups. */
    public static Contrast of(LogRatio ratio) {
        Interval interval = ratio.interval(LogMean.CONFIDENCE);
        return new Contrast(ratio.ratio(), interval.low(), interval.high(), ratio.pValue(1), ratio.groups());
    }

    /** {@link LogRatio#unpaired} with its 95 % interval. */
    public static Contrast unpaired(double[] logScores, double[] baseLogScores) {
        return of(LogRatio.unpaired(logScores, baseLogScores));
    }

    /** Half-width of the interval relative to the ratio, on the log scale: 0.03 for ±3 %. */
    public double relativeHalfWidth() {
        return Double.isInfinite(high) ? Double.POSITIVE_INFINITY : Math.sqrt(high / low) - 1;
    }

    /**
     * Faster or slower if the ratio differs from 1, otherwise undecided; does not test for equality.
     *
     * @param adjustedP the p value, adjusted for all comparisons of its family ({@link Holm})
     */
    public Verdict verdict(double adjustedP) {
        if (blocks < Claims.FEWEST_TO_DIFFER || !(adjustedP < Claims.SIGNIFICANCE)) {
            return Verdict.UNDECIDED;
        }
        return ratio > 1 ? Verdict.SLOWER : Verdict.FASTER;
    }
}
