package dev.jdbcbench.statistics.sample;

import java.util.Arrays;
import java.util.Collection;

/** A summary of samples, in their unit. */
public record Summary(double min, double median, double p95, int count) {
    /**
     * The median of samples; for an even number, the mean of the two in the middle.
     *
     * @param samples at least one
     */
    public static double median(Collection<Double> samples) {
        return of(samples.stream().mapToDouble(Double::doubleValue).toArray()).median();
    }

    /** Σ(x − x̄)² / (n − 1), in the square of the samples' unit; NaN for a single sample. */
    public static double variance(double[] samples) {
        double mean = Arrays.stream(samples).average().orElseThrow();
        return Arrays.stream(samples).map(one -> (one - mean) * (one - mean)).sum() / (samples.length - 1);
    }

    /**
     * A quantile by linear interpolation between neighbouring samples: type 7 of Hyndman & Fan (1996), the default of R.
     *
     * @param sorted at least one sample, in ascending order
     * @param share of the samples below it, 0 to 1
     */
    public static double quantile(double[] sorted, double share) {
        double place = share * (sorted.length - 1);
        int below = (int) place;
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
    }

    /**
     * Nearest-rank quantiles, so each is an observed value; the median of an even number is the mean of the two in the middle.
     *
     * @param samples at least one
     */
    public static Summary of(double[] samples) {
        if (samples.length == 0) {
            throw new IllegalArgumentException("no sample to summarise");
        }
        double[] sorted = samples.clone();
        Arrays.sort(sorted);
        int n = sorted.length;
        double median = n % 2 == 1 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
        return new Summary(sorted[0], median, sorted[(int) Math.ceil(0.95 * n) - 1], n);
    }
}
