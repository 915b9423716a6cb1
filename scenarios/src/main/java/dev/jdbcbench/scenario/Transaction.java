package dev.jdbcbench.scenario;

import static dev.jdbcbench.driver.Mode.HIT;
import static dev.jdbcbench.driver.Mode.TEXT;
import static dev.jdbcbench.scenario.witness.WrongResultException.unlessEqual;

import dev.jdbcbench.scenario.witness.CheckedResult;
import dev.jdbcbench.scenario.witness.Ends;
import dev.jdbcbench.scenario.witness.Witness;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * Starts a transaction, selects a row of a small InnoDB table, updates it and commits.
 *
 * <p>By default the server writes its log to disk at each commit, so unlike the other scenarios this one also measures the
 * disk. Each thread has its own row, so none waits for another's lock.
 *
 * <p>Expect five round trips: autocommit off, select, update, commit, autocommit on; fewer if a driver tracks the session's
 * state.
 *
 * <p>Repeats nothing.
 */
@Listed(
        order = 210,
        operation = "begin, select, update and commit on a small InnoDB table",
        modes = {TEXT, HIT},
        besideOthers = false)
public class Transaction extends Scenario {
    private static final String TABLE = "bench_account";
    private static final String ENGINE = "InnoDB";
    private static final int ROWS = 1000;
    private static final AtomicInteger THREADS = new AtomicInteger();
    private final int id = THREADS.getAndIncrement() % ROWS + 1;

    @Override
    @Benchmark
    public Object operation() throws SQLException {
        return transfer();
    }

    private long transfer() throws SQLException {
        Connection connection = connection();
        connection.setAutoCommit(false);
        long balance = add(connection);
        connection.commit();
        connection.setAutoCommit(true);
        return balance;
    }

    private long add(Connection connection) throws SQLException {
        long balance;
        try (PreparedStatement select = connection.prepareStatement("SELECT balance FROM " + TABLE + " WHERE id = ?")) {
            select.setInt(1, id);
            try (ResultSet row = select.executeQuery()) {
                row.next();
                balance = row.getLong(1);
            }
        }
        try (PreparedStatement update =
                connection.prepareStatement("UPDATE " + TABLE + " SET balance = ? WHERE id = ?")) {
            update.setLong(1, balance + 1);
            update.setInt(2, id);
            update.executeUpdate();
        }
        return balance;
    }

    @Override
    protected void prepare(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS " + TABLE
                    + " (id INT PRIMARY KEY, balance BIGINT NOT NULL) ENGINE = " + ENGINE);
            StringBuilder rows = new StringBuilder("INSERT IGNORE INTO " + TABLE + " (id, balance) VALUES (1, 0)");
            for (int row = 2; row <= ROWS; row++) {
                rows.append(", (").append(row).append(", 0)");
            }
            statement.execute(rows.toString());
        }
    }

    @Override
    public CheckedResult check() throws SQLException {
        long first = transfer();
        unlessEqual("the balance after one transaction", first + 1, transfer());
        unlessEqual("autocommit after the transaction", true, connection().getAutoCommit());
        return CheckedResult.of("the balance grew by 1");
    }

    @Override
    protected String judge(Witness witness) throws SQLException {
        Connection connection = connection();
        connection.setAutoCommit(false);
        long after = add(connection) + 1;
        connection.commit();
        verify(witness, "after commit", after);
        add(connection);
        connection.rollback();
        verify(witness, "after rollback", after);
        connection.setAutoCommit(true); // commits whatever a rollback left open
        verify(witness, "after rollback", after);
        return "";
    }

    private void verify(Witness witness, String when, long balance) throws SQLException {
        witness.agree(() -> unlessEqual(
                when + ", the balance for another session",
                List.of(String.valueOf(balance)),
                witness.rows("SELECT balance FROM " + TABLE + " WHERE id = " + id)));
    }

    @Override
    public Ends ends() {
        return Ends.ONE_COMMIT;
    }

    @Override
    public Optional<String> engine() {
        return Optional.of(ENGINE);
    }
}
