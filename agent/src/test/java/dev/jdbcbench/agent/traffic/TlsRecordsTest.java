package dev.jdbcbench.agent.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class TlsRecordsTest {
    private static final int CHANGE_CIPHER_SPEC = 20;
    private static final int ALERT = 21;
    private static final int HANDSHAKE = 22;
    private static final int DATA = 23;
    private static final int CLIENT_HELLO = 1;
    private static final int CLIENT_KEY_EXCHANGE = 16;

    private final TlsRecords records = new TlsRecords();

    private boolean asks(int type, int first) {
        return records.read(record(type, first, 40));
    }

    private static ByteBuffer record(int type, int first, int length) {
        ByteBuffer bytes = ByteBuffer.allocate(5 + length).put((byte) type);
        return bytes.putShort((short) 0x0303)
                .putShort((short) length)
                .put((byte) first)
                .rewind();
    }

    /** The server sends tickets after the handshake unasked. */
    @Test
    void endOfATls13HandshakeWantsNoAnswer() {
        assertThat(asks(HANDSHAKE, CLIENT_HELLO)).isTrue();
        assertThat(asks(CHANGE_CIPHER_SPEC, 1)).isFalse();
        assertThat(asks(DATA, 0x77)).as("Finished").isFalse();
        assertThat(asks(DATA, 0x77)).as("login").isTrue();
    }

    @Test
    void loginTogetherWithTheEndOfTheHandshakeWantsAnAnswer() {
        asks(HANDSHAKE, CLIENT_HELLO);
        ByteBuffer both = ByteBuffer.allocate(90)
                .put(record(DATA, 1, 40))
                .put(record(DATA, 1, 40))
                .rewind();
        assertThat(records.read(both)).isTrue();
    }

    @Test
    void endOfATls12HandshakeWantsAnAnswer() {
        asks(HANDSHAKE, CLIENT_HELLO);
        assertThat(asks(HANDSHAKE, CLIENT_KEY_EXCHANGE)).isTrue();
        assertThat(asks(CHANGE_CIPHER_SPEC, 1)).isFalse();
        assertThat(asks(DATA, 0)).as("login").isTrue();
        assertThat(asks(ALERT, 1)).isFalse();
    }

    @Test
    void recordMayArriveByteByByte() {
        int asking = 0;
        ByteBuffer hello = record(HANDSHAKE, CLIENT_HELLO, 10);
        while (hello.hasRemaining()) {
            asking += records.read(ByteBuffer.wrap(new byte[] {hello.get()})) ? 1 : 0;
        }
        assertThat(asking).isEqualTo(10);
    }
}
