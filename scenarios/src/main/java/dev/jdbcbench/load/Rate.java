package dev.jdbcbench.load;

import dev.jdbcbench.driver.MayBeMissing;
import dev.jdbcbench.driver.PartCheck;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How many operations arrive at a measured JVM: a number per second, or a part of what a closed loop can do.
 *
 * @param perSecond operations per second, of all threads together; null when it depends on the capacity
 * @param percent of the capacity of the slowest JVM of a group; null when the number is given
 */
public record Rate(
        @MayBeMissing @Nullable Double perSecond,
        @MayBeMissing @Nullable Double percent,
        Arrivals arrivals) {
    /** A client that sends more is a load generator, not an application. */
    public static final double MOST = 1_000_000;

    /** Twice the capacity is more than enough to show an overload. */
    public static final double MOST_PERCENT = 200;

    /** Fewer arrivals in a turn show neither percentiles nor a growing backlog. */
    public static final int FEWEST_IN_A_TURN = 20;

    /** A turn stores three numbers for each arrival: 24 MB of heap. */
    public static final int MOST_IN_A_TURN = 1_000_000;

    private static final double HUNDRED = 100;
    private static final Pattern TEXT = Pattern.compile("([0-9.]{1,11})(/s|%)");
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,7}(?:\\.[0-9]{1,3})?");

    public Rate {
        if ((perSecond == null) == (percent == null)) {
            throw new IllegalArgumentException("a rate has either perSecond or percent");
        }
        if (perSecond != null && !(perSecond > 0 && perSecond <= MOST)) {
            throw new IllegalArgumentException(
                    "perSecond is above 0 and at most " + (long) MOST + ", not " + perSecond);
        }
        if (percent != null && !(percent > 0 && percent <= MOST_PERCENT)) {
            throw new IllegalArgumentException(
                    "percent is above 0 and at most " + (long) MOST_PERCENT + ", not " + percent);
        }
        PartCheck.present(arrivals, "arrivals");
    }

    /** A rate in operations per second. */
    public static Rate perSecond(double number, Arrivals arrivals) {
        return new Rate(number, null, arrivals);
    }

    /** A rate as a percentage of the capacity. */
    public static Rate percent(double number, Arrivals arrivals) {
        return new Rate(null, number, arrivals);
    }

    /** Parses {@code 2000/s} or {@code 50%}; empty when the text is not a rate, or the rate is out of range. */
    public static Optional<Rate> of(String text, Arrivals arrivals) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches() || !NUMBER.matcher(matcher.group(1)).matches()) {
            return Optional.empty();
        }
        double number = Double.parseDouble(matcher.group(1));
        boolean part = matcher.group(2).equals("%");
        if (!(number > 0 && number <= (part ? MOST_PERCENT : MOST))) {
            return Optional.empty();
        }
        return Optional.of(part ? percent(number, arrivals) : perSecond(number, arrivals));
    }

    /**
     * Operations per second.
     *
     * @param capacity capacity of the slowest JVM of the group, in operations per second
     */
    public double of(double capacity) {
        return perSecond != null ? perSecond : percent == null ? 0 : percent / HUNDRED * capacity;
    }

    /** The form in a cell's key: {@code rate=2000}, {@code rate=50%}, or {@code rate=2000,poisson}. */
    public String key() {
        return "rate=" + amount() + (arrivals == Arrivals.CONSTANT ? "" : "," + arrivals);
    }

    private String amount() {
        return perSecond != null ? number(perSecond) : percent == null ? "" : number(percent) + "%";
    }

    /** Formats a number without an exponent. */
    public static String number(double value) {
        return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }

    /** {@code 2000/s}, {@code 50%}, or {@code 2000/s poisson}. */
    @Override
    public String toString() {
        return amount() + (perSecond == null ? "" : "/s") + (arrivals == Arrivals.CONSTANT ? "" : " " + arrivals);
    }
}
