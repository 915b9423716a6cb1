package dev.jdbcbench.watch;

import dev.jdbcbench.watch.Observer.Unreadable;
import dev.jdbcbench.wire.Packets;
import java.nio.ByteBuffer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the traffic of one connection: pairs commands with answers, and reports to an observer. Of a login it reads
 * only the first 32 bytes, which hold flags; user name and password come after them. Memory is bounded, whatever is
 * sent. What fails while it reads ends the reading of this connection, and is never thrown: the application must not
 * notice it, not even if memory runs out. Not thread safe.
 */
final class Dialogue {
    private static final Logger LOG = LoggerFactory.getLogger(Dialogue.class);

    private final int number;
    private final Conversation conversation;
    private final UnreadableTraffic unreadable;
    private final Packets fromClient;
    private final Packets fromServer;

    /**
     * A connection.
     *
     * @param opened when the client connected
     * @param values whether to keep statements and bound values as sent
     * @param endsTls whether the relay provides TLS to a client that asks for it; the traffic then stays readable
     * @param budget for unanswered commands and prepared statements
     */
    Dialogue(
            int number,
            Observer observer,
            DelayedPath path,
            boolean values,
            boolean endsTls,
            Budget budget,
            long opened) {
        this.number = number;
        this.conversation = new Conversation(number, observer, path, budget, opened, this::stop);
        this.unreadable = new UnreadableTraffic(conversation);
        CommandText text = new CommandText(conversation, values);
        this.fromClient = new Packets(new ClientPackets(conversation, text, unreadable, endsTls));
        this.fromServer = new Packets(new ServerPackets(conversation));
    }

    private void stop() {
        fromClient.stop();
        fromServer.stop();
    }

    /**
     * Reads bytes that the client sent.
     *
     * @param later how much later than the plain delay they arrive, ns
     */
    void up(ByteBuffer bytes, long nanos, long later) {
        unharmed(() -> {
            conversation.arrived(bytes.remaining(), 0, nanos, later);
            if (conversation.isReadable()) {
                fromClient.read(bytes);
            } else {
                unreadable.up(bytes.remaining());
            }
        });
    }

    /**
     * Reads bytes that the server sent.
     *
     * @param later how much later than the plain delay they arrive, ns
     */
    void down(ByteBuffer bytes, long nanos, long later) {
        unharmed(() -> {
            conversation.arrived(0, bytes.remaining(), nanos, later);
            if (conversation.isReadable()) {
                fromServer.read(bytes);
            } else {
                unreadable.down(bytes.remaining());
            }
        });
    }

    private void unharmed(Runnable reading) {
        try {
            reading.run();
        } catch (RuntimeException | Error e) {
            fails(e);
        }
    }

    private void fails(Throwable why) {
        if (!conversation.isReadable()) {
            return; // the report already says that something is missing
        }
        try {
            conversation.giveUp(Unreadable.FAILED);
            LOG.error("connection {} cannot be read", number, why);
        } catch (RuntimeException | Error e) {
            why.addSuppressed(e); // no memory even for that: the report has counted the connection
        }
    }

    /**
     * Client and relay have agreed on keys, which took {@code roundTrips} round trips. The request for TLS counts as
     * one already.
     */
    void secured(long nanos, int roundTrips) {
        conversation.lastLogin(nanos);
        PendingCommand connect = conversation.oldest();
        if (connect != null) {
            connect.roundTrips += roundTrips - 1;
        }
    }

    /** Called when the connection has ended. */
    void end() {
        unharmed(unreadable::end);
        unharmed(conversation::forget);
        unharmed(conversation::closed);
    }
}
