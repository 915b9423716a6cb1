package dev.jdbcbench.scenario;

import static dev.jdbcbench.scenario.witness.WrongResultException.unlessEqual;

import dev.jdbcbench.scenario.table.KeyDistribution;
import dev.jdbcbench.scenario.witness.CheckedResult;
import dev.jdbcbench.scenario.witness.Witness;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;

/**
 * The statements of sysbench 1.0's OLTP scripts (<a
 * href="https://github.com/akopytov/sysbench/blob/1.0.20/src/lua/oltp_common.lua">oltp_common.lua</a>), with its defaults: one InnoDB
 * table of 10 000 rows, 10 rows by key and 4 ranges of 100 rows in a transaction that reads. One operation is what sysbench calls an
 * event. {@code --tables}, {@code --table-size} and {@code --distribution} choose other data; each statement then takes a random
 * table, as in sysbench.
 *
 * <p>What differs from sysbench:
 *
 * <ul>
 * <li>Keys are uniformly distributed unless {@code --distribution special} is given, the default of sysbench 1.0: see
 * {@link KeyDistribution}.
 * <li>A range starts 100 rows before the end of the table at the latest, so it always has 100 rows.
 * <li>A thread updates, deletes and inserts only rows of its own: of {@code n} threads, each has every {@code n}th row of the whole
 * table. In sysbench two threads may change the same row, so it ignores deadlocks and repeats the transaction.
 * <li>BEGIN and COMMIT are not prepared, because MySQL cannot prepare BEGIN; sysbench then sends it as text, too.
 * <li>Each statement has a new PreparedStatement, and a string is read from each row. sysbench prepares once per connection, and
 * only receives the rows.
 * </ul>
 */
public abstract class Oltp extends Scenario {
    static final int POINTS = 10;
    static final int RANGE = 100;
    /** Rows that {@link #readRows} reads; a sum is one row. */
    static final int ROWS_READ = POINTS + RANGE + 1 + RANGE + RANGE;
    /** Rows that {@link #changeRows} changes; a row that is deleted and inserted counts twice. */
    static final int ROWS_CHANGED = 4;

    private static final long SEED = 20171201; // fixed, so every driver gets the same keys in the same order

    private static final AtomicInteger THREADS = new AtomicInteger();
    /** Tables that this JVM has found complete, so not every thread has to count their rows. */
    private static final Set<String> COMPLETE = ConcurrentHashMap.newKeySet();

    /** Number of tables. */
    @Param("1")
    public int tables = OltpTables.DEFAULT.tables();

    /** Number of rows in each table. */
    @Param("10000")
    public int tableSize = OltpTables.DEFAULT.size();

    /** The ID of a {@link KeyDistribution}. */
    @Param("uniform")
    public String distribution = OltpTables.DEFAULT.distribution().id();

    private KeyDistribution chosen = OltpTables.DEFAULT.distribution();
    private List<Table> statements = List.of(new Table(1));

    private final int thread = THREADS.getAndIncrement();
    private SplittableRandom keys = new SplittableRandom(SEED);
    /**
     * Another seed in each JVM, so no two write the same texts: they share the table, and equal texts would make DISTINCT return
     * fewer rows. All texts have the same length, so every driver has the same work.
     */
    private final long digitsSeed = new SplittableRandom().nextLong();

    private SplittableRandom digits = new SplittableRandom(digitsSeed);

    /** While it judges; null otherwise. */
    private @Nullable Witness witness;

    private final List<String> texts = new ArrayList<>(RANGE);

    /** The statements for one table, built in advance. */
    private record Table(
            String point,
            String simple,
            String sum,
            String order,
            String distinct,
            String updateIndex,
            String updateNonIndex,
            String delete,
            String insert) {
        Table(int number) {
            this(OltpTables.name(number));
        }

        private Table(String name) {
            this(
                    "SELECT c FROM " + name + " WHERE id=?",
                    "SELECT c FROM " + name + " WHERE id BETWEEN ? AND ?",
                    "SELECT SUM(k) FROM " + name + " WHERE id BETWEEN ? AND ?",
                    "SELECT c FROM " + name + " WHERE id BETWEEN ? AND ? ORDER BY c",
                    "SELECT DISTINCT c FROM " + name + " WHERE id BETWEEN ? AND ? ORDER BY c",
                    "UPDATE " + name + " SET k=k+1 WHERE id=?",
                    "UPDATE " + name + " SET c=? WHERE id=?",
                    "DELETE FROM " + name + " WHERE id=?",
                    "INSERT INTO " + name + " (id, k, c, pad) VALUES (?, ?, ?, ?)");
        }
    }

    /** The number of rows that an operation read and changed. */
    record Rows(int read, int changed) {}

    /** Executes one event of the script. */
    abstract Rows event() throws SQLException;

    /** The required return value of {@link #event}. */
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
        return point(table(), key()).size();
    }

    /** Reads 10 rows by key and 4 ranges, and returns the number of rows. */
    final int readRows() throws SQLException {
        int rows = 0;
        for (int i = 0; i < POINTS; i++) {
            rows += readPoint();
        }
        rows += range(table().simple(), start()).size();
        rows += sum(table(), start()).isEmpty() ? 0 : 1;
        rows += range(table().order(), start()).size();
        rows += range(table().distinct(), start()).size();
        return rows;
    }

    /** Executes both updates, a delete and an insert, and returns the number of rows. */
    final int changeRows() throws SQLException {
        int rows = updateIndex() + updateNonIndex();
        Table table = table();
        int id = ownId();
        return rows
                + delete(table, id)
                + insert(table, id, key(), text(OltpTables.GROUPS_OF_C), text(OltpTables.GROUPS_OF_PAD));
    }

    /** Updates a column that has an index, and returns the number of rows. */
    final int updateIndex() throws SQLException {
        return updateIndex(table(), ownId());
    }

    /** Updates a column that has no index, and returns the number of rows. */
    final int updateNonIndex() throws SQLException {
        return updateNonIndex(table(), text(OltpTables.GROUPS_OF_C), ownId());
    }

    private Table table() {
        return statements.get(statements.size() == 1 ? 0 : keys.nextInt(statements.size()));
    }

    private int key() {
        return chosen.next(keys, tableSize) + 1;
    }

    private List<String> point(Table table, int id) throws SQLException {
        try (PreparedStatement select = connection().prepareStatement(table.point())) {
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

    private Optional<Long> sum(Table table, int first) throws SQLException {
        try (PreparedStatement select = connection().prepareStatement(table.sum())) {
            setRange(select, first);
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? Optional.of(row.getLong(1)) : Optional.empty();
            }
        }
    }

    private int updateIndex(Table table, int id) throws SQLException {
        try (PreparedStatement update = connection().prepareStatement(table.updateIndex())) {
            update.setInt(1, id);
            return update.executeUpdate();
        }
    }

    private int updateNonIndex(Table table, String c, int id) throws SQLException {
        try (PreparedStatement update = connection().prepareStatement(table.updateNonIndex())) {
            update.setString(1, c);
            update.setInt(2, id);
            return update.executeUpdate();
        }
    }

    private int delete(Table table, int id) throws SQLException {
        try (PreparedStatement delete = connection().prepareStatement(table.delete())) {
            delete.setInt(1, id);
            return delete.executeUpdate();
        }
    }

    private int insert(Table table, int id, int k, String c, String pad) throws SQLException {
        try (PreparedStatement insert = connection().prepareStatement(table.insert())) {
            insert.setInt(1, id);
            insert.setInt(2, k);
            insert.setString(3, c);
            insert.setString(4, pad);
            return insert.executeUpdate();
        }
    }

    /** The first key of a range; all rows of the range exist. */
    private int start() {
        int last = tableSize - RANGE + 1;
        int first = key();
        return first <= last ? first : chosen.next(keys, last) + 1;
    }

    private int ownId() {
        return ownId(chosen, keys, tableSize, thread, threads());
    }

    /** A random key of a row that only this thread changes. */
    static int ownId(KeyDistribution distribution, SplittableRandom keys, int size, int thread, int threads) {
        return distribution.next(keys, size / threads) * threads + thread % threads + 1;
    }

    /** A text that no other row has. */
    final String text(int groups) {
        return OltpTables.text(digits, groups);
    }

    /** Sets the parameters of the cell. */
    @Override
    public void parameters(Map<String, String> params) {
        OltpTables data = OltpTables.of(params);
        tables = data.tables();
        tableSize = data.size();
        distribution = data.distribution().id();
    }

    /** Uses the tables that the agent, or another scenario of this kind, has filled. */
    @Override
    protected void prepare(Connection connection) throws SQLException {
        chosen = KeyDistribution.of(distribution)
                .orElseThrow(() -> new IllegalArgumentException("unknown distribution: " + distribution));
        OltpTables data = new OltpTables(tables, tableSize, chosen);
        statements = IntStream.rangeClosed(1, tables).mapToObj(Table::new).toList();
        keys = new SplittableRandom(SEED + thread % threads());
        String place = topology + " " + server + " " + tables + " " + tableSize;
        if (!COMPLETE.contains(place)) {
            data.prepare(connection);
            COMPLETE.add(place);
        }
    }

    @Override
    protected void rewind() {
        keys = new SplittableRandom(SEED + thread % threads());
        digits = new SplittableRandom(digitsSeed);
    }

    @Override
    public CheckedResult check() throws SQLException {
        Rows rows = event();
        unlessEqual("the number of rows read", expected().read(), rows.read());
        unlessEqual("the number of rows changed", expected().changed(), rows.changed());
        checkStatements();
        return CheckedResult.of("rows read: " + rows.read() + ", changed: " + rows.changed());
    }

    final void checkPoint() throws SQLException {
        Table table = table();
        List<String> rows = List.copyOf(point(table, ownId()));
        unlessEqual("the number of rows of " + table.point(), 1, rows.size());
        unlessEqual(
                "the length of c in " + table.point(),
                text(OltpTables.GROUPS_OF_C).length(),
                rows.get(0).length());
    }

    /**
     * Compares the ranges with one another. If other threads may change rows in the meantime, checks only the numbers
     * of rows.
     */
    final void checkRanges() throws SQLException {
        Table table = table();
        int first = start();
        List<String> rows = List.copyOf(range(table.simple(), first));
        List<String> ordered = List.copyOf(range(table.order(), first));
        List<String> distinct = List.copyOf(range(table.distinct(), first));
        unlessEqual("the number of rows of " + table.simple(), RANGE, rows.size());
        unlessEqual("the number of rows of " + table.order(), RANGE, ordered.size());
        unlessEqual("the number of rows of " + table.distinct(), RANGE, distinct.size());
        if (singleThreaded()) {
            unlessEqual("the rows of " + table.order(), rows.stream().sorted().toList(), ordered);
            unlessEqual("the rows of " + table.distinct(), ordered, distinct);
            unlessEqual("the result of " + table.sum(), Optional.of(sumOfRows(table, first)), sum(table, first));
        }
    }

    private long sumOfRows(Table table, int first) throws SQLException {
        long sum = 0;
        for (String k : range(ofK(table.simple()), first)) {
            sum += Long.parseLong(k);
        }
        return sum;
    }

    final void checkUpdateIndex() throws SQLException {
        Table table = table();
        int id = ownId();
        int before = k(table, id);
        unlessEqual("the update count of " + table.updateIndex(), 1, updateIndex(table, id));
        unlessEqual("k after " + table.updateIndex(), before + 1, k(table, id));
    }

    private static String ofK(String selectC) {
        return selectC.replace("SELECT c", "SELECT k");
    }

    private int k(Table table, int id) throws SQLException {
        return Integer.parseInt(committed(ofK(table.point()), id).get(0));
    }

    /** A row as the witness sees it, or in a check without one, the session itself. */
    private List<String> committed(String sql, int id) throws SQLException {
        Witness judging = witness;
        if (judging != null) {
            return judging.rows(sql.replace("?", String.valueOf(id)));
        }
        try (PreparedStatement select = connection().prepareStatement(sql)) {
            select.setInt(1, id);
            return read(select);
        }
    }

    @Override
    protected String judge(Witness other) throws SQLException {
        witness = other;
        try {
            checkStatements();
        } finally {
            witness = null;
        }
        return "";
    }

    final void checkUpdateNonIndex() throws SQLException {
        Table table = table();
        int id = ownId();
        String c = text(OltpTables.GROUPS_OF_C);
        unlessEqual("the update count of " + table.updateNonIndex(), 1, updateNonIndex(table, c, id));
        unlessEqual("c after " + table.updateNonIndex(), List.of(c), committed(table.point(), id));
    }

    final void checkDeleteInsert() throws SQLException {
        Table table = table();
        int id = ownId();
        String c = text(OltpTables.GROUPS_OF_C);
        begin();
        unlessEqual("the update count of " + table.delete(), 1, delete(table, id));
        unlessEqual("the rows after " + table.delete(), List.of(), point(table, id));
        unlessEqual(
                "the update count of " + table.insert(), 1, insert(table, id, 1, c, text(OltpTables.GROUPS_OF_PAD)));
        commit();
        unlessEqual("c after " + table.insert(), List.of(c), committed(table.point(), id));
    }

    @Override
    public Optional<String> engine() {
        return Optional.of(OltpTables.ENGINE);
    }
}
