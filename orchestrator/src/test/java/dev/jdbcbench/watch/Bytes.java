package dev.jdbcbench.watch;

import dev.jdbcbench.wire.Command;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Builds packets of the protocol, for tests. */
final class Bytes {
    static final int PROTOCOL_41 = 0x200;
    static final int DEPRECATE_EOF = 1 << 24;
    static final int SSL = 0x800;
    static final int COMPRESS = 0x20;
    static final int ZSTD = 1 << 26;
    static final int OUT_PARAMETERS = 0x1000;
    static final int IN_TRANSACTION = 1;
    static final int AUTOCOMMIT = 2;
    static final int MORE_RESULTS = 8;
    static final int NO_BACKSLASH_ESCAPES = 0x200;
    static final int SESSION_CHANGED = 0x4000;
    static final int SESSION_TRACK = 1 << 23;
    static final int UTF8MB4 = 45;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    static byte[] packet(int sequence, byte[] payload) {
        return new Bytes()
                .number(payload.length, 3)
                .number(sequence, 1)
                .raw(payload)
                .array();
    }

    Bytes raw(byte[] more) {
        bytes.writeBytes(more);
        return this;
    }

    Bytes number(long value, int length) {
        for (int i = 0; i < length; i++) {
            bytes.write((int) (value >> (8 * i)));
        }
        return this;
    }

    Bytes text(String text) {
        return raw(text.getBytes(StandardCharsets.UTF_8));
    }

    byte[] array() {
        return bytes.toByteArray();
    }

    static byte[] greeting(int flags) {
        return greeting(flags, UTF8MB4);
    }

    static byte[] greeting(int flags, int collation) {
        return packet(
                0,
                new Bytes()
                        .number(10, 1)
                        .text("11.4.5-MariaDB\0")
                        .number(1, 4)
                        .text("abcdefgh\0")
                        .number(flags & 0xffff, 2)
                        .number(collation, 1)
                        .number(2, 2)
                        .number(flags >>> 16, 2)
                        .number(21, 1)
                        .raw(new byte[10])
                        .text("ijklmnopqrst\0mysql_native_password\0")
                        .array());
    }

    static byte[] login(int flags) {
        return login(flags, UTF8MB4);
    }

    static byte[] login(int flags, int collation) {
        return packet(
                1,
                new Bytes()
                        .number(flags | PROTOCOL_41, 4)
                        .number(1 << 24, 4)
                        .number(collation, 1)
                        .raw(new byte[23])
                        .text("SECRETUSER\0")
                        .number(20, 1)
                        .text("SECRETPASSWORD12345x")
                        .array());
    }

    static byte[] command(Command command, String text) {
        int code = switch (command) {
            case QUIT -> 1;
            case QUERY -> 3;
            case PING -> 14;
            case CHANGE_USER -> 17;
            case STMT_PREPARE -> 22;
            case RESET_CONNECTION -> 31;
            default -> throw new IllegalArgumentException(command.title());
        };
        return packet(0, new Bytes().number(code, 1).text(text).array());
    }

    static byte[] query(String sql) {
        return command(Command.QUERY, sql);
    }

    static byte[] execute(int id) {
        return packet(
                0, new Bytes().number(23, 1).number(id, 4).raw(new byte[5]).array());
    }

    static byte[] close(int id) {
        return packet(0, new Bytes().number(25, 1).number(id, 4).array());
    }

    static byte[] ok(int changed, int status) {
        return packet(
                1,
                new Bytes()
                        .number(0, 1)
                        .number(changed, 1)
                        .number(0, 1)
                        .number(status, 2)
                        .number(0, 2)
                        .array());
    }

    /** An answer that reports a new value of a session variable. */
    static byte[] okWithVariable(int status, String name, String value) {
        byte[] pair = new Bytes()
                .number(name.length(), 1)
                .text(name)
                .number(value.length(), 1)
                .text(value)
                .array();
        return packet(
                1,
                new Bytes()
                        .number(0, 3)
                        .number(status | SESSION_CHANGED, 2)
                        .number(0, 2)
                        .number(0, 1)
                        .number(pair.length + 2, 1)
                        .number(0, 1)
                        .number(pair.length, 1)
                        .raw(pair)
                        .array());
    }

    static byte[] error(String text) {
        return error(1146, text);
    }

    static byte[] error(int code, String text) {
        return packet(
                1,
                new Bytes()
                        .number(0xff, 1)
                        .number(code, 2)
                        .text("#42S02" + text)
                        .array());
    }

    private static byte[] eof(int status) {
        return packet(
                5, new Bytes().number(0xfe, 1).number(0, 2).number(status, 2).array());
    }

    private static byte[] okEof(int status) {
        return packet(
                5,
                new Bytes()
                        .number(0xfe, 1)
                        .number(0, 1)
                        .number(0, 1)
                        .number(status, 2)
                        .number(0, 2)
                        .array());
    }

    private static byte[] definition() {
        return packet(
                2, new Bytes().text("\3def\0\0\0\1a\0\f").raw(new byte[12]).array());
    }

    /** A result with two columns. */
    static byte[] rows(int count, boolean deprecateEof, int status) {
        Bytes all = new Bytes()
                .raw(packet(1, new Bytes().number(2, 1).array()))
                .raw(definition())
                .raw(definition());
        if (!deprecateEof) {
            all.raw(eof(status));
        }
        for (int i = 0; i < count; i++) {
            all.raw(packet(4, new Bytes().text("\1x\3abc").array()));
        }
        return all.raw(deprecateEof ? okEof(status) : eof(status)).array();
    }

    /** The answer to a prepare, with one parameter and one column. */
    static byte[] prepared(int id, boolean deprecateEof) {
        Bytes all = new Bytes()
                .raw(packet(
                        1,
                        new Bytes()
                                .number(0, 1)
                                .number(id, 4)
                                .number(1, 2)
                                .number(1, 2)
                                .number(0, 3)
                                .array()));
        for (int i = 0; i < 2; i++) {
            all.raw(definition());
            if (!deprecateEof) {
                all.raw(eof(AUTOCOMMIT));
            }
        }
        return all.array();
    }
}
