package dev.jdbcbench.scenario.table;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A table that accepts inserts without storing them (engine BLACKHOLE), to measure the driver and the network instead of the
 * server's disk. If the server has no BLACKHOLE, or if rows must be found again, the table uses MEMORY and is emptied before
 * each iteration.
 */
public final class SinkTable {
    private static final String BLACKHOLE = "BLACKHOLE";
    private static final String MEMORY = "MEMORY";
    /** In bytes: the batches of one iteration must fit. The engine allocates memory only as rows arrive. */
    private static final long MEMORY_TABLE_LIMIT = 2L << 30;

    private final String name;
    private final String columns;
    private String engine;

    /** A table that need not store rows. */
    public SinkTable(String name) {
        this(name, "", "");
    }

    /**
     * A table with this engine.
     *
     * @param columns definitions before charValue, each followed by a comma
     */
    public SinkTable(String name, String engine, String columns) {
        this.name = name;
        this.engine = engine;
        this.columns = columns;
    }

    public String name() {
        return name;
    }

    /** The engine of sink tables on this server. */
    public static String engine(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM information_schema.ENGINES"
                        + " WHERE ENGINE = 'BLACKHOLE' AND SUPPORT IN ('YES', 'DEFAULT')")) {
            row.next();
            return row.getInt(1) == 1 ? BLACKHOLE : MEMORY;
        }
    }

    public void create(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS " + name + " (" + columns
                    + "charValue VARCHAR(100) NOT NULL) ENGINE = " + known(connection));
        }
    }

    private String known(Connection connection) throws SQLException {
        if (engine.isEmpty()) {
            engine = engine(connection);
        }
        return engine;
    }

    /** Empties the table if it stores rows. Also called on each measuring connection before the first insert. */
    public void empty(Connection connection) throws SQLException {
        if (known(connection).equals(MEMORY)) {
            try (Statement statement = connection.createStatement()) {
                // A table gets its size limit from the session that creates or truncates it.
                statement.execute("SET SESSION max_heap_table_size = " + MEMORY_TABLE_LIMIT);
                statement.execute("TRUNCATE TABLE " + name);
            }
        }
    }

    /** The number of stored rows; {@code none} when the engine stores none. */
    public long rows(Connection connection, long none) throws SQLException {
        if (!known(connection).equals(MEMORY)) {
            return none;
        }
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM " + name)) {
            row.next();
            return row.getLong(1);
        }
    }
}
