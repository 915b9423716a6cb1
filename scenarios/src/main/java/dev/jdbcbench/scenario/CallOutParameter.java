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
 * Calls a stored procedure with an INOUT parameter: <code>{CALL inOutParam(?)}</code>.
 *
 * <p>Expect one round trip, or two where PREPARE and EXECUTE are not sent together. MySQL Connector/J stores the parameter in a
 * session variable and asks for the procedure's description: expect five, and three in hit.
 *
 * <p>Repeats BenchmarkCallableStatementWithOutParameter of the comparison of 2016.
 */
@Listed(
        order = 180,
        operation = "a procedure with an INOUT parameter",
        repeats = "BenchmarkCallableStatementWithOutParameter",
        modes = {TEXT, HIT},
        core = TEXT,
        features = Feature.CALL)
public class CallOutParameter extends Scenario {
    private static final String NAME = "inOutParam";

    @Override
    @Benchmark
    public Object operation() throws SQLException {
        return call();
    }

    private int call() throws SQLException {
        try (CallableStatement statement = connection().prepareCall("{CALL " + NAME + "(?)}")) {
            statement.registerOutParameter(1, Types.INTEGER);
            statement.setInt(1, 1);
            statement.execute();
            return statement.getInt(1);
        }
    }

    @Override
    protected void prepare(Connection connection) throws SQLException {
        Routine.create(connection, NAME, "CREATE PROCEDURE " + NAME + " (INOUT p INT) BEGIN SET p = p + 1; END");
    }

    @Override
    public CheckedResult check() throws SQLException {
        unlessEqual("the parameter after the call", 2, call());
        return new CheckedResult("1 became 2", callRemark());
    }
}
