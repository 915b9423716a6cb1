package dev.jdbcbench.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ClientCommandsTest {
    private final ClientCommands commands = new ClientCommands();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    private ClientCommandsTest packet(int sequence, int length, int command) {
        bytes.write(length & 0xff);
        bytes.write(length >> 8 & 0xff);
        bytes.write(length >> 16 & 0xff);
        bytes.write(sequence);
        for (int i = 0; i < length; i++) {
            bytes.write(i == 0 ? command : 0x16);
        }
        return this;
    }

    @Test
    void eachCommandIsCountedByItsName() {
        packet(1, 90, 0x85)
                .packet(0, 5, 0x03)
                .packet(0, 9, 0x03)
                .packet(0, 7, 0xfa)
                .packet(0, 5, 0x19);
        commands.read(ByteBuffer.wrap(bytes.toByteArray()));
        assertThat(commands.take()).isEqualTo(Map.of("COM_QUERY", 2, "COM_STMT_BULK_EXECUTE", 1, "COM_STMT_CLOSE", 1));
        assertThat(commands.take()).as("since then").isEmpty();
        assertThat(commands.encrypted()).isFalse();
    }

    @Test
    void aPacketMayArriveByteByByte() {
        packet(0, 300, 0x16).packet(0, 1, 0x0e);
        for (byte one : bytes.toByteArray()) {
            commands.read(ByteBuffer.wrap(new byte[] {one}));
        }
        assertThat(commands.take()).isEqualTo(Map.of("COM_STMT_PREPARE", 1, "COM_PING", 1));
    }

    @Test
    void aPacketThatGoesOnIsNoCommand() {
        packet(0, 20, 0x03).packet(1, 20, 0x03).packet(3, 4, 0x03);
        commands.read(ByteBuffer.wrap(bytes.toByteArray()));
        assertThat(commands.take()).isEqualTo(Map.of("COM_QUERY", 1));
    }

    @Test
    void fromTheRequestForTlsOnNothingCanBeRead() {
        packet(1, 32, 0x85).packet(0, 5, 0x03);
        commands.read(ByteBuffer.wrap(bytes.toByteArray()));
        assertThat(commands.encrypted()).isTrue();
        assertThat(commands.take()).isEmpty();
    }

    @Test
    void aCommandThatHasNoNameHereIsShownByItsNumber() {
        packet(0, 5, 0x77);
        commands.read(ByteBuffer.wrap(bytes.toByteArray()));
        assertThat(commands.take()).isEqualTo(Map.of("command 0x77", 1));
    }
}
