package dev.jdbcbench.scenario;

import dev.jdbcbench.driver.DriverKind;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A stored function or procedure in the current schema. */
final class Routine {
    private static final int ACCESS_DENIED = 1142; // ER_TABLEACCESS_DENIED_ERROR

    private Routine() {}

    /**
     * A remark on the cost of the user's privileges, for a driver that reads a routine's description before calling it. MySQL
     * Connector/J before 9 reads {@code mysql.proc} of a MariaDB server. If the user may not do that, like any user with
     * privileges in one schema only, the driver sends other queries instead.
     */
    static String remark(Connection connection, DriverKind kind, String driverVersion) throws SQLException {
        if (!kind.readsDescriptionsOfRoutines(driverVersion)) {
            return "";
        }
        try (Statement statement = connection.createStatement()) {
            if (!Server.isMariaDb(statement)) {
                return "";
            }
            statement.executeQuery("SELECT 1 FROM mysql.proc LIMIT 1").close();
            return "";
        } catch (SQLException e) {
            if (e.getErrorCode() != ACCESS_DENIED) {
                throw e;
            }
            return "called by a user without access to mysql.proc; with access, this driver needs up to 2 queries fewer";
        }
    }

    /** Creates the routine unless it exists. */
    static void create(Connection connection, String name, String definition) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement("SELECT COUNT(*) FROM information_schema.ROUTINES"
                + " WHERE ROUTINE_SCHEMA = DATABASE() AND ROUTINE_NAME = ?")) {
            query.setString(1, name);
            try (ResultSet row = query.executeQuery()) {
                row.next();
                if (row.getInt(1) > 0) {
                    return;
                }
            }
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute(definition);
        }
    }
}
