package dev.jdbcbench.scenario;

import static dev.jdbcbench.driver.Mode.BULK;
import static dev.jdbcbench.driver.Mode.HIT;
import static dev.jdbcbench.driver.Mode.REWRITE;
import static dev.jdbcbench.driver.Mode.TEXT;
import static dev.jdbcbench.scenario.witness.WrongResultException.unlessEqual;

import dev.jdbcbench.driver.Feature;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.scenario.table.RandomText;
import dev.jdbcbench.scenario.table.SinkTable;
import dev.jdbcbench.scenario.witness.CheckedResult;
import dev.jdbcbench.scenario.witness.WrongResultException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * Inserts 100 rows with one {@code executeBatch} of a PreparedStatement and reads the generated keys. The table uses MEMORY,
 * because BLACKHOLE generates no keys.
 *
 * <p>Expect the round trips of {@link InsertBatch100}, except that a driver that must know each row's key cannot send one
 * statement for all rows: in bulk it falls back to executes. In rewrite a driver either loses keys or infers them from the
 * first one; the returned keys are checked once and the result is reported.
 *
 * <p>Repeats nothing: the comparison of 2016 mentions lost keys as the downside of rewriting, but does not measure them.
 */
@Listed(
        order = 80,
        operation = "insert 100 rows with one executeBatch and read the generated keys",
        repeats = "rewriting's downside in the text of 2016",
        modes = {TEXT, HIT, REWRITE, BULK},
        features = {Feature.BATCH, Feature.BATCH_KEYS})
public class InsertBatch100Keys extends Scenario {
    private static final int SIZE = 100;
    private static final String ENGINE = "MEMORY";
    private final SinkTable table = new SinkTable("bench_insert_keys", ENGINE, "id INT AUTO_INCREMENT PRIMARY KEY, ");
    private final RandomText texts = new RandomText();
    private final String sql = "INSERT INTO " + table.name() + " (charValue) VALUES (?)";

    @Override
    @Benchmark
    public Object operation() throws SQLException {
        return insert();
    }

    private List<Long> insert() throws SQLException {
        try (PreparedStatement statement = connection().prepareStatement(sql, Statement.RETURN_GENERATED_KEYS)) {
            for (int i = 0; i < SIZE; i++) {
                statement.setString(1, texts.next());
                statement.addBatch();
            }
            statement.executeBatch();
            List<Long> keys = new ArrayList<>(SIZE);
            try (ResultSet rows = statement.getGeneratedKeys()) {
                while (rows.next()) {
                    keys.add(rows.getLong(1));
                }
            }
            return keys;
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
        List<Long> keys = insert();
        if (singleThreaded()) {
            unlessEqual("the rows added to " + table.name(), (long) SIZE, table.rows(connection(), SIZE) - before);
        }
        boolean all = keys.stream().distinct().count() == SIZE && (!singleThreaded() || stored(keys) == SIZE);
        if (!all && mode() != Mode.REWRITE && mode() != Mode.DEFAULT && mode() != Mode.TUNED) {
            throw new WrongResultException("the batch of " + SIZE + " rows returned " + keys.size()
                    + " generated keys, of which " + stored(keys) + " are keys of its rows");
        }
        return new CheckedResult(
                SIZE + " rows inserted",
                all
                        ? mode() == Mode.REWRITE ? "all generated keys were returned" : ""
                        : "generated keys are lost: " + stored(keys) + " of " + SIZE + " were returned");
    }

    private long stored(List<Long> keys) throws SQLException {
        if (keys.isEmpty()) {
            return 0;
        }
        String list =
                keys.stream().map(String::valueOf).reduce((a, b) -> a + "," + b).orElseThrow();
        try (Statement statement = connection().createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT COUNT(*) FROM " + table.name() + " WHERE id IN (" + list + ")")) {
            row.next();
            return row.getLong(1);
        }
    }

    @Override
    public Optional<String> engine() throws SQLException {
        return Optional.of(table.usedEngine(connection()));
    }
}
