package dev.jdbcbench.scenario;

/**
 * {@code select * from seq_1_to_1000}, {@code getString(1)} of each row: how fast a driver reads many small rows.
 *
 * <p>Expect one round trip. In hit the rows are binary, which is more bytes here than text: 14 kB instead of 8.
 *
 * <p>Repeats BenchmarkSelect1000Rows of the comparison of 2016.
 */
public class Select1000Rows extends SequenceQuery {
    /** Of 1000 rows. */
    public Select1000Rows() {
        super(1000, "select *");
    }

    @Override
    String expectedLast() {
        return "1000";
    }
}
