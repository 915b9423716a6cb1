package dev.jdbcbench.scenario;

import static dev.jdbcbench.scenario.witness.WrongResultException.unlessEqual;

import dev.jdbcbench.scenario.table.KeptTable;
import dev.jdbcbench.scenario.table.RandomText;
import dev.jdbcbench.scenario.table.SinkTable;
import dev.jdbcbench.scenario.witness.CheckedResult;
import dev.jdbcbench.scenario.witness.UpdateCounts;
import dev.jdbcbench.scenario.witness.Witness;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * Inserts rows of 100 bytes into a {@link SinkTable} with one {@code executeBatch} of a PreparedStatement. One batch is
 * one operation.
 */
abstract class InsertBatch extends Scenario {
    static final String KEPT =
            "id INT AUTO_INCREMENT PRIMARY KEY, charValue VARCHAR(100) NOT NULL, UNIQUE KEY (charValue)";

    private final int size;
    private final SinkTable table;
    private RandomText texts = new RandomText();
    private final String sql;

    InsertBatch(int size) {
        this.size = size;
        this.table = new SinkTable("bench_insert_batch_" + size);
        this.sql = "INSERT INTO " + table.name() + " (charValue) VALUES (?)";
    }

    @Override
    @Benchmark
    public Object operation() throws SQLException {
        return insert(sql);
    }

    private int[] insert(String sql) throws SQLException {
        try (PreparedStatement statement = connection().prepareStatement(sql)) {
            for (int i = 0; i < size; i++) {
                statement.setString(1, texts.next());
                statement.addBatch();
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
        String remark = UpdateCounts.check(insert(sql), size, mode(), 1);
        if (singleThreaded()) {
            unlessEqual("the rows added to " + table.name(), (long) size, table.rows(connection(), size) - before);
        }
        return new CheckedResult(size + " rows inserted", remark);
    }

    /** The measured table may store nothing, so the same batch goes into one that does. */
    @Override
    protected String judge(Witness witness) throws SQLException {
        try (KeptTable kept = new KeptTable(witness, KEPT)) {
            String sameInsert = sql.replace(table.name(), kept.name());
            texts = new RandomText();
            UpdateCounts.check(insert(sameInsert), size, mode(), 1);
            List<String> expected =
                    Stream.generate(new RandomText()::next).limit(size).toList();
            kept.verify("after the batch", "charValue", expected);
            texts = new RandomText();
            KeptTable.mustFail(() -> insert(sameInsert));
        }
        return "";
    }

    @Override
    public Optional<String> engine() throws SQLException {
        return Optional.of(SinkTable.engine(connection()));
    }
}
