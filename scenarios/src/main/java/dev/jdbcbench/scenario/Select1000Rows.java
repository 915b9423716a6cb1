package dev.jdbcbench.scenario;

import static dev.jdbcbench.driver.Mode.HIT;
import static dev.jdbcbench.driver.Mode.TEXT;

/**
 * {@code select * from seq_1_to_1000}, {@code getString(1)} of each row: how fast a driver reads many small rows.
 *
 * <p>Expect one round trip. In hit the rows are binary, which here takes more bytes than text: 14 kB instead of 8.
 *
 * <p>Repeats BenchmarkSelect1000Rows of the comparison of 2016.
 */
@Listed(
        order = 110,
        operation = "select * from seq_1_to_1000, getString(1) of each row",
        repeats = "BenchmarkSelect1000Rows",
        modes = {TEXT, HIT},
        core = TEXT)
public class Select1000Rows extends SequenceQuery {
    /** A query for 1000 rows. */
    public Select1000Rows() {
        super(1000, "select *");
    }

    @Override
    String expectedLast() {
        return "1000";
    }
}
