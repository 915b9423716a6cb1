package dev.jdbcbench.scenario;

import static dev.jdbcbench.driver.Mode.TEXT;

/**
 * 1000 rows of {@code repeat('a', 10000)}: 10 MB, read completely.
 *
 * <p>Expect one round trip, and the transfer time of 10 MB.
 *
 * <p>Repeats BenchmarkSelect1000BigRows of the comparison of 2016.
 */
@Listed(
        order = 120,
        operation = "1000 rows of 10 000 characters",
        repeats = "BenchmarkSelect1000BigRows",
        modes = TEXT,
        payloadBytes = 10_000_000)
public class Select1000BigRows extends SequenceQuery {
    private static final int LENGTH = 10_000;

    /** A query for 1000 rows. */
    public Select1000BigRows() {
        super(1000, "select repeat('a', " + LENGTH + ")");
    }

    @Override
    String expectedLast() {
        return "a".repeat(LENGTH);
    }
}
