package dev.jdbcbench.scenario;

import static dev.jdbcbench.scenario.witness.WrongResultException.unlessEqual;

import dev.jdbcbench.scenario.table.KeyDistribution;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * The tables of the OLTP scenarios: {@code sbtest1}, {@code sbtest2} and so on, as sysbench 1.0 creates them.
 *
 * @param tables number of tables
 * @param size number of rows of each
 * @param distribution how often each row is chosen
 */
public record OltpTables(int tables, int size, KeyDistribution distribution) {
    /** sysbench's defaults, but with uniformly distributed keys. */
    public static final OltpTables DEFAULT = new OltpTables(1, 10_000, KeyDistribution.UNIFORM);

    public static final int MOST_TABLES = 1000;

    /** A range has 100 rows, and each of up to 1000 threads changes its own rows. */
    public static final int FEWEST_ROWS = 1000;

    public static final int MOST_ROWS = 100_000_000;

    /** Names of the parameters in cells, files and JMH. */
    public static final String TABLES = "tables";

    public static final String SIZE = "tableSize";
    public static final String DISTRIBUTION = "distribution";

    /** All parameters. */
    public static final Set<String> PARAMS = Set.of(TABLES, SIZE, DISTRIBUTION);

    static final String ENGINE = "InnoDB";

    static final int GROUPS_OF_C = 10;
    static final int GROUPS_OF_PAD = 5;
    private static final int DIGITS = 11;
    private static final long GROUP_LIMIT = 100_000_000_000L; // numbers of 11 digits

    /** Rows of one insert: 200 kB, well below any server's max_allowed_packet. */
    private static final int CHUNK = 1000;

    private static final long SEED = 20171201; // fixed, so every server gets the same rows

    public OltpTables {
        if (tables < 1 || tables > MOST_TABLES) {
            throw new IllegalArgumentException(TABLES + " is from 1 to " + MOST_TABLES + ", not " + tables);
        }
        if (size < FEWEST_ROWS || size > MOST_ROWS) {
            throw new IllegalArgumentException(SIZE + " is from " + FEWEST_ROWS + " to " + MOST_ROWS + ", not " + size);
        }
    }

    /** The parameters of a cell. Default values are omitted, so the keys of existing cells do not change. */
    public Map<String, String> params() {
        Map<String, String> params = new TreeMap<>();
        if (tables != DEFAULT.tables) {
            params.put(TABLES, String.valueOf(tables));
        }
        if (size != DEFAULT.size) {
            params.put(SIZE, String.valueOf(size));
        }
        if (distribution != DEFAULT.distribution) {
            params.put(DISTRIBUTION, distribution.id());
        }
        return params;
    }

    /**
     * The tables for the parameters of a cell.
     *
     * @throws IllegalArgumentException when a value is invalid
     */
    public static OltpTables of(Map<String, String> params) {
        return new OltpTables(
                number(params, TABLES, DEFAULT.tables),
                number(params, SIZE, DEFAULT.size),
                Optional.ofNullable(params.get(DISTRIBUTION))
                        .map(id -> KeyDistribution.of(id)
                                .orElseThrow(() -> new IllegalArgumentException("unknown distribution: " + id)))
                        .orElse(DEFAULT.distribution));
    }

    private static int number(Map<String, String> params, String name, int otherwise) {
        String text = params.get(name);
        try {
            return text == null ? otherwise : Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + " is a whole number, not " + text, e);
        }
    }

    /** The rows of all tables together. */
    public long rows() {
        return (long) tables * size;
    }

    /** Creates a table if it does not exist, and returns whether it has all of its rows. */
    public boolean complete(Connection connection, int table) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            // sysbench creates the index after filling the table, which needs a further privilege.
            statement.execute("CREATE TABLE IF NOT EXISTS " + name(table)
                    + " (id INTEGER NOT NULL AUTO_INCREMENT, k INTEGER DEFAULT '0' NOT NULL,"
                    + " c CHAR(120) DEFAULT '' NOT NULL, pad CHAR(60) DEFAULT '' NOT NULL, PRIMARY KEY (id),"
                    + " KEY k_1 (k)) ENGINE = " + ENGINE);
            return count(statement, table) == size;
        }
    }

    /**
     * Inserts the missing rows of a table.
     *
     * @param first from 1
     * @param last inclusive
     */
    public void fill(Connection connection, int table, int first, int last) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (int from = first; from <= last; from += CHUNK) {
                statement.execute(insert(table, from, Math.min(last, from + CHUNK - 1)));
            }
        }
    }

    /** Creates the tables, and fills those that are incomplete. */
    void prepare(Connection connection) throws SQLException {
        for (int table = 1; table <= tables; table++) {
            if (!complete(connection, table)) {
                fill(connection, table, 1, size);
                try (Statement statement = connection.createStatement()) {
                    unlessEqual("the number of rows in " + name(table), size, count(statement, table));
                }
            }
        }
    }

    static String name(int table) {
        return "sbtest" + table;
    }

    private String insert(int table, int first, int last) {
        SplittableRandom values = new SplittableRandom(SEED + ((long) table << Integer.SIZE) + first);
        List<String> rows = new ArrayList<>(CHUNK);
        for (int id = first; id <= last; id++) {
            rows.add("(" + id + ", " + (values.nextInt(size) + 1) + ", '" + text(values, GROUPS_OF_C) + "', '"
                    + text(values, GROUPS_OF_PAD) + "')");
        }
        return "INSERT IGNORE INTO " + name(table) + " (id, k, c, pad) VALUES " + String.join(", ", rows);
    }

    private static int count(Statement statement, int table) throws SQLException {
        try (ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM " + name(table))) {
            row.next();
            return row.getInt(1);
        }
    }

    /** Groups of 11 random digits, joined by dashes: 10 of them in c, 5 in pad. */
    static String text(SplittableRandom digits, int groups) {
        byte[] text = new byte[groups * (DIGITS + 1) - 1];
        for (int end = DIGITS; end <= text.length; end += DIGITS + 1) {
            long number = digits.nextLong(GROUP_LIMIT);
            for (int i = end - 1; i >= end - DIGITS; i--) {
                text[i] = (byte) ('0' + number % 10);
                number /= 10;
            }
            if (end < text.length) {
                text[end] = '-';
            }
        }
        return new String(text, StandardCharsets.ISO_8859_1);
    }
}
