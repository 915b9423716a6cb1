package dev.jdbcbench.agent.traffic;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.OptionalLong;

/** The server's first packet, which is never encrypted and gives the connection's ID. Not thread safe. */
final class Greeting {
    private static final int HEADER_LENGTH = 4;
    private static final int PROTOCOL = 10;
    private static final int ID_LENGTH = 4;

    /** The server's version ends long before. */
    private static final int LONGEST = 256;

    private final ByteArrayOutputStream beginning = new ByteArrayOutputStream();

    /** Reads the next bytes from the server, without changing the buffer's position. */
    void read(ByteBuffer bytes) {
        ByteBuffer rest = bytes.duplicate();
        while (rest.hasRemaining() && beginning.size() < LONGEST) {
            beginning.write(rest.get());
        }
    }

    /** What {@code CONNECTION_ID()} gives on this connection; empty if the server has not greeted in this protocol. */
    OptionalLong connectionId() {
        ByteBuffer read = ByteBuffer.wrap(beginning.toByteArray()).order(ByteOrder.LITTLE_ENDIAN);
        if (read.remaining() <= HEADER_LENGTH || read.get(HEADER_LENGTH) != PROTOCOL) {
            return OptionalLong.empty();
        }
        read.position(HEADER_LENGTH + 1);
        while (read.hasRemaining() && read.get() != 0) {
            // skips the server's version
        }
        return read.remaining() < ID_LENGTH
                ? OptionalLong.empty()
                : OptionalLong.of(Integer.toUnsignedLong(read.getInt()));
    }
}
