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
 * bench's own schema on a server that it did not start. A marker table in the schema names the run that owns it; a schema
 * without the marker is never dropped. While a run uses the schema, a connection holds the user lock of that name.
 */
final class ExternalSchema {
    private static final String MARKER = "bench_owner";
    private static final String PREFIX = "bench_";

    private ExternalSchema() {}

    /**
     * Creates the schema with its marker, and holds the lock for the lifetime of the connection. If an earlier session of the
     * run was killed and left its schema, the schema is recreated, because its state is unknown.
     */
    static void make(Connection connection, String schema, String run) throws SQLException {
        lock(connection, schema);
        if (exists(connection, schema)) {
            if (!owner(connection, schema).equals(Optional.of(run))) {
                throw new SQLException("the schema " + schema + " already exists and does not belong to this run");
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

    /** Whether this connection still holds the lock: firewalls and proxies may cut a connection that is idle for hours. */
    static boolean holds(Connection connection, String schema) throws SQLException {
        return finds(connection, "SELECT 1 FROM DUAL WHERE IS_USED_LOCK('" + schema + "') = CONNECTION_ID()");
    }

    /** Takes the lock of a schema for the lifetime of the connection. */
    static void lock(Connection connection, String schema) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            // One day: the connection is idle for the whole run.
            statement.execute("SET SESSION wait_timeout = 86400");
            try (ResultSet row = statement.executeQuery("SELECT GET_LOCK('" + schema + "', 0)")) {
                if (!row.next() || row.getInt(1) != 1) {
                    throw new SQLException("another agent is using the schema " + schema);
                }
            }
        }
    }

    /** Drops the schema if it exists and belongs to this run. */
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
     * Drops the schemas of all runs that no agent is using any more.
     *
     * @return what was done, one line per schema
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
                    done.add(
                            "unmarked: schema " + schema
                                    + " is named like one of a run, but has no table bench_owner: drop it by hand if bench made it");
                }
                continue; // not bench's, whatever its name
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

    /** The run that owns a schema; empty when the schema has no marker. */
    private static Optional<String> owner(Connection connection, String schema) throws SQLException {
        if (!finds(
                connection,
                "SELECT 1 FROM information_schema.TABLES WHERE TABLE_SCHEMA = '" + schema + "' AND TABLE_NAME = '"
                        + MARKER + "'")) {
            return Optional.empty();
        }
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT run FROM " + schema + "." + MARKER)) {
            // No row: the agent was killed right after creating the table.
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
