package dev.jdbcbench.report;

import java.util.Locale;

/** How numbers look: always with a decimal point, whatever the country. */
final class Numbers {
    private static final double HUNDRED = 100;
    private static final double THOUSAND = 1000;

    private Numbers() {}

    /** A time in µs with three significant digits, or all before the point: 0.352, 45.2, 455, 5980. */
    static String micros(double micros) {
        double size = Math.abs(micros);
        int digits = size >= HUNDRED ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
        return fixed(micros, digits);
    }

    /** A ratio with three digits: 0.97, 5.46, 12.3, 104; three significant ones below a tenth: 0.0523. */
    static String ratio(double ratio) {
        int digits = ratio >= HUNDRED ? 0 : ratio >= 10 ? 1 : ratio >= 0.1 ? 2 : ratio >= 0.01 ? 4 : 5;
        return fixed(ratio, digits);
    }

    /** A relative half width as {@code ±3.1 %}. */
    static String halfWidth(double relative) {
        double percent = relative * HUNDRED;
        return "±" + fixed(percent, percent >= 10 ? 0 : 1) + " %";
    }

    /** A count per operation: whole where it is, else with one digit behind the point. */
    static String count(double value) {
        return Math.abs(value - Math.rint(value)) < 0.05 ? fixed(Math.rint(value), 0) : fixed(value, 1);
    }

    /** Operations per second: 950, 9.70k, 120k. */
    static String rate(double perSecond) {
        return perSecond < THOUSAND ? fixed(perSecond, 0) : ratio(perSecond / THOUSAND) + "k";
    }

    static String fixed(double value, int digits) {
        return String.format(Locale.ROOT, "%." + digits + "f", value);
    }
}
