package dev.jdbcbench.statistics.contrast;

import java.util.List;

/**
 * The result of an A/A control, in which a driver is measured against itself in the same groups as the others: the proven bias
 * over all rows. It checks the method on these hosts. It is not a margin: a floor of 0 does not make small differences real.
 *
 * @param mean over the rows, of ln(driver / itself)
 * @param halfWidth half-width of the 95 % interval, on the log scale
 * @param floor max(0, |mean| − half-width): 0 unless the control differs from itself; never infinite
 */
public record BiasFloor(LogRatio mean, double halfWidth, double floor) {
    /**
     * Combines the controls of a run.
     *
     * @param samplesOfRows for each row with a control, the ln ratio of each group, as for {@link RowMean#of}
     */
    public static BiasFloor of(List<double[]> samplesOfRows) {
        LogRatio mean = RowMean.of(samplesOfRows);
        double half = mean.halfWidth(0.95);
        return new BiasFloor(mean, half, Math.max(0, Math.abs(mean.mean()) - half));
    }
}
