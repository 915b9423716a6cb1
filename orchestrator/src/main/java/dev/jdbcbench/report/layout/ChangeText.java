package dev.jdbcbench.report.layout;

import dev.jdbcbench.comparison.Compared;
import dev.jdbcbench.result.Results.Contrast;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/**
 * A comparison as the table of a run shows it: {@code ▲ +27 % [+12 +43]}, or {@code ▲ 1.84× [1.52 2.22]} if times
 * differ by half or more. All comparisons of a column have the same form.
 */
public record ChangeText(String mark, String change, String interval) {
    /** A change that rounds to zero has no sign. */
    private static final Pattern NEGATIVE_ZERO = Pattern.compile("-0(\\.0+)?");

    private static final double HALF_MORE = 1.5;
    private static final double SMALL = 0.1;
    private static final double NARROW = 0.04;

    /** How changes are written. */
    public enum Form {
        PERCENT("%"),
        FACTOR("×");

        private final String unit;

        Form(String unit) {
            this.unit = unit;
        }

        /** The form for all changes of a column: factors if one of them is so large. */
        public static Form of(DoubleStream ratios) {
            return ratios.allMatch(ratio -> ratio < HALF_MORE && ratio > 1 / HALF_MORE) ? PERCENT : FACTOR;
        }

        /** For the heading of the column. */
        public String unit() {
            return unit;
        }

        /** A change with its unit. */
        private String change(double ratio, boolean fine) {
            return this == PERCENT ? bare(ratio, fine) + " " + unit : bare(ratio, fine) + unit;
        }

        private String bare(double ratio, boolean fine) {
            return this == PERCENT
                    ? percent(ratio, fine ? 1 : 0)
                    : fine ? Numbers.fixed(ratio, 3) : Numbers.ratio(ratio);
        }
    }

    /** The change from the contrast's base, in a sentence of its own. */
    public static ChangeText of(Contrast contrast) {
        return of(contrast, Form.of(DoubleStream.of(contrast.ratio())));
    }

    /** The change from the contrast's base. */
    public static ChangeText of(Contrast contrast, Form form) {
        return of(VerdictSign.of(contrast).sign(), contrast.ratio(), contrast.low(), contrast.high(), form);
    }

    /** The change from a base to a candidate, in percent as the limits of a gate. */
    public static ChangeText of(Compared.Change change) {
        boolean bounded = Double.isFinite(change.high());
        return of(
                VerdictSign.of(change.verdict()).sign(),
                change.ratio().ratio(),
                bounded ? (Double) change.low() : null,
                bounded ? (Double) change.high() : null,
                Form.PERCENT);
    }

    private static ChangeText of(String mark, double ratio, @Nullable Double low, @Nullable Double high, Form form) {
        boolean fine = isFine(ratio, low, high);
        return new ChangeText(
                mark,
                form.change(ratio, fine),
                low == null || high == null ? "" : "[" + form.bare(low, fine) + " " + form.bare(high, fine) + "]");
    }

    /** A mean over rows; without an interval it is not decided. */
    public static ChangeText of(double ratio, @Nullable Double low, @Nullable Double high, Form form) {
        return of(low == null ? VerdictSign.UNDECIDED.sign() : " ", ratio, low, high, form);
    }

    /** Mark, change and interval; changes of {@code width} characters end below each other, and their intervals begin so. */
    public String aligned(int width) {
        return change.isEmpty()
                ? mark
                : (mark + " " + " ".repeat(width - change.length()) + change + " " + interval).stripTrailing();
    }

    /**
     * Whether there is one more decimal: if the change is small and its interval narrow, or if a limit would be rounded to
     * no change, so that the sign of the verdict would seem to contradict it.
     */
    private static boolean isFine(double ratio, @Nullable Double low, @Nullable Double high) {
        return low != null
                && high != null
                && Math.abs(ratio - 1) < SMALL
                && (high - low < NARROW || isRoundedAway(low) || isRoundedAway(high));
    }

    private static boolean isRoundedAway(double limit) {
        return Math.abs(limit - 1) < 0.005;
    }

    private static String percent(double ratio, int digits) {
        String percent = String.format(Locale.ROOT, "%+." + digits + "f", 100 * (ratio - 1));
        return NEGATIVE_ZERO.matcher(percent).matches() ? "+" + percent.substring(1) : percent;
    }
}
