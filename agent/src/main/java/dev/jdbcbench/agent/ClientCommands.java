package dev.jdbcbench.agent;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Parses the commands that a client sends over one connection of the MariaDB and MySQL protocol. Each packet has a 3-byte
 * length and a sequence number, which is 0 at the start of a command; the command's first byte is its code. Not thread safe.
 */
final class ClientCommands {
    private static final Map<Integer, String> NAMES = Map.ofEntries(
            Map.entry(0x01, "COM_QUIT"),
            Map.entry(0x02, "COM_INIT_DB"),
            Map.entry(0x03, "COM_QUERY"),
            Map.entry(0x04, "COM_FIELD_LIST"),
            Map.entry(0x09, "COM_STATISTICS"),
            Map.entry(0x0e, "COM_PING"),
            Map.entry(0x11, "COM_CHANGE_USER"),
            Map.entry(0x16, "COM_STMT_PREPARE"),
            Map.entry(0x17, "COM_STMT_EXECUTE"),
            Map.entry(0x18, "COM_STMT_SEND_LONG_DATA"),
            Map.entry(0x19, "COM_STMT_CLOSE"),
            Map.entry(0x1a, "COM_STMT_RESET"),
            Map.entry(0x1b, "COM_SET_OPTION"),
            Map.entry(0x1c, "COM_STMT_FETCH"),
            Map.entry(0x1f, "COM_RESET_CONNECTION"),
            Map.entry(0xfa, "COM_STMT_BULK_EXECUTE"));

    /** A client requests TLS with a packet that contains only the fixed part of the handshake response. */
    private static final int TLS_REQUEST_LENGTH = 32;

    private static final int HEADER_LENGTH = 4;

    /** Commands whose payload is the text of a statement. */
    private static final Set<Integer> WITH_TEXT = Set.of(0x03, 0x16);

    /** In bytes: a statement can have megabytes. */
    private static final int LONGEST_TEXT = 200;

    /** Of an operation: a batch can have thousands. */
    private static final int MOST_STATEMENTS = 10;

    /** Before the text, Connector/J says how many attributes the query has. */
    private static final Pattern ATTRIBUTES = Pattern.compile("^\\p{Cntrl}+");

    private final Map<String, Integer> counts = new HashMap<>();
    private final int[] header = new int[HEADER_LENGTH];
    private int headerBytes;
    private int left;
    private boolean first;
    private boolean encrypted;
    private final List<String> statements = new ArrayList<>();
    private final ByteArrayOutputStream text = new ByteArrayOutputStream();
    private boolean hasText;

    /** Parses the next bytes. */
    void read(ByteBuffer bytes) {
        ByteBuffer rest = bytes.duplicate();
        while (rest.hasRemaining() && !encrypted) {
            if (left == 0) {
                readHeader(rest.get() & 0xff);
            } else if (first) {
                first = false;
                left--;
                command(rest.get() & 0xff);
            } else {
                int skipped = Math.min(left, rest.remaining());
                keep(rest, skipped);
                rest.position(rest.position() + skipped);
                left -= skipped;
            }
            if (hasText && left == 0) {
                statement();
            }
        }
    }

    private void readHeader(int value) {
        header[headerBytes++] = value;
        if (headerBytes == HEADER_LENGTH) {
            headerBytes = 0;
            left = header[0] | header[1] << 8 | header[2] << 16;
            int sequence = header[3];
            first = sequence == 0 && left > 0;
            encrypted = sequence == 1 && left == TLS_REQUEST_LENGTH;
        }
    }

    /** Copies the next bytes of a statement, as many as are shown of it. */
    private void keep(ByteBuffer bytes, int length) {
        int kept = Math.min(length, LONGEST_TEXT - text.size());
        for (int i = 0; hasText && i < kept; i++) {
            text.write(bytes.get(bytes.position() + i));
        }
    }

    private void statement() {
        boolean whole = text.size() < LONGEST_TEXT;
        String found = ATTRIBUTES.matcher(text.toString(StandardCharsets.UTF_8)).replaceFirst("");
        if (statements.size() < MOST_STATEMENTS) {
            statements.add(found.replaceAll("\\s+", " ").strip() + (whole ? "" : " …"));
        }
        hasText = false;
        text.reset();
    }

    private void command(int code) {
        hasText = WITH_TEXT.contains(code);
        counts.merge(NAMES.getOrDefault(code, String.format(Locale.ROOT, "command 0x%02x", code)), 1, Integer::sum);
    }

    /** Returns the command counts since the last call, and resets them. */
    Map<String, Integer> take() {
        Map<String, Integer> taken = Map.copyOf(counts);
        counts.clear();
        return taken;
    }

    /** Returns the texts of the first statements since the last call, in their order, and forgets them. */
    List<String> takeStatements() {
        List<String> taken = List.copyOf(statements);
        statements.clear();
        return taken;
    }

    /** Whether the rest of the stream is encrypted and cannot be parsed. */
    boolean encrypted() {
        return encrypted;
    }
}
