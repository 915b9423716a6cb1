package dev.jdbcbench.watch;

import dev.jdbcbench.watch.Conversation.Phase;
import dev.jdbcbench.watch.Observer.Unreadable;
import dev.jdbcbench.wire.Command;
import dev.jdbcbench.wire.Packets;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the client's packets: its login, its commands, and the files that it sends. Not thread safe. */
final class ClientPackets implements Packets.Receiver {
    /**
     * Limit of unanswered commands. A client that sends more before it reads an answer does not speak this protocol.
     */
    private static final int MOST_PENDING = 20_000;

    private static final int TLS_REQUEST_LENGTH = 32;
    private static final long HEADER = 4;

    private final Conversation conversation;
    private final CommandText text;
    private final UnreadableTraffic unreadable;
    private final boolean endsTls;
    private final ByteArrayOutputStream beginning = new ByteArrayOutputStream();
    private boolean continued;
    private boolean continues;
    private boolean loggedIn;
    private boolean asksForTls;
    private boolean isCommand;
    private boolean isFileEnd;
    private @Nullable PendingCommand open;
    /** How many bytes of the packet to keep. */
    private int most;

    /**
     * Reads one connection.
     *
     * @param endsTls whether the relay provides TLS to a client that asks for it; the traffic then stays readable
     */
    ClientPackets(Conversation conversation, CommandText text, UnreadableTraffic unreadable, boolean endsTls) {
        this.conversation = conversation;
        this.text = text;
        this.unreadable = unreadable;
        this.endsTls = endsTls;
    }

    @Override
    public void begins(int sequence, int bytes) {
        continued = continues;
        continues = bytes == Packets.LONGEST;
        if (continued) {
            count(bytes);
            return;
        }
        beginning.reset();
        most = 0;
        isCommand = false;
        isFileEnd = false;
        if (conversation.phase() == Phase.GREETING || conversation.phase() == Phase.LOGIN) {
            login(sequence, bytes);
        } else if (sequence == 0 && !conversation.sendsFile()) {
            open = new PendingCommand(null, conversation.now());
            isCommand = true;
        } else {
            // The data of LOAD DATA LOCAL, or a further step of a change of user.
            isFileEnd = conversation.sendsFile() && bytes == 0;
            open = conversation.oldest();
            if (open != null) {
                open.continuesAt(conversation.now());
            }
        }
        count(bytes);
    }

    private void login(int sequence, int bytes) {
        PendingCommand connect = conversation.oldest();
        open = connect;
        asksForTls = sequence == 1 && bytes == TLS_REQUEST_LENGTH;
        if (asksForTls && !endsTls) {
            conversation.giveUp(Unreadable.ENCRYPTED);
            if (connect != null) {
                connect.purpose = CommandPurpose.CONNECT;
                connect.statement = ServerPackets.CONNECT;
                connect.up += bytes + HEADER;
                unreadable.begin(connect);
            }
        } else if (!loggedIn && !asksForTls) {
            most = Capabilities.LOGIN_BYTES;
        }
        if (connect != null && conversation.isReadable()) {
            connect.roundTrips++;
            connect.loginPause += Math.max(0, conversation.now() - conversation.lastLogin() - conversation.oneWay());
            connect.continuesAt(conversation.now());
        }
    }

    private void count(int bytes) {
        if (open != null) {
            open.up += bytes + HEADER;
            open.late = conversation.late();
        }
    }

    @Override
    public void bytes(ByteBuffer part) {
        if (isCommand && beginning.size() == 0) {
            most = text.needed(part.get(part.position()) & 0xff);
        }
        PacketFields.keep(part, beginning, most);
    }

    @Override
    public void ends() {
        if (continues) {
            return;
        }
        if (conversation.phase() == Phase.LOGIN && !loggedIn && !asksForTls) {
            loggedIn = true;
            Capabilities wanted = Capabilities.ofLogin(beginning.toByteArray());
            conversation.chooses(wanted);
            text.severalStatements(conversation.agreed().multiStatements());
            if (!wanted.protocol41()) {
                conversation.giveUp(Unreadable.UNKNOWN);
            }
        } else if (isFileEnd) {
            conversation.sendsFile(false);
        } else if (conversation.phase() == Phase.COMMANDS && isCommand && open != null) {
            command(open);
        } else if (open != null) {
            open.complete = conversation.now();
        }
    }

    private void command(PendingCommand begun) {
        byte[] bytes = beginning.toByteArray();
        Optional<Command> known = bytes.length == 0 ? Optional.empty() : Command.of(bytes[0] & 0xff);
        if (known.isEmpty() || conversation.waiting() >= MOST_PENDING) {
            conversation.giveUp(Unreadable.UNKNOWN);
            return;
        }
        Command command = known.get();
        PendingCommand call = new PendingCommand(command, begun.start);
        call.complete = conversation.now();
        call.up = begun.up;
        call.late = begun.late;
        open = call;
        text.describe(call, command, bytes);
        if (!command.answered()) {
            conversation.finish(call, conversation.now());
            return;
        }
        call.roundTrips = conversation.waiting() == 0 && conversation.hasReceivedAll(call.start) ? 1 : 0;
        if (call.prepared != null && command == Command.STMT_PREPARE) {
            call.prepared.setRoundTrips(call.roundTrips);
        }
        conversation.awaitAnswer(call);
    }
}
