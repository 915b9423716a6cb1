package dev.jdbcbench.statistics.sample;

import java.util.Arrays;
import java.util.List;

/**
 * How much the forks of a benchmark resemble their predecessors when they ran one after the other, and how much wider this
 * makes the intervals. The variance of a mean of n forks with correlation ρ^lag is about (1 + ρ)/(1 − ρ) times that of
 * independent ones (M. S. Bartlett, "On the theoretical specification and sampling properties of autocorrelated time-series",
 * Supplement to the Journal of the Royal Statistical Society 8 (1946) 27–41).
 */
public final class Autocorrelation {
    /** With fewer forks, the bias of the estimate exceeds the estimated value. */
    private static final int FEWEST_FORKS = 5;

    /** Upper limit; beyond it, a handful of forks carries no information about their mean. */
    private static final double MOST = 0.9;

    private Autocorrelation() {}

    /**
     * Estimates ρ̂ for the benchmarks of a file: the mean over the benchmarks of their lag-1 autocorrelation r, corrected by (1
     * + 4 ρ)/n, because the mean is estimated from the same forks (M. G. Kendall, "Note on bias in the estimation of
     * autocorrelation", Biometrika 41 (1954) 403–404), with r + (1 + 4 r)/n for ρ. The estimate from a single benchmark with
     * ten forks has a standard error of 0.3, so all benchmarks share one estimate.
     *
     * @param logScores for each benchmark ln of its fork scores, in the order in which they ran; benchmarks with fewer than
     *     five forks, or without scatter, are ignored
     * @return 0 … 0.9; 0 when there are no data for an estimate
     */
    public static double ofForks(List<double[]> logScores) {
        double sum = 0;
        int number = 0;
        for (double[] forks : logScores) {
            double mean = Arrays.stream(forks).average().orElse(0);
            double squares = 0;
            double products = 0;
            for (int i = 0; i < forks.length; i++) {
                squares += (forks[i] - mean) * (forks[i] - mean);
                products += i == 0 ? 0 : (forks[i] - mean) * (forks[i - 1] - mean);
            }
            if (forks.length >= FEWEST_FORKS && squares > 0) {
                double lagOne = products / squares;
                double once = lagOne + (1 + 4 * lagOne) / forks.length;
                sum += lagOne + (1 + 4 * once) / forks.length;
                number++;
            }
        }
        return number == 0 ? 0 : Math.min(MOST, Math.max(0, sum / number));
    }

    /** (1 + ρ)/(1 − ρ): the factor on the variance of a mean compared with independent forks. */
    public static double inflation(double rho) {
        return (1 + rho) / (1 - rho);
    }

    /** Values with the same mean and a variance multiplied by {@code inflation}, so intervals account for it. */
    public static double[] widened(double[] logScores, double inflation) {
        double mean = Arrays.stream(logScores).average().orElse(0);
        double factor = Math.sqrt(inflation);
        return factor == 1
                ? logScores.clone()
                : Arrays.stream(logScores)
                        .map(value -> mean + factor * (value - mean))
                        .toArray();
    }
}
