package dev.jdbcbench.scenario;

import static dev.jdbcbench.driver.Mode.TEXT;
import static dev.jdbcbench.scenario.witness.WrongResultException.unlessEqual;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Borrows a connection from a pool (HikariCP), asks the driver with {@code isValid} whether it still works, runs {@code SELECT 1}
 * and returns it. A pool that tests every connection it lends (test on borrow) does the same.
 *
 * <p>Expect two round trips: {@code isValid} sends a ping and waits for the answer.
 *
 * <p>Repeats the reads of <a href="https://github.com/OpenIdentityPlatform/OpenDJ/issues/879">OpenDJ issue 879</a> (2026), whose pool
 * tested each connection.
 */
@Listed(
        order = 202,
        operation = "borrow from HikariCP, isValid, SELECT 1, give back",
        repeats = "the test on borrow of OpenDJ issue 879 (2026)",
        modes = TEXT)
public class PoolIsValid extends PoolBorrow {
    /** The limit that HikariCP itself gives to isValid by default. */
    private static final int SECONDS = 5;

    @Override
    protected void begin(Connection borrowed) throws SQLException {
        unlessEqual("isValid of a borrowed connection", true, borrowed.isValid(SECONDS));
    }
}
