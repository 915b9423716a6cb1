package dev.jdbcbench.scenario;

import static dev.jdbcbench.driver.Mode.HIT;
import static dev.jdbcbench.driver.Mode.TEXT;
import static dev.jdbcbench.scenario.WrongResultException.unlessEqual;

import dev.jdbcbench.driver.Mode;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * {@code DO 1}: the least that can be asked of a server. There is no result set, so what is left is the way there and back.
 *
 * <p>Expect one round trip. MySQL Connector/J 5.1 asks before each {@code Statement.execute} whether the session is read-only when the
 * server says that it is newer than 5.6: two.
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
    public Finding check() throws SQLException {
        unlessEqual("whether " + SQL + " returns a result set", false, execute());
        return Finding.of("no result set");
    }
}
