package dev.jdbcbench.scenario;

import dev.jdbcbench.driver.Mode;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A query without parameters whose rows are all read: by a PreparedStatement in the mode hit, else by a Statement. */
abstract class Query extends Scenario {
    /** Where the last value read ends up. */
    private Object last = "";

    abstract String sql();

    /** Reads the row that the result set is at, and returns a value of it. */
    abstract Object read(ResultSet row) throws SQLException;

    /** 0: the driver's default. */
    int fetchSize() {
        return 0;
    }

    /** Returns how many rows were read. */
    final int readAll() throws SQLException {
        if (mode() == Mode.HIT) {
            try (PreparedStatement statement = connection().prepareStatement(sql())) {
                setFetchSize(statement);
                try (ResultSet rows = statement.executeQuery()) {
                    return readAll(rows);
                }
            }
        }
        try (Statement statement = connection().createStatement()) {
            setFetchSize(statement);
            try (ResultSet rows = statement.executeQuery(sql())) {
                return readAll(rows);
            }
        }
    }

    private void setFetchSize(Statement statement) throws SQLException {
        if (fetchSize() != 0) {
            statement.setFetchSize(fetchSize());
        }
    }

    private int readAll(ResultSet rows) throws SQLException {
        int count = 0;
        while (rows.next()) {
            last = read(rows);
            count++;
        }
        return count;
    }

    /** The value that was read last. */
    final Object last() {
        return last;
    }
}
