package dev.jdbcbench.scenario;

import dev.jdbcbench.driver.DriverKind;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A stored function or procedure of the schema that is worked in. */
final class Routine {
    private static final int ACCESS_DENIED = 1142; // ER_TABLEACCESS_DENIED_ERROR

    private Routine() {}

    /**
     * What the rights of the user cost a driver that looks for the description of a routine before it calls it. MySQL Connector/J before 9
     * reads {@code mysql.proc} of a MariaDB; a user who may not do that, which is any user with rights in one schema only,
     * makes it ask again in another way.
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
            return "called as a user who may not read mysql.proc: for one who may, this driver needs up to 2 queries less";
        }
    }

    /** Makes it, unless it is there. */
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
