package dev.jdbcbench.scenario.witness;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A second session that sees what an operation left in the database. The session under test sees its own rows even if it never
 * commits them, so it cannot be the judge of them.
 *
 * <p>It is a connection of the same driver, because a measured cell has no other one, but without the options, caches and mode of the
 * cell. It controls its transactions by statements, never by {@code commit()} and {@code rollback()}, which are under test. Opens the
 * connection when it is first needed. Not thread safe, except {@link #abort}.
 */
public final class Witness implements AutoCloseable {
    /** The session under test is idle meanwhile; a lock that it holds is the result of the check. */
    private static final int LOCK_WAIT_SECONDS = 5;

    /** Time for a replica to catch up, if a proxy answers from one. */
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private static final Duration PAUSE = Duration.ofMillis(100);

    /** ER_NO_SUCH_TABLE. */
    private static final int NO_TABLE = 1146;

    private final Opening opening;
    private volatile @Nullable Connection open;

    /** Opens a plain connection. */
    public interface Opening {
        Connection open() throws SQLException;
    }

    public Witness(Opening opening) {
        this.opening = opening;
    }

    /** It cannot look, which says nothing about the session under test. */
    public static final class BlindException extends SQLException {
        private static final long serialVersionUID = 1;

        BlindException(SQLException why) {
            super(why.getMessage(), why);
        }
    }

    public Connection connection() throws SQLException {
        if (open == null) {
            try {
                prepare();
            } catch (SQLException e) {
                throw new BlindException(e);
            }
        }
        return Objects.requireNonNull(open);
    }

    /** Looks at the database. */
    public interface Look {
        /** @throws WrongResultException when something is not as it should be */
        void look() throws SQLException;
    }

    /**
     * Looks again until everything is as it should be, at most for {@link #PATIENCE}. Each look is in a transaction: a proxy that splits
     * reads from writes sends those of a transaction to the primary.
     *
     * @throws WrongResultException when it never is
     */
    public void agree(Look look) throws SQLException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try {
                lookOnce(look);
                return;
            } catch (WrongResultException e) {
                if (System.nanoTime() > end) {
                    throw new WrongResultException(
                            e, ", even after " + PATIENCE.toSeconds() + " s, through that address");
                }
            } catch (SQLException e) {
                if (System.nanoTime() > end || e.getErrorCode() != NO_TABLE) {
                    throw e;
                }
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }

    private void lookOnce(Look look) throws SQLException {
        execute("START TRANSACTION");
        try {
            look.look();
        } finally {
            execute("ROLLBACK");
        }
    }

    /** Ends whatever it waits for, from another thread. */
    public void abort() throws SQLException {
        Connection hanging = open;
        if (hanging != null) {
            hanging.abort(Runnable::run);
        }
    }

    private void prepare() throws SQLException {
        Connection opened = opening.open();
        open = opened;
        try (Statement statement = opened.createStatement()) {
            statement.execute("SET SESSION autocommit = 1"); // otherwise each read would see the state of the first one
            // Otherwise, what is not committed could be seen.
            statement.execute("SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ");
            statement.execute("SET SESSION lock_wait_timeout = " + LOCK_WAIT_SECONDS);
            statement.execute("SET SESSION innodb_lock_wait_timeout = " + LOCK_WAIT_SECONDS);
        }
    }

    public void execute(String sql) throws SQLException {
        try (Statement statement = connection().createStatement()) {
            statement.execute(sql);
        }
    }

    /** The rows of a query, each with its columns joined by {@code |}. */
    public List<String> rows(String query) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Statement statement = connection().createStatement();
                ResultSet read = statement.executeQuery(query)) {
            int columns = read.getMetaData().getColumnCount();
            while (read.next()) {
                List<String> row = new ArrayList<>();
                for (int column = 1; column <= columns; column++) {
                    row.add(String.valueOf(read.getString(column)));
                }
                rows.add(String.join("|", row));
            }
        }
        return rows;
    }

    @Override
    public void close() throws SQLException {
        Connection closing = open;
        if (closing != null) {
            closing.close();
        }
    }
}
