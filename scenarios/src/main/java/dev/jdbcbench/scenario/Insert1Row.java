package dev.jdbcbench.scenario;

import static dev.jdbcbench.driver.Mode.HA;
import static dev.jdbcbench.driver.Mode.HIT;
import static dev.jdbcbench.driver.Mode.MISS;
import static dev.jdbcbench.driver.Mode.REWRITE;
import static dev.jdbcbench.driver.Mode.TEXT;
import static dev.jdbcbench.scenario.witness.WrongResultException.unlessEqual;

import dev.jdbcbench.scenario.table.KeptTable;
import dev.jdbcbench.scenario.table.RandomText;
import dev.jdbcbench.scenario.table.SinkTable;
import dev.jdbcbench.scenario.witness.CheckedResult;
import dev.jdbcbench.scenario.witness.Witness;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * Inserts one row of 100 bytes into a {@link SinkTable}, with a new PreparedStatement each time.
 *
 * <p>The server has to parse the statement and open a table; nothing reaches a disk.
 *
 * <p>Expect one round trip in text and hit, one or two in miss, as in {@link Select1Row}.
 *
 * <p>Repeats BenchmarkOneInsertPrepareText, …TextHA, …Hit, …Miss and …Rewrite of the comparison of 2016.
 */
@Listed(
        order = 50,
        operation = "insert one row of 100 bytes into a table that stores nothing",
        repeats = "BenchmarkOneInsertPrepare*",
        modes = {TEXT, HA, HIT, MISS, REWRITE},
        core = TEXT)
public class Insert1Row extends Scenario {
    private final SinkTable table = new SinkTable("bench_insert_1");
    private RandomText texts = new RandomText();
    private final String sql = "INSERT INTO " + table.name() + " (charValue) VALUES (?)";

    @Override
    @Benchmark
    public Object operation() throws SQLException {
        return insert(sql);
    }

    private int insert(String sql) throws SQLException {
        try (PreparedStatement statement = connection().prepareStatement(sql)) {
            statement.setString(1, texts.next());
            return statement.executeUpdate();
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
        unlessEqual("the update count of one insert", 1, insert(sql));
        return CheckedResult.of("update count 1");
    }

    /** The measured table may store nothing, so the same insert goes into one that does. */
    @Override
    protected String judge(Witness witness) throws SQLException {
        try (KeptTable kept = new KeptTable(witness, InsertBatch.KEPT)) {
            String sameInsert = sql.replace(table.name(), kept.name());
            texts = new RandomText();
            unlessEqual("the update count of one insert", 1, insert(sameInsert));
            kept.verify("after the insert", "charValue", List.of(new RandomText().next()));
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
