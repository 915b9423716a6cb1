package dev.jdbcbench.agent.server;

import dev.jdbcbench.driver.Session.External;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * bench's own schema on a server that it did not start. Its name contains the run's ID, and a marker table in it tells people
 * which run owns it. The content of a marker is never read: behind that name, others could have put a view that calls their
 * functions with the administrator's rights. While a run uses the schema, a connection holds the user lock of that name.
 */
public final class ExternalSchema {
    /** A busy server notices only after a while that the connection with the lock was closed. */
    private static final int LOCK_SECONDS = 3;

    private static final String MARKER = "bench_owner";
    private static final String PREFIX = "bench_";

    /** Of a plain table with exactly our column, which no code of others can be behind. */
    private static final String MARKED =
            "SELECT t.TABLE_COMMENT FROM information_schema.TABLES t JOIN information_schema.COLUMNS c"
                    + " ON c.TABLE_SCHEMA = t.TABLE_SCHEMA AND c.TABLE_NAME = t.TABLE_NAME"
                    + " WHERE t.TABLE_SCHEMA = '%1$s' AND t.TABLE_NAME = '" + MARKER
                    + "' AND t.TABLE_TYPE = 'BASE TABLE' AND c.COLUMN_NAME = 'run' AND c.COLUMN_TYPE = 'varchar(100)'"
                    + " AND c.EXTRA = '' AND (SELECT COUNT(*) FROM information_schema.COLUMNS o"
                    + " WHERE o.TABLE_SCHEMA = '%1$s' AND o.TABLE_NAME = '" + MARKER + "') = 1";

    private ExternalSchema() {}

    /**
     * Makes sure that the run has no schema, on a connection that holds the lock. If an earlier session of the run was killed and
     * left its schema, it is dropped, because its state is unknown.
     *
     * @throws SQLException when there is one that does not belong to the run
     */
    static void makeRoom(Connection connection, String run) throws SQLException {
        if (exists(connection, External.schema(run)) && !dropMarked(connection, run)) {
            throw new SQLException(
                    "the schema " + External.schema(run) + " already exists and does not belong to this run");
        }
    }

    /**
     * Creates the schema with its marker on a connection that holds the lock.
     *
     * @param account the account that the run will have; the marker names it, so it is found with the schema
     */
    static void create(Connection connection, String run, Optional<ExternalAccount> account) throws SQLException {
        String schema = External.schema(run);
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + schema + " CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci");
            statement.execute("CREATE TABLE " + schema + "." + MARKER + " (run VARCHAR(100) PRIMARY KEY) COMMENT '"
                    + account.map(ExternalAccount::marker).orElse("") + "'");
        }
        try (PreparedStatement marker =
                connection.prepareStatement("INSERT INTO " + schema + "." + MARKER + " VALUES (?)")) {
            marker.setString(1, run);
            marker.execute();
        }
    }

    /** Whether this connection still holds the lock: firewalls and proxies may cut a connection that is idle for hours. */
    static boolean holds(Connection connection, String schema) throws SQLException {
        return FirstValue.of(connection, "SELECT 1 FROM DUAL WHERE IS_USED_LOCK('" + schema + "') = CONNECTION_ID()")
                .isPresent();
    }

    /**
     * Takes the lock of a schema for the lifetime of the connection. Its statements then wait for others for a short time only.
     *
     * @return whether no other agent holds it
     */
    public static boolean lock(Connection connection, String schema) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            // One day: the connection is idle for the whole run.
            statement.execute("SET SESSION wait_timeout = 86400, lock_wait_timeout = "
                    + TimeLimits.SHORT.dividedBy(2).toSeconds());
        }
        return FirstValue.of(connection, "SELECT GET_LOCK('" + schema + "', " + LOCK_SECONDS + ")")
                .equals(Optional.of("1"));
    }

    /**
     * Drops a run's schema and the accounts of its name, if the schema has a marker. The connection must hold the lock.
     *
     * @return whether it has one
     */
    public static boolean dropMarked(Connection connection, String run) throws SQLException {
        Optional<String> marker = FirstValue.of(connection, MARKED.formatted(External.schema(run)));
        if (marker.isEmpty()) {
            return false;
        }
        drop(connection, run, ExternalAccount.left(connection, run, marker.get()));
        return true;
    }

    /**
     * Drops a run's schema after its accounts, so no account outlives it. The connection must hold the lock.
     *
     * @param accounts need not exist
     */
    static void drop(Connection connection, String run, Collection<ExternalAccount> accounts) throws SQLException {
        String drop = "DROP DATABASE IF EXISTS " + External.schema(run);
        try (Statement statement = connection.createStatement()) {
            for (ExternalAccount account : accounts) {
                if (!account.drop(connection)) {
                    // Views and routines of the user's own statements have it as their definer.
                    statement.execute(drop);
                    create(connection, run, Optional.of(account));
                    account.drop(connection);
                }
            }
            statement.execute(drop);
        }
    }

    /** The schemas that look like bench's. */
    public static List<String> candidates(Connection connection) throws SQLException {
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
        return schemas;
    }

    /** Whether a schema is marked or named like that of a run. */
    public static boolean looksOurs(Connection connection, String schema) throws SQLException {
        return schema.matches("bench_[0-9]{8}_[0-9]{6}_.*")
                || FirstValue.of(connection, MARKED.formatted(schema)).isPresent();
    }

    private static boolean exists(Connection connection, String schema) throws SQLException {
        return FirstValue.of(
                        connection, "SELECT 1 FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = '" + schema + "'")
                .isPresent();
    }
}
