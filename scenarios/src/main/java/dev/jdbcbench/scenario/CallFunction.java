package dev.jdbcbench.scenario;

import static dev.jdbcbench.driver.Mode.HIT;
import static dev.jdbcbench.driver.Mode.TEXT;
import static dev.jdbcbench.scenario.witness.WrongResultException.unlessEqual;

import dev.jdbcbench.driver.Feature;
import dev.jdbcbench.scenario.witness.CheckedResult;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Types;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * Calls a stored function that returns its first argument: <code>{? = CALL testFunctionCall(?,?,?)}</code>.
 *
 * <p>Expect one round trip with MariaDB Connector/J. MySQL Connector/J first asks the server for the function's parameters:
 * expect four, and two in hit, where it caches them.
 *
 * <p>Repeats BenchmarkCallableStatementFunction of the comparison of 2016.
 */
@Listed(
        order = 160,
        operation = "{? = CALL testFunctionCall(?,?,?)}",
        repeats = "BenchmarkCallableStatementFunction",
        modes = {TEXT, HIT},
        features = Feature.CALL)
public class CallFunction extends Scenario {
    private static final String NAME = "testFunctionCall";

    @Override
    @Benchmark
    public Object operation() throws SQLException {
        return call();
    }

    private int call() throws SQLException {
        try (CallableStatement statement = connection().prepareCall("{? = CALL " + NAME + "(?,?,?)}")) {
            statement.registerOutParameter(1, Types.INTEGER);
            statement.setFloat(2, 2);
            statement.setInt(3, 1);
            statement.setInt(4, 1);
            statement.execute();
            return statement.getInt(1);
        }
    }

    @Override
    protected void prepare(Connection connection) throws SQLException {
        Routine.create(
                connection,
                NAME,
                "CREATE FUNCTION " + NAME + " (a FLOAT, b BIGINT, c INT) RETURNS INT NO SQL BEGIN RETURN a; END");
    }

    @Override
    public CheckedResult check() throws SQLException {
        unlessEqual("what the function returns", 2, call());
        return new CheckedResult("returned 2", callRemark());
    }
}
