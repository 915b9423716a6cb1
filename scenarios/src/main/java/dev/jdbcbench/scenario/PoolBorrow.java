package dev.jdbcbench.scenario;

import static dev.jdbcbench.driver.Mode.TEXT;
import static dev.jdbcbench.scenario.witness.WrongResultException.unlessEqual;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.jdbcbench.driver.Connector;
import dev.jdbcbench.scenario.witness.CheckedResult;
import dev.jdbcbench.scenario.witness.SessionStatus;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.Map;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * Borrows a connection from a pool (HikariCP), runs {@code SELECT 1} and returns the connection. All threads share one pool,
 * which has a connection for each.
 *
 * <p>Expect one round trip: a busy pool does not test a connection that was used within the last half second.
 *
 * <p>Repeats nothing; requested in comments on the comparison of 2013.
 */
@Listed(
        order = 200,
        operation = "borrow from HikariCP, SELECT 1, give back",
        repeats = "nothing; requested in comments on the comparison of 2013",
        modes = TEXT)
public class PoolBorrow extends Scenario {
    private static final Object POOL = new Object();
    private static @Nullable HikariDataSource pool;
    private static int users;

    static {
        // The pool's log is not read; without this, SLF4J warns about it on stderr.
        System.setProperty("slf4j.internal.verbosity", "ERROR");
    }

    private @Nullable DataSource mine;

    @Override
    @Benchmark
    public final Object operation() throws SQLException {
        return work();
    }

    /** The operation; returns the sum of the values read. */
    int work() throws SQLException {
        return borrow();
    }

    /** Borrows a connection, runs the query and returns the connection. */
    final int borrow() throws SQLException {
        try (Connection borrowed = pool().getConnection()) {
            begin(borrowed);
            int value;
            try (Statement statement = borrowed.createStatement();
                    ResultSet row = statement.executeQuery(sql())) {
                row.next();
                value = row.getInt(1);
            }
            end(borrowed);
            return value;
        }
    }

    /** Called after a connection is borrowed. */
    protected void begin(Connection borrowed) throws SQLException {}

    /** A query whose result is one row: 1. */
    String sql() {
        return "SELECT 1";
    }

    /** Called before the connection is returned. */
    protected void end(Connection borrowed) throws SQLException {}

    /** The size of the pool. */
    int connections() {
        return threads();
    }

    final DataSource pool() {
        if (mine == null) {
            throw new IllegalStateException("not prepared");
        }
        return mine;
    }

    @Override
    protected void prepare(Connection connection) throws SQLException {
        synchronized (POOL) {
            if (pool == null) {
                if (fromMemory()) {
                    // A test of connections that were idle between two turns is no part of the recorded operation.
                    System.setProperty("com.zaxxer.hikari.aliveBypassWindowMs", "3600000");
                }
                HikariConfig config = new HikariConfig();
                config.setDataSource(new Source());
                config.setMaximumPoolSize(connections());
                config.setPoolName("bench");
                pool = new HikariDataSource(config);
            }
            users++;
            mine = pool;
        }
    }

    @Override
    public void abort() throws SQLException {
        synchronized (POOL) {
            if (pool != null) {
                pool.close();
                pool = null;
                users = 0;
            }
        }
        super.abort();
    }

    @Override
    protected void release() {
        synchronized (POOL) {
            if (mine != null && --users == 0 && pool != null) {
                pool.close();
                pool = null;
            }
            mine = null;
        }
    }

    @Override
    public CheckedResult check() throws SQLException {
        unlessEqual("the value", 1, borrow());
        return CheckedResult.of("1 row: 1");
    }

    @Override
    public Map<String, Double> counters(int operations) throws SQLException {
        return SessionStatus.perOperation(this::readBorrowed, this::operation, operations);
    }

    /** A pool with one connection borrows the same one for the operation. */
    private Map<String, Long> readBorrowed() throws SQLException {
        try (Connection borrowed = pool().getConnection()) {
            return SessionStatus.read(borrowed);
        }
    }

    /** The pool's data source: opens connections of this cell. */
    private final class Source implements DataSource {
        @Override
        public Connection getConnection() throws SQLException {
            return Connector.committing(connectAnother());
        }

        @Override
        public Connection getConnection(String user, String password) throws SQLException {
            throw new SQLFeatureNotSupportedException("the user is fixed");
        }

        @Override
        public @Nullable PrintWriter getLogWriter() {
            return null;
        }

        @Override
        public void setLogWriter(PrintWriter out) {}

        @Override
        public void setLoginTimeout(int seconds) {}

        @Override
        public int getLoginTimeout() {
            return 0;
        }

        @Override
        public Logger getParentLogger() throws SQLFeatureNotSupportedException {
            throw new SQLFeatureNotSupportedException();
        }

        @Override
        public <T> T unwrap(Class<T> type) throws SQLException {
            throw new SQLException("not a wrapper");
        }

        @Override
        public boolean isWrapperFor(Class<?> type) {
            return false;
        }
    }
}
