package dev.jdbcbench.watch;

import java.util.regex.Pattern;

/**
 * Finds transactions of one connection that need not be transactions: they have at most one query, which locks nothing.
 * Not thread safe.
 */
final class Needless {
    private static final Pattern LOCKING =
            Pattern.compile("(?i).*\\b(?:for (?:update|share)|lock in share mode|into)\\b.*");

    private int roundTrips;
    private long network;
    private boolean needed;
    private int queries;

    /** The cost of beginning and ending a transaction. */
    record Cost(int roundTrips, long network) {
        static final Cost NONE = new Cost(0, 0);
    }

    /** Adds a statement. If it ends a needless transaction, returns what its beginning and end cost. */
    Cost called(CommandPurpose purpose, String statement, int trips, long waited) {
        switch (purpose) {
            case BEGIN -> {
                clear();
                roundTrips = trips;
                network = waited;
            }
            case READ -> {
                queries++;
                needed |= queries > 1 || LOCKING.matcher(statement).matches();
            }
            case END -> {
                Cost cost = needed ? Cost.NONE : new Cost(roundTrips + trips, network + waited);
                clear();
                return cost;
            }
            case CHECK, PREPARE, UNANSWERED -> {
                // Sent before, between or after the statements of a transaction.
            }
            default -> needed = true;
        }
        return Cost.NONE;
    }

    /** What was sent before is not known. */
    Needless continued() {
        needed = true;
        return this;
    }

    private void clear() {
        roundTrips = 0;
        network = 0;
        needed = false;
        queries = 0;
    }
}
