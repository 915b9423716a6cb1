package dev.jdbcbench.scenario;

import static dev.jdbcbench.driver.Mode.BULK;
import static dev.jdbcbench.driver.Mode.HIT;
import static dev.jdbcbench.driver.Mode.REWRITE;
import static dev.jdbcbench.driver.Mode.TEXT;
import static dev.jdbcbench.driver.Mode.UNPIPELINED;

import dev.jdbcbench.driver.Feature;
import dev.jdbcbench.scenario.table.SinkTable;

/**
 * Inserts 100 rows of 100 bytes into a {@link SinkTable} with one {@code executeBatch} of a PreparedStatement.
 *
 * <p>In text and hit, expect a round trip for each time the driver waits for a reply: 100 if it sends one insert after the
 * other (MySQL Connector/J, Drizzle JDBC; all drivers in unpipelined), few if it pipelines (MariaDB Connector/J). In rewrite
 * and bulk expect one: the batch becomes one statement of 100 rows, and the driver can no longer match generated keys to rows.
 *
 * <p>Repeats PrepareStatementBatch100InsertText, …PrepareHit and …Rewrite of the comparison of 2016.
 */
@Listed(
        order = 60,
        operation = "insert 100 rows of 100 bytes with one executeBatch of a PreparedStatement",
        repeats = "PrepareStatementBatch100Insert*",
        modes = {TEXT, HIT, REWRITE, BULK, UNPIPELINED},
        core = {TEXT, REWRITE},
        features = Feature.BATCH)
public class InsertBatch100 extends InsertBatch {
    /** A batch of 100. */
    public InsertBatch100() {
        super(100);
    }
}
