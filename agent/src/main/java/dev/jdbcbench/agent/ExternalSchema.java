package dev.jdbcbench.agent;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The schema of bench's own in a server that it did not start. A table in it says to which run it belongs, and a schema without that table
 * is never dropped; while a run uses it, a connection holds the user lock of its name.
 */
final class ExternalSchema {
    private static final String MARKER = "bench_owner";
    private static final String PREFIX = "bench_";

    private ExternalSchema() {}

    /**
     * Makes the schema with its marker, and holds the lock for as long as the connection lives. One that an earlier session of the run left, for its
     * agent was killed, is made again: nobody knows how far it came.
     */
    static void make(Connection connection, String schema, String run) throws SQLException {
        lock(connection, schema);
        if (exists(connection, schema)) {
            if (!owner(connection, schema).equals(Optional.of(run))) {
                throw new SQLException("the schema " + schema + " is there already, and is not of this run");
            }
            drop(connection, schema);
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + schema + " CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci");
            statement.execute("CREATE TABLE " + schema + "." + MARKER + " (run VARCHAR(100) PRIMARY KEY)");
        }
        try (PreparedStatement marker =
                connection.prepareStatement("INSERT INTO " + schema + "." + MARKER + " VALUES (?)")) {
            marker.setString(1, run);
            marker.execute();
        }
    }

    /** Makes sure that the lock is held: a connection that is idle for hours may be cut by whatever stands between. */
    static boolean holds(Connection connection, String schema) throws SQLException {
        return finds(connection, "SELECT 1 FROM DUAL WHERE IS_USED_LOCK('" + schema + "') = CONNECTION_ID()");
    }

    /** Takes the lock of a schema for as long as the connection lives. */
    static void lock(Connection connection, String schema) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            // A day: the connection is idle for as long as the run lasts.
            statement.execute("SET SESSION wait_timeout = 86400");
            try (ResultSet row = statement.executeQuery("SELECT GET_LOCK('" + schema + "', 0)")) {
                if (!row.next() || row.getInt(1) != 1) {
                    throw new SQLException("another agent works in the schema " + schema);
                }
            }
        }
    }

    /** Drops the schema of a run, if it is there and is that run's. */
    static void drop(Connection connection, String schema, String run) throws SQLException {
        if (exists(connection, schema) && owner(connection, schema).equals(Optional.of(run))) {
            drop(connection, schema);
        }
    }

    private static void drop(Connection connection, String schema) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("DROP DATABASE " + schema);
        }
    }

    /**
     * Drops the schemas of all runs that no agent works in any more.
     *
     * @return what was done, one line for each schema
     */
    static List<String> sweep(Connection connection) throws SQLException {
        List<String> schemas = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT SCHEMA_NAME FROM information_schema.SCHEMATA")) {
            while (row.next()) {
                String name = row.getString(1);
                if (name.startsWith(PREFIX) && name.matches("[A-Za-z0-9_]+")) {
                    schemas.add(name);
                }
            }
        }
        List<String> done = new ArrayList<>();
        for (String schema : schemas) {
            Optional<String> owner = owner(connection, schema);
            if (owner.isEmpty()) {
                if (schema.matches("bench_[0-9]{8}_[0-9]{6}_.*")) {
                    done.add("unmarked: schema " + schema
                            + " is called as a run's, but has no table bench_owner: drop it by hand if it is bench's");
                }
                continue; // somebody else's, whatever its name
            }
            if (isLocked(connection, schema)) {
                done.add("in use: schema " + schema + " of run " + owner.get());
            } else {
                drop(connection, schema);
                done.add("dropped: schema " + schema + " of run " + owner.get());
            }
        }
        return done;
    }

    private static boolean isLocked(Connection connection, String schema) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT IS_FREE_LOCK('" + schema + "')")) {
            return !row.next() || row.getInt(1) != 1;
        }
    }

    private static boolean exists(Connection connection, String schema) throws SQLException {
        return finds(connection, "SELECT 1 FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = '" + schema + "'");
    }

    /** The run that a schema belongs to; empty when it has no marker. */
    private static Optional<String> owner(Connection connection, String schema) throws SQLException {
        if (!finds(
                connection,
                "SELECT 1 FROM information_schema.TABLES WHERE TABLE_SCHEMA = '" + schema + "' AND TABLE_NAME = '"
                        + MARKER + "'")) {
            return Optional.empty();
        }
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT run FROM " + schema + "." + MARKER)) {
            // Without a row the agent was killed right after it made the table.
            return Optional.of(row.next() ? row.getString(1) : "unknown");
        }
    }

    private static boolean finds(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            return row.next();
        }
    }
}
