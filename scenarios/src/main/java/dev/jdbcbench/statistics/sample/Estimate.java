package dev.jdbcbench.statistics.sample;

/**
 * The score of a cell with its confidence interval (95 % unless stated otherwise), on the scale of the fork scores (µs/op).
 *
 * <p>A fork is one sample: iterations within a fork share the JVM's random conditions (layout, compilation order) and are not
 * independent.
 *
 * @param score the geometric mean of the fork scores
 * @param low lower limit of the interval; 0 with only one fork
 * @param high upper limit of the interval; infinite with only one fork
 */
public record Estimate(double score, double low, double high) {
    /**
     * exp(ȳ ± t₀.₉₇₅,ₙ₋₁ s/√n) with y = ln(fork score): the t interval of the mean on the log scale, because drivers' times
     * differ by factors.
     *
     * @param forkScores positive, at least one
     * @throws IllegalArgumentException if there is none, or one is not positive and finite
     */
    public static Estimate of(double[] forkScores) {
        LogMean logMean = LogMean.of(logarithms(forkScores));
        return of(logMean, logMean.halfWidth());
    }

    /**
     * The estimate with another confidence level.
     *
     * @param forkScores positive, at least one
     * @param confidence between 0 and 1: JMH uses 0.999
     * @throws IllegalArgumentException if there is no score, a score is not positive and finite, or the confidence is out of
     *     range
     */
    public static Estimate of(double[] forkScores, double confidence) {
        if (!(confidence > 0 && confidence < 1)) {
            throw new IllegalArgumentException("a confidence is between 0 and 1, not " + confidence);
        }
        LogMean logMean = LogMean.of(logarithms(forkScores));
        return of(logMean, logMean.halfWidth(confidence));
    }

    /** Half-width of the interval relative to the score, on the log scale: 0.03 for ±3 %. */
    public double relativeHalfWidth() {
        return Double.isInfinite(high) ? Double.POSITIVE_INFINITY : Math.sqrt(high / low) - 1;
    }

    private static Estimate of(LogMean logMean, double halfWidth) {
        return new Estimate(
                Math.exp(logMean.mean()), Math.exp(logMean.mean() - halfWidth), Math.exp(logMean.mean() + halfWidth));
    }

    /** The natural logarithms of scores; requires at least one, all positive. */
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
