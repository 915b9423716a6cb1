package dev.jdbcbench.scenario;

import static dev.jdbcbench.scenario.WrongResultException.unlessEqual;

import dev.jdbcbench.driver.Mode;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * Inserts 100 rows of 100 bytes into a {@link SinkTable} with one {@code executeBatch} of a PreparedStatement. One batch is
 * one operation.
 *
 * <p>Expect, in text, as many round trips as the driver waits for replies: 100 where it sends one insert after the other
 * (MySQL Connector/J, Drizzle JDBC), few where it sends ahead (MariaDB Connector/J). Expect one in rewrite: the batch becomes one insert of
 * 100 rows, and the driver can no longer say which generated key belongs to which row.
 *
 * <p>Repeats PrepareStatementBatch100InsertText and …Rewrite of the comparison of 2016.
 */
public class InsertBatch100 extends Scenario {
    private static final int SIZE = 100;
    private final SinkTable table = new SinkTable("bench_insert_batch_100");
    private final RandomText texts = new RandomText();
    private final String sql = "INSERT INTO " + table.name() + " (charValue) VALUES (?)";

    /** Inserts the batch and returns its update counts. */
    @Benchmark
    public int[] operation() throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < SIZE; i++) {
                statement.setString(1, texts.next());
                statement.addBatch();
            }
            return statement.executeBatch();
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
        int[] counts = operation();
        unlessEqual("the number of update counts", SIZE, counts.length);
        for (int count : counts) {
            // A rewritten batch has one count for all rows: a driver may say that it does not know each row's.
            if (count != Statement.SUCCESS_NO_INFO) {
                unlessEqual("an update count", 1, count);
            }
        }
        unlessEqual("the number of rows in " + table.name(), (long) SIZE, table.rows(connection, SIZE));
    }
}
