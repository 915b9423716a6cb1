package dev.jdbcbench.watch;

import dev.jdbcbench.wire.Command;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One command of a connection with its answer, or a substitute for one: a login, or an exchange that cannot be read.
 * Durations are in ns; points in time are values of {@link System#nanoTime()}, as seen by the client.
 *
 * @param connection its number, from 0
 * @param command null for a login or an unreadable exchange
 * @param statement the normalised statement, or the command's name if it has none
 * @param text the statement as sent, possibly truncated; null if values are not kept
 * @param values values bound to a prepared statement, see {@link dev.jdbcbench.scenario.recording.BoundValue}; a batch has
 *     several rows; null if they are not kept
 * @param start when its first bytes arrived
 * @param end when the last bytes of its answer reached the client
 * @param roundTrips how often the client waited for the network; 0 if it was sent while another answer was still due
 * @param waited how long the client waited for this answer, without the time in which it waited for an earlier one
 * @param network the part of {@code waited} for round trips
 * @param server the part of {@code waited} from the end of the request to the first byte of its answer, without the
 *     network
 * @param rows rows of its results, or rows that it changed
 */
public record AnsweredCommand(
        int connection,
        @Nullable Command command,
        CommandPurpose purpose,
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

    /**
     * The state of a connection, as the server last reported it.
     *
     * @param inTransaction whether a transaction is open
     * @param autocommit whether each statement is committed by itself
     */
    record State(boolean inTransaction, boolean autocommit) {
        static final State INITIAL = new State(false, true);

        /** Whether the next command belongs to the same transaction. */
        boolean open(CommandPurpose after) {
            return inTransaction || (!autocommit && after != CommandPurpose.END);
        }
    }

    /** Whether the server executed a statement. */
    boolean isStatement() {
        return command == Command.QUERY || command == Command.STMT_EXECUTE || command == Command.STMT_BULK_EXECUTE;
    }
}
