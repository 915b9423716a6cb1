package dev.jdbcbench.scenario;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.CRC32;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;

/**
 * A user's own statement, with a new PreparedStatement each time; all rows and columns of its result are read by
 * {@code getObject}.
 *
 * <p>The demands on driver and server are up to the user. All drivers must agree on the result of the first execution, for
 * which they get the same parameters.
 *
 * <p>Repeats nothing.
 */
public class Sql extends Scenario {
    private static final long SEED = 20130101; // fixed, so every driver gets the same values

    /** The name of the scenario in the session file. */
    @Param("")
    public String sql = "";

    private final List<Parameter> parameters = new ArrayList<>();
    private String text = "";
    private String at = "";
    private Object last = "";

    @Override
    protected void prepare(Connection connection) {
        String found = session().scenarios().get(sql + ".sql");
        if (found == null) {
            throw new IllegalArgumentException("the session file has no scenario." + sql + ".sql");
        }
        text = found;
        at = session().scenarios().getOrDefault(sql + ".at", sql);
        parameters.clear();
        for (String param : SqlScenario.params(session().scenarios(), sql)) {
            parameters.add(Parameter.of(param, SEED + parameters.size())
                    .orElseThrow(
                            () -> new IllegalArgumentException(at + ": " + param + " is none of " + Parameter.FORMS)));
        }
    }

    @Override
    @Benchmark
    public Object operation() throws SQLException {
        try {
            return readAll();
        } catch (SQLException e) {
            throw SqlScenario.located(e, at);
        }
    }

    private Object readAll() throws SQLException {
        try (PreparedStatement statement = execute()) {
            for (ResultSet rows = statement.getResultSet(); rows != null; ) {
                try (ResultSet read = rows) {
                    int columns = read.getMetaData().getColumnCount();
                    while (read.next()) {
                        for (int column = 1; column <= columns; column++) {
                            Object value = read.getObject(column);
                            last = value == null ? last : value;
                        }
                    }
                }
                rows = statement.getMoreResults() ? statement.getResultSet() : null;
            }
        }
        return last;
    }

    private PreparedStatement execute() throws SQLException {
        PreparedStatement statement = connection().prepareStatement(text);
        try {
            for (int i = 0; i < parameters.size(); i++) {
                parameters.get(i).set(statement, i + 1);
            }
            statement.execute();
            return statement;
        } catch (SQLException e) {
            statement.close();
            throw e;
        }
    }

    @Override
    public Finding check() throws SQLException {
        try {
            return digest();
        } catch (SQLException e) {
            throw SqlScenario.located(e, at);
        }
    }

    private Finding digest() throws SQLException {
        try (PreparedStatement statement = execute()) {
            ResultSet rows = statement.getResultSet();
            if (rows == null) {
                return Finding.of("no rows: it changes something"); // the count depends on earlier executions
            }
            try (ResultSet read = rows) {
                int columns = read.getMetaData().getColumnCount();
                CRC32 values = new CRC32();
                long count = 0;
                while (read.next()) {
                    count++;
                    for (int column = 1; column <= columns; column++) {
                        values.update((comparable(read.getObject(column)) + "\0").getBytes(StandardCharsets.UTF_8));
                    }
                }
                return Finding.of(count + " rows of " + columns + " columns, CRC-32 of the values "
                        + Long.toHexString(values.getValue()));
            }
        }
    }

    /** A value as text, independent of the Java type that the driver chose for it. */
    private static String comparable(@org.jspecify.annotations.Nullable Object value) {
        if (value instanceof Boolean truth) {
            return truth ? "1" : "0";
        }
        if (value instanceof byte[] bytes) {
            return HexFormat.of().formatHex(bytes);
        }
        if (value instanceof Number) {
            return new BigDecimal(value.toString()).stripTrailingZeros().toPlainString();
        }
        if (value instanceof Timestamp time) {
            return time.toLocalDateTime().toString();
        }
        return String.valueOf(value);
    }
}
