package dev.jdbcbench.scenario;

import static dev.jdbcbench.driver.Mode.HIT;
import static dev.jdbcbench.driver.Mode.TEXT;

import java.sql.SQLException;

/**
 * Updates a column with an index, in one row of an InnoDB table of 10 000 rows:
 * {@code UPDATE sbtest1 SET k=k+1 WHERE id=?}, with uniformly distributed keys and autocommit.
 *
 * <p>Expect one round trip.
 *
 * <p>By default the server writes its log to disk at each commit, so this measures the disk, too. See {@link Oltp} for the
 * rows that each thread changes, and for what differs from sysbench.
 *
 * <p>Repeats oltp_update_index of sysbench 1.0 with {@code --rand-type=uniform}.
 */
@Listed(
        order = 224,
        operation = "update a column with an index, in one of 10 000 rows by its key",
        repeats = "sysbench 1.0's oltp_update_index, uniform",
        modes = {TEXT, HIT})
public class OltpUpdateIndex extends Oltp {
    @Override
    Rows event() throws SQLException {
        return new Rows(0, updateIndex());
    }

    @Override
    Rows expected() {
        return new Rows(0, 1);
    }

    @Override
    void checkStatements() throws SQLException {
        checkUpdateIndex();
    }
}
