package dev.jdbcbench.agent.turn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.jdbcbench.anatomy.OwnTurn;
import dev.jdbcbench.load.Times;
import dev.jdbcbench.load.TurnLoad;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class TurnTest {
    private static final Turn FAST = new Turn(
            100, 3000, 1, new Turn.Use(5, 1, 40, 1000, 2, 3), new Turn.Host(10, 100, 1), null, times(100_000, 3000), 0);
    private static final Turn SLOW = new Turn(
            300, 1000, 1.1, new Turn.Use(2, 7, 80, 2000, 1, 9), Turn.Host.UNKNOWN, null, times(300_000, 1000), 0);

    private static String times(long nanos, int number) {
        Histogram times = new Histogram(1, 3_600_000_000_000L, 3);
        times.recordValueWithCount(nanos, number);
        ByteBuffer buffer = ByteBuffer.allocate(times.getNeededByteBufferCapacity());
        int length = times.encodeIntoCompressedByteBuffer(buffer);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
    }

    private static TurnLoad load(long nanos, int number) {
        String all = times(nanos, number);
        return new TurnLoad(1_000_000_000, 1_000_000_000, number, 0, (double) nanos * number, false, all, all);
    }

    @Test
    void turnOfSeveralClientsCountsEachOperationOnce() {
        Turn both = Turn.merged(List.of(FAST, SLOW));
        assertThat(both.operations()).isEqualTo(4000);
        assertThat(both.micros()).as("mean over all operations").isCloseTo(150, within(1e-9));
        assertThat(both.use().cpuMicros()).isCloseTo(50, within(1e-9));
        assertThat(both.use().bytes()).isCloseTo(1250, within(1e-9));
        assertThat(both.seconds()).isEqualTo(1.1);
        assertThat(both.use().compiledBeforeMillis())
                .as("the maximum, because no JVM may be compiling")
                .isEqualTo(5);
        assertThat(both.use().compiledMillis()).isEqualTo(7);
        assertThat(both.use().collections()).isEqualTo(3);
        assertThat(both.host()).isEqualTo(FAST.host());
        assertThat(both.times()).isEqualTo(Times.sum(List.of(times(100_000, 3000), times(300_000, 1000))));
    }

    @Test
    void turnFromMemoryCountsCpuTime() {
        double[] meter = {7, 1, 3_000_000, 1_200_000, 2, 5, 10, 100};
        Turn turn = Turn.ofOwn(2.5, 10_000, 12_000, new OwnTurn(24_000_000, 36_000, 3), meter, Turn.Host.UNKNOWN);
        assertThat(turn.micros()).as("CPU time of all operations").isEqualTo(2);
        assertThat(turn.wallMicros()).isEqualTo(2.5);
        assertThat(turn.operations()).isEqualTo(10_000);
        assertThat(turn.seconds()).as("the warm-up counts time").isCloseTo(0.025, within(1e-12));
        assertThat(turn.use().bytes()).isEqualTo(100);
        assertThat(turn.use().compiledBeforeMillis()).isEqualTo(7);
    }

    @Test
    void turnFromMemoryWithAnotherNumberOfTurnsIsNoResult() {
        double[] meter = new double[8];
        assertThatThrownBy(() -> Turn.ofOwn(2.5, 100, 100, new OwnTurn(24_000, 201, 2), meter, Turn.Host.UNKNOWN))
                .isInstanceOf(NumberFormatException.class)
                .hasMessage("the operation does not repeat itself: 201 turns in 100 operations, and 2 in each that was"
                        + " recorded");
    }

    @Test
    void turnWithoutOperationsDoesNotChangeTheMean() {
        Turn idle = new Turn(0, 0, 1, new Turn.Use(0, 0, 0, 0, 0, 0), Turn.Host.UNKNOWN, null, null, 0);
        Turn both = Turn.merged(
                List.of(new Turn(100, 10, 1, new Turn.Use(0, 0, 0, 0, 0, 0), Turn.Host.UNKNOWN, null, null, 0), idle));
        assertThat(both.micros()).isEqualTo(100);
        assertThat(Turn.merged(List.of(idle, idle)).micros()).isZero();
    }

    @Test
    void turnIsSerializedAsOneLine() {
        Turn read = Turn.ofLine(FAST.line());
        assertThat(read.micros()).isEqualTo(FAST.micros());
        assertThat(read.operations()).isEqualTo(FAST.operations());
        assertThat(read.use().collectionMillis()).isEqualTo(FAST.use().collectionMillis());
        assertThat(read.times()).isEqualTo(FAST.times());
        assertThat(read.host()).as("the line has no figures of the host").isEqualTo(Turn.Host.UNKNOWN);
        Turn closed = new Turn(50, 2000, 0.1, new Turn.Use(1, 2, 40, 1000, 0, 0), Turn.Host.UNKNOWN, null, null, 0);
        assertThat(Turn.ofLine(closed.line())).isEqualTo(closed);
    }

    @Test
    void turnUnderLoadIncludesItsHistograms() {
        Turn open = new Turn(100, 10, 1, new Turn.Use(0, 0, 0, 0, 0, 0), Turn.Host.UNKNOWN, load(100_000, 10), null, 0);
        Turn read = Turn.ofLine(open.line());
        assertThat(read).isEqualTo(open);
        Turn both = Turn.merged(List.of(open, read));
        assertThat(Objects.requireNonNull(both.load()).served()).isEqualTo(20);
        assertThat(both.micros()).isCloseTo(100, within(1e-9));
    }

    @Test
    void malformedTurnLineIsRefused() {
        for (String line : List.of(
                "",
                "1 2 3",
                "x 1 1 1 1 1 1 1 1 -",
                "1 NaN 1 1 1 1 1 1 1 -",
                "1 -1 1 1 1 1 1 1 1 -",
                "1 1 1 1 1 1 1 1 1 TIMES !")) {
            assertThatThrownBy(() -> Turn.ofLine(line)).as(line).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void orderSurvivesItsWord() {
        assertThat(TurnOrder.atRate(2000.5).word()).isEqualTo("O2000.5");
        assertThat(new TurnOrder("O2000.5").text()).isEqualTo("O2000.5\n");
        assertThat(TurnOrder.TIMED.text()).isEqualTo("T");
        assertThatThrownBy(() -> new TurnOrder("X")).isInstanceOf(IllegalArgumentException.class);
    }
}
