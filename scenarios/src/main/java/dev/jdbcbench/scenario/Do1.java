package dev.jdbcbench.scenario;

import static dev.jdbcbench.driver.Mode.HIT;
import static dev.jdbcbench.driver.Mode.TEXT;
import static dev.jdbcbench.scenario.witness.WrongResultException.unlessEqual;

import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.scenario.witness.CheckedResult;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * {@code DO 1}: the smallest request to a server. It has no result set, so it measures little more than the round trip.
 *
 * <p>Expect one round trip. With MySQL Connector/J 5.1 expect two: it checks before each {@code Statement.execute} whether the
 * session is read-only if the server reports a version above 5.6.
 *
 * <p>Repeats DO 1 of the comparison of 2013, and Do_1 of MariaDB's own later benchmarks.
 */
@Listed(
        order = 10,
        operation = "DO 1, no result set",
        repeats = "DO 1 (2013); Do_1",
        modes = {TEXT, HIT},
        core = TEXT)
public class Do1 extends Scenario {
    private static final String SQL = "DO 1";

    @Override
    @Benchmark
    public Object operation() throws SQLException {
        return execute();
    }

    private boolean execute() throws SQLException {
        if (mode() == Mode.HIT) {
            try (PreparedStatement statement = connection().prepareStatement(SQL)) {
                return statement.execute();
            }
        }
        try (Statement statement = connection().createStatement()) {
            return statement.execute(SQL);
        }
    }

    @Override
    public CheckedResult check() throws SQLException {
        unlessEqual("whether " + SQL + " returns a result set", false, execute());
        return CheckedResult.of("no result set");
    }
}
