package dev.jdbcbench.scenario;

import static dev.jdbcbench.driver.Mode.HA;
import static dev.jdbcbench.driver.Mode.HIT;
import static dev.jdbcbench.driver.Mode.MISS;
import static dev.jdbcbench.driver.Mode.REWRITE;
import static dev.jdbcbench.driver.Mode.TEXT;

/**
 * {@code SELECT CAST(? as char character set utf8)} with a random string of 100 bytes, with a new PreparedStatement each time.
 * Like {@link Select1Row}, but the server knows the type of the result when it prepares.
 *
 * <p>Expect the round trips of {@link Select1Row}.
 *
 * <p>Repeats BenchmarkSelect1RowPrepare* as in the text of the comparison of 2016.
 */
@Listed(
        order = 40,
        operation = "SELECT CAST(? as char character set utf8), a random string of 100 bytes",
        repeats = "BenchmarkSelect1RowPrepare* (text of 2016)",
        modes = {TEXT, HA, HIT, MISS, REWRITE})
public class Select1RowCast extends Echo {
    @Override
    String sql() {
        return "SELECT CAST(? as char character set utf8)";
    }
}
