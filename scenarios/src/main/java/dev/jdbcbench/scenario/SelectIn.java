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
import java.util.Collections;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * {@code SELECT id … WHERE id IN (?,?,…)} with 5000 parameters: the odd numbers below 10 000, from a table of the numbers from 1 to
 * 10 000, whose primary key is {@code id}. Each time a new PreparedStatement; each row is read by {@code getInt}.
 *
 * <p>Expect one round trip; in miss one or two. The server looks up 5000 keys, which takes longer than most drivers need. The
 * statement has 10 000 characters; MariaDB Connector/J keeps only shorter ones in its cache (below 8192 since version 3), so it has
 * no hit.
 *
 * <p>Repeats the number of parameters of <a href="https://bugs.mysql.com/bug.php?id=107228">MySQL bug 107228</a>
 * (2022), which compares prepared with unprepared. The bug report searches for texts in a table without a key.
 */
@Listed(
        order = 156,
        operation = "5000 rows by their keys: WHERE id IN (?,?,...) with 5000 parameters",
        repeats = "an IN of 5000 parameters, as in MySQL bug 107228 (2022), but by key",
        modes = {TEXT, HIT, MISS})
public class SelectIn extends Scenario {
    private static final String TABLE = "bench_in";
    private static final String ENGINE = "InnoDB";
    private static final int PARAMETERS = 5000;
    private static final int ROWS = 2 * PARAMETERS;
    /** Rows of one insert, to stay well below any server's max_allowed_packet. */
    private static final int CHUNK = 1000;

    private static final String SQL =
            "SELECT id FROM " + TABLE + " WHERE id IN (" + String.join(",", Collections.nCopies(PARAMETERS, "?")) + ")";

    @Override
    @Benchmark
    public Object operation() throws SQLException {
        return select();
    }

    /** The result of a query. */
    private record Rows(int count, long sum) {}

    private Rows select() throws SQLException {
        try (PreparedStatement statement = connection().prepareStatement(SQL)) {
            for (int i = 1; i <= PARAMETERS; i++) {
                statement.setInt(i, 2 * i - 1);
            }
            try (ResultSet rows = statement.executeQuery()) {
                int count = 0;
                long sum = 0;
                while (rows.next()) {
                    sum += rows.getInt(1);
                    count++;
                }
                return new Rows(count, sum);
            }
        }
    }

    @Override
    protected void prepare(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS " + TABLE + " (id INT PRIMARY KEY) ENGINE = " + ENGINE);
            if (count(statement) == ROWS) {
                return;
            }
            for (int first = 1; first <= ROWS; first += CHUNK) {
                statement.execute("INSERT IGNORE INTO " + TABLE + " (id) VALUES "
                        + IntStream.range(first, first + CHUNK)
                                .mapToObj(id -> "(" + id + ")")
                                .collect(Collectors.joining(",")));
            }
        }
    }

    private static int count(Statement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM " + TABLE)) {
            row.next();
            return row.getInt(1);
        }
    }

    @Override
    public CheckedResult check() throws SQLException {
        Rows rows = select();
        unlessEqual("the number of rows", PARAMETERS, rows.count());
        unlessEqual("the sum of the odd numbers below " + ROWS, (long) PARAMETERS * PARAMETERS, rows.sum());
        return CheckedResult.of(PARAMETERS + " rows");
    }

    @Override
    public Optional<String> engine() {
        return Optional.of(ENGINE);
    }
}
