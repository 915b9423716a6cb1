package dev.jdbcbench.scenario;

import static dev.jdbcbench.driver.Mode.BULK;
import static dev.jdbcbench.driver.Mode.REWRITE;
import static dev.jdbcbench.driver.Mode.TEXT;
import static dev.jdbcbench.scenario.witness.WrongResultException.unlessEqual;

import dev.jdbcbench.driver.Feature;
import dev.jdbcbench.scenario.table.RandomText;
import dev.jdbcbench.scenario.table.SinkTable;
import dev.jdbcbench.scenario.witness.CheckedResult;
import dev.jdbcbench.scenario.witness.UpdateCounts;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * 100 times {@code INSERT … ON DUPLICATE KEY UPDATE charValue = ?} with one {@code executeBatch} of a PreparedStatement, on a
 * MEMORY table that already contains the rows.
 *
 * <p>The parameter after the list of values prevents turning the batch into one insert of 100 rows: expect a driver that
 * rewrites to send one text of 100 statements, in one round trip or a few.
 *
 * <p>Repeats the second example of rewriting in the text of 2016, which was not measured there.
 */
@Listed(
        order = 90,
        operation = "insert or update 100 rows (on duplicate key update) with one executeBatch",
        repeats = "rewriting's second example in the text of 2016",
        modes = {TEXT, REWRITE, BULK},
        features = {Feature.BATCH, Feature.UPSERT})
public class UpsertBatch100 extends Scenario {
    private static final int SIZE = 100;
    private static final int MOST_FOR_AN_UPDATE = 2; // MySQL and MariaDB count an insert as 1 and an update as 2
    private static final String ENGINE = "MEMORY";
    private final SinkTable table = new SinkTable("bench_upsert", ENGINE, "id INT PRIMARY KEY, ");
    private RandomText texts = new RandomText();
    private final String sql =
            "INSERT INTO " + table.name() + " (id, charValue) VALUES (?, ?) ON DUPLICATE KEY UPDATE charValue = ?";
    private String lastText = "";

    @Override
    @Benchmark
    public Object operation() throws SQLException {
        return upsert();
    }

    private int[] upsert() throws SQLException {
        try (PreparedStatement statement = connection().prepareStatement(sql)) {
            for (int id = 1; id <= SIZE; id++) {
                lastText = texts.next();
                statement.setInt(1, id);
                statement.setString(2, lastText);
                statement.setString(3, lastText);
                statement.addBatch();
            }
            return statement.executeBatch();
        }
    }

    @Override
    protected void rewind() {
        texts = new RandomText();
    }

    @Override
    protected void prepare(Connection connection) throws SQLException {
        table.create(connection);
    }

    @Override
    public CheckedResult check() throws SQLException {
        String remark = UpdateCounts.check(upsert(), SIZE, mode(), MOST_FOR_AN_UPDATE);
        unlessEqual("the rows of " + table.name(), (long) SIZE, table.rows(connection(), SIZE));
        if (singleThreaded()) { // otherwise another thread may have written later
            try (Statement statement = connection().createStatement();
                    ResultSet row =
                            statement.executeQuery("SELECT charValue FROM " + table.name() + " WHERE id = " + SIZE)) {
                row.next();
                unlessEqual("the value of the last row", lastText, String.valueOf(row.getString(1)));
            }
        }
        return new CheckedResult(SIZE + " rows inserted or updated", remark);
    }

    @Override
    public Optional<String> engine() throws SQLException {
        return Optional.of(table.usedEngine(connection()));
    }
}
