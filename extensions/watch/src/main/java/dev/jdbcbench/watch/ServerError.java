package dev.jdbcbench.watch;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Errors that a relay answers in place of the server, with the numbers of MariaDB and MySQL. */
enum ServerError {
    TOO_MANY_CONNECTIONS(1040),
    HANDSHAKE(1043);

    private static final int ERROR = 0xff;
    private static final int HEADER = 4;

    /** The mark of an error, and its number. */
    private static final int BEFORE_WORDS = 3;

    private final int number;

    ServerError(int number) {
        this.number = number;
    }

    /** The packet that says it. */
    ByteBuffer packet(int sequence, String words) {
        byte[] text = words.getBytes(StandardCharsets.US_ASCII);
        ByteBuffer packet =
                ByteBuffer.allocate(HEADER + BEFORE_WORDS + text.length).order(ByteOrder.LITTLE_ENDIAN);
        packet.putShort((short) (text.length + BEFORE_WORDS)).put((byte) 0).put((byte) sequence);
        return packet.put((byte) ERROR).putShort((short) number).put(text).flip();
    }
}
