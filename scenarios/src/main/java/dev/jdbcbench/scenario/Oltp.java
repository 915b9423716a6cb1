package dev.jdbcbench.scenario;

import static dev.jdbcbench.scenario.WrongResultException.unlessEqual;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * The statements of sysbench 1.0's OLTP scripts (<a
 * href="https://github.com/akopytov/sysbench/blob/1.0.20/src/lua/oltp_common.lua">oltp_common.lua</a>), with its defaults: one InnoDB
 * table of 10 000 rows, 10 rows by key and 4 ranges of 100 rows in a transaction that reads. One operation is what sysbench calls an
 * event.
 *
 * <p>What differs from sysbench:
 *
 * <ul>
 * <li>Keys are uniformly distributed, as with {@code --rand-type=uniform}. The default of sysbench 1.0 is {@code special}: 75 % of the
 * keys come from 1 % of the table.
 * <li>A range starts at 9901 at the latest, so it always has 100 rows.
 * <li>A thread updates, deletes and inserts only rows of its own: of {@code n} threads, each has every {@code n}th row of the whole
 * table. In sysbench two threads may change the same row, so it ignores deadlocks and repeats the transaction.
 * <li>BEGIN and COMMIT are not prepared, because MySQL cannot prepare BEGIN; sysbench then sends it as text, too.
 * <li>Each statement has a new PreparedStatement, and a string is read from each row. sysbench prepares once per connection, and
 * only receives the rows.
 * </ul>
 */
abstract class Oltp extends Scenario {
    static final int ROWS = 10_000;
    static final int POINTS = 10;
    static final int RANGE = 100;
    /** Rows that {@link #readRows} reads; a sum is one row. */
    static final int ROWS_READ = POINTS + RANGE + 1 + RANGE + RANGE;
    /** Rows that {@link #changeRows} changes; a row that is deleted and inserted counts twice. */
    static final int ROWS_CHANGED = 4;

    static final int GROUPS_OF_C = 10;
    static final int GROUPS_OF_PAD = 5;

    private static final String TABLE = "sbtest1";
    private static final String ENGINE = "InnoDB";
    private static final String POINT = "SELECT c FROM sbtest1 WHERE id=?";
    private static final String SIMPLE = "SELECT c FROM sbtest1 WHERE id BETWEEN ? AND ?";
    private static final String SUM = "SELECT SUM(k) FROM sbtest1 WHERE id BETWEEN ? AND ?";
    private static final String ORDER = "SELECT c FROM sbtest1 WHERE id BETWEEN ? AND ? ORDER BY c";
    private static final String DISTINCT = "SELECT DISTINCT c FROM sbtest1 WHERE id BETWEEN ? AND ? ORDER BY c";
    private static final String UPDATE_INDEX = "UPDATE sbtest1 SET k=k+1 WHERE id=?";
    private static final String UPDATE_NON_INDEX = "UPDATE sbtest1 SET c=? WHERE id=?";
    private static final String DELETE = "DELETE FROM sbtest1 WHERE id=?";
    private static final String INSERT = "INSERT INTO sbtest1 (id, k, c, pad) VALUES (?, ?, ?, ?)";

    private static final long SEED = 20171201; // fixed, so every driver gets the same keys in the same order
    /** Rows of one insert when the table is filled: 200 kB, well below any server's max_allowed_packet. */
    private static final int CHUNK = 1000;

    private static final int DIGITS = 11;
    private static final long GROUP_LIMIT = 100_000_000_000L; // numbers of 11 digits

    private static final AtomicInteger THREADS = new AtomicInteger();

    private final int thread = THREADS.getAndIncrement();
    private SplittableRandom keys = new SplittableRandom(SEED);
    /**
     * Without a seed, so no two JVMs write the same texts: they share the table, and rows with equal texts would make DISTINCT
     * return fewer. All texts have the same length, so no driver has more work.
     */
    private final SplittableRandom digits = new SplittableRandom();

    private final List<String> texts = new ArrayList<>(RANGE);

    /** The number of rows that an operation read and changed. */
    record Rows(int read, int changed) {}

    /** Carries out one event of the script. */
    abstract Rows event() throws SQLException;

    /** What {@link #event} has to return. */
    abstract Rows expected();

    /** Checks the result of each statement. */
    abstract void checkStatements() throws SQLException;

    @Override
    @Benchmark
    public Object operation() throws SQLException {
        return event();
    }

    final void begin() throws SQLException {
        execute("BEGIN");
    }

    final void commit() throws SQLException {
        execute("COMMIT");
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection().createStatement()) {
            statement.execute(sql);
        }
    }

    /** Reads a row by its key, and returns the number of rows. */
    final int readPoint() throws SQLException {
        return point(keys.nextInt(ROWS) + 1).size();
    }

    /** Reads 10 rows by key and 4 ranges, and returns the number of rows. */
    final int readRows() throws SQLException {
        int rows = 0;
        for (int i = 0; i < POINTS; i++) {
            rows += readPoint();
        }
        rows += range(SIMPLE, start()).size();
        rows += sum(start()).isEmpty() ? 0 : 1;
        rows += range(ORDER, start()).size();
        rows += range(DISTINCT, start()).size();
        return rows;
    }

    /** Carries out both updates, a delete and an insert, and returns the number of rows. */
    final int changeRows() throws SQLException {
        int rows = updateIndex() + updateNonIndex();
        int id = ownId();
        return rows + delete(id) + insert(id, keys.nextInt(ROWS) + 1, text(GROUPS_OF_C), text(GROUPS_OF_PAD));
    }

    /** Updates a column that has an index, and returns the number of rows. */
    final int updateIndex() throws SQLException {
        return updateIndex(ownId());
    }

    /** Updates a column that has no index, and returns the number of rows. */
    final int updateNonIndex() throws SQLException {
        return updateNonIndex(text(GROUPS_OF_C), ownId());
    }

    private List<String> point(int id) throws SQLException {
        try (PreparedStatement select = connection().prepareStatement(POINT)) {
            select.setInt(1, id);
            return read(select);
        }
    }

    /** Returns a list that the next query overwrites. */
    private List<String> range(String sql, int first) throws SQLException {
        try (PreparedStatement select = connection().prepareStatement(sql)) {
            setRange(select, first);
            return read(select);
        }
    }

    private static void setRange(PreparedStatement select, int first) throws SQLException {
        select.setInt(1, first);
        select.setInt(2, first + RANGE - 1);
    }

    private List<String> read(PreparedStatement select) throws SQLException {
        texts.clear();
        try (ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                texts.add(rows.getString(1));
            }
        }
        return texts;
    }

    private Optional<Long> sum(int first) throws SQLException {
        try (PreparedStatement select = connection().prepareStatement(SUM)) {
            setRange(select, first);
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? Optional.of(row.getLong(1)) : Optional.empty();
            }
        }
    }

    private int updateIndex(int id) throws SQLException {
        try (PreparedStatement update = connection().prepareStatement(UPDATE_INDEX)) {
            update.setInt(1, id);
            return update.executeUpdate();
        }
    }

    private int updateNonIndex(String c, int id) throws SQLException {
        try (PreparedStatement update = connection().prepareStatement(UPDATE_NON_INDEX)) {
            update.setString(1, c);
            update.setInt(2, id);
            return update.executeUpdate();
        }
    }

    private int delete(int id) throws SQLException {
        try (PreparedStatement delete = connection().prepareStatement(DELETE)) {
            delete.setInt(1, id);
            return delete.executeUpdate();
        }
    }

    private int insert(int id, int k, String c, String pad) throws SQLException {
        try (PreparedStatement insert = connection().prepareStatement(INSERT)) {
            insert.setInt(1, id);
            insert.setInt(2, k);
            insert.setString(3, c);
            insert.setString(4, pad);
            return insert.executeUpdate();
        }
    }

    /** The first key of a range, all of whose rows exist. */
    private int start() {
        return keys.nextInt(ROWS - RANGE + 1) + 1;
    }

    private int ownId() {
        return ownId(keys, thread, threads());
    }

    /** A random key of a row that only this thread changes. */
    static int ownId(SplittableRandom keys, int thread, int threads) {
        return keys.nextInt(ROWS / threads) * threads + thread % threads + 1;
    }

    /** A text that no other row has. */
    final String text(int groups) {
        return text(digits, groups);
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

    /** Uses the table that another scenario of this kind has filled. */
    @Override
    protected void prepare(Connection connection) throws SQLException {
        keys = new SplittableRandom(SEED + thread % threads());
        try (Statement statement = connection.createStatement()) {
            // sysbench creates the index after filling the table, which needs a further privilege.
            statement.execute("CREATE TABLE IF NOT EXISTS " + TABLE + " (id INTEGER NOT NULL AUTO_INCREMENT,"
                    + " k INTEGER DEFAULT '0' NOT NULL, c CHAR(120) DEFAULT '' NOT NULL,"
                    + " pad CHAR(60) DEFAULT '' NOT NULL, PRIMARY KEY (id), KEY k_1 (k)) ENGINE = " + ENGINE);
            if (count(statement) == ROWS) {
                return;
            }
            SplittableRandom values = new SplittableRandom(SEED);
            for (int first = 1; first <= ROWS; first += CHUNK) {
                statement.execute(insert(values, first));
            }
            unlessEqual("the number of rows in " + TABLE, ROWS, count(statement));
        }
    }

    private static String insert(SplittableRandom values, int first) {
        List<String> rows = new ArrayList<>(CHUNK);
        for (int id = first; id < first + CHUNK; id++) {
            rows.add("(" + id + ", " + (values.nextInt(ROWS) + 1) + ", '" + text(values, GROUPS_OF_C) + "', '"
                    + text(values, GROUPS_OF_PAD) + "')");
        }
        return "INSERT IGNORE INTO " + TABLE + " (id, k, c, pad) VALUES " + String.join(", ", rows);
    }

    private static int count(Statement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM " + TABLE)) {
            row.next();
            return row.getInt(1);
        }
    }

    @Override
    public Finding check() throws SQLException {
        Rows rows = event();
        unlessEqual("the number of rows read", expected().read(), rows.read());
        unlessEqual("the number of rows changed", expected().changed(), rows.changed());
        checkStatements();
        return Finding.of("rows read: " + rows.read() + ", changed: " + rows.changed());
    }

    final void checkPoint() throws SQLException {
        List<String> rows = List.copyOf(point(ownId()));
        unlessEqual("the number of rows of " + POINT, 1, rows.size());
        unlessEqual(
                "the length of c in " + POINT,
                text(GROUPS_OF_C).length(),
                rows.get(0).length());
    }

    /** Compares the ranges with one another. Other threads may change rows meanwhile, so with them it checks only numbers of rows. */
    final void checkRanges() throws SQLException {
        int first = start();
        List<String> rows = List.copyOf(range(SIMPLE, first));
        List<String> ordered = List.copyOf(range(ORDER, first));
        List<String> distinct = List.copyOf(range(DISTINCT, first));
        unlessEqual("the number of rows of " + SIMPLE, RANGE, rows.size());
        unlessEqual("the number of rows of " + ORDER, RANGE, ordered.size());
        unlessEqual("the number of rows of " + DISTINCT, RANGE, distinct.size());
        if (alone()) {
            unlessEqual("the rows of " + ORDER, rows.stream().sorted().toList(), ordered);
            unlessEqual("the rows of " + DISTINCT, ordered, distinct);
            unlessEqual("the result of " + SUM, Optional.of(sumOfRows(first)), sum(first));
        }
    }

    private long sumOfRows(int first) throws SQLException {
        long sum = 0;
        for (String k : range("SELECT k FROM sbtest1 WHERE id BETWEEN ? AND ?", first)) {
            sum += Long.parseLong(k);
        }
        return sum;
    }

    final void checkUpdateIndex() throws SQLException {
        int id = ownId();
        int before = k(id);
        unlessEqual("the update count of " + UPDATE_INDEX, 1, updateIndex(id));
        unlessEqual("k after " + UPDATE_INDEX, before + 1, k(id));
    }

    private int k(int id) throws SQLException {
        try (PreparedStatement select = connection().prepareStatement("SELECT k FROM sbtest1 WHERE id=?")) {
            select.setInt(1, id);
            return Integer.parseInt(read(select).get(0));
        }
    }

    final void checkUpdateNonIndex() throws SQLException {
        int id = ownId();
        String c = text(GROUPS_OF_C);
        unlessEqual("the update count of " + UPDATE_NON_INDEX, 1, updateNonIndex(c, id));
        unlessEqual("c after " + UPDATE_NON_INDEX, List.of(c), point(id));
    }

    final void checkDeleteInsert() throws SQLException {
        int id = ownId();
        String c = text(GROUPS_OF_C);
        begin();
        unlessEqual("the update count of " + DELETE, 1, delete(id));
        unlessEqual("the rows after " + DELETE, List.of(), point(id));
        unlessEqual("the update count of " + INSERT, 1, insert(id, 1, c, text(GROUPS_OF_PAD)));
        commit();
        unlessEqual("c after " + INSERT, List.of(c), point(id));
    }

    @Override
    public Optional<String> engine() {
        return Optional.of(ENGINE);
    }
}
