package dev.jdbcbench.request;

import dev.jdbcbench.run.Goal;
import dev.jdbcbench.untrusted.TypedDuration;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Quantities as users type them. */
public final class Quantity {
    private static final Pattern LIMIT = Pattern.compile("([0-9]{1,4}(?:\\.[0-9]+)?) ?%");

    private Quantity() {}

    /** Parses a time with its unit: {@code 250ms}, {@code 30s}, {@code 45m}, {@code 1h30m}. A bare number is rejected. */
    public static Optional<Duration> duration(String option, String text, List<String> problems) {
        Optional<Duration> typed = TypedDuration.of(text).map(time -> time.truncatedTo(ChronoUnit.MILLIS));
        if (typed.filter(time -> !time.isZero()).isPresent()) {
            return typed;
        }
        problems.add(
                option + " needs a time of at least 1ms with its unit, like 250ms, 30s, 45m or 1h30m, not " + text);
        return Optional.empty();
    }

    /**
     * Parses the limit of a gate: {@code 5%}.
     *
     * @return 0.05 for 5 %; empty if it is malformed, which is added to the problems
     */
    public static Optional<Double> limit(String option, String text, List<String> problems) {
        Matcher percent = LIMIT.matcher(text);
        if (percent.matches()) {
            double limit = new BigDecimal(percent.group(1)).movePointLeft(2).doubleValue();
            if (limit > 0 && limit <= Goal.MOST_ABOVE) {
                return Optional.of(limit);
            }
        }
        problems.add(option + " needs a percentage above 0%, at most 1000%, like 5%, not " + text);
        return Optional.empty();
    }
}
