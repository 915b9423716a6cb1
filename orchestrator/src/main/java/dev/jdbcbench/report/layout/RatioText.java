package dev.jdbcbench.report.layout;

import org.jspecify.annotations.Nullable;

/** A comparison as text: {@code 1.34 [1.30–1.39] slower}. */
public final class RatioText {
    private RatioText() {}

    /** A ratio with its interval, if there is one: a single block gives none. */
    public static String of(double ratio, @Nullable Double low, @Nullable Double high) {
        return Numbers.ratio(ratio) + interval(low, high, 1);
    }

    /** The ratio as a percentage of the base: {@code 134 % [130–139]}. */
    public static String percent(double ratio, @Nullable Double low, @Nullable Double high) {
        return Numbers.ratio(100 * ratio) + " %" + interval(low, high, 100);
    }

    /** The interval after a blank. */
    public static String interval(@Nullable Double low, @Nullable Double high, double unit) {
        return low == null || high == null
                ? ""
                : " [" + Numbers.ratio(low * unit) + "–" + Numbers.ratio(high * unit) + "]";
    }
}
