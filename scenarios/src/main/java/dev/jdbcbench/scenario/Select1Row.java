package dev.jdbcbench.scenario;

import static dev.jdbcbench.driver.Mode.HA;
import static dev.jdbcbench.driver.Mode.HIT;
import static dev.jdbcbench.driver.Mode.MISS;
import static dev.jdbcbench.driver.Mode.REWRITE;
import static dev.jdbcbench.driver.Mode.TEXT;

/**
 * {@code SELECT ?} with a random string of 100 bytes, with a new PreparedStatement each time.
 *
 * <p>The server has little to do: parse one expression, send one row. What remains is the driver's work and the round trip.
 *
 * <p>Expect one round trip in text and hit. A miss prepares and executes: two round trips if the driver waits in between, one
 * if it does not; closing has no reply. Rewriting affects only batches: expect the figures of text.
 *
 * <p>Repeats BenchmarkSelect1RowPrepareText, …TextHA, …Hit, …Miss and …Rewrite as in the README of the comparison of 2016.
 */
@Listed(
        order = 30,
        operation = "SELECT ?, a random string of 100 bytes",
        repeats = "BenchmarkSelect1RowPrepare* (README of 2016)",
        modes = {TEXT, HA, HIT, MISS, REWRITE},
        core = {TEXT, HIT})
public class Select1Row extends Echo {
    @Override
    String sql() {
        return "SELECT ?";
    }
}
