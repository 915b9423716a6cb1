package dev.jdbcbench.scenario;

import static dev.jdbcbench.driver.Mode.HIT;
import static dev.jdbcbench.driver.Mode.TEXT;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * 100 000 rows of 10 columns of 100 characters, each value read by {@code getString}: a million values, 100 MB.
 *
 * <p>Expect one round trip, and the transfer time of 100 MB.
 *
 * <p>Repeats Select_10_cols_from_seq_1_to_100000 of MariaDB's own later benchmarks.
 */
@Listed(
        order = 140,
        operation = "100 000 rows of 10 columns of 100 characters",
        repeats = "Select_10_cols_from_seq_1_to_100000",
        modes = {TEXT, HIT},
        payloadBytes = 100_000_000)
public class Select10Cols extends SequenceQuery {
    private static final int COLUMNS = 10;
    private static final String VALUE = "0123456789".repeat(10);

    /** A query for 100 000 rows. */
    public Select10Cols() {
        super(100_000, "select " + columns());
    }

    private static String columns() {
        return IntStream.rangeClosed(1, COLUMNS)
                .mapToObj(column -> "'" + VALUE + "' as col" + column)
                .collect(Collectors.joining(", "));
    }

    @Override
    Object read(ResultSet row) throws SQLException {
        String value = "";
        for (int column = COLUMNS; column >= 1; column--) {
            value = row.getString(column);
        }
        return value;
    }

    @Override
    String expectedLast() {
        return VALUE;
    }
}
