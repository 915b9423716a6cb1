package dev.jdbcbench.scenario;

import dev.jdbcbench.driver.Mode;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A query without parameters whose rows are all read: with a PreparedStatement in mode hit, otherwise with a Statement. */
abstract class Query extends Scenario {
    /** Holds the last value read. */
    private Object last = "";

    abstract String sql();

    /** Reads the current row of the result set, and returns one of its values. */
    abstract Object read(ResultSet row) throws SQLException;

    /** 0 means the driver's default. */
    int fetchSize() {
        return 0;
    }

    /** Returns the number of rows read. */
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

    /** The last value read. */
    final Object last() {
        return last;
    }
}
