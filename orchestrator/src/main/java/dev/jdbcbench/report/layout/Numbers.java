package dev.jdbcbench.report.layout;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.Locale;

/** Number formats, independent of the locale: always a decimal point. */
public final class Numbers {
    private static final double HUNDRED = 100;
    private static final double THOUSAND = 1000;

    /** The shortest time of an operation, µs; below are only errors of rounding. */
    private static final double FEWEST = 1e-6;

    private Numbers() {}

    /** A time in µs with three significant digits, but all digits before the point: 0.000305, 0.352, 45.2, 455, 5980. */
    public static String micros(double micros) {
        return significant(micros, 3);
    }

    /** A number with so many significant digits, but all digits before the point; of zero, so many after it. */
    private static String significant(double value, int digits) {
        double size = Math.abs(value);
        if (!(size >= FEWEST && size < Double.POSITIVE_INFINITY)) {
            return fixed(value, digits);
        }
        int before = (int) Math.floor(Math.log10(size)) + 1;
        return fixed(value, Math.max(0, digits - before));
    }

    /** A duration of a second or more; below an hour to the second: 7 s, 8 min 20 s, 1 h 31 min. */
    public static String duration(Duration duration) {
        long seconds = Math.max(1, duration.toSeconds());
        if (seconds < 60) {
            return seconds + " s";
        }
        return seconds < 3600
                ? seconds / 60 + " min " + seconds % 60 + " s"
                : seconds / 3600 + " h " + seconds % 3600 / 60 + " min";
    }

    /** A time with its unit and three significant digits: 45.2 µs, 2.21 ms, 1.50 s. */
    public static String time(double micros) {
        if (micros < 999.5) {
            return micros(micros) + " µs";
        }
        return micros < 999.5 * THOUSAND
                ? digits(micros / THOUSAND) + " ms"
                : digits(micros / THOUSAND / THOUSAND) + " s";
    }

    /** A difference with its sign and its unit: {@code +1.70 ms}. */
    public static String signedTime(double micros) {
        String text = time(Math.abs(micros));
        return isZero(text) ? text : micros > 0 ? "+" + text : "-" + text;
    }

    private static String digits(double value) {
        return fixed(value, value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2);
    }

    /** A ratio with three digits: 0.97, 5.46, 12.3, 104; below 0.1 three significant ones: 0.0523. */
    public static String ratio(double ratio) {
        int digits = ratio >= HUNDRED ? 0 : ratio >= 10 ? 1 : ratio >= 0.1 ? 2 : ratio >= 0.01 ? 4 : 5;
        return fixed(ratio, digits);
    }

    /** A relative half width as {@code ±3.1 %}. */
    public static String halfWidth(double relative) {
        double percent = relative * HUNDRED;
        if (percent >= THOUSAND) {
            return "±>999 %"; // two forks that differ hardly determine the mean
        }
        return "±" + fixed(percent, percent >= 10 ? 0 : 1) + " %";
    }

    /** A count per operation: an integer if it is one, else with one decimal. */
    public static String count(double value) {
        return Math.abs(value - Math.rint(value)) < 0.05 ? fixed(Math.rint(value), 0) : fixed(value, 1);
    }

    /** A count with what is counted: 1 round trip, 2.5 round trips. */
    public static String count(double value, String what) {
        String shown = count(value);
        return shown + " " + what + (shown.equals("1") ? "" : "s");
    }

    /** Operations per second: 0.310, 9.70, 950, 9.70k, 120k. */
    public static String rate(double perSecond) {
        return perSecond < THOUSAND ? significant(perSecond, 3) : ratio(perSecond / THOUSAND) + "k";
    }

    /** A frequency or percentage: 0.02, 1.06, 12.3, 104. */
    public static String times(double value) {
        double size = Math.abs(value);
        // decide by the rounded value: 99.97 is shown as 100
        return fixed(value, size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2);
    }

    /** A probability in whole percent, rounded down. */
    public static String level(double probability) {
        // Guard against 0.95 * 100 being slightly less than 95.
        return fixed(Math.floor(probability * HUNDRED + 1e-9), 0) + " %";
    }

    /** A difference in µs with its sign: {@code +19.7}. */
    public static String signedMicros(double micros) {
        String text = micros(micros);
        if (isZero(text)) {
            return text.replaceFirst("^-", "");
        }
        return micros > 0 ? "+" + text : text;
    }

    /** Whether a number is zero as it is shown. */
    private static boolean isZero(String text) {
        return text.chars().noneMatch(digit -> digit >= '1' && digit <= '9');
    }

    /** A distance that a user chose, with its unit and its own digits: 50 µs, 0.5 ms, 20 ms. */
    public static String distance(double micros) {
        return micros < HUNDRED ? plain(micros) + " µs" : plain(micros / THOUSAND) + " ms";
    }

    /** All significant digits, without an exponent: 500, 0.5, 372.1. */
    public static String plain(double value) {
        if (!Double.isFinite(value)) {
            return ScoreText.NOTHING;
        }
        BigDecimal rounded = new BigDecimal(value, MathContext.DECIMAL32).stripTrailingZeros();
        return rounded.toPlainString();
    }

    /** A number with this many decimals; the sign for a missing one if it is not finite. */
    public static String fixed(double value, int digits) {
        return Double.isFinite(value) ? String.format(Locale.ROOT, "%." + digits + "f", value) : ScoreText.NOTHING;
    }
}
