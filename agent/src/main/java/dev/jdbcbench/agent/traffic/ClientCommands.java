package dev.jdbcbench.agent.traffic;

import dev.jdbcbench.wire.Command;
import dev.jdbcbench.wire.Packets;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Parses the commands that a client sends over one connection of the MariaDB and MySQL protocol. Not thread safe. */
public final class ClientCommands implements Packets.Receiver {
    /** A client requests TLS with a packet that contains only the fixed part of the handshake response. */
    private static final int TLS_REQUEST_LENGTH = 32;

    /** Limit for the recorded text of a statement, in bytes: a statement can have megabytes. */
    private static final int LONGEST_TEXT = 200;
    /** UTF-8: number of bytes of the longest character, and the bits that mark all its bytes except the first. */
    private static final int LONGEST_CHARACTER = 4;

    private static final int CONTINUATION_MASK = 0xc0;
    private static final int CONTINUATION = 0x80;

    /** Limit for the recorded statements of an operation: a batch can have thousands. */
    private static final int MOST_STATEMENTS = 10;

    /** Connector/J sends the number of query attributes before the text. */
    private static final Pattern ATTRIBUTES = Pattern.compile("^\\p{Cntrl}+");

    private static final int LAST_SEQUENCE = 255;

    /** The flags with which a client asks for compression, with zlib or zstd. */
    private static final int COMPRESS = 1 << 5 | 1 << 26;

    private final Packets packets = new Packets(this);
    private final Map<String, Integer> counts = new HashMap<>();
    private final TlsRecords tls = new TlsRecords();
    private boolean first;
    private boolean tlsRequested;
    /** Whether the packet that is being read is the login, and how many bytes of its flags are read. */
    private boolean login;

    private int flagBytes;
    private int flags;
    /** Whether a packet continues in the next one, which wants no other answer. */
    private boolean continues;
    /** Whether the sequence number of the next packet is 0 although no command begins there: that of a file's data goes up to 255. */
    private boolean wraps;

    private boolean loggedIn;
    /** Whether the packet that is being read wants an answer. */
    private boolean asking;

    private boolean asked;
    private int begun;
    private final List<String> statements = new ArrayList<>();
    private final ByteArrayOutputStream text = new ByteArrayOutputStream();
    private boolean hasText;

    /**
     * What a part of the stream wants from the server.
     *
     * @param any whether the server has to answer it
     * @param commands number of commands with an answer that begin in it; 0 if it is encrypted
     */
    public record Asked(boolean any, int commands) {}

    /** Parses the next bytes. */
    Asked read(ByteBuffer bytes) {
        asked = false;
        begun = 0;
        ByteBuffer rest = packets.read(bytes);
        return new Asked((tlsRequested ? tls.read(rest) : rest.hasRemaining()) || asked, begun);
    }

    /** The server answers what the client says while it logs in, except the request for TLS. */
    @Override
    public void begins(int sequence, int length) {
        boolean continued = continues;
        continues = length == Packets.LONGEST;
        first = sequence == 0 && length > 0 && !continued && !wraps;
        wraps = sequence == LAST_SEQUENCE && length > 0; // an empty packet ends the file
        tlsRequested = !loggedIn && sequence == 1 && length == TLS_REQUEST_LENGTH;
        login = !loggedIn && sequence == 1 && !tlsRequested;
        loggedIn = true;
        if (!continued) {
            asking = !first && !tlsRequested;
        }
    }

    @Override
    public void bytes(ByteBuffer part) {
        if (first) {
            first = false;
            command(part.get() & 0xff);
        }
        while (login && flagBytes < Integer.BYTES && part.hasRemaining()) {
            flags |= (part.get() & 0xff) << Byte.SIZE * flagBytes++;
        }
        asked |= asking;
        if (hasText) {
            keep(part);
        }
    }

    @Override
    public void ends() {
        asked |= asking;
        if (hasText) {
            statement();
        }
        if (tlsRequested || (login && (flags & COMPRESS) != 0)) {
            packets.stop();
        }
        login = false;
    }

    /** Copies the next bytes of a statement, up to one more than are recorded. */
    private void keep(ByteBuffer bytes) {
        int kept = Math.min(bytes.remaining(), LONGEST_TEXT + 1 - text.size());
        for (int i = 0; i < kept; i++) {
            text.write(bytes.get());
        }
    }

    private void statement() {
        boolean whole = text.size() <= LONGEST_TEXT;
        String shown = whole ? text.toString(StandardCharsets.UTF_8) : beginning(text.toByteArray());
        String found = ATTRIBUTES.matcher(shown).replaceFirst("");
        if (statements.size() < MOST_STATEMENTS) {
            statements.add(found.replaceAll("\\s+", " ").strip() + (whole ? "" : " …"));
        }
        hasText = false;
        text.reset();
    }

    /** The recorded part of the text, cut before a character that does not fit completely. */
    private static String beginning(byte[] bytes) {
        int end = LONGEST_TEXT;
        while (end > LONGEST_TEXT - LONGEST_CHARACTER && (bytes[end] & CONTINUATION_MASK) == CONTINUATION) {
            end--;
        }
        return new String(bytes, 0, end, StandardCharsets.UTF_8);
    }

    private void command(int code) {
        asking = Command.of(code).map(Command::answered).orElse(true);
        begun += asking ? 1 : 0;
        hasText = Command.of(code).filter(Command::hasText).isPresent();
        counts.merge(Command.title(code), 1, Integer::sum);
    }

    /** Returns the command counts since the last call, and resets them. */
    Map<String, Integer> take() {
        Map<String, Integer> taken = Map.copyOf(counts);
        counts.clear();
        return taken;
    }

    /** Returns the texts of the first statements since the last call, in order, and discards them. */
    List<String> takeStatements() {
        List<String> taken = List.copyOf(statements);
        statements.clear();
        return taken;
    }

    /** Whether the rest of the stream is encrypted or compressed, and cannot be parsed. */
    boolean encrypted() {
        return packets.stopped();
    }
}
