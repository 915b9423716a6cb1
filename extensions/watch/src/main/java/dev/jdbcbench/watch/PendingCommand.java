package dev.jdbcbench.watch;

import dev.jdbcbench.sql.Syntax.Effect;
import dev.jdbcbench.watch.Statements.Prepared;
import dev.jdbcbench.wire.Command;
import org.jspecify.annotations.Nullable;

/**
 * A command that is not answered yet, or a login. Both directions of a dialogue fill in what they see of it. Times are
 * those at the relay.
 */
final class PendingCommand {
    /** Null for a login or an exchange that cannot be read. */
    final @Nullable Command command;

    final long start;
    String statement = "";

    @Nullable
    String text;

    @Nullable
    Prepared prepared;
    /** The packet that executes it; null if its values cannot be read or are not kept. */
    byte @Nullable [] bound;

    Effect effect = Effect.NONE;
    /** Its size in memory, taken from the budget. */
    long bytes;

    CommandPurpose purpose = CommandPurpose.OTHER;
    int roundTrips;
    /** When its last bytes arrived. */
    long complete;
    /** How much later than the plain delay they reach the server. */
    long late;

    long firstAnswer;
    boolean answerBegun;
    long up;
    long down;
    long rows;
    /** Time that a client spent on its own steps during the login. */
    long loginPause;

    boolean failed;

    PendingCommand(@Nullable Command command, long start) {
        this.command = command;
        this.start = start;
        this.complete = start;
    }

    /** The client sends more of it; the server answers that, too. */
    void continuesAt(long now) {
        complete = now;
        answerBegun = false;
    }

    /** The server has sent bytes of its answer. */
    void answeredAt(long now) {
        if (!answerBegun) {
            answerBegun = true;
            firstAnswer = now;
        }
    }
}
