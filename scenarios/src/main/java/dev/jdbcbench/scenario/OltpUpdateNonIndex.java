package dev.jdbcbench.scenario;

import static dev.jdbcbench.driver.Mode.HIT;
import static dev.jdbcbench.driver.Mode.TEXT;

import java.sql.SQLException;

/**
 * Updates a column without an index, in one row of an InnoDB table of 10 000 rows:
 * {@code UPDATE sbtest1 SET c=? WHERE id=?}, with uniformly distributed keys and autocommit.
 *
 * <p>Expect one round trip.
 *
 * <p>By default the server writes its log to disk at each commit, so this measures the disk, too. See {@link Oltp} for the
 * rows that each thread changes, and for what differs from sysbench.
 *
 * <p>Repeats oltp_update_non_index of sysbench 1.0 with {@code --rand-type=uniform}.
 */
@Listed(
        order = 225,
        operation = "update a column without an index, in one of 10 000 rows by its key",
        repeats = "sysbench 1.0's oltp_update_non_index, uniform",
        modes = {TEXT, HIT})
public class OltpUpdateNonIndex extends Oltp {
    @Override
    Rows event() throws SQLException {
        return new Rows(0, updateNonIndex());
    }

    @Override
    Rows expected() {
        return new Rows(0, 1);
    }

    @Override
    void checkStatements() throws SQLException {
        checkUpdateNonIndex();
    }
}
