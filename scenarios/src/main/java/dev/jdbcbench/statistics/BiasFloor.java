package dev.jdbcbench.statistics;

import java.util.List;

/**
 * What an A/A control says, a driver measured against itself in the same groups as the others: the bias that is proved, over all rows.
 * It checks the method on these hosts. It is no margin: a floor of 0 does not make small differences real.
 *
 * @param mean over the rows, of ln(driver / itself)
 * @param halfWidth of its 95 % interval, on the scale of logarithms
 * @param floor max(0, |mean| − half width): 0 unless the control differs from itself; infinite is not possible
 */
public record BiasFloor(LogRatio mean, double halfWidth, double floor) {
    /**
     * Of the controls of a run.
     *
     * @param samplesOfRows for each row with a control ln ratio of each group, as for {@link RowMean#of}
     */
    public static BiasFloor of(List<double[]> samplesOfRows) {
        LogRatio mean = RowMean.of(samplesOfRows);
        double half = mean.halfWidth(0.95);
        return new BiasFloor(mean, half, Math.max(0, Math.abs(mean.mean()) - half));
    }
}
