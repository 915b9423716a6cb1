package dev.jdbcbench.statistics;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * How far rows are from what the round trips alone make of them, seen from rows of which one round trip is certain: what a distance adds to
 * a row of k round trips is k RTTs, more or less the share τ of them.
 *
 * @param tau the root of the mean square by which those rows differ from one RTT, in RTTs; 0 with fewer than two rows
 * @param rows how many there are
 */
public record RowScatter(double tau, int rows) {
    /** Nobody knows: there are too few rows. */
    public static final RowScatter UNKNOWN = new RowScatter(0, 0);

    /** The standard error of a median is larger than that of a mean by √(π/2). */
    private static final double OF_A_MEDIAN = Math.sqrt(Math.PI / 2);

    /**
     * τ² = Σ(kᵢ − 1)²/(n − 1). About 1 and not about their mean: what they all have too much is in other rows, too.
     *
     * @param impliedRoundTrips what the distance adds to each of those rows, in RTTs
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

    /** t τ: half the 95 % interval of one more row, as a share of its waiting; 0 where τ is not known. */
    public double halfWidth() {
        return rows < 2
                ? 0
                : TDistribution.of(rows - 1.0).inverseCumulativeProbability(1 - (1 - LogMean.CONFIDENCE) / 2) * tau;
    }

    /** Half the 95 % interval of the median of those rows, as a share of it; 0 where τ is not known. */
    public double halfWidthOfMedian() {
        return rows < 2 ? 0 : OF_A_MEDIAN * halfWidth() / Math.sqrt(rows);
    }
}
