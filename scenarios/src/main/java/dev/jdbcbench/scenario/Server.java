package dev.jdbcbench.scenario;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Identifies the kind of server by asking the server itself, because drivers report it in different ways. */
final class Server {
    private Server() {}

    static boolean isMariaDb(Statement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery("SELECT VERSION()")) {
            return row.next() && String.valueOf(row.getString(1)).contains("MariaDB");
        }
    }
}
