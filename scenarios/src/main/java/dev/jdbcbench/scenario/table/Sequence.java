package dev.jdbcbench.scenario.table;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A table of the numbers from 1 to its size. MariaDB's SEQUENCE engine provides it by its name alone; other servers get a real
 * table of the same name, so the statement is the same.
 */
public final class Sequence {
    private final int size;
    private final String name;

    public Sequence(int size) {
        this.size = size;
        this.name = "seq_1_to_" + size;
    }

    public String name() {
        return name;
    }

    public int size() {
        return size;
    }

    /** SEQUENCE, or the engine of the table created on this server. */
    public static String engine(Connection connection) throws SQLException {
        return builtIn(connection) ? "SEQUENCE" : "InnoDB";
    }

    private static boolean builtIn(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM information_schema.ENGINES"
                        + " WHERE ENGINE = 'SEQUENCE' AND SUPPORT IN ('YES', 'DEFAULT')")) {
            row.next();
            return row.getInt(1) == 1;
        }
    }

    public void create(Connection connection) throws SQLException {
        if (builtIn(connection)) {
            return;
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS " + name
                    + " (seq BIGINT UNSIGNED NOT NULL PRIMARY KEY) ENGINE = InnoDB");
            if (count(statement) == size) {
                return;
            }
            // The default limit is 1000 rows.
            statement.execute("SET SESSION cte_max_recursion_depth = " + size);
            statement.execute("INSERT IGNORE INTO " + name
                    + " WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < " + size
                    + ") SELECT n FROM numbers");
        }
    }

    private int count(Statement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM " + name)) {
            row.next();
            return row.getInt(1);
        }
    }
}
