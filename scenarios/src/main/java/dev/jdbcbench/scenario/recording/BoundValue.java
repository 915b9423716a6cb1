package dev.jdbcbench.scenario.recording;

import java.math.BigDecimal;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;

/**
 * A value that an application bound to a statement. Its notation consists of the type, a blank and the value:
 * {@code long 5}.
 */
public abstract class BoundValue {
    private BoundValue() {}

    /** Types of values, as far as the protocol distinguishes them. */
    public enum Type {
        NULL,
        LONG,
        FLOAT,
        DOUBLE,
        DECIMAL,
        TEXT,
        /** Bytes in hexadecimal digits. */
        BYTES,
        DATE,
        TIME,
        DATETIME;

        /** The notation of a value of this type. */
        public String of(String value) {
            return name().toLowerCase(Locale.ROOT) + " " + value;
        }
    }

    public abstract void set(PreparedStatement statement, int index) throws SQLException;

    private interface Setter {
        public void set(PreparedStatement statement, int index) throws SQLException;
    }

    /**
     * Parses the notation of a value.
     *
     * @throws IllegalArgumentException when the notation is malformed
     */
    public static BoundValue of(String notation) {
        int blank = notation.indexOf(' ');
        String word = blank < 0 ? notation : notation.substring(0, blank);
        String value = blank < 0 ? "" : notation.substring(blank + 1);
        Type type = Arrays.stream(Type.values())
                .filter(known -> known.name().toLowerCase(Locale.ROOT).equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown type of values: " + word));
        try {
            Setter setter = setter(type, value);
            return new BoundValue() {
                @Override
                public void set(PreparedStatement statement, int index) throws SQLException {
                    setter.set(statement, index);
                }
            };
        } catch (DateTimeException | IllegalArgumentException e) {
            throw new IllegalArgumentException("this is no value of the type " + word + ": " + value, e);
        }
    }

    private static Setter setter(Type type, String value) {
        return switch (type) {
            case NULL -> (statement, index) -> statement.setNull(index, Types.NULL);
            case LONG -> {
                long number = Long.parseLong(value);
                yield (statement, index) -> statement.setLong(index, number);
            }
            case FLOAT -> {
                float number = Float.parseFloat(value);
                yield (statement, index) -> statement.setFloat(index, number);
            }
            case DOUBLE -> {
                double number = Double.parseDouble(value);
                yield (statement, index) -> statement.setDouble(index, number);
            }
            case DECIMAL -> {
                BigDecimal number = new BigDecimal(value);
                yield (statement, index) -> statement.setBigDecimal(index, number);
            }
            case TEXT -> (statement, index) -> statement.setString(index, value);
            case BYTES -> {
                byte[] bytes = HexFormat.of().parseHex(value);
                yield (statement, index) -> statement.setBytes(index, bytes);
            }
            case DATE -> {
                Date date = Date.valueOf(LocalDate.parse(value));
                yield (statement, index) -> statement.setDate(index, date);
            }
            case TIME -> {
                LocalTime exact = LocalTime.parse(value);
                Time time = Time.valueOf(exact);
                // A java.sql.Time has no fractions.
                yield exact.equals(exact.truncatedTo(ChronoUnit.SECONDS))
                        ? (statement, index) -> statement.setTime(index, time)
                        : (statement, index) -> statement.setString(index, value);
            }
            case DATETIME -> {
                Timestamp time = Timestamp.valueOf(LocalDateTime.parse(value));
                yield (statement, index) -> statement.setTimestamp(index, time);
            }
        };
    }
}
