package dev.jdbcbench.report.layout;

import dev.jdbcbench.load.Unit;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.List;
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
        BigDecimal rounded = new BigDecimal(size).round(new MathContext(digits, RoundingMode.HALF_UP));
        int before = rounded.precision() - rounded.scale();
        return fixed(value, Math.max(0, digits - before));
    }

    /**
     * A number with so many decimals that fits below a bound as it is shown: rounding may lead over it, and 9.996 becomes 10.0.
     *
     * @param decimals numbers of decimals, most first
     * @param bounds where the next number of decimals begins; one less than there are numbers of decimals
     */
    private static String decimals(double value, List<Integer> decimals, List<Double> bounds) {
        for (int i = 0; i < bounds.size(); i++) {
            String shown = fixed(value, decimals.get(i));
            if (Double.isFinite(value) && Math.abs(Double.parseDouble(shown)) < bounds.get(i)) {
                return shown;
            }
        }
        return fixed(value, decimals.get(bounds.size()));
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
        if (Math.abs(micros) < FEWEST) {
            return "0 µs";
        }
        if (micros < 999.5) {
            return micros(micros) + " µs";
        }
        return micros < 999.5 * Unit.MICROS_PER_MILLI
                ? times(micros / Unit.MICROS_PER_MILLI) + " ms"
                : times(micros / Unit.MICROS_PER_SECOND) + " s";
    }

    /** A difference with its sign and its unit: {@code +1.70 ms}. */
    public static String signedTime(double micros) {
        String text = time(Math.abs(micros));
        return isZero(text) ? text : micros > 0 ? "+" + text : "-" + text;
    }

    /** A ratio with three digits: 0.97, 5.46, 12.3, 104; below 0.1 three significant ones: 0.0523. */
    public static String ratio(double ratio) {
        return decimals(ratio, List.of(5, 4, 2, 1, 0), List.of(0.01, 0.1, 10.0, HUNDRED));
    }

    /** A relative half width as {@code ±3.1 %}. */
    public static String halfWidth(double relative) {
        String percent = percent(relative * HUNDRED);
        // two forks that differ hardly determine the mean
        return "±" + (percent.length() > 3 && !percent.contains(".") ? ">999" : percent) + " %";
    }

    /** Percent with two digits: 0.4, 9.9, 10, 250. */
    public static String percent(double percent) {
        return decimals(percent, List.of(1, 0), List.of(10.0));
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
        return perSecond < 999.5 ? significant(perSecond, 3) : ratio(perSecond / THOUSAND) + "k";
    }

    /** A frequency or percentage: 0.02, 1.06, 12.3, 104. */
    public static String times(double value) {
        return decimals(value, List.of(2, 1, 0), List.of(10.0, HUNDRED));
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
        return micros < HUNDRED ? plain(micros) + " µs" : plain(micros / Unit.MICROS_PER_MILLI) + " ms";
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
