package dev.jdbcbench.watch;

import dev.jdbcbench.scenario.recording.BoundValue;
import dev.jdbcbench.watch.Statements.Prepared;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Reads the values that a client binds to a prepared statement. Clients send the types with the first execution, and
 * again only if they change, so they are kept with the statement.
 */
final class Binding {
    /** Length of the header of COM_STMT_EXECUTE, bytes: command, statement ID, flags, and iteration count. */
    private static final int EXECUTE_HEADER = 10;

    /** Length of the header of COM_STMT_BULK_EXECUTE, bytes, without the flags: command and statement ID. */
    private static final int BULK_HEADER = 5;

    private static final int PARAMETER_COUNT_AVAILABLE = 0x08;
    private static final int BULK_SENDS_TYPES = 0x80;
    private static final int UNSIGNED = 0x8000;
    private static final int BITS = 8;

    private final PacketFields reader;
    private final int most;
    private final List<List<String>> rows = new ArrayList<>();
    private boolean readable = true;
    private int characters;

    private Binding(byte[] packet, int header, int most) {
        this.most = most;
        this.reader = new PacketFields(packet).at(header);
    }

    /**
     * The values of one execution.
     *
     * @param attributes whether the client may send query attributes
     * @return null if they cannot be read
     */
    static @Nullable List<List<String>> ofExecute(byte[] packet, Prepared statement, boolean attributes, int most) {
        Binding binding = new Binding(packet, EXECUTE_HEADER, most);
        int flags = packet.length > BULK_HEADER ? packet[BULK_HEADER] & 0xff : 0;
        binding.execute(statement, attributes, (flags & PARAMETER_COUNT_AVAILABLE) != 0);
        return binding.result();
    }

    /** The values of all rows of a batch; null if they cannot be read. */
    static @Nullable List<List<String>> ofBulk(byte[] packet, Prepared statement, int most) {
        Binding binding = new Binding(packet, BULK_HEADER, most);
        binding.bulk(statement);
        return binding.result();
    }

    private @Nullable List<List<String>> result() {
        return readable && characters <= most ? rows : null;
    }

    private void execute(Prepared statement, boolean attributes, boolean counted) {
        int parameters = statement.parameters();
        long sent = parameters;
        if (attributes && (parameters > 0 || counted)) {
            sent = reader.lengthEncoded();
        }
        if (parameters < 0 || sent < parameters || sent > reader.left() + (long) parameters) {
            readable = false;
            return;
        }
        List<String> row = new ArrayList<>();
        rows.add(row);
        if (sent == 0) {
            return;
        }
        byte[] nulls = reader.bytes((int) (sent + BITS - 1) / BITS);
        if (reader.one() == 1) {
            statement.setTypes(Arrays.copyOf(types((int) sent, attributes), parameters));
        }
        int[] types = statement.types();
        if (types.length < parameters) {
            readable = false;
            return;
        }
        for (int i = 0; i < parameters && readable; i++) {
            boolean isNull = (nulls[i / BITS] & 1 << i % BITS) != 0;
            row.add(isNull ? nothing() : value(types[i]));
        }
    }

    private int[] types(int count, boolean named) {
        int[] types = new int[count];
        for (int i = 0; i < count; i++) {
            types[i] = (int) reader.number(2);
            if (named) {
                reader.skip(reader.lengthEncoded());
            }
        }
        return types;
    }

    private void bulk(Prepared statement) {
        long flags = reader.number(2);
        int parameters = statement.parameters();
        if (parameters <= 0) {
            readable = false;
            return;
        }
        if ((flags & BULK_SENDS_TYPES) != 0) {
            statement.setTypes(types(parameters, false));
        }
        int[] types = statement.types();
        readable = types.length >= parameters;
        while (readable && characters <= most && reader.left() > 0) {
            List<String> row = new ArrayList<>();
            for (int i = 0; i < parameters && readable; i++) {
                switch (reader.one()) {
                    case 0 -> row.add(value(types[i]));
                    case 1 -> row.add(nothing());
                    default -> readable = false; // DEFAULT and IGNORE cannot be sent by JDBC
                }
            }
            rows.add(row);
        }
    }

    private String nothing() {
        String nothing = BoundValue.Type.NULL.of("").strip();
        characters += nothing.length();
        return nothing;
    }

    private String value(int typeAndSign) {
        boolean unsigned = (typeAndSign & UNSIGNED) != 0;
        String value = switch (typeAndSign & 0xff) {
            case 0x01 -> whole(1, unsigned);
            case 0x02, 0x0d -> whole(2, unsigned);
            case 0x03, 0x09 -> whole(4, unsigned);
            case 0x08 -> whole(8, unsigned);
            case 0x04 -> BoundValue.Type.FLOAT.of(String.valueOf(Float.intBitsToFloat((int) number(4))));
            case 0x05 -> BoundValue.Type.DOUBLE.of(String.valueOf(Double.longBitsToDouble(number(8))));
            case 0x06 -> BoundValue.Type.NULL.of("").strip();
            case 0x0a, 0x07, 0x0c -> date();
            case 0x0b -> time();
            case 0x00, 0xf6 -> BoundValue.Type.DECIMAL.of(new String(text(), StandardCharsets.US_ASCII));
            case 0x0f, 0xfd, 0xfe, 0xf5, 0xf7, 0xf8 -> textOrBytes(text());
            case 0x10, 0xf9, 0xfa, 0xfb, 0xfc, 0xff -> bytes(text());
            default -> {
                readable = false;
                yield "";
            }
        };
        characters += value.length();
        return value;
    }

    private long number(int length) {
        readable &= reader.left() >= length;
        return reader.number(length);
    }

    private String whole(int length, boolean unsigned) {
        long value = number(length);
        int empty = Long.SIZE - length * BITS;
        if (unsigned) {
            return length == Long.BYTES && value < 0
                    ? BoundValue.Type.DECIMAL.of(Long.toUnsignedString(value))
                    : BoundValue.Type.LONG.of(String.valueOf(value));
        }
        return BoundValue.Type.LONG.of(String.valueOf(value << empty >> empty));
    }

    private byte[] text() {
        long length = reader.lengthEncoded();
        readable &= length >= 0 && length <= reader.left();
        return readable ? reader.bytes((int) length) : new byte[0];
    }

    private static String textOrBytes(byte[] value) {
        try {
            return BoundValue.Type.TEXT.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(value))
                    .toString());
        } catch (CharacterCodingException e) {
            return bytes(value); // another character set, or not text
        }
    }

    private static String bytes(byte[] value) {
        return BoundValue.Type.BYTES.of(HexFormat.of().formatHex(value));
    }

    /** A date, possibly with a time. A date with zero parts, which Java cannot represent, becomes a text. */
    private String date() {
        int length = (int) number(1);
        readable &= length <= reader.left() && (length == 0 || length == 4 || length == 7 || length == 11);
        if (!readable) {
            return "";
        }
        long year = length >= 4 ? reader.number(2) : 0;
        int month = length >= 4 ? reader.one() : 0;
        int day = length >= 4 ? reader.one() : 0;
        String date = String.format(Locale.ROOT, "%04d-%02d-%02d", year, month, day);
        String time = length >= 7 ? clock(reader.one(), length == 11) : "";
        if (month == 0 || day == 0 || year == 0) {
            return BoundValue.Type.TEXT.of(time.isEmpty() ? date : date + " " + time);
        }
        return time.isEmpty() ? BoundValue.Type.DATE.of(date) : BoundValue.Type.DATETIME.of(date + "T" + time);
    }

    private String clock(long hour, boolean fraction) {
        int minute = reader.one();
        int second = reader.one();
        String time = String.format(Locale.ROOT, "%02d:%02d:%02d", hour, minute, second);
        return fraction ? String.format(Locale.ROOT, "%s.%06d", time, reader.number(4)) : time;
    }

    /** A time of day. A longer or negative time, which Java cannot represent, becomes a text. */
    private String time() {
        int length = (int) number(1);
        readable &= length <= reader.left() && (length == 0 || length == 8 || length == 12);
        if (!readable) {
            return "";
        }
        if (length == 0) {
            return BoundValue.Type.TIME.of("00:00:00");
        }
        boolean negative = reader.one() != 0;
        long days = reader.number(4);
        long hours = days * 24 + reader.one();
        String time = clock(hours, length == 12);
        return negative || hours > 23
                ? BoundValue.Type.TEXT.of(negative ? "-" + time : time)
                : BoundValue.Type.TIME.of(time);
    }
}
