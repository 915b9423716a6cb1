package dev.jdbcbench.agent.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class GreetingTest {
    private static byte[] greeting() {
        byte[] start = "....\n10.11.19-MariaDB".getBytes(StandardCharsets.US_ASCII);
        ByteBuffer bytes = ByteBuffer.allocate(start.length + 40).put(start).put((byte) 0);
        return bytes.put(new byte[] {0x39, 0x30, 0, (byte) 0x80}).array();
    }

    @Test
    void idFollowsTheVersion() {
        Greeting greeting = new Greeting();
        for (byte one : greeting()) {
            greeting.read(ByteBuffer.wrap(new byte[] {one}));
        }
        assertThat(greeting.connectionId()).hasValue(0x80003039L);
    }

    @Test
    void unfinishedGreetingHasNoId() {
        Greeting greeting = new Greeting();
        greeting.read(ByteBuffer.wrap(greeting(), 0, 24));
        assertThat(greeting.connectionId()).isEmpty();
    }

    /** The server refuses the connection with an error packet. */
    @Test
    void errorHasNoId() {
        Greeting greeting = new Greeting();
        greeting.read(ByteBuffer.wrap(new byte[] {5, 0, 0, 0, (byte) 0xff, 1, 2, 0, 4, 5, 6, 7, 8}));
        assertThat(greeting.connectionId()).isEmpty();
    }
}
