package dev.jdbcbench.statistics.contrast;

import java.util.Locale;

/**
 * A confidence interval of a ratio.
 *
 * @param low 0 or more
 * @param high infinite if unbounded
 * @param level 0.95 for 95 %
 */
public record Interval(double low, double high, double level) {
    /** Whether the interval includes this ratio; both limits are included. */
    public boolean contains(double ratio) {
        return low <= ratio && ratio <= high;
    }

    /** The form used in reports: {@code [1.21–1.36]}. */
    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "[%.2f–%s]",
                low,
                Double.isInfinite(high) ? "∞" : String.format(Locale.ROOT, "%.2f", high));
    }
}
