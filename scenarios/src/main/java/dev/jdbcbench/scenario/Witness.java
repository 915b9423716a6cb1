package dev.jdbcbench.scenario;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A second session that sees what an operation left in the database. The session under test sees its own rows even if it never
 * commits them, so it cannot be the judge of them.
 *
 * <p>It is a connection of the same driver, because a measured cell has no other one, but without the options, caches and mode of the
 * cell. It controls its transactions by statements, never by {@code commit()} and {@code rollback()}, which are under test. Opens the
 * connection when it is first needed. Not thread safe.
 */
public final class Witness implements AutoCloseable {
    /** The session under test is idle meanwhile; a lock that it holds is the result of the check. */
    private static final int LOCK_WAIT_SECONDS = 5;

    private final Opening opening;
    private @Nullable Connection open;

    /** Opens a plain connection. */
    interface Opening {
        Connection open() throws SQLException;
    }

    Witness(Opening opening) {
        this.opening = opening;
    }

    /** It cannot look, which says nothing about the session under test. */
    static final class BlindException extends SQLException {
        private static final long serialVersionUID = 1;

        BlindException(SQLException why) {
            super(why.getMessage(), why);
        }
    }

    Connection connection() throws SQLException {
        if (open == null) {
            try {
                prepare();
            } catch (SQLException e) {
                throw new BlindException(e);
            }
        }
        return Objects.requireNonNull(open);
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

    void execute(String sql) throws SQLException {
        try (Statement statement = connection().createStatement()) {
            statement.execute(sql);
        }
    }

    /** The rows of a query, each with its columns joined by {@code |}. */
    List<String> rows(String query) throws SQLException {
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
        if (open != null) {
            open.close();
        }
    }
}
