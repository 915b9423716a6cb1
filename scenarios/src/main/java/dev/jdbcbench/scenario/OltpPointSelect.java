package dev.jdbcbench.scenario;

import static dev.jdbcbench.driver.Mode.HIT;
import static dev.jdbcbench.driver.Mode.TEXT;

import java.sql.SQLException;

/**
 * One row of an InnoDB table of 10 000 rows, by its key: {@code SELECT c FROM sbtest1 WHERE id=?}, with uniformly
 * distributed keys.
 *
 * <p>Expect one round trip. See {@link Oltp} for what differs from sysbench, whose keys are not uniformly distributed by
 * default.
 *
 * <p>Repeats oltp_point_select of sysbench 1.0 with {@code --rand-type=uniform}.
 */
@Listed(
        order = 220,
        operation = "SELECT c of one of 10 000 rows by its key",
        repeats = "sysbench 1.0's oltp_point_select, uniform",
        modes = {TEXT, HIT})
public class OltpPointSelect extends Oltp {
    @Override
    Rows event() throws SQLException {
        return new Rows(readPoint(), 0);
    }

    @Override
    Rows expected() {
        return new Rows(1, 0);
    }

    @Override
    void checkStatements() throws SQLException {
        checkPoint();
    }
}
