package dev.jdbcbench.scenario;

import static dev.jdbcbench.scenario.WrongResultException.unlessEqual;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Optional;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * Inserts rows of 100 bytes into a {@link SinkTable} with one {@code executeBatch} of a PreparedStatement. One batch is
 * one operation.
 */
abstract class InsertBatch extends Scenario {
    private final int size;
    private final SinkTable table;
    private final RandomText texts = new RandomText();
    private final String sql;

    InsertBatch(int size) {
        this.size = size;
        this.table = new SinkTable("bench_insert_batch_" + size);
        this.sql = "INSERT INTO " + table.name() + " (charValue) VALUES (?)";
    }

    @Override
    @Benchmark
    public Object operation() throws SQLException {
        return insert();
    }

    private int[] insert() throws SQLException {
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
        String remark = UpdateCounts.check(insert(), size, mode(), 1);
        if (singleThreaded()) {
            unlessEqual("the rows added to " + table.name(), (long) size, table.rows(connection(), size) - before);
        }
        return new CheckedResult(size + " rows inserted", remark);
    }

    @Override
    public Optional<String> engine() throws SQLException {
        return Optional.of(SinkTable.engine(connection()));
    }
}
