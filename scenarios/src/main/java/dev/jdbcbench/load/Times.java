package dev.jdbcbench.load;

import dev.jdbcbench.driver.PartCheck;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.HdrHistogram.Histogram;

/**
 * Histograms of times in nanoseconds, with three significant digits up to one hour. Their text form is that of
 * HdrHistogram's logs: compressed, in base64.
 */
public final class Times {
    /** Maximum length of a histogram's text, in characters. A histogram with every bucket in use is shorter. */
    public static final int LONGEST_TEXT = 200_000;

    private static final long HIGHEST = 3_600_000_000_000L;
    private static final int DIGITS = 3;

    /** A histogram of one hour has 33 000 buckets, each at most 9 bytes. */
    private static final int LARGEST = 400_000;

    /** Constants of HdrHistogram's format V2: the cookies of both parts, and the lengths of their headers. */
    private static final int COOKIE = 0x1c849303 | 0x10;

    private static final int COMPRESSED_COOKIE = 0x1c849304 | 0x10;
    private static final int COMPRESSED_HEAD = 8;
    private static final int HEAD = 40;
    private static final int AT_LENGTH = 4;
    private static final int AT_OFFSET = 8;
    private static final int AT_DIGITS = 12;
    private static final int AT_LOWEST = 16;
    private static final int AT_HIGHEST = 24;
    private static final int AT_RATIO = 32;

    private Times() {}

    static Histogram histogram() {
        return new Histogram(1, HIGHEST, DIGITS);
    }

    /** Limits a time to the range of a histogram. */
    static long limited(long nanos) {
        return Math.min(HIGHEST, Math.max(0, nanos));
    }

    static String encoded(Histogram histogram) {
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(buffer, Deflater.BEST_SPEED);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
    }

    /**
     * Reads a histogram that another host or person wrote.
     *
     * @throws IllegalArgumentException when the text is not a histogram of times
     */
    static Histogram decoded(String text) {
        PartCheck.text(text, LONGEST_TEXT, "histogram");
        try {
            ByteBuffer whole = ByteBuffer.wrap(Base64.getDecoder().decode(text));
            if (whole.limit() < COMPRESSED_HEAD || whole.getInt(0) != COMPRESSED_COOKIE) {
                throw new IllegalArgumentException("no compressed histogram");
            }
            ByteBuffer plain = ByteBuffer.wrap(inflated(whole.array(), COMPRESSED_HEAD));
            if (plain.limit() < HEAD
                    || plain.getInt(0) != COOKIE
                    || plain.getInt(AT_LENGTH) != plain.limit() - HEAD
                    || plain.getInt(AT_OFFSET) != 0
                    || plain.getInt(AT_DIGITS) != DIGITS
                    || plain.getLong(AT_LOWEST) != 1
                    || plain.getLong(AT_HIGHEST) != HIGHEST
                    || plain.getDouble(AT_RATIO) != 1.0) {
                throw new IllegalArgumentException("not a histogram of nanoseconds up to one hour");
            }
            Histogram histogram = Histogram.decodeFromByteBuffer(plain, HIGHEST);
            PartCheck.count(histogram.getTotalCount(), "number of times");
            return histogram;
        } catch (DataFormatException | RuntimeException e) {
            throw new IllegalArgumentException("histogram: " + e.getMessage(), e);
        }
    }

    private static byte[] inflated(byte[] bytes, int from) throws DataFormatException {
        Inflater inflater = new Inflater();
        try {
            inflater.setInput(bytes, from, bytes.length - from);
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            byte[] part = new byte[4096];
            while (!inflater.finished()) {
                int length = inflater.inflate(part);
                if (length == 0 || out.size() + length > LARGEST) {
                    throw new DataFormatException("it is cut or too large");
                }
                out.write(part, 0, length);
            }
            return out.toByteArray();
        } finally {
            inflater.end();
        }
    }

    /** The sum of several histograms, as text. */
    public static String sum(List<String> texts) {
        return encoded(added(texts));
    }

    static Histogram added(List<String> texts) {
        Histogram sum = histogram();
        texts.forEach(text -> sum.add(decoded(text)));
        return sum;
    }

    /** Requires that a text is a histogram. */
    public static String required(String text, String part) {
        decoded(PartCheck.present(text, part));
        return text;
    }
}
