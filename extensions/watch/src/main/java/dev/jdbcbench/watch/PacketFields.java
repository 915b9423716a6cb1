package dev.jdbcbench.watch;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Reads numbers and texts of the protocol from the beginning of a packet. Reading beyond the end gives zeros. */
final class PacketFields {
    private final byte[] bytes;
    private int at;

    PacketFields(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Appends bytes to a packet's beginning, as long as there is room. */
    static void keep(ByteBuffer part, ByteArrayOutputStream beginning, int most) {
        int length = Math.min(part.remaining(), most - beginning.size());
        for (int i = 0; i < length; i++) {
            beginning.write(part.get(part.position() + i));
        }
    }

    PacketFields at(int position) {
        at = position;
        return this;
    }

    int left() {
        return Math.max(0, bytes.length - at);
    }

    int one() {
        return at < bytes.length ? bytes[at++] & 0xff : 0;
    }

    /** Reads a little-endian integer of {@code length} bytes. */
    long number(int length) {
        long value = 0;
        for (int i = 0; i < length; i++) {
            value |= (long) one() << (8 * i);
        }
        return value;
    }

    /** Reads an integer whose first byte determines its length. */
    long lengthEncoded() {
        int first = one();
        return switch (first) {
            case 0xfb -> 0;
            case 0xfc -> number(2);
            case 0xfd -> number(3);
            case 0xfe -> number(8);
            default -> first;
        };
    }

    /** Reads {@code length} bytes; zeros beyond the end. */
    byte[] bytes(int length) {
        byte[] next = new byte[length];
        for (int i = 0; i < length; i++) {
            next[i] = (byte) one();
        }
        return next;
    }

    /** Reads bytes that their number precedes. */
    byte[] counted() {
        long length = lengthEncoded();
        return bytes((int) Math.max(0, Math.min(left(), length)));
    }

    /** Reads a text that its length precedes. */
    String text() {
        return new String(counted(), StandardCharsets.UTF_8);
    }

    void skip(long length) {
        at = (int) Math.max(0, Math.min(bytes.length, at + length));
    }

    /** Reads the text up to a zero byte. */
    String untilZero() {
        int from = at;
        while (at < bytes.length && bytes[at] != 0) {
            at++;
        }
        String text = new String(bytes, Math.min(from, bytes.length), Math.max(0, at - from), StandardCharsets.UTF_8);
        at++;
        return text;
    }

    String rest() {
        return new String(bytes, Math.min(at, bytes.length), left(), StandardCharsets.UTF_8);
    }
}
