package dev.jdbcbench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.Deflater;
import org.HdrHistogram.Histogram;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimesTest {
    private static Histogram of(long... nanos) {
        Histogram times = Times.histogram();
        for (long one : nanos) {
            times.recordValue(one);
        }
        return times;
    }

    @Test
    void histogramSurvivesItsText() {
        Histogram times = of(40_123, 55_000, 3_599_000_000_000L);
        assertThat(Times.decoded(Times.encoded(times))).isEqualTo(times);
    }

    /** Other programs can read HdrHistogram's format. */
    @Test
    void textIsThatOfHdrHistogram() throws Exception {
        byte[] bytes = Base64.getDecoder().decode(Times.encoded(of(40_123)));
        assertThat(Times.encoded(of(40_123))).startsWith("HISTFAAA");
        assertThat(Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(bytes), 0)
                        .getMaxValue())
                .isEqualTo(of(40_123).getMaxValue());
    }

    @Test
    void percentilesOfForksCoverAllTimes() {
        String fast = Times.encoded(of(100_000, 100_000, 100_000));
        String slow = Times.encoded(of(900_000));
        Percentiles both = Percentiles.of(List.of(fast, slow));
        assertThat(both.operations()).isEqualTo(4);
        assertThat(both.p50Micros())
                .as("the mean of the medians would be 500")
                .isCloseTo(100, Percentage.withPercentage(0.1));
        assertThat(both.meanMicros()).isCloseTo(300, Percentage.withPercentage(0.1));
        assertThat(both.maxMicros()).isCloseTo(900, Percentage.withPercentage(0.1));
    }

    @Test
    void withoutTimesThereAreNoPercentiles() {
        assertThat(Percentiles.of(List.of()).maxMicros()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "HISTFAAA", "AAAAAAAAAAAA", "HISTFAAAAB942pNpmSzMwMDAzAABMJoRAAG9AHQ=", "%%%"})
    void malformedHistogramIsRefused(String text) {
        assertThatThrownBy(() -> Times.decoded(text)).isInstanceOf(IllegalArgumentException.class);
    }

    /** HdrHistogram's reader allocates as much memory as the header claims. */
    @Test
    void histogramOfAnotherRangeIsRefused() {
        Histogram fine = new Histogram(1, 1L << 62, 5);
        fine.recordValue(1L << 61);
        ByteBuffer buffer = ByteBuffer.allocate(fine.getNeededByteBufferCapacity());
        int length = fine.encodeIntoCompressedByteBuffer(buffer, Deflater.BEST_COMPRESSION);
        String text = Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
        assertThatThrownBy(() -> Times.decoded(text)).hasMessageContaining("up to one hour");
    }

    @Test
    void zipBombIsRefusedBeforeUnpacking() {
        Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION);
        deflater.setInput(new byte[50_000_000]);
        deflater.finish();
        byte[] packed = new byte[100_000];
        int length = deflater.deflate(packed);
        deflater.end();
        ByteBuffer text = ByteBuffer.allocate(8 + length)
                .putInt(0x1c849304 | 0x10)
                .putInt(length)
                .put(packed, 0, length);
        assertThatThrownBy(() -> Times.decoded(Base64.getEncoder().encodeToString(text.array())))
                .hasMessageContaining("too large");
    }

    /** Changing any byte leads to a refusal or to other counts, never to another error. */
    @Test
    void damagedHistogramsGiveOneKindOfError() {
        byte[] bytes = Base64.getDecoder().decode(Times.encoded(of(40_123, 55_000, 200_000_000)));
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < (Boolean.getBoolean("bench.full") ? 2000 : 500); i++) {
            byte[] damaged = bytes.clone();
            damaged[random.nextInt(bytes.length)] = (byte) random.nextInt();
            String text = Base64.getEncoder().encodeToString(damaged);
            try {
                assertThat(Percentiles.of(List.of(text)).operations()).isNotNegative();
            } catch (IllegalArgumentException e) {
                assertThat(e.getMessage()).startsWith("histogram");
            }
        }
    }

    /** A histogram that uses every bucket, with counts of several bytes. */
    @Test
    void largestHistogramFitsTheLimits() {
        Histogram full = Times.histogram();
        SplittableRandom random = new SplittableRandom(1);
        for (long value = 1; value <= 3_600_000_000_000L; value = full.nextNonEquivalentValue(value)) {
            full.recordValueWithCount(value, 1 + random.nextLong(1L << 14));
        }
        String text = Times.encoded(full);
        assertThat(text.length()).isLessThan(Times.LONGEST_TEXT);
        assertThat(Times.decoded(text)).isEqualTo(full);
    }
}
