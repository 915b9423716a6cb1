package dev.jdbcbench.scenario;

import static dev.jdbcbench.driver.Mode.HIT;
import static dev.jdbcbench.driver.Mode.TEXT;

import dev.jdbcbench.scenario.witness.Ends;
import java.sql.SQLException;

/**
 * A transaction that reads and writes an InnoDB table of 10 000 rows: the statements of {@link OltpReadOnly} and, before
 * COMMIT, those of {@link OltpWriteOnly}.
 *
 * <p>Expect 20 round trips, one for each statement.
 *
 * <p>By default the server writes its log to disk at each commit, so this measures the disk, too. See {@link Oltp} for the
 * rows that each thread changes, and for what differs from sysbench.
 *
 * <p>Repeats oltp_read_write of sysbench 1.0 with {@code --rand-type=uniform}.
 */
@Listed(
        order = 222,
        operation = "begin, 10 selects by key, 4 ranges of 100 rows, 2 updates, delete, insert, commit",
        repeats = "sysbench 1.0's oltp_read_write, uniform",
        modes = {TEXT, HIT},
        besideOthers = false)
public class OltpReadWrite extends Oltp {
    @Override
    Rows event() throws SQLException {
        begin();
        int read = readRows();
        int changed = changeRows();
        commit();
        return new Rows(read, changed);
    }

    @Override
    Rows expected() {
        return new Rows(ROWS_READ, ROWS_CHANGED);
    }

    @Override
    public Ends ends() {
        return Ends.ONE_COMMIT;
    }

    @Override
    void checkStatements() throws SQLException {
        checkPoint();
        checkRanges();
        checkUpdateIndex();
        checkUpdateNonIndex();
        checkDeleteInsert();
    }
}
