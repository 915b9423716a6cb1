package dev.jdbcbench.scenario;

import static dev.jdbcbench.driver.Mode.BULK;
import static dev.jdbcbench.driver.Mode.HIT;
import static dev.jdbcbench.driver.Mode.REWRITE;
import static dev.jdbcbench.driver.Mode.TEXT;

import dev.jdbcbench.driver.Feature;
import dev.jdbcbench.scenario.table.KeptTable;
import dev.jdbcbench.scenario.table.RandomText;
import dev.jdbcbench.scenario.witness.CheckedResult;
import dev.jdbcbench.scenario.witness.Ends;
import dev.jdbcbench.scenario.witness.UpdateCounts;
import dev.jdbcbench.scenario.witness.Witness;
import dev.jdbcbench.scenario.witness.WrongResultException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * Starts a transaction, inserts 100 rows into an InnoDB table with one {@code executeBatch} of a PreparedStatement, and commits.
 * Two of the four values of a row are literals in the statement.
 *
 * <p>Expect the round trips of {@link InsertBatch100} and three more: autocommit off, commit, autocommit on. A driver that tracks
 * the session's state may skip those for autocommit, but not the commit: MySQL Connector/J 8.0.32 does, with
 * {@code useServerPrepStmts} and {@code useLocalTransactionState} (bug 109013). In rewrite, MariaDB Connector/J 3.5.6 to 3.5.8 lose
 * the literals (CONJ-1299). Another session checks both.
 *
 * <p>By default the server writes its log to disk at each commit, so this also measures the disk.
 *
 * <p>Repeats nothing.
 */
@Listed(
        order = 211,
        operation = "begin, insert 100 rows into an InnoDB table with one executeBatch, commit",
        modes = {TEXT, HIT, REWRITE, BULK},
        features = Feature.BATCH,
        besideOthers = false)
public class TransactionBatch100 extends Scenario {
    private static final String TABLE = "bench_transaction_batch";
    private static final String ENGINE = "InnoDB";
    private static final int SIZE = 100;
    private static final String VALUES = "charValue, number, kind, version";
    private static final String COLUMNS = "id INT AUTO_INCREMENT PRIMARY KEY, charValue VARCHAR(100) NOT NULL,"
            + " number INT NOT NULL, kind INT NOT NULL DEFAULT 0, version INT NOT NULL DEFAULT 0";
    private final String sql = sql(TABLE);
    private final RandomText texts = new RandomText();

    private static String sql(String table) {
        return "INSERT INTO " + table + " (" + VALUES + ") VALUES (?, ?, 7, 1)";
    }

    @Override
    @Benchmark
    public Object operation() throws SQLException {
        return transaction();
    }

    private int[] transaction() throws SQLException {
        Connection connection = connection();
        connection.setAutoCommit(false);
        int[] counts = insert(sql, texts, 0);
        connection.commit();
        connection.setAutoCommit(true);
        return counts;
    }

    private int[] insert(String sql, RandomText from, int first) throws SQLException {
        try (PreparedStatement statement = connection().prepareStatement(sql)) {
            for (int i = 0; i < SIZE; i++) {
                statement.setString(1, from.next());
                statement.setInt(2, first + i);
                statement.addBatch();
            }
            return statement.executeBatch();
        }
    }

    @Override
    protected void prepare(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS " + TABLE + " (" + COLUMNS + ") ENGINE = " + ENGINE);
        }
    }

    /** Otherwise the table would grow with every operation. */
    @Override
    public void beforeIteration() throws SQLException {
        try (Statement statement = connection().createStatement()) {
            statement.execute("TRUNCATE TABLE " + TABLE);
        }
    }

    @Override
    public CheckedResult check() throws SQLException {
        String remark = UpdateCounts.check(transaction(), SIZE, mode(), 1);
        WrongResultException.unlessEqual(
                "autocommit after the transaction", true, connection().getAutoCommit());
        return new CheckedResult(SIZE + " rows inserted", remark);
    }

    @Override
    protected String judge(Witness witness) throws SQLException {
        Connection connection = connection();
        try (KeptTable kept = new KeptTable(witness, COLUMNS + ", UNIQUE KEY (number)")) {
            List<String> rows = new ArrayList<>();
            RandomText expected = new RandomText();
            for (int i = 0; i < SIZE; i++) {
                rows.add(expected.next() + "|" + i + "|7|1");
            }
            connection.setAutoCommit(false);
            insert(sql(kept.name()), new RandomText(), 0);
            kept.verify("before commit", VALUES, List.of());
            connection.commit();
            kept.verify("after commit", VALUES, rows);
            insert(sql(kept.name()), new RandomText(), SIZE);
            connection.rollback();
            kept.verify("after rollback", VALUES, rows);
            KeptTable.mustFail(() -> insert(sql(kept.name()), new RandomText(), SIZE / 2));
            connection.rollback();
            connection.setAutoCommit(true); // commits whatever a rollback left open
            kept.verify("after rollback", VALUES, rows);
        }
        return "";
    }

    @Override
    public Ends ends() {
        return Ends.ONE_COMMIT;
    }

    @Override
    public Optional<String> engine() {
        return Optional.of(ENGINE);
    }
}
