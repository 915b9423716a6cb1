package dev.jdbcbench.scenario;

import static dev.jdbcbench.driver.Mode.TEXT;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Borrows a connection from a pool (HikariCP), sets it read-only, runs {@code SELECT 1} and returns it. The pool then sets it back.
 *
 * <p>Expect one round trip with a driver that handles read-only locally, and three with a driver that sends it to the
 * server, before and after the query.
 *
 * <p>Repeats the reads of <a href="https://github.com/scalar-labs/scalardb/pull/3799">scalardb pull request 3799</a> (2026), which became
 * slower with MariaDB Connector/J 3.5.10.
 */
@Listed(
        order = 201,
        operation = "borrow from HikariCP, set read-only, SELECT 1, give back",
        repeats = "the reads of scalardb pull request 3799 (2026)",
        modes = TEXT)
public class PoolReadOnly extends PoolBorrow {
    @Override
    protected void begin(Connection borrowed) throws SQLException {
        borrowed.setReadOnly(true);
    }
}
