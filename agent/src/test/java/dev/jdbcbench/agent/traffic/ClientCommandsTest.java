package dev.jdbcbench.agent.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
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
            bytes.write(i == 0 ? command : sequence == 1 ? 0 : 0x16); // a login has no further flags
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
        assertThat(commands.take()).as("take() resets the counts").isEmpty();
        assertThat(commands.encrypted()).isFalse();
    }

    @Test
    void packetMayArriveByteByByte() {
        packet(0, 300, 0x16).packet(0, 1, 0x0e);
        for (byte one : bytes.toByteArray()) {
            commands.read(ByteBuffer.wrap(new byte[] {one}));
        }
        assertThat(commands.take()).isEqualTo(Map.of("COM_STMT_PREPARE", 1, "COM_PING", 1));
    }

    private ClientCommands.Asked asked() {
        ClientCommands.Asked asked = commands.read(ByteBuffer.wrap(bytes.toByteArray()));
        bytes.reset();
        return asked;
    }

    @Test
    void commandsThatWantAnAnswerAreDistinguished() {
        assertThat(packet(0, 5, 0x03).packet(0, 5, 0x19).packet(0, 5, 0x16).asked())
                .as("QUERY, STMT_CLOSE, STMT_PREPARE")
                .isEqualTo(new ClientCommands.Asked(true, 2));
        assertThat(packet(0, 5, 0x19).packet(0, 1, 0x01).asked())
                .as("STMT_CLOSE, QUIT")
                .isEqualTo(new ClientCommands.Asked(false, 0));
        assertThat(packet(1, 90, 0x85).asked()).as("login").isEqualTo(new ClientCommands.Asked(true, 0));
    }

    @Test
    void requestForTlsWantsNoAnswerAndWhatFollowsIsTls() {
        assertThat(packet(1, 32, 0x85).asked()).isEqualTo(new ClientCommands.Asked(false, 0));
        assertThat(commands.encrypted()).isTrue();
        bytes.writeBytes(new byte[] {22, 3, 3, 0, 2, 1, 0});
        assertThat(asked()).as("client hello").isEqualTo(new ClientCommands.Asked(true, 0));
    }

    @Test
    void nothingIsReadAfterALoginWithCompression() {
        packet(1, 90, 0x20).packet(0, 5, 0x03);
        assertThat(asked()).isEqualTo(new ClientCommands.Asked(true, 0));
        assertThat(commands.encrypted()).isTrue();
        bytes.writeBytes(new byte[] {9, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 3, 1, 1, 1, 1});
        assertThat(asked()).isEqualTo(new ClientCommands.Asked(true, 0));
        assertThat(commands.take()).isEmpty();
    }

    @Test
    void laterPacketOfTheLengthOfATlsRequestIsNone() {
        packet(1, 90, 0x85).packet(0, 5, 0x03).packet(1, 32, 0x85).packet(0, 5, 0x03);
        asked();
        assertThat(commands.encrypted()).isFalse();
        assertThat(commands.take()).isEqualTo(Map.of("COM_QUERY", 2));
    }

    /** The server asks for the file in the packet with number 1; the last of the client's packets is empty. */
    private ClientCommandsTest file(int packets) {
        packet(0, 5, 0x03);
        for (int i = 0; i < packets; i++) {
            packet((2 + i) % 256, 3, 0x0e);
        }
        return packet((2 + packets) % 256, 0, 0);
    }

    @Test
    void dataOfAFileIsNoCommandWhenItsSequenceNumberWraps() {
        for (int packets : new int[] {252, 253, 254, 255, 600}) {
            file(packets).packet(0, 5, 0x0e);
            commands.read(ByteBuffer.wrap(bytes.toByteArray()));
            bytes.reset();
            assertThat(commands.take()).as("%d packets", packets).isEqualTo(Map.of("COM_QUERY", 1, "COM_PING", 1));
        }
    }

    private void readZeros(int length) {
        byte[] zeros = new byte[1 << 16];
        for (int left = length; left > 0; left -= zeros.length) {
            commands.read(ByteBuffer.wrap(zeros, 0, Math.min(left, zeros.length)));
        }
    }

    private ClientCommands.Asked begin(int sequence, int length, int command) {
        return commands.read(ByteBuffer.wrap(
                new byte[] {(byte) length, (byte) (length >> 8), (byte) (length >> 16), (byte) sequence, (byte) command
                }));
    }

    /** One byte less than 16 MiB continues, if only in an empty packet. */
    @Test
    void longestPacketContinuesInTheNextOne() {
        for (int rest : new int[] {0, 1, 7}) {
            assertThat(begin(0, 0xffffff, 0x03)).isEqualTo(new ClientCommands.Asked(true, 1));
            readZeros(0xffffff - 1);
            packet(1, rest, 0x03).packet(0, 1, 0x0e);
            assertThat(asked()).isEqualTo(new ClientCommands.Asked(true, 1));
            assertThat(commands.take()).isEqualTo(Map.of("COM_QUERY", 1, "COM_PING", 1));
        }
        begin(0, 0xfffffe, 0x03);
        readZeros(0xfffffe - 1);
        packet(0, 5, 0x03);
        asked();
        assertThat(commands.take()).as("a shorter one ends").isEqualTo(Map.of("COM_QUERY", 2));
        begin(0, 0xffffff, 0x18); // STMT_SEND_LONG_DATA wants no answer
        readZeros(0xffffff - 1);
        assertThat(packet(1, 7, 0x03).asked()).isEqualTo(new ClientCommands.Asked(false, 0));
    }

    private String shown(String statement) {
        byte[] text = statement.getBytes(StandardCharsets.UTF_8);
        bytes.reset();
        bytes.write((text.length + 1) & 0xff);
        bytes.write((text.length + 1) >> 8);
        bytes.write(0);
        bytes.write(0);
        bytes.write(0x03);
        bytes.writeBytes(text);
        commands.read(ByteBuffer.wrap(bytes.toByteArray()));
        return commands.takeStatements().get(0);
    }

    @Test
    void longStatementIsCutBetweenTwoCharacters() {
        assertThat(shown("x".repeat(200))).isEqualTo("x".repeat(200));
        assertThat(shown("x".repeat(201))).isEqualTo("x".repeat(200) + " …");
        assertThat(shown("x".repeat(199) + "€")).isEqualTo("x".repeat(199) + " …");
        assertThat(shown("x".repeat(197) + "€" + "y")).isEqualTo("x".repeat(197) + "€ …");
        assertThat(shown("x".repeat(196) + "😀" + "€")).isEqualTo("x".repeat(196) + "😀 …");
    }

    @Test
    void continuedPacketIsNotACommand() {
        packet(0, 20, 0x03).packet(1, 20, 0x03).packet(3, 4, 0x03);
        commands.read(ByteBuffer.wrap(bytes.toByteArray()));
        assertThat(commands.take()).isEqualTo(Map.of("COM_QUERY", 1));
    }

    @Test
    void nothingIsReadAfterTheTlsRequest() {
        packet(1, 32, 0x85).packet(0, 5, 0x03);
        commands.read(ByteBuffer.wrap(bytes.toByteArray()));
        assertThat(commands.encrypted()).isTrue();
        assertThat(commands.take()).isEmpty();
    }

    @Test
    void unknownCommandIsShownByItsNumber() {
        packet(0, 5, 0x77);
        commands.read(ByteBuffer.wrap(bytes.toByteArray()));
        assertThat(commands.take()).isEqualTo(Map.of("command 0x77", 1));
    }

    private ClientCommandsTest statement(int command, String text) {
        byte[] payload = text.getBytes(StandardCharsets.UTF_8);
        packet(0, 1, command);
        byte[] packets = bytes.toByteArray();
        int length = payload.length + 1;
        packets[packets.length - 5] = (byte) (length & 0xff);
        packets[packets.length - 4] = (byte) (length >> 8 & 0xff);
        bytes.reset();
        bytes.writeBytes(packets);
        bytes.writeBytes(payload);
        return this;
    }

    @Test
    void statementTextsAreReadInOrder() {
        statement(0x03, "SELECT 1")
                .packet(0, 1, 0x0e)
                .statement(0x16, "insert into t\n  values (?)")
                .statement(0x03, "\u0000\u0001set session transaction read only");
        for (byte one : bytes.toByteArray()) {
            commands.read(ByteBuffer.wrap(new byte[] {one}));
        }
        assertThat(commands.takeStatements())
                .containsExactly("SELECT 1", "insert into t values (?)", "set session transaction read only");
        assertThat(commands.takeStatements())
                .as("takeStatements() discards the texts")
                .isEmpty();
        assertThat(commands.take()).containsEntry("COM_QUERY", 2).containsEntry("COM_PING", 1);
    }

    @Test
    void longStatementsAreCutAndTheirNumberIsLimited() {
        for (int i = 0; i < 20; i++) {
            statement(0x03, "x".repeat(1000));
        }
        commands.read(ByteBuffer.wrap(bytes.toByteArray()));
        assertThat(commands.takeStatements()).hasSize(10).allMatch(text -> text.equals("x".repeat(200) + " …"));
    }
}
