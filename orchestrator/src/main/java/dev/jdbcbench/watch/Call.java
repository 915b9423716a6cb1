package dev.jdbcbench.watch;

import dev.jdbcbench.wire.Command;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One command of a connection with its answer, or what stands for one: a login, an exchange that cannot be read. Times are in ns, points in time
 * those of {@link System#nanoTime()}, as the client sees them.
 *
 * @param connection its number, from 0
 * @param command null for a login or an unreadable exchange
 * @param statement the normalised statement, else the command's name
 * @param text the statement as it was sent, perhaps cut; null when values are not kept
 * @param values bound to a prepared statement, see {@link dev.jdbcbench.scenario.BoundValue}; a batch has several rows; null when they are not kept
 * @param start when its first bytes came
 * @param end when the last bytes of its answer reached the client
 * @param roundTrips how often the client waited for the network; 0 when it was sent while another answer was still due
 * @param waited how long the client waited for this answer, without the time in which it waited for an earlier one
 * @param network the part of that for round trips
 * @param server the part of that from the end of the request to the first byte of its answer, without the network
 * @param rows of its results, or rows that it changed
 */
public record Call(
        int connection,
        @Nullable Command command,
        Purpose purpose,
        String statement,
        @Nullable String text,
        @Nullable List<List<String>> values,
        long start,
        long end,
        int roundTrips,
        long waited,
        long network,
        long server,
        long bytesUp,
        long bytesDown,
        long rows,
        boolean failed,
        State state) {
    /** A call without bound values. */
    Call(
            int connection,
            @Nullable Command command,
            Purpose purpose,
            String statement,
            @Nullable String text,
            long start,
            long end,
            int roundTrips,
            long waited,
            long network,
            long server,
            long bytesUp,
            long bytesDown,
            long rows,
            boolean failed,
            State state) {
        this(
                connection,
                command,
                purpose,
                statement,
                text,
                null,
                start,
                end,
                roundTrips,
                waited,
                network,
                server,
                bytesUp,
                bytesDown,
                rows,
                failed,
                state);
    }

    /**
     * What the server said last about the connection.
     *
     * @param inTransaction whether a transaction is open
     * @param autocommit whether each statement is committed by itself
     */
    record State(boolean inTransaction, boolean autocommit) {
        static final State INITIAL = new State(false, true);

        /** Whether what follows belongs to the same transaction. */
        boolean open(Purpose after) {
            return inTransaction || (!autocommit && after != Purpose.END);
        }
    }

    /** Whether the server executed a statement. */
    boolean isStatement() {
        return command == Command.QUERY || command == Command.STMT_EXECUTE || command == Command.STMT_BULK_EXECUTE;
    }
}
