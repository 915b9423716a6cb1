package dev.jdbcbench.scenario.table;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A table that accepts inserts without storing them (engine BLACKHOLE), to measure the driver and the network instead of the
 * server's disk. If the server has no BLACKHOLE, or if rows must be found again, the table uses MEMORY, or InnoDB where the server
 * allows nothing else, and is emptied before each iteration.
 */
public final class SinkTable {
    private static final String BLACKHOLE = "BLACKHOLE";
    private static final String MEMORY = "MEMORY";
    private static final String INNODB = "InnoDB";

    /** MySQL: {@code sql_require_primary_key}. */
    private static final int NEEDS_KEY = 3750;

    /** In bytes: the batches of one iteration must fit. The engine allocates memory only as rows arrive. */
    private static final long MEMORY_TABLE_LIMIT = 2L << 30;

    private final String name;
    private final String columns;
    private String engine;
    private boolean known;

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
        return admitted(connection, BLACKHOLE);
    }

    /** The engine of this table: the one that it was made with, or its replacement. */
    public String usedEngine(Connection connection) throws SQLException {
        return known(connection);
    }

    /** This engine, or the next one that the server has and allows. */
    private static String admitted(Connection connection, String wanted) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            String enforced = "";
            Set<String> disabled = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
            try (ResultSet rows = statement.executeQuery("SHOW GLOBAL VARIABLES WHERE Variable_name IN"
                    + " ('enforce_storage_engine', 'disabled_storage_engines')")) {
                while (rows.next()) {
                    String value = rows.getString(2) == null ? "" : rows.getString(2);
                    if (rows.getString(1).equalsIgnoreCase("enforce_storage_engine")) {
                        enforced = value;
                    } else {
                        disabled.addAll(List.of(value.split(",")));
                    }
                }
            }
            if (!enforced.isEmpty()) {
                return enforced;
            }
            for (String one : wanted.equals(BLACKHOLE) ? List.of(BLACKHOLE, MEMORY) : List.of(wanted)) {
                try (ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM information_schema.ENGINES"
                        + " WHERE ENGINE = '" + one + "' AND SUPPORT IN ('YES', 'DEFAULT')")) {
                    row.next();
                    if (row.getInt(1) == 1 && !disabled.contains(one)) {
                        return one;
                    }
                }
            }
            return INNODB;
        }
    }

    public void create(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            try {
                create(statement, columns, known(connection));
            } catch (SQLException e) {
                if (e.getErrorCode() != NEEDS_KEY) {
                    throw e;
                }
                create(statement, columns + "bench_key BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY, ", engine);
            }
        }
    }

    private void create(Statement statement, String definitions, String as) throws SQLException {
        statement.execute("CREATE TABLE IF NOT EXISTS " + name + " (" + definitions
                + "charValue VARCHAR(100) NOT NULL) ENGINE = " + as);
    }

    private String known(Connection connection) throws SQLException {
        if (!known) {
            engine = admitted(connection, engine.isEmpty() ? BLACKHOLE : engine);
            known = true;
        }
        return engine;
    }

    private boolean stores(Connection connection) throws SQLException {
        return !known(connection).equalsIgnoreCase(BLACKHOLE);
    }

    /** Empties the table if it stores rows. Also called on each measuring connection before the first insert. */
    public void empty(Connection connection) throws SQLException {
        if (stores(connection)) {
            try (Statement statement = connection.createStatement()) {
                if (known(connection).equalsIgnoreCase(MEMORY)) {
                    // A table gets its size limit from the session that creates or truncates it.
                    statement.execute("SET SESSION max_heap_table_size = " + MEMORY_TABLE_LIMIT);
                }
                statement.execute("TRUNCATE TABLE " + name);
            }
        }
    }

    /** The number of stored rows; {@code none} when the engine stores none. */
    public long rows(Connection connection, long none) throws SQLException {
        if (!stores(connection)) {
            return none;
        }
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM " + name)) {
            row.next();
            return row.getLong(1);
        }
    }
}
