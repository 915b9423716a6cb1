package dev.jdbcbench.scenario;

import static dev.jdbcbench.driver.Mode.HA;
import static dev.jdbcbench.driver.Mode.HIT;
import static dev.jdbcbench.driver.Mode.MISS;
import static dev.jdbcbench.driver.Mode.REWRITE;
import static dev.jdbcbench.driver.Mode.TEXT;

/**
 * {@code SELECT ?} with a random string of 100 bytes, by a new PreparedStatement each time.
 *
 * <p>Asks little of the server: parse one expression, send one row. What is left is the driver's work and the way to the
 * server and back.
 *
 * <p>Expect one round trip in text and hit. A miss prepares and executes, two round trips where the driver waits in between, and
 * one where it does not; closing has no reply. Rewriting concerns batches only: expect the figures of text.
 *
 * <p>Repeats BenchmarkSelect1RowPrepareText, …TextHA, …Hit, …Miss and …Rewrite as the README of the comparison of 2016 has them.
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
