package dev.jdbcbench.scenario;

import static dev.jdbcbench.driver.Mode.CURSOR;
import static dev.jdbcbench.driver.Mode.STREAM;
import static dev.jdbcbench.driver.Mode.TEXT;

/**
 * 1000 rows of {@code repeat('a', 100000)} with a fetch size of 10: 100 MB, read completely, without the need to hold all of
 * them.
 *
 * <p>In text every driver gets {@code setFetchSize(10)}: MariaDB Connector/J streams; MySQL Connector/J and Drizzle JDBC ignore
 * it and hold all rows. In stream each driver uses its own way of streaming ({@code setFetchSize(Integer.MIN_VALUE)} for MySQL
 * Connector/J): compare drivers in this mode. In cursor the server keeps the rows, and each 10 of them cost a round trip:
 * expect about 100.
 *
 * <p>In text expect one round trip; in stream two more for MySQL Connector/J, which changes a server timeout and restores it.
 *
 * <p>Repeats BenchmarkSelect1000BigRowsFetch of the comparison of 2016.
 */
@Listed(
        order = 130,
        operation = "1000 rows of 100 000 characters, fetch size 10",
        repeats = "BenchmarkSelect1000BigRowsFetch",
        modes = {TEXT, STREAM, CURSOR},
        payloadBytes = 100_000_000)
public class Select1000BigRowsFetch extends SequenceQuery {
    private static final int LENGTH = 100_000;
    private static final int FETCH_SIZE = 10;

    /** A query for 1000 rows. */
    public Select1000BigRowsFetch() {
        super(1000, "select repeat('a', " + LENGTH + ")");
    }

    @Override
    int fetchSize() {
        return mode() == dev.jdbcbench.driver.Mode.STREAM ? streamingFetchSize(FETCH_SIZE) : FETCH_SIZE;
    }

    @Override
    String expectedLast() {
        return "a".repeat(LENGTH);
    }
}
