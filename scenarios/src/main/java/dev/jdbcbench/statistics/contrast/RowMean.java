package dev.jdbcbench.statistics.contrast;

import java.util.List;

/** The geometric mean of a ratio over rows, from all groups of all rows. */
public final class RowMean {
    private RowMean() {}

    /**
     * The mean over rows of the row means, with the variance Σ s²/n / R² and Satterthwaite's degrees of freedom (F. E.
     * Satterthwaite, "An approximate distribution of estimates of variance components", Biometrics Bulletin 2 (1946) 110–114).
     * Rows are assumed to be independent, because their groups are minutes apart. Rows with a single group are assumed to have
     * the same scatter as the others: they share the pooled variance of the others, as one component with the pooled degrees of
     * freedom.
     *
     * @param samplesOfRows for each row, the ln ratio of each group; rows may have different numbers of groups
     * @return the mean, with an infinite standard error if no row has two groups
     * @throws IllegalArgumentException if there is no row, a row has no group, or a sample is not finite
     */
    public static LogRatio of(List<double[]> samplesOfRows) {
        if (samplesOfRows.isEmpty()) {
            throw new IllegalArgumentException("no row, no mean");
        }
        int rows = samplesOfRows.size();
        double mean = 0;
        double variance = 0;
        double shares = 0;
        double pooled = 0;
        double pooledDegrees = 0;
        int single = 0;
        int fewest = Integer.MAX_VALUE;
        for (double[] samples : samplesOfRows) {
            LogRatio row = VariancePrior.NONE.moderate(samples);
            mean += row.mean() / rows;
            fewest = Math.min(fewest, row.groups());
            if (row.groups() == 1) {
                single++;
                continue;
            }
            double ofMean = row.standardError() * row.standardError();
            variance += ofMean;
            shares += ofMean * ofMean / row.degreesOfFreedom();
            pooled += ofMean * row.groups() * row.degreesOfFreedom();
            pooledDegrees += row.degreesOfFreedom();
        }
        if (single == rows) {
            return new LogRatio(mean, Double.POSITIVE_INFINITY, 0, fewest);
        }
        double ofSingle = single * pooled / pooledDegrees;
        variance += ofSingle;
        shares += ofSingle * ofSingle / pooledDegrees;
        double degrees = variance == 0 ? pooledDegrees : variance * variance / shares;
        return new LogRatio(mean, Math.sqrt(variance) / rows, degrees, fewest);
    }
}
