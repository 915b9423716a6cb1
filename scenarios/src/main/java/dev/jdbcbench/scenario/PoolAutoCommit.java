package dev.jdbcbench.scenario;

import static dev.jdbcbench.driver.Mode.TEXT;
import static dev.jdbcbench.scenario.witness.WrongResultException.unlessEqual;

import dev.jdbcbench.scenario.witness.CheckedResult;
import dev.jdbcbench.scenario.witness.Ends;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;

/**
 * Borrows a connection from a pool (HikariCP), sets autocommit off, reads a row of an InnoDB table, commits, sets autocommit on
 * and returns it: a transaction that only reads.
 *
 * <p>The row makes it a transaction for the server. {@code SELECT 1} would start none, and a driver may then skip the commit.
 *
 * <p>Expect four round trips: autocommit off, select, commit, autocommit on.
 *
 * <p>Repeats what <a href="https://github.com/cashapp/misk/issues/1288">misk issue 1288</a> (2019) saw Hibernate send to MySQL for each
 * transaction.
 */
@Listed(
        order = 203,
        operation = "borrow from HikariCP, autocommit off, select a row, commit, autocommit on, give back",
        repeats = "a transaction of misk issue 1288 (2019)",
        modes = TEXT)
public class PoolAutoCommit extends PoolBorrow {
    private static final String TABLE = "bench_pool";
    private static final String ENGINE = "InnoDB";

    @Override
    protected void begin(Connection borrowed) throws SQLException {
        borrowed.setAutoCommit(false);
    }

    @Override
    String sql() {
        return "SELECT id FROM " + TABLE + " WHERE id = 1";
    }

    @Override
    protected void end(Connection borrowed) throws SQLException {
        borrowed.commit();
        borrowed.setAutoCommit(true);
    }

    @Override
    protected void prepare(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS " + TABLE + " (id INT PRIMARY KEY) ENGINE = " + ENGINE);
            statement.execute("INSERT IGNORE INTO " + TABLE + " (id) VALUES (1)");
        }
        super.prepare(connection);
    }

    @Override
    public CheckedResult check() throws SQLException {
        CheckedResult finding = super.check();
        try (Connection borrowed = pool().getConnection()) {
            unlessEqual("autocommit after the transaction", true, borrowed.getAutoCommit());
        }
        return finding;
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
