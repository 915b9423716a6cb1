package dev.jdbcbench.watch;

import java.nio.ByteBuffer;

/** Recognises a client's first packet: its login, or a request for TLS, after which it encrypts. */
final class TlsRequest {
    private static final int HEADER = 4;
    private static final int FLAGS = 32;
    private static final int SEQUENCE = 3;

    private final ByteBuffer first = ByteBuffer.allocate(HEADER + FLAGS);
    private boolean decided;
    private boolean wanted;

    /**
     * Consumes the bytes of a request; returns bytes that are known not to be encrypted, and nothing while undecided.
     */
    ByteBuffer read(ByteBuffer chunk) {
        while (!decided && chunk.hasRemaining()) {
            first.put(chunk.get());
            int at = first.position();
            // Byte by byte: the bytes after the request are encrypted and must not be consumed.
            boolean possible = first.get(at - 1) == (at == 1 ? FLAGS : at == SEQUENCE + 1 ? 1 : 0) || at > HEADER;
            decided = !possible || !first.hasRemaining();
            wanted = possible;
        }
        return decided ? first.flip() : ByteBuffer.allocate(0);
    }

    /** The bytes received before the client ended without a decision. */
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
