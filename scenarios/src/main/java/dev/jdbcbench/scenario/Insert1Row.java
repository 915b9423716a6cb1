package dev.jdbcbench.scenario;

import static dev.jdbcbench.scenario.WrongResultException.unlessEqual;

import dev.jdbcbench.driver.Mode;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * Inserts one row with a random string of 100 bytes into a {@link SinkTable}, by a new PreparedStatement each time, with
 * autocommit.
 *
 * <p>Asks of the server to parse and open a table; nothing reaches a disk.
 *
 * <p>Expect one round trip.
 *
 * <p>Repeats BenchmarkOneInsertPrepareText of the comparison of 2016.
 */
public class Insert1Row extends Scenario {
    private final SinkTable table = new SinkTable("bench_insert_1");
    private final RandomText texts = new RandomText();
    private final String sql = "INSERT INTO " + table.name() + " (charValue) VALUES (?)";

    /** Inserts one row and returns how many were inserted: 1. */
    @Benchmark
    public int operation() throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, texts.next());
            return statement.executeUpdate();
        }
    }

    @Override
    protected void prepare(Connection connection) throws SQLException {
        table.create(connection);
    }

    @Override
    public void beforeIteration() throws SQLException {
        table.empty(connection);
    }

    @Override
    protected void check(Mode mode) throws SQLException {
        unlessEqual("the update count of one insert", 1, operation());
    }
}
