package dev.jdbcbench.watch;

import org.jspecify.annotations.Nullable;

/**
 * Counts traffic that cannot be read. An answer ends when the client sends again: a burst in each direction counts as
 * one round trip. Not thread safe.
 */
final class UnreadableTraffic {
    private final Conversation conversation;
    private @Nullable PendingCommand open;
    private boolean answering;
    private long last;

    UnreadableTraffic(Conversation conversation) {
        this.conversation = conversation;
    }

    /** The login that turned out to be unreadable is the first burst. */
    void begin(PendingCommand login) {
        open = login;
        last = conversation.now();
        answering = false;
    }

    /** The client has sent bytes. */
    void up(int bytes) {
        PendingCommand burst = open;
        if (burst == null || answering) {
            if (burst != null) {
                conversation.finish(burst, last);
            }
            burst = new PendingCommand(null, conversation.now());
            burst.purpose = CommandPurpose.UNREADABLE;
            burst.statement = "(unreadable)";
            burst.roundTrips = conversation.hasReceivedAll(conversation.now()) ? 1 : 0;
            open = burst;
            answering = false;
        }
        burst.up += bytes;
        burst.complete = conversation.now();
        last = conversation.now();
    }

    /** The server has sent bytes. */
    void down(int bytes) {
        PendingCommand burst = open;
        if (burst == null) {
            return;
        }
        burst.down += bytes;
        burst.answeredAt(conversation.now());
        answering = true;
        last = conversation.now();
    }

    /** The connection has ended. */
    void end() {
        if (open != null && answering) {
            conversation.finish(open, last);
        }
    }
}
