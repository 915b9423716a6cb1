package dev.jdbcbench.untrusted;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as users type them, with units: {@code 350us}, {@code 0.35ms}, {@code 30s}, {@code 45m}, {@code 1h30m}. */
public final class TypedDuration {
    private static final String PART = "([0-9]{1,9}(?:\\.[0-9]{1,9})?)(us|µs|ms|s|min|m|h)";
    private static final Pattern ONE = Pattern.compile(PART);
    private static final Pattern ALL = Pattern.compile("(?:" + PART + "){1,8}");
    private static final Map<String, Long> NANOS = Map.of(
            "us", 1_000L,
            "µs", 1_000L,
            "ms", 1_000_000L,
            "s", 1_000_000_000L,
            "m", 60_000_000_000L,
            "min", 60_000_000_000L,
            "h", 3_600_000_000_000L);

    /** Three years. */
    private static final BigDecimal LONGEST_NANOS = BigDecimal.valueOf(100_000_000_000_000_000L);

    private TypedDuration() {}

    /** A duration of at least 1 ms as users type it: {@code 1h30m}. */
    public static String text(Duration duration) {
        Duration seconds = duration.truncatedTo(ChronoUnit.SECONDS);
        long millis = duration.minus(seconds).toMillis();
        return (seconds.isZero()
                        ? ""
                        : seconds.toString().substring("PT".length()).toLowerCase(Locale.ROOT))
                + (millis == 0 ? "" : millis + "ms");
    }

    /** The duration, cut to ns; empty if a number or its unit is missing, or if it is longer than about three years. */
    public static Optional<Duration> of(String text) {
        if (!ALL.matcher(text).matches()) {
            return Optional.empty();
        }
        BigDecimal nanos = BigDecimal.ZERO;
        Matcher part = ONE.matcher(text);
        while (part.find()) {
            nanos = nanos.add(
                    new BigDecimal(part.group(1)).multiply(BigDecimal.valueOf(NANOS.getOrDefault(part.group(2), 0L))));
        }
        return nanos.compareTo(LONGEST_NANOS) > 0 ? Optional.empty() : Optional.of(Duration.ofNanos(nanos.longValue()));
    }
}
