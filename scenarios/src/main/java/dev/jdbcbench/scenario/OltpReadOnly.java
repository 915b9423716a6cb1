package dev.jdbcbench.scenario;

import static dev.jdbcbench.driver.Mode.HIT;
import static dev.jdbcbench.driver.Mode.TEXT;

import dev.jdbcbench.scenario.witness.Ends;
import java.sql.SQLException;

/**
 * A transaction that reads from an InnoDB table of 10 000 rows: BEGIN, 10 rows by their keys, 4 ranges of 100 rows
 * (simple, SUM, ORDER BY, DISTINCT) and COMMIT, with uniformly distributed keys.
 *
 * <p>Expect 16 round trips, one for each statement. See {@link Oltp} for what differs from sysbench, whose keys are not
 * uniformly distributed by default.
 *
 * <p>Repeats oltp_read_only of sysbench 1.0 with {@code --rand-type=uniform}.
 */
@Listed(
        order = 221,
        operation = "begin, 10 selects by key, 4 ranges of 100 rows, commit",
        repeats = "sysbench 1.0's oltp_read_only, uniform",
        modes = {TEXT, HIT})
public class OltpReadOnly extends Oltp {
    @Override
    Rows event() throws SQLException {
        begin();
        int read = readRows();
        commit();
        return new Rows(read, 0);
    }

    @Override
    Rows expected() {
        return new Rows(ROWS_READ, 0);
    }

    @Override
    public Ends ends() {
        return Ends.ONE_COMMIT;
    }

    @Override
    void checkStatements() throws SQLException {
        checkPoint();
        checkRanges();
    }
}
