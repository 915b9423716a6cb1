package dev.jdbcbench.statistics.contrast;

import dev.jdbcbench.statistics.sample.LogMean;
import java.util.Arrays;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * How much rows deviate from what their round trips alone would give, estimated from rows with exactly one round trip: distance
 * adds k RTTs to a row of k round trips, give or take the share τ of them.
 *
 * @param tau root mean square deviation of those rows from one RTT, in RTTs; 0 with fewer than two rows
 * @param rows number of those rows
 */
public record RowScatter(double tau, int rows) {
    /** Unknown, because there are too few rows. */
    public static final RowScatter UNKNOWN = new RowScatter(0, 0);

    /** The standard error of a median is √(π/2) times that of a mean. */
    private static final double OF_A_MEDIAN = Math.sqrt(Math.PI / 2);

    /**
     * τ² = Σ(kᵢ − 1)²/(n − 1). The deviations are from 1, not from the mean, because a common excess also affects other rows.
     *
     * @param impliedRoundTrips the time that distance adds to each of those rows, in RTTs
     */
    public static RowScatter of(double[] impliedRoundTrips) {
        int n = impliedRoundTrips.length;
        return n < 2
                ? new RowScatter(0, n)
                : new RowScatter(
                        Math.sqrt(Arrays.stream(impliedRoundTrips)
                                        .map(k -> (k - 1) * (k - 1))
                                        .sum()
                                / (n - 1)),
                        n);
    }

    /** t τ: half-width of the 95 % interval for one more row, as a share of its waiting time; 0 if τ is unknown. */
    public double halfWidth() {
        return rows < 2
                ? 0
                : TDistribution.of(rows - 1.0).inverseCumulativeProbability(1 - (1 - LogMean.CONFIDENCE) / 2) * tau;
    }

    /** Half-width of the 95 % interval of the median of those rows, as a share of it; 0 if τ is unknown. */
    public double halfWidthOfMedian() {
        return rows < 2 ? 0 : OF_A_MEDIAN * halfWidth() / Math.sqrt(rows);
    }
}
