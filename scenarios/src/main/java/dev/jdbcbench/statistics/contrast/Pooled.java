package dev.jdbcbench.statistics.contrast;

import dev.jdbcbench.statistics.sample.WarmUpCut;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The mean of a cell as JMH computes and prints it: all iterations of all forks are one sample, as if they were independent.
 * They are not, so the interval is too narrow. It only shows what others would have claimed; no decision depends on it.
 *
 * @param mean arithmetic, on the scale of the iterations (µs/op)
 * @param low lower limit of the interval; minus infinity if JMH prints none
 * @param high upper limit of the interval; infinite if JMH prints none
 */
public record Pooled(double mean, double low, double high) {
    /** The confidence level that JMH uses. */
    public static final double JMH_CONFIDENCE = 0.999;

    /** With fewer iterations, JMH prints no error. */
    private static final int FEWEST = 3;

    /**
     * x̄ ± t s/√n over all iterations, with n − 1 degrees of freedom.
     *
     * @param iterations of all forks after the warm-up, at least one
     * @throws IllegalArgumentException if there is none
     */
    public static Pooled of(double[] iterations) {
        int n = iterations.length;
        if (n == 0) {
            throw new IllegalArgumentException("no iteration, no mean");
        }
        double mean = WarmUpCut.mean(iterations, 0);
        if (n < FEWEST) {
            return new Pooled(mean, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
        }
        double squares = 0;
        for (double iteration : iterations) {
            squares += (iteration - mean) * (iteration - mean);
        }
        double t = TDistribution.of(n - 1.0).inverseCumulativeProbability(1 - (1 - JMH_CONFIDENCE) / 2);
        double error = t * Math.sqrt(squares / (n - 1) / n);
        return new Pooled(mean, mean - error, mean + error);
    }

    /**
     * The verdict on this cell relative to the base from their two intervals, as in published rankings: faster or slower if
     * they do not overlap, otherwise undecided.
     */
    public Verdict against(Pooled base) {
        if (high < base.low) {
            return Verdict.FASTER;
        }
        return low > base.high ? Verdict.SLOWER : Verdict.UNDECIDED;
    }
}
