package dev.jdbcbench.driver;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Validates the parts of plans and events. These come from files that another host or person wrote, so every part must be
 * present and in a plausible range before it is used. Each check returns its argument, or throws
 * {@link IllegalArgumentException} with the name of the part.
 */
public final class PartCheck {
    /** Limit for a name: a host, a cell, a version. Keys of cells combine several. */
    private static final int LONGEST_NAME = 4000;

    /** Limit for a program's message. Longer ones are cut: a driver's long error message must not fail a run. */
    private static final int LONGEST_SAYING = 20_000;

    private static final int LONGEST_FILE_NAME = 240;

    private static final int MOST_ENTRIES = 10_000;

    /** Differences between two times in this range fit in 64 bits even in nanoseconds. */
    private static final Instant LATEST = Instant.parse("2200-01-01T00:00:00Z");

    private static final Duration LONGEST = Duration.ofDays(32 * 366);

    /** Ten days, µs. */
    private static final double MOST_MICROS = 864e9;

    /** A thousandth of a nanosecond, µs. */
    private static final double FEWEST_MICROS = 1e-6;

    /** Larger than any counter, and sums of very many still fit. */
    private static final double MOST = 1e15;

    private static final Pattern FILE_NAME = Pattern.compile("[^/\\\\\\p{Cntrl}]+");

    private static final int LONGEST_CPUS = 4000;

    /** A list of CPUs in the notation of taskset(1): {@code 0,2-3}. */
    private static final Pattern CPUS = Pattern.compile("[0-9][0-9,-]*");

    private PartCheck() {}

    /** Requires a list of CPUs or null. The list becomes a word of a command. */
    public static @Nullable String cpusIfAny(@Nullable String value, String part) {
        if (value != null && !CPUS.matcher(text(value, LONGEST_CPUS, part)).matches()) {
            throw new IllegalArgumentException(part + " is not a list of CPUs: " + value);
        }
        return value;
    }

    /** Requires a value that is not null. */
    public static <T> T present(@Nullable T value, String part) {
        if (value == null) {
            throw new IllegalArgumentException(part + " is missing");
        }
        return value;
    }

    /** Requires a text that is neither empty nor too long. */
    public static String name(@Nullable String value, String part) {
        String text = text(value, LONGEST_NAME, part);
        if (text.isEmpty()) {
            throw new IllegalArgumentException(part + " is empty");
        }
        return text;
    }

    /** Requires a text of at most {@code most} characters. */
    public static String text(@Nullable String value, int most, String part) {
        String text = present(value, part);
        if (text.length() > most) {
            throw new IllegalArgumentException(
                    part + " has " + text.length() + " characters; at most " + most + " are allowed");
        }
        return text;
    }

    /** Requires a program's message, and cuts it if it is very long. */
    public static String message(@Nullable String value, String part) {
        String text = present(value, part);
        return text.length() <= LONGEST_SAYING ? text : text.substring(0, LONGEST_SAYING) + "…";
    }

    /** Cuts a message like {@link #message}; null is allowed. */
    public static @Nullable String messageIfAny(@Nullable String value) {
        return value == null ? null : message(value, "text");
    }

    /** Requires a file name without a path. */
    public static String fileName(@Nullable String value, String part) {
        String name = text(value, LONGEST_FILE_NAME, part);
        if (!FILE_NAME.matcher(name).matches() || name.equals(".") || name.equals("..")) {
            throw new IllegalArgumentException(part + " is not the name of a file: " + name);
        }
        return name;
    }

    /** Requires a whole number in this inclusive range. */
    public static int between(int low, int high, int value, String part) {
        return Math.toIntExact(between((long) low, high, value, part));
    }

    /** Requires a long in this inclusive range. */
    public static long between(long low, long high, long value, String part) {
        if (value < low || value > high) {
            throw new IllegalArgumentException(part + " is from " + low + " to " + high + ", not " + value);
        }
        return value;
    }

    /** Requires a finite number in the range of plausible counts. */
    public static double number(double value, String part) {
        return between(-MOST, MOST, value, part);
    }

    /** Whether a number is finite and in the range of plausible counts. */
    public static boolean isNumber(double value) {
        return value >= -MOST && value <= MOST;
    }

    /** Requires such a number that is not negative. */
    public static double count(double value, String part) {
        return between(0, MOST, value, part);
    }

    /** Requires a long that is a plausible count and not negative. */
    public static long count(long value, String part) {
        return between(0L, (long) MOST, value, part);
    }

    /** Requires the time of an operation or a round trip, µs. */
    public static double micros(double value, String part) {
        return between(0, MOST_MICROS, value, part);
    }

    private static double between(double low, double high, double value, String part) {
        if (!(value >= low && value <= high)) {
            throw new IllegalArgumentException(part + " is from " + low + " to " + high + ", not " + value);
        }
        return value;
    }

    /** Whether it is a possible time of one operation, µs. Excludes 0, because later calculations divide by scores. */
    public static boolean isScore(double micros) {
        return micros >= FEWEST_MICROS && micros <= MOST_MICROS;
    }

    /** Requires times of operations, µs, which are never 0. */
    public static List<Double> scores(@Nullable List<Double> values, int most, String part) {
        List<Double> scores = list(values, most, part);
        for (double score : scores) {
            if (!isScore(score)) {
                throw new IllegalArgumentException(
                        part + " is from " + FEWEST_MICROS + " to " + MOST_MICROS + " µs, not " + score);
            }
        }
        return scores;
    }

    /** Requires times of round trips, µs. */
    public static List<Double> microsOfAll(@Nullable List<Double> values, int most, String part) {
        List<Double> micros = list(values, most, part);
        micros.forEach(one -> micros(one, part));
        return micros;
    }

    /** Requires a time between 1970 and 2200. */
    public static Instant time(@Nullable Instant value, String part) {
        Instant moment = present(value, part);
        if (!isTime(moment)) {
            throw new IllegalArgumentException(part + " is between 1970 and 2200, not " + moment);
        }
        return moment;
    }

    /** Whether a time is between 1970 and 2200. */
    public static boolean isTime(Instant moment) {
        return !moment.isBefore(Instant.EPOCH) && moment.isBefore(LATEST);
    }

    /** Requires a duration that is not negative and at most 32 years. */
    public static Duration duration(@Nullable Duration value, String part) {
        Duration time = present(value, part);
        if (time.isNegative() || time.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(part + " is from 0 to 32 years, not " + time);
        }
        return time;
    }

    /** Copies a list; requires at most {@code most} items, none of them null. */
    public static <T> List<T> list(@Nullable List<T> values, int most, String part) {
        List<T> items = present(values, part);
        if (items.size() > most) {
            throw new IllegalArgumentException(
                    part + " has " + items.size() + " items; at most " + most + " are allowed");
        }
        items.forEach(item -> present(item, "an item of " + part));
        return List.copyOf(items);
    }

    /** Requires a list of texts. */
    public static List<String> texts(@Nullable List<String> values, int most, String part) {
        List<String> texts = list(values, most, part);
        texts.forEach(text -> text(text, LONGEST_SAYING, "an item of " + part));
        return texts;
    }

    /** Copies a map with names, sorted; requires that no value is null. */
    public static <V> Map<String, V> map(@Nullable Map<String, V> values, String part) {
        Map<String, V> entries = present(values, part);
        if (entries.size() > MOST_ENTRIES) {
            throw new IllegalArgumentException(
                    part + " has " + entries.size() + " entries; at most " + MOST_ENTRIES + " are allowed");
        }
        entries.forEach((name, value) -> {
            text(name, LONGEST_NAME, "a name of " + part);
            present(value, part + "." + name);
        });
        return Collections.unmodifiableMap(new TreeMap<>(entries));
    }

    /** Copies a map of texts, sorted. */
    public static Map<String, String> textMap(@Nullable Map<String, String> values, String part) {
        Map<String, String> texts = map(values, part);
        texts.forEach((name, text) -> text(text, LONGEST_SAYING, part + "." + name));
        return texts;
    }

    /** Copies a map of numbers, sorted. */
    public static Map<String, Double> numbers(@Nullable Map<String, Double> values, String part) {
        Map<String, Double> numbers = map(values, part);
        numbers.forEach((name, number) -> number(number, part + "." + name));
        return numbers;
    }
}
