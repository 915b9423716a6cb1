package dev.jdbcbench.scenario;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** What kind of server answers. Drivers answer that question differently, the server itself does not. */
final class Server {
    private Server() {}

    static boolean isMariaDb(Statement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery("SELECT VERSION()")) {
            return row.next() && String.valueOf(row.getString(1)).contains("MariaDB");
        }
    }
}
