package dev.jdbcbench.scenario;

import static dev.jdbcbench.driver.Mode.REWRITE;
import static dev.jdbcbench.driver.Mode.TEXT;
import static dev.jdbcbench.scenario.witness.WrongResultException.unlessEqual;

import dev.jdbcbench.driver.Feature;
import dev.jdbcbench.scenario.table.KeptTable;
import dev.jdbcbench.scenario.table.RandomText;
import dev.jdbcbench.scenario.table.SinkTable;
import dev.jdbcbench.scenario.witness.CheckedResult;
import dev.jdbcbench.scenario.witness.UpdateCounts;
import dev.jdbcbench.scenario.witness.Witness;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * Inserts 100 rows of 100 bytes into a {@link SinkTable} with one {@code executeBatch} of a Statement: 100 SQL texts that
 * contain their values.
 *
 * <p>In text, expect 100 round trips if the driver waits for each reply, few if it pipelines; in rewrite one text of 100
 * statements, and one or two more to switch that on and off.
 *
 * <p>Repeats StatementBatch100Insert of the comparison of 2016.
 */
@Listed(
        order = 100,
        operation = "insert 100 rows of 100 bytes with one executeBatch of a Statement",
        repeats = "StatementBatch100Insert",
        modes = {TEXT, REWRITE},
        features = Feature.STATEMENT_BATCH)
public class StatementBatch100 extends Scenario {
    private static final int SIZE = 100;
    private final SinkTable table = new SinkTable("bench_statement_batch");
    private final String[] inserts = inserts(table.name());
    private int next;

    /** The SQL texts with their values, made before the measurement. */
    private static String[] inserts(String table) {
        RandomText texts = new RandomText();
        String[] all = new String[1024]; // a power of two, for the mask below
        for (int i = 0; i < all.length; i++) {
            all[i] = "INSERT INTO " + table + " (charValue) VALUES ('" + texts.next() + "')";
        }
        return all;
    }

    @Override
    @Benchmark
    public Object operation() throws SQLException {
        return insert(inserts);
    }

    private int[] insert(String[] inserts) throws SQLException {
        try (Statement statement = connection().createStatement()) {
            for (int i = 0; i < SIZE; i++) {
                statement.addBatch(inserts[next++ & (inserts.length - 1)]);
            }
            return statement.executeBatch();
        }
    }

    @Override
    protected void prepare(Connection connection) throws SQLException {
        table.create(connection);
    }

    @Override
    public void beforeIteration() throws SQLException {
        table.empty(connection());
    }

    @Override
    public CheckedResult check() throws SQLException {
        long before = table.rows(connection(), 0);
        String remark = UpdateCounts.check(insert(inserts), SIZE, mode(), 1);
        if (singleThreaded()) {
            unlessEqual("the rows added to " + table.name(), (long) SIZE, table.rows(connection(), SIZE) - before);
        }
        return new CheckedResult(SIZE + " rows inserted", remark);
    }

    /**
     * The measured table may store nothing, so the same batch goes into one that does. Does not provoke an error: Drizzle JDBC
     * would send the rest of a failed batch with the next one of the connection.
     */
    @Override
    protected String judge(Witness witness) throws SQLException {
        try (KeptTable kept = new KeptTable(witness, InsertBatch.KEPT)) {
            next = 0;
            UpdateCounts.check(insert(inserts(kept.name())), SIZE, mode(), 1);
            kept.verify(
                    "after the batch",
                    "charValue",
                    Stream.generate(new RandomText()::next).limit(SIZE).toList());
        }
        return "";
    }

    @Override
    public Optional<String> engine() throws SQLException {
        return Optional.of(SinkTable.engine(connection()));
    }
}
