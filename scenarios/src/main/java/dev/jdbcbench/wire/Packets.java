package dev.jdbcbench.wire;

import java.nio.ByteBuffer;

/**
 * Finds the packets in one direction of a connection: each has a 3-byte length, a sequence number and a payload. A
 * packet may arrive in any number of pieces, which are not buffered. Not thread safe.
 */
public final class Packets {
    /** The payload length of a packet that continues in the next one. */
    public static final int LONGEST = 0xffffff;

    private static final int HEADER_LENGTH = 4;

    private final Receiver receiver;
    private final int[] header = new int[HEADER_LENGTH];
    private int headerBytes;
    private int left;
    private boolean stopped;

    /** Finds packets for a receiver. */
    public Packets(Receiver receiver) {
        this.receiver = receiver;
    }

    /** Receives the packets. */
    public interface Receiver {
        /** A packet begins. A sequence number of 0 marks the start of a command. */
        void begins(int sequence, int length);

        /** The next bytes of the packet, from position to limit; at least one. */
        void bytes(ByteBuffer part);

        /** The packet is complete. */
        void ends();
    }

    /** Stops reading, because the rest is encrypted or compressed. */
    public void stop() {
        stopped = true;
    }

    /** Whether reading has stopped. */
    public boolean stopped() {
        return stopped;
    }

    /**
     * Reads the next bytes without changing the buffer's position.
     *
     * @return what is left of them after reading has stopped
     */
    public ByteBuffer read(ByteBuffer bytes) {
        ByteBuffer rest = bytes.duplicate();
        while (rest.hasRemaining() && !stopped) {
            if (left == 0) {
                readHeader(rest.get() & 0xff);
            } else {
                int length = Math.min(left, rest.remaining());
                left -= length;
                receiver.bytes(rest.slice(rest.position(), length));
                rest.position(rest.position() + length);
                if (left == 0) {
                    receiver.ends();
                }
            }
        }
        return rest;
    }

    private void readHeader(int value) {
        header[headerBytes++] = value;
        if (headerBytes == HEADER_LENGTH) {
            headerBytes = 0;
            left = header[0] | header[1] << 8 | header[2] << 16;
            receiver.begins(header[3], left);
            if (left == 0 && !stopped) {
                receiver.ends();
            }
        }
    }
}
