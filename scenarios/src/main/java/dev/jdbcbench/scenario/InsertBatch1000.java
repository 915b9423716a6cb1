package dev.jdbcbench.scenario;

import static dev.jdbcbench.driver.Mode.BULK;
import static dev.jdbcbench.driver.Mode.HIT;
import static dev.jdbcbench.driver.Mode.REWRITE;
import static dev.jdbcbench.driver.Mode.TEXT;
import static dev.jdbcbench.driver.Mode.UNPIPELINED;

import dev.jdbcbench.driver.Feature;
import dev.jdbcbench.scenario.table.SinkTable;

/**
 * Inserts 1000 rows of 100 bytes into a {@link SinkTable} with one {@code executeBatch} of a PreparedStatement:
 * {@link InsertBatch100} with ten times the rows.
 *
 * <p>In text and hit, expect 1000 round trips if the driver waits for each reply, 1 to 10 if it pipelines; in rewrite and bulk
 * expect one.
 *
 * <p>Repeats BenchmarkBatch1000InsertText, …PrepareHit and …Rewrite of the comparison of 2016.
 */
@Listed(
        order = 70,
        operation = "insert 1000 rows of 100 bytes with one executeBatch of a PreparedStatement",
        repeats = "BenchmarkBatch1000Insert*",
        modes = {TEXT, HIT, REWRITE, BULK, UNPIPELINED},
        features = Feature.BATCH,
        payloadBytes = 100_000)
public class InsertBatch1000 extends InsertBatch {
    /** A batch of 1000. */
    public InsertBatch1000() {
        super(1000);
    }
}
