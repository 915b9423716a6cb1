package dev.jdbcbench.scenario.witness;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The ends of transactions that one operation asks its driver for. A driver that sends fewer is not faster but wrong.
 *
 * @param commits of transactions in which a statement used an InnoDB table, so the driver may not skip them
 * @param rollbacks of such transactions
 */
public record Ends(int commits, int rollbacks) {
    /** The server's counter of commits. */
    public static final String COMMITS = "Com_commit";

    /** The server's counter of rollbacks. */
    public static final String ROLLBACKS = "Com_rollback";

    public static final Ends NONE = new Ends(0, 0);
    public static final Ends ONE_COMMIT = new Ends(1, 0);

    private static final double ROUNDING = 0.01;

    /**
     * Checks the counters of an operation.
     *
     * @param counters per operation, by the server's names
     * @return what is missing; empty if nothing is, or the server does not count
     */
    public Optional<String> missing(Map<String, Double> counters) {
        return missing("commits", commits, counters.get(COMMITS))
                .or(() -> missing("rollbacks", rollbacks, counters.get(ROLLBACKS)));
    }

    private static Optional<String> missing(String what, int asked, @Nullable Double sent) {
        return sent == null || sent > asked - ROUNDING
                ? Optional.empty()
                : Optional.of("per operation, the server sees " + ExpectedCommands.count(sent) + " " + what
                        + " instead of " + asked);
    }
}
