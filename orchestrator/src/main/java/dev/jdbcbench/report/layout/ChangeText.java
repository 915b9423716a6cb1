package dev.jdbcbench.report.layout;

import dev.jdbcbench.comparison.Compared;
import dev.jdbcbench.result.Results.Contrast;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A comparison as the table of a run shows it: {@code ▲ +27 % [+12 +43]}, or {@code ▲ 1.84× [1.52 2.22]} if times
 * differ by half or more.
 */
public record ChangeText(String mark, String change, String interval) {
    /** A change that rounds to zero has no sign. */
    private static final Pattern NEGATIVE_ZERO = Pattern.compile("-0(\\.0+)?");

    private static final double HALF_MORE = 1.5;
    private static final double SMALL = 0.1;
    private static final double NARROW = 0.04;

    /** The change from the contrast's base. */
    public static ChangeText of(Contrast contrast) {
        return of(VerdictSign.of(contrast).sign(), contrast.ratio(), contrast.low(), contrast.high());
    }

    /** The change from a base to a candidate. */
    public static ChangeText of(Compared.Change change) {
        boolean bounded = Double.isFinite(change.high());
        return of(
                VerdictSign.of(change.verdict()).sign(),
                change.ratio().ratio(),
                bounded ? (Double) change.low() : null,
                bounded ? (Double) change.high() : null);
    }

    private static ChangeText of(String mark, double ratio, @Nullable Double low, @Nullable Double high) {
        return of(mark, ratio, low, high, digits(ratio, low, high));
    }

    private static ChangeText of(String mark, double ratio, @Nullable Double low, @Nullable Double high, int digits) {
        boolean percent = isPercent(ratio);
        String change = percent ? percent(ratio, digits) + " %" : Numbers.ratio(ratio) + "×";
        String interval = low == null || high == null
                ? ""
                : percent
                        ? "[" + percent(low, digits) + " " + percent(high, digits) + "]"
                        : "[" + Numbers.ratio(low) + " " + Numbers.ratio(high) + "]";
        return new ChangeText(mark, change, interval);
    }

    /** A mean over rows; without an interval it is not decided. */
    public static ChangeText of(double ratio, @Nullable Double low, @Nullable Double high) {
        return of(low == null ? VerdictSign.UNDECIDED.sign() : " ", ratio, low, high, 0);
    }

    /** Mark, change and interval; changes of {@code width} characters end below each other, and their intervals begin so. */
    public String aligned(int width) {
        return change.isEmpty()
                ? mark
                : (mark + " " + " ".repeat(width - change.length()) + change + " " + interval).stripTrailing();
    }

    private static boolean isPercent(double ratio) {
        return ratio < HALF_MORE && ratio > 1 / HALF_MORE;
    }

    /** One decimal if the interval is narrow and the change small, else none. */
    private static int digits(double ratio, @Nullable Double low, @Nullable Double high) {
        return low != null && high != null && high - low < NARROW && Math.abs(ratio - 1) < SMALL ? 1 : 0;
    }

    private static String percent(double ratio, int digits) {
        String percent = String.format(Locale.ROOT, "%+." + digits + "f", 100 * (ratio - 1));
        return NEGATIVE_ZERO.matcher(percent).matches() ? "+" + percent.substring(1) : percent;
    }
}
