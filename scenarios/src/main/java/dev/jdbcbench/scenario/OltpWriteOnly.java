package dev.jdbcbench.scenario;

import static dev.jdbcbench.driver.Mode.HIT;
import static dev.jdbcbench.driver.Mode.TEXT;

import dev.jdbcbench.scenario.witness.Ends;
import java.sql.SQLException;

/**
 * A transaction that writes to an InnoDB table of 10 000 rows: BEGIN, an update of a column with an index and of one
 * without, a delete and an insert of the same key, and COMMIT. The keys are uniformly distributed.
 *
 * <p>Expect 6 round trips, one for each statement.
 *
 * <p>By default the server writes its log to disk at each commit, so this measures the disk, too. See {@link Oltp} for the
 * rows that each thread changes, and for what differs from sysbench.
 *
 * <p>Repeats oltp_write_only of sysbench 1.0 with {@code --rand-type=uniform}.
 */
@Listed(
        order = 223,
        operation = "begin, 2 updates, delete, insert, commit",
        repeats = "sysbench 1.0's oltp_write_only, uniform",
        modes = {TEXT, HIT},
        besideOthers = false)
public class OltpWriteOnly extends Oltp {
    @Override
    Rows event() throws SQLException {
        begin();
        int changed = changeRows();
        commit();
        return new Rows(0, changed);
    }

    @Override
    Rows expected() {
        return new Rows(0, ROWS_CHANGED);
    }

    @Override
    public Ends ends() {
        return Ends.ONE_COMMIT;
    }

    @Override
    void checkStatements() throws SQLException {
        checkUpdateIndex();
        checkUpdateNonIndex();
        checkDeleteInsert();
    }
}
