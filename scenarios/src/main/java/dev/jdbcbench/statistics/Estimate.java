package dev.jdbcbench.statistics;

import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The score of a cell with its 95 % confidence interval, on the scale of the fork scores (µs/op).
 *
 * <p>A fork is one sample: iterations within a fork share one JVM's luck (layout, compilation order) and are not independent.
 *
 * @param score the geometric mean of the fork scores
 * @param low the lower end of the interval; 0 when there is only one fork
 * @param high the upper end of the interval; infinite when there is only one fork
 */
public record Estimate(double score, double low, double high) {
    private static final double CONFIDENCE = 0.95;

    /**
     * exp(ȳ ± t₀.₉₇₅,ₙ₋₁ s/√n) of y = ln(fork score): the t interval of the mean on the logarithmic scale, because drivers'
     * times differ by factors.
     *
     * @param forkScores positive, at least one
     */
    public static Estimate of(double[] forkScores) {
        int n = forkScores.length;
        if (n == 0) {
            throw new IllegalArgumentException("no fork, no estimate");
        }
        double sum = 0;
        for (double score : forkScores) {
            if (!(score > 0)) {
                throw new IllegalArgumentException("a fork score must be positive, not " + score);
            }
            sum += Math.log(score);
        }
        double mean = sum / n;
        if (n == 1) {
            return new Estimate(Math.exp(mean), 0, Double.POSITIVE_INFINITY);
        }
        double squares = 0;
        for (double score : forkScores) {
            squares += (Math.log(score) - mean) * (Math.log(score) - mean);
        }
        double standardError = Math.sqrt(squares / (n - 1) / n);
        double t = TDistribution.of(n - 1.0).inverseCumulativeProbability(1 - (1 - CONFIDENCE) / 2);
        return new Estimate(Math.exp(mean), Math.exp(mean - t * standardError), Math.exp(mean + t * standardError));
    }

    /** Half the width of the interval relative to the score, on the logarithmic scale: 0.03 for ±3 %. */
    public double relativeHalfWidth() {
        return Double.isInfinite(high) ? Double.POSITIVE_INFINITY : Math.sqrt(high / low) - 1;
    }
}
