package dev.jdbcbench.scenario.table;

import java.lang.management.ManagementFactory;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A parameter of a user's own statement, with a new value for each operation. */
public abstract class Parameter {
    /** The notations of a parameter, for messages. */
    public static final String FORMS = "const VALUE, text LENGTH, int LOW..HIGH or counter START";

    private static final Pattern FORM = Pattern.compile("(const|text|int|counter)\\s+(.+)");
    private static final Pattern RANGE = Pattern.compile("(-?[0-9]{1,18})\\.\\.(-?[0-9]{1,18})");
    private static final Pattern WHOLE = Pattern.compile("-?[0-9]{1,18}");
    private static final Pattern QUOTED = Pattern.compile("\"(.*)\"|'(.*)'");
    /** Limit for the notation itself, because a constant is part of the plan. */
    private static final int LONGEST = 10_000;

    private static final int LONGEST_TEXT = 16_000_000;
    /**
     * Shared by all threads of this JVM. Starts with the microseconds since 2026, so the ranges of a run's JVMs never overlap:
     * no JVM runs more operations than microseconds pass.
     */
    private static final AtomicLong COUNTER = new AtomicLong(ChronoUnit.MICROS.between(
            Instant.parse("2026-01-01T00:00:00Z"),
            Instant.ofEpochMilli(ManagementFactory.getRuntimeMXBean().getStartTime())));

    private static final int TEXTS = 64; // made in advance; a long text takes longer to make than to send

    private Parameter() {}

    /** Sets the next value. */
    public abstract void set(PreparedStatement statement, int index) throws SQLException;

    /**
     * Parses one of the notations {@value #FORMS}.
     *
     * <ul>
     * <li>A constant: a whole number, otherwise a text; in quotation marks always a text.
     * <li>A random text of this many letters and digits.
     * <li>A random whole number in an inclusive range.
     * <li>A number that grows by 1 and is never used twice in a run ({@code START} plus the microseconds since 2026; it needs a
     * BIGINT).
     * </ul>
     *
     * @param seed for random values
     * @return empty when the text matches none of the notations
     */
    public static Optional<Parameter> of(String text, long seed) {
        return form(text, seed).map(Supplier::get);
    }

    /** Whether a text matches one of these notations; creates nothing, because making a long text takes time. */
    public static boolean isForm(String text) {
        return form(text, 0).isPresent();
    }

    private static Optional<Supplier<Parameter>> form(String text, long seed) {
        Matcher form = FORM.matcher(text.strip());
        if (text.length() > LONGEST || !form.matches()) {
            return Optional.empty();
        }
        String value = form.group(2).strip();
        return switch (form.group(1)) {
            case "const" -> Optional.of(() -> constant(value));
            case "text" ->
                Optional.of(value)
                        .filter(digits -> digits.matches("[0-9]{1,8}"))
                        .map(Integer::valueOf)
                        .filter(length -> length >= 1 && length <= LONGEST_TEXT)
                        .map(length -> () -> text(length, seed));
            case "int" -> {
                Matcher range = RANGE.matcher(value);
                yield range.matches() && Long.parseLong(range.group(1)) <= Long.parseLong(range.group(2))
                        ? Optional.of(() -> whole(Long.parseLong(range.group(1)), Long.parseLong(range.group(2)), seed))
                        : Optional.empty();
            }
            default ->
                Optional.of(value)
                        .filter(digits -> WHOLE.matcher(digits).matches())
                        .map(start -> () -> counter(Long.parseLong(start)));
        };
    }

    private static Parameter constant(String value) {
        Matcher quoted = QUOTED.matcher(value);
        if (WHOLE.matcher(value).matches()) {
            long number = Long.parseLong(value);
            return new Parameter() {
                @Override
                public void set(PreparedStatement statement, int index) throws SQLException {
                    statement.setLong(index, number);
                }
            };
        }
        String text = quoted.matches() ? value.substring(1, value.length() - 1) : value;
        return new Parameter() {
            @Override
            public void set(PreparedStatement statement, int index) throws SQLException {
                statement.setString(index, text);
            }
        };
    }

    private static Parameter text(int length, long seed) {
        RandomText texts = new RandomText(length, TEXTS, seed);
        return new Parameter() {
            @Override
            public void set(PreparedStatement statement, int index) throws SQLException {
                statement.setString(index, texts.next());
            }
        };
    }

    private static Parameter whole(long low, long high, long seed) {
        Random random = new Random(seed);
        return new Parameter() {
            @Override
            public void set(PreparedStatement statement, int index) throws SQLException {
                statement.setLong(index, low + Math.floorMod(random.nextLong(), high - low + 1));
            }
        };
    }

    private static Parameter counter(long start) {
        return new Parameter() {
            @Override
            public void set(PreparedStatement statement, int index) throws SQLException {
                statement.setLong(index, start + COUNTER.getAndIncrement());
            }
        };
    }
}
