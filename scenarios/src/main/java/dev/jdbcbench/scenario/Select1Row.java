package dev.jdbcbench.scenario;

import static dev.jdbcbench.scenario.WrongResultException.unlessEqual;

import dev.jdbcbench.driver.Mode;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * {@code SELECT ?} with a random string of 100 bytes, by a new PreparedStatement each time.
 *
 * <p>Asks little of the server: parse one expression, send one row. What is left is the driver's work and the way to the
 * server and back.
 *
 * <p>Expect one round trip in text and hit. A miss prepares and executes, two round trips where the driver waits in between, and
 * one where it does not; closing has no reply.
 *
 * <p>Repeats BenchmarkSelect1RowPrepareText, …Hit and …Miss of the comparison of 2016.
 */
public class Select1Row extends Scenario {
    private static final String SQL = "SELECT ?";
    private final RandomText texts = new RandomText();

    /** Sends a text and returns what came back. */
    @Benchmark
    public String operation() throws SQLException {
        return echo(texts.next());
    }

    private String echo(String text) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(SQL)) {
            statement.setString(1, text);
            try (ResultSet rows = statement.executeQuery()) {
                rows.next();
                return rows.getString(1);
            }
        }
    }

    @Override
    protected void prepare(Connection connection) {}

    @Override
    protected void check(Mode mode) throws SQLException {
        String text = texts.next();
        unlessEqual("the row of " + SQL, text, String.valueOf(echo(text)));
    }
}
