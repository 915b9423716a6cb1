package dev.jdbcbench.load;

import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * Mean, percentiles and maximum of times, µs, from a histogram with three significant digits.
 *
 * @param operations number of times
 * @param histogram all times in nanoseconds, in HdrHistogram's compressed form
 */
public record Percentiles(
        long operations,
        double meanMicros,
        double p50Micros,
        double p95Micros,
        double p99Micros,
        double p999Micros,
        double maxMicros,
        String histogram) {
    /** Computed from all times in these histograms together. Percentiles of different forks are never averaged. */
    public static Percentiles of(List<String> histograms) {
        Histogram sum = Times.added(histograms);
        return new Percentiles(
                sum.getTotalCount(),
                sum.getTotalCount() == 0 ? 0 : sum.getMean() / Unit.NANOS_PER_MICRO,
                percentile(sum, 50),
                percentile(sum, 95),
                percentile(sum, 99),
                percentile(sum, 99.9),
                sum.getMaxValue() / Unit.NANOS_PER_MICRO,
                Times.encoded(sum));
    }

    private static double percentile(Histogram times, double percent) {
        return times.getTotalCount() == 0 ? 0 : times.getValueAtPercentile(percent) / Unit.NANOS_PER_MICRO;
    }
}
