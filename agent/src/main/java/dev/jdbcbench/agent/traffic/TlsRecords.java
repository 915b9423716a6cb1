package dev.jdbcbench.agent.traffic;

import java.nio.ByteBuffer;

/**
 * Decides which TLS records of a client want an answer, from their headers alone (RFC 8446 and 5246). A TLS 1.3 client ends
 * the handshake with a record that looks like data, and the server's session tickets follow it unasked. A client that sends after them
 * did not wait for them. Not thread safe.
 */
final class TlsRecords {
    private static final int HEADER_LENGTH = 5;
    private static final int HANDSHAKE = 22;
    private static final int DATA = 23;
    private static final int CLIENT_HELLO = 1;

    private final int[] header = new int[HEADER_LENGTH];
    private int headerBytes;
    private int left;
    private boolean first;
    private boolean asking;
    /** Before TLS 1.3, a client sends further handshake records after its hello. */
    private boolean old;

    private boolean finished;

    /** Reads the next bytes; returns whether the server has to answer them. */
    boolean read(ByteBuffer bytes) {
        boolean asked = false;
        while (bytes.hasRemaining()) {
            if (left == 0) {
                readHeader(bytes.get() & 0xff);
            } else {
                if (first) {
                    first = false;
                    begins(header[0], bytes.get(bytes.position()) & 0xff);
                }
                asked |= asking;
                int length = Math.min(left, bytes.remaining());
                left -= length;
                bytes.position(bytes.position() + length);
            }
        }
        return asked;
    }

    private void readHeader(int value) {
        header[headerBytes++] = value;
        if (headerBytes == HEADER_LENGTH) {
            headerBytes = 0;
            left = header[3] << 8 | header[4];
            first = true;
        }
    }

    private void begins(int type, int message) {
        if (type == HANDSHAKE) {
            old |= message != CLIENT_HELLO;
            asking = true;
        } else if (type == DATA && !old && !finished) {
            finished = true;
            asking = false;
        } else {
            asking = type == DATA;
        }
    }
}
