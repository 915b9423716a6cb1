package dev.jdbcbench.watch;

import dev.jdbcbench.watch.Conversation.Phase;
import dev.jdbcbench.watch.Observer.Unreadable;
import dev.jdbcbench.wire.Packets;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

/** Reads the server's packets: greeting, answer to the login, and then results. Not thread safe. */
final class ServerPackets implements Packets.Receiver {
    /** A login, in place of a statement. */
    static final String CONNECT = "(connect)";

    private static final long HEADER = 4;

    private final Conversation conversation;
    private final ResultPackets results;
    private final ByteArrayOutputStream beginning = new ByteArrayOutputStream();
    private boolean continued;
    private boolean continues;
    private int length;

    ServerPackets(Conversation conversation) {
        this.conversation = conversation;
        this.results = new ResultPackets(conversation);
    }

    @Override
    public void begins(int sequence, int bytes) {
        continued = continues;
        continues = bytes == Packets.LONGEST;
        PendingCommand call = conversation.oldest();
        if (call != null) {
            call.down += bytes + HEADER;
            call.answeredAt(conversation.now());
        }
        if (!continued) {
            beginning.reset();
            length = bytes;
        }
    }

    @Override
    public void bytes(ByteBuffer part) {
        if (!continued) {
            PacketFields.keep(part, beginning, needed(part));
        }
    }

    private int needed(ByteBuffer part) {
        boolean isResult = conversation.phase() == Phase.COMMANDS && conversation.oldest() != null;
        return isResult && beginning.size() == 0 && results.needsOnlyFirst(part.get(part.position()) & 0xff)
                ? 1
                : ResultPackets.BEGINNING;
    }

    @Override
    public void ends() {
        PendingCommand call = conversation.oldest();
        if (continued || call == null) {
            return; // an error that a server sends before it closes the connection is no answer
        }
        byte[] bytes = beginning.toByteArray();
        conversation.lastLogin(conversation.now());
        switch (conversation.phase()) {
            case GREETING -> greeting(call, bytes);
            case LOGIN -> login(call, bytes);
            default -> results.answer(call, bytes, length);
        }
    }

    private void greeting(PendingCommand call, byte[] bytes) {
        conversation.greeted();
        if (new PacketFields(bytes).one() == ResultPackets.ERROR) {
            connected(call);
            results.error(call, bytes);
        } else {
            conversation.offers(Capabilities.ofGreeting(bytes));
        }
    }

    private void login(PendingCommand call, byte[] bytes) {
        int first = new PacketFields(bytes).one();
        if (first == 0 || first == ResultPackets.ERROR) {
            call.failed = first == ResultPackets.ERROR;
            connected(call);
            if (first == 0) {
                results.ok(call, bytes, length);
                call.rows = 0;
                conversation.loggedIn();
            }
            conversation.done(call);
            if (conversation.agreed().compress()) {
                conversation.giveUp(Unreadable.COMPRESSED);
            } else if (conversation.agreed().optionalMetadata()) {
                conversation.giveUp(Unreadable.UNKNOWN);
            }
        }
    }

    private static void connected(PendingCommand call) {
        call.purpose = CommandPurpose.CONNECT;
        call.statement = CONNECT;
    }
}
