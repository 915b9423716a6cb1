package dev.jdbcbench.scenario;

import dev.jdbcbench.scenario.witness.Witness;
import dev.jdbcbench.scenario.witness.WrongResultException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What statements leave in the InnoDB tables that they name. The expected contents come from the {@link Witness}: it executes the
 * same statements, each on its own, and rolls them back.
 */
final class Effects {
    /** A full scan of this many rows takes about a second. */
    private static final long MOST_ROWS = 1_000_000;

    /** Values of these types depend on how a driver sends them. */
    private static final Set<String> INEXACT = Set.of("float", "double");

    /** Of these, some drivers send fractions of a second and others do not. */
    private static final Set<String> TIMES = Set.of("timestamp", "datetime", "time");

    private static final Set<String> TEXTS = Set.of("char", "varchar", "tinytext", "text", "mediumtext", "longtext");

    /** A text that a server made of a number or a time has trailing zeros or not, depending on how it was sent. */
    private static final String FRACTION = "'^([-+]?[0-9]+|[-0-9]+[ T][0-9:]+)[.][0-9]+$'";

    /** Values that differ between sessions, executions or moments. */
    private static final Pattern VARYING = Pattern.compile(
            "(?i)\\b(?:connection_id|(?:current_|session_)?user|rand|random_bytes|uuid(?:_short)?|last_insert_id|row_count|found_rows"
                    + "|sleep|get_lock|release_lock|now|sysdate|cur(?:date|time)|utc_(?:date|time|timestamp)|unix_timestamp"
                    + "|localtime(?:stamp)?)\\s*\\(|\\b(?:current_(?:date|time|timestamp|user)|localtime(?:stamp)?"
                    + "|utc_(?:date|time|timestamp))\\b|@");

    /** Text in quotes. */
    private static final Pattern QUOTED =
            Pattern.compile("'(?:[^'\\\\]|\\\\.)*+'|\"(?:[^\"\\\\]|\\\\.)*+\"", Pattern.DOTALL);

    private static final Pattern READING = Pattern.compile(
            "(?i)^\\W*(?:select|table|values|show)\\b|^\\W*with\\b(?!.*\\b(?:update|delete)\\b)", Pattern.DOTALL);

    private static final Pattern REVERSIBLE =
            Pattern.compile("(?i)^\\W*(?:select|with|table|values|show|insert|replace|update|delete|do)\\b");

    /** Two executions show which values differ although nothing says so, such as those of a trigger. */
    private static final int REHEARSALS = 2;

    private static final int LOCK_WAIT_TIMEOUT = 1205;

    private static final String SAVEPOINT = "SAVEPOINT bench";
    private static final String TO_SAVEPOINT = "ROLLBACK TO SAVEPOINT bench";

    private final Witness witness;
    private final Connection session;
    private final List<String> statements;
    private final List<Table> tables;

    /** A column, with an expression that has the same value for equal values. */
    private record Column(String name, String value) {
        static Column of(String type, String name) {
            String quoted = quoted(name);
            if (TIMES.contains(type)) {
                return new Column(name, "SUBSTRING_INDEX(" + quoted + ", '.', 1)");
            }
            if (TEXTS.contains(type)) {
                return new Column(
                        name,
                        "IF(" + quoted + " REGEXP " + FRACTION + ", TRIM(TRAILING '.' FROM TRIM(TRAILING '0' FROM "
                                + quoted + ")), " + quoted + ")");
            }
            return new Column(name, quoted);
        }
    }

    private static String quoted(String name) {
        return "`" + name.replace("`", "``") + "`";
    }

    /** A table, with the columns whose values can be compared. */
    private record Table(String name, boolean innoDb, long rows, List<Column> columns) {
        /** One row: the number of rows and, for each column, the sum of checksums of its values. */
        String contents() {
            List<String> sums = new ArrayList<>(List.of("COUNT(*)"));
            columns.forEach(column -> sums.add("SUM(CRC32(CONCAT('=', " + column.value() + ")))"));
            return "SELECT " + String.join(", ", sums) + " FROM " + quoted(name);
        }

        boolean in(String sql) {
            return Pattern.compile("(?i)(?<![\\w$])" + Pattern.quote(name) + "(?![\\w$])")
                    .matcher(sql)
                    .find();
        }
    }

    /** A unit of work, for the witness or for the session under test. */
    interface Work {
        void run() throws SQLException;
    }

    /**
     * Effects on the tables that a witness sees.
     *
     * @param session the session under test
     * @param statements texts of all statements, in their order
     */
    Effects(Witness witness, Connection session, List<String> statements) throws SQLException {
        this.witness = witness;
        this.session = session;
        this.statements = List.copyOf(statements);
        this.tables = named();
    }

    /** Whether a statement only reads, as far as its first words say. */
    static boolean reads(String sql) {
        return READING.matcher(sql).find();
    }

    private List<Table> named() throws SQLException {
        Map<String, List<Column>> columns = new LinkedHashMap<>();
        for (String row : witness.rows(
                "SELECT LOWER(DATA_TYPE), TABLE_NAME, COLUMN_NAME FROM information_schema.COLUMNS"
                        + " WHERE TABLE_SCHEMA = DATABASE() AND EXTRA NOT LIKE '%GENERATED%'"
                        + " AND LOWER(CONCAT(COALESCE(COLUMN_DEFAULT, ''), EXTRA)) NOT LIKE '%current_timestamp%' ORDER BY TABLE_NAME, ORDINAL_POSITION")) {
            String[] parts = row.split("\\|", 3);
            List<Column> ofTable = columns.computeIfAbsent(parts[1], name -> new ArrayList<>());
            if (!INEXACT.contains(parts[0])) {
                ofTable.add(Column.of(parts[0], parts[2]));
            }
        }
        List<Table> found = new ArrayList<>();
        for (String row : witness.rows("SELECT COALESCE(ENGINE, ''), COALESCE(TABLE_ROWS, 0), TABLE_NAME"
                + " FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE()")) {
            String[] parts = row.split("\\|", 3);
            Table table = new Table(
                    parts[2],
                    parts[0].equalsIgnoreCase("InnoDB"),
                    Long.parseLong(parts[1]),
                    columns.getOrDefault(parts[2], List.of()));
            if (statements.stream().anyMatch(table::in)) {
                found.add(table);
            }
        }
        return found;
    }

    /** Whether a statement ends the transaction in which it is, as most statements do that change no rows. */
    static boolean endsTransaction(String sql) {
        return !REVERSIBLE.matcher(sql).find();
    }

    /** Whether a statement uses a table with transactions, so its transaction has to be ended. */
    boolean transactional(String sql) {
        return tables.stream().anyMatch(table -> table.innoDb() && table.in(sql));
    }

    /**
     * Compares the effects of work in the session under test.
     *
     * @param plain the same work on the connection of the witness, within a transaction that it must not end: see {@link #keep} and
     *     {@link #undo}
     * @param tested the work, up to the end of its transaction
     * @return why it was not judged; empty if it was, or changes nothing
     * @throws WrongResultException when the effects differ
     */
    String judge(Work plain, Work tested) throws SQLException {
        if (statements.stream().allMatch(Effects::reads)) {
            tested.run();
            return "";
        }
        String why = whyNot();
        if (!why.isEmpty()) {
            tested.run();
            return "not judged by another session: " + why;
        }
        List<Map<String, String>> expected = new ArrayList<>();
        for (int i = 0; i < REHEARSALS; i++) {
            try {
                expected.add(rehearse(plain));
            } catch (SQLException e) {
                return refused(e, plain, tested);
            }
        }
        tested.run();
        witness.agree(() -> {
            Map<String, String> seen = contents();
            expected.get(0).forEach((what, value) -> {
                if (value.equals(expected.get(1).get(what)) && !value.equals(seen.get(what))) {
                    throw new WrongResultException(
                            "another session sees " + what + " " + seen.get(what) + " instead of " + value);
                }
            });
        });
        return "";
    }

    /** An error that the server gives to any session, such as a duplicate key, must reach the application. */
    private String refused(SQLException error, Work plain, Work tested) throws SQLException {
        if (error.getErrorCode() == LOCK_WAIT_TIMEOUT) {
            throw locked(error, plain);
        }
        tested.run();
        if (String.valueOf(error.getSQLState()).startsWith("23")) {
            throw new WrongResultException(
                    "the driver swallows the error that another session gets: " + error.getMessage());
        }
        return "not judged by another session, which gets an error: " + error.getMessage();
    }

    /** Finds out who holds the lock: if it is the session under test, the witness gets it after the end of that transaction. */
    private RuntimeException locked(SQLException error, Work plain) throws SQLException {
        try (Statement statement = session.createStatement()) {
            statement.execute("ROLLBACK");
        }
        try {
            rehearse(plain);
        } catch (SQLException e) {
            throw new SQLException(
                    "a session that is not of this check holds a lock on what it changes: " + e.getMessage(),
                    e.getSQLState(),
                    e.getErrorCode(),
                    e);
        }
        return new WrongResultException(
                "a transaction that should have ended still holds locks: " + error.getMessage());
    }

    private String whyNot() throws SQLException {
        for (String sql : statements) {
            if (!REVERSIBLE.matcher(sql).find()) {
                return "it cannot roll back " + SetUp.shortened(sql);
            }
            if (VARYING.matcher(QUOTED.matcher(sql).replaceAll("''")).find()) {
                return "the values may differ each time in " + SetUp.shortened(sql);
            }
        }
        List<String> triggered = witness.rows(
                "SELECT EVENT_OBJECT_TABLE FROM information_schema.TRIGGERS WHERE TRIGGER_SCHEMA = DATABASE()");
        for (Table table : tables) {
            if (triggered.contains(table.name())) {
                return table.name() + " has a trigger";
            }
            if (!table.innoDb()) {
                return table.name() + " is no InnoDB table";
            }
            if (table.rows() > MOST_ROWS) {
                return table.name() + " has too many rows";
            }
        }
        return tables.isEmpty() ? "no table is found in " + SetUp.shortened(statements.get(0)) : "";
    }

    private Map<String, String> rehearse(Work plain) throws SQLException {
        witness.execute("START TRANSACTION");
        try {
            witness.execute(SAVEPOINT);
            plain.run();
            witness.execute(TO_SAVEPOINT);
            return contents();
        } finally {
            witness.execute("ROLLBACK");
        }
    }

    /** In place of a commit while the witness rehearses. */
    void keep() throws SQLException {
        witness.execute(SAVEPOINT);
    }

    /** In place of a rollback while the witness rehearses. */
    void undo() throws SQLException {
        witness.execute(TO_SAVEPOINT);
    }

    private Map<String, String> contents() throws SQLException {
        Map<String, String> contents = new LinkedHashMap<>();
        for (Table table : tables) {
            String[] values = witness.rows(table.contents()).get(0).split("\\|", -1);
            contents.put("the number of rows of " + table.name() + " as", values[0]);
            for (int i = 0; i < table.columns().size(); i++) {
                contents.put(
                        "the checksum of " + table.name() + "."
                                + table.columns().get(i).name() + " as",
                        values[i + 1]);
            }
        }
        return contents;
    }
}
