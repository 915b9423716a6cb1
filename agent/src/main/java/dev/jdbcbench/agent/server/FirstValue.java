package dev.jdbcbench.agent.server;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;

/** The answer to a query for a single value. */
final class FirstValue {
    private FirstValue() {}

    /** The first column of the first row; empty if there is none. */
    static Optional<String> of(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            return row.next() ? Optional.ofNullable(row.getString(1)) : Optional.empty();
        }
    }
}
