package dev.jdbcbench.report.compare;

import dev.jdbcbench.result.CellResult;
import dev.jdbcbench.scenario.witness.Ends;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The ends of transactions that the server sees for one operation.
 *
 * @param commits number of COMMIT, also in the text of a statement
 * @param rollbacks number of ROLLBACK
 */
public record Transactions(double commits, double rollbacks) {
    private static final double HALF = 0.5;

    static @Nullable Transactions of(@Nullable CellResult cell) {
        Map<String, Double> counters = cell == null ? Map.of() : cell.counters();
        Double commits = counters.get(Ends.COMMITS);
        Double rollbacks = counters.get(Ends.ROLLBACKS);
        return commits == null || rollbacks == null ? null : new Transactions(commits, rollbacks);
    }

    boolean same(Transactions other) {
        return Math.abs(commits - other.commits) < HALF && Math.abs(rollbacks - other.rollbacks) < HALF;
    }
}
