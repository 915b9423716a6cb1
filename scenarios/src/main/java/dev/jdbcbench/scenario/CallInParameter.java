package dev.jdbcbench.scenario;

import static dev.jdbcbench.driver.Mode.HIT;
import static dev.jdbcbench.driver.Mode.TEXT;
import static dev.jdbcbench.scenario.witness.WrongResultException.unlessEqual;

import dev.jdbcbench.driver.Feature;
import dev.jdbcbench.scenario.witness.CheckedResult;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * Calls a stored procedure with one argument that returns a result set: <code>{CALL withResultSet(?)}</code>.
 *
 * <p>Expect one round trip, or two where PREPARE and EXECUTE are not sent together. With MySQL Connector/J expect two or three,
 * because it asks for the parameters first, and one in hit.
 *
 * <p>Repeats BenchmarkCallableStatementWithInParameter of the comparison of 2016.
 */
@Listed(
        order = 170,
        operation = "a procedure that returns a result set",
        repeats = "BenchmarkCallableStatementWithInParameter",
        modes = {TEXT, HIT},
        features = Feature.CALL)
public class CallInParameter extends Scenario {
    private static final String NAME = "withResultSet";

    @Override
    @Benchmark
    public Object operation() throws SQLException {
        return call();
    }

    private int call() throws SQLException {
        try (CallableStatement statement = connection().prepareCall("{CALL " + NAME + "(?)}")) {
            statement.setInt(1, 7);
            try (ResultSet rows = statement.executeQuery()) {
                rows.next();
                return rows.getInt(1);
            }
        }
    }

    @Override
    protected void prepare(Connection connection) throws SQLException {
        Routine.create(connection, NAME, "CREATE PROCEDURE " + NAME + " (a INT) BEGIN SELECT a; END");
    }

    @Override
    public CheckedResult check() throws SQLException {
        unlessEqual("the row that the procedure returns", 7, call());
        return new CheckedResult("1 row: 7", callRemark());
    }
}
