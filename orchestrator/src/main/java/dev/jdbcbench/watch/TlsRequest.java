package dev.jdbcbench.watch;

import java.nio.ByteBuffer;

/** The first packet of a client: its login, or before that a request for TLS, after which it encrypts. */
final class TlsRequest {
    private static final int HEADER = 4;
    private static final int FLAGS = 32;
    private static final int SEQUENCE = 3;

    private final ByteBuffer first = ByteBuffer.allocate(HEADER + FLAGS);
    private boolean decided;
    private boolean wanted;

    /** Takes what belongs to a request, and returns what is now known not to be encrypted; empty while it is undecided. */
    ByteBuffer read(ByteBuffer chunk) {
        while (!decided && chunk.hasRemaining()) {
            first.put(chunk.get());
            int at = first.position();
            // Byte by byte, so nothing behind the request is taken: it is encrypted.
            boolean possible = first.get(at - 1) == (at == 1 ? FLAGS : at == SEQUENCE + 1 ? 1 : 0) || at > HEADER;
            decided = !possible || !first.hasRemaining();
            wanted = possible;
        }
        return decided ? first.flip() : ByteBuffer.allocate(0);
    }

    /** What came before the client ended without deciding. */
    ByteBuffer rest() {
        decided = true;
        return first.flip();
    }

    boolean undecided() {
        return !decided;
    }

    boolean wanted() {
        return wanted;
    }
}
