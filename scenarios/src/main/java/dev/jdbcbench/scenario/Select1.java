package dev.jdbcbench.scenario;

import static dev.jdbcbench.driver.Mode.HIT;
import static dev.jdbcbench.driver.Mode.TEXT;
import static dev.jdbcbench.scenario.witness.WrongResultException.unlessEqual;

import dev.jdbcbench.scenario.witness.CheckedResult;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * {@code SELECT 1}, its value read by {@code getObject}: the smallest possible result set.
 *
 * <p>Expect one round trip; the difference from {@link Do1} is the driver's cost of a result set.
 *
 * <p>Repeats SELECT 1 of the comparison of 2013.
 */
@Listed(
        order = 20,
        operation = "SELECT 1, its value read by getObject",
        repeats = "SELECT 1 (2013)",
        modes = {TEXT, HIT})
public class Select1 extends Query {
    @Override
    String sql() {
        return "SELECT 1";
    }

    @Override
    Object read(ResultSet row) throws SQLException {
        return row.getObject(1);
    }

    @Override
    @Benchmark
    public Object operation() throws SQLException {
        readAll();
        return last();
    }

    @Override
    public CheckedResult check() throws SQLException {
        unlessEqual("the number of rows", 1, readAll());
        unlessEqual("the value", "1", last().toString());
        return CheckedResult.of("1 row: 1");
    }
}
