package dev.jdbcbench.scenario;

import static dev.jdbcbench.driver.Mode.HIT;
import static dev.jdbcbench.driver.Mode.MISS;
import static dev.jdbcbench.driver.Mode.TEXT;
import static dev.jdbcbench.scenario.witness.WrongResultException.unlessEqual;

import dev.jdbcbench.scenario.witness.CheckedResult;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * One row of 100 columns of type INT, each read by {@code getInt}, with a new PreparedStatement each time. The column descriptions
 * make up most of the reply.
 *
 * <p>Expect one round trip in text and hit, one or two in miss; in hit, a driver that caches column descriptions gets a much
 * shorter reply.
 *
 * <p>Repeats Select_100_cols of <a href="https://github.com/rusher/connector-benchmark">rusher/connector-benchmark</a>.
 */
@Listed(
        order = 155,
        operation = "one row of 100 whole numbers, each read by getInt",
        repeats = "Select_100_cols",
        modes = {TEXT, HIT, MISS})
public class Select100Cols extends Scenario {
    private static final String TABLE = "bench_100_cols";
    private static final String SQL = "select * from " + TABLE;
    private static final int COLUMNS = 100;
    private static final String ENGINE = "InnoDB";

    @Override
    @Benchmark
    public Object operation() throws SQLException {
        return select();
    }

    private int[] select() throws SQLException {
        try (PreparedStatement statement = connection().prepareStatement(SQL);
                ResultSet row = statement.executeQuery()) {
            row.next();
            int[] values = new int[COLUMNS];
            for (int i = 0; i < COLUMNS; i++) {
                values[i] = row.getInt(i + 1);
            }
            return values;
        }
    }

    @Override
    protected void prepare(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS " + TABLE + " (" + columns("i", " INT NOT NULL")
                    + ", PRIMARY KEY (i1)) ENGINE = " + ENGINE);
            statement.execute("INSERT IGNORE INTO " + TABLE + " VALUES (" + columns("", "") + ")");
        }
    }

    /** The numbers from 1 to 100, each between these two texts. */
    private static String columns(String before, String after) {
        return IntStream.rangeClosed(1, COLUMNS)
                .mapToObj(column -> before + column + after)
                .collect(Collectors.joining(", "));
    }

    @Override
    public CheckedResult check() throws SQLException {
        unlessEqual("the row", Arrays.toString(IntStream.rangeClosed(1, COLUMNS).toArray()), Arrays.toString(select()));
        return CheckedResult.of("1 row of " + COLUMNS + " columns");
    }

    @Override
    public Optional<String> engine() {
        return Optional.of(ENGINE);
    }
}
