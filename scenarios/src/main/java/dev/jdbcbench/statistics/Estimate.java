package dev.jdbcbench.statistics;

/**
 * The score of a cell with its confidence interval (95 % unless said otherwise), on the scale of the fork scores (µs/op).
 *
 * <p>A fork is one sample: iterations within a fork share one JVM's luck (layout, compilation order) and are not independent.
 *
 * @param score the geometric mean of the fork scores
 * @param low the lower end of the interval; 0 when there is only one fork
 * @param high the upper end of the interval; infinite when there is only one fork
 */
public record Estimate(double score, double low, double high) {
    /**
     * exp(ȳ ± t₀.₉₇₅,ₙ₋₁ s/√n) of y = ln(fork score): the t interval of the mean on the logarithmic scale, because drivers'
     * times differ by factors.
     *
     * @param forkScores positive, at least one
     * @throws IllegalArgumentException if there is none, or one is not positive and finite
     */
    public static Estimate of(double[] forkScores) {
        LogMean logMean = LogMean.of(logarithms(forkScores));
        return of(logMean, logMean.halfWidth());
    }

    /**
     * A copy with another confidence.
     *
     * @param forkScores positive, at least one
     * @param confidence between 0 and 1: 0.999 is what JMH prints
     * @throws IllegalArgumentException if there is no score, one is not positive and finite, or there is no such confidence
     */
    public static Estimate of(double[] forkScores, double confidence) {
        if (!(confidence > 0 && confidence < 1)) {
            throw new IllegalArgumentException("a confidence is between 0 and 1, not " + confidence);
        }
        LogMean logMean = LogMean.of(logarithms(forkScores));
        return of(logMean, logMean.halfWidth(confidence));
    }

    /** Half the width of the interval relative to the score, on the logarithmic scale: 0.03 for ±3 %. */
    public double relativeHalfWidth() {
        return Double.isInfinite(high) ? Double.POSITIVE_INFINITY : Math.sqrt(high / low) - 1;
    }

    private static Estimate of(LogMean logMean, double halfWidth) {
        return new Estimate(
                Math.exp(logMean.mean()), Math.exp(logMean.mean() - halfWidth), Math.exp(logMean.mean() + halfWidth));
    }

    /** The natural logarithms of scores, which must be positive; at least one. */
    static double[] logarithms(double[] forkScores) {
        if (forkScores.length == 0) {
            throw new IllegalArgumentException("no fork, no estimate");
        }
        double[] logarithms = new double[forkScores.length];
        for (int i = 0; i < logarithms.length; i++) {
            if (!(forkScores[i] > 0 && forkScores[i] < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("a fork score must be positive, not " + forkScores[i]);
            }
            logarithms[i] = Math.log(forkScores[i]);
        }
        return logarithms;
    }
}
