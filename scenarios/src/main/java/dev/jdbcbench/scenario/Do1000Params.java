package dev.jdbcbench.scenario;

import static dev.jdbcbench.driver.Mode.HIT;
import static dev.jdbcbench.driver.Mode.MISS;
import static dev.jdbcbench.driver.Mode.TEXT;
import static dev.jdbcbench.scenario.witness.WrongResultException.unlessEqual;

import dev.jdbcbench.scenario.witness.CheckedResult;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collections;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * {@code DO ?,?,…} with 1000 whole numbers, with a new PreparedStatement each time: how fast a driver finds the parameters of a
 * long statement and writes their values.
 *
 * <p>Expect one round trip; in miss one or two. MySQL Connector/J never prepares DO on the server, so it has only text.
 *
 * <p>Repeats Do_1000_params of <a href="https://github.com/rusher/connector-benchmark">rusher/connector-benchmark</a>, which MariaDB's release
 * notes of Connector/J 3.1.0 show, too.
 */
@Listed(
        order = 15,
        operation = "DO ?,?,... with 1000 whole numbers",
        repeats = "Do_1000_params",
        modes = {TEXT, HIT, MISS})
public class Do1000Params extends Scenario {
    private static final int PARAMETERS = 1000;
    private static final String SQL = "DO " + String.join(",", Collections.nCopies(PARAMETERS, "?"));

    @Override
    @Benchmark
    public Object operation() throws SQLException {
        return execute();
    }

    private int execute() throws SQLException {
        try (PreparedStatement statement = connection().prepareStatement(SQL)) {
            for (int i = 1; i <= PARAMETERS; i++) {
                statement.setInt(i, i);
            }
            return statement.executeUpdate();
        }
    }

    @Override
    public CheckedResult check() throws SQLException {
        unlessEqual("the update count of DO", 0, execute());
        return CheckedResult.of("no result set");
    }
}
