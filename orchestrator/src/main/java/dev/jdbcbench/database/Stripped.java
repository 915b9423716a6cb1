package dev.jdbcbench.database;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.apache.commons.io.input.BoundedInputStream;

/**
 * A program without what the kernel never loads: debugging symbols and the table of sections. That is nine tenths of some
 * published builds. The program runs as before; only debuggers and profilers miss its names.
 *
 * <p>An ELF program is loaded by its program headers alone (System V ABI, elf(5)). Everything after the last segment is left
 * out, and the file header no longer refers to sections. Positions in the rest do not change.
 *
 * @param size in bytes
 * @param content the program, to be read once; closing it closes the original
 */
record Stripped(long size, InputStream content) {
    /** Magic number, 64 bits, least significant byte first. */
    private static final byte[] ELF64 = {0x7f, 'E', 'L', 'F', 2, 1};

    /** Bytes in which the program headers are expected; they follow the file header. */
    private static final int HEAD = 1 << 16;

    // Positions and sizes of elf(5): Elf64_Ehdr and Elf64_Phdr.
    private static final int FILE_HEADER = 64;
    private static final int PROGRAM_HEADERS = 32;
    private static final int SECTION_HEADERS = 40;
    private static final int PROGRAM_HEADER_SIZE = 54;
    private static final int PROGRAM_HEADER_COUNT = 56;
    private static final int SECTION_COUNT = 60;
    private static final int SECTION_NAMES = 62;
    private static final int SEGMENT_POSITION = 8;
    private static final int SEGMENT_SIZE = 32;

    /** Strips a program of {@code size} bytes; what is not a 64-bit ELF file stays as it is. */
    static Stripped of(InputStream program, long size) throws IOException {
        byte[] head = program.readNBytes(HEAD);
        InputStream whole = new SequenceInputStream(new ByteArrayInputStream(head), program);
        long loaded = Math.min(size, loaded(head, size));
        if (loaded < size) {
            ByteBuffer header = ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN);
            header.putLong(SECTION_HEADERS, 0);
            header.putShort(SECTION_COUNT, (short) 0);
            header.putShort(SECTION_NAMES, (short) 0);
        }
        return new Stripped(
                loaded,
                BoundedInputStream.builder()
                        .setInputStream(whole)
                        .setMaxCount(loaded)
                        .get());
    }

    /** The end of the last segment; {@code size} if the head does not tell. */
    private static long loaded(byte[] head, long size) {
        if (head.length < FILE_HEADER || !Arrays.equals(head, 0, ELF64.length, ELF64, 0, ELF64.length)) {
            return size;
        }
        ByteBuffer header = ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN);
        long first = header.getLong(PROGRAM_HEADERS);
        int each = Short.toUnsignedInt(header.getShort(PROGRAM_HEADER_SIZE));
        int count = Short.toUnsignedInt(header.getShort(PROGRAM_HEADER_COUNT));
        long end = first + (long) each * count;
        if (first < FILE_HEADER || first > head.length || count == 0 || end > head.length) {
            return size;
        }
        for (int i = 0; i < count; i++) {
            int segment = (int) first + i * each;
            end = Math.max(end, header.getLong(segment + SEGMENT_POSITION) + header.getLong(segment + SEGMENT_SIZE));
        }
        return end;
    }
}
