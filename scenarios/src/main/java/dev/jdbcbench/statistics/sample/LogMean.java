package dev.jdbcbench.statistics.sample;

import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The mean of logarithms with its standard error, the basis of the t intervals of cells and contrasts.
 *
 * @param mean of the logarithms
 * @param standardError s/√n; 0 when all values are equal, infinite for a single value
 * @param n number of values
 */
public record LogMean(double mean, double standardError, int n) {
    public static final double CONFIDENCE = 0.95;
    private static final int QUANTILES = 64;
    private static final double[] T = quantiles();

    /** @param logarithms finite, at least one */
    public static LogMean of(double[] logarithms) {
        int n = logarithms.length;
        double sum = 0;
        boolean equal = true;
        for (double value : logarithms) {
            sum += value;
            equal &= value == logarithms[0];
        }
        // With equal values, rounding of the mean would create a spurious deviation.
        double mean = equal ? logarithms[0] : sum / n;
        if (n == 1) {
            return new LogMean(mean, Double.POSITIVE_INFINITY, 1);
        }
        double squares = 0;
        for (double value : logarithms) {
            squares += (value - mean) * (value - mean);
        }
        return new LogMean(mean, Math.sqrt(squares / (n - 1) / n), n);
    }

    /** The expected mean and error after {@code more} further values with the same variance; unchanged for a single value. */
    LogMean with(int more) {
        return new LogMean(mean, standardError * Math.sqrt((double) n / (n + more)), n == 1 ? 1 : n + more);
    }

    /** Half-width of the 95 % t interval, on the log scale; infinite for a single value. */
    public double halfWidth() {
        // Cached per number of forks, because a stopping rule needs it for each cell after each block.
        return n == 1 ? Double.POSITIVE_INFINITY : (n <= QUANTILES ? T[n] : quantile(n, CONFIDENCE)) * standardError;
    }

    /** Half-width of the t interval at this confidence level, on the log scale; infinite for a single value. */
    public double halfWidth(double confidence) {
        return n == 1 ? Double.POSITIVE_INFINITY : quantile(n, confidence) * standardError;
    }

    /** The two-sided p value of Student's t test that the mean is 0; 1 for a single value. */
    public double pValue() {
        if (n == 1) {
            return 1;
        }
        if (standardError == 0) {
            return mean == 0 ? 1 : 0;
        }
        return Math.min(1, 2 * TDistribution.of(n - 1.0).survivalProbability(Math.abs(mean) / standardError));
    }

    private static double quantile(int n, double confidence) {
        return TDistribution.of(n - 1.0).inverseCumulativeProbability(1 - (1 - confidence) / 2);
    }

    private static double[] quantiles() {
        double[] quantiles = new double[QUANTILES + 1];
        for (int n = 2; n <= QUANTILES; n++) {
            quantiles[n] = quantile(n, CONFIDENCE);
        }
        return quantiles;
    }
}
