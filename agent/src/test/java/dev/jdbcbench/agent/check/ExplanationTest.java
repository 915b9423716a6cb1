package dev.jdbcbench.agent.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.agent.traffic.ClientCommands.Asked;
import dev.jdbcbench.agent.traffic.RoundTripCount;
import dev.jdbcbench.agent.traffic.RoundTripCount.Watched;
import dev.jdbcbench.agent.traffic.Traffic;
import dev.jdbcbench.agent.traffic.Traffic.Chunk;
import dev.jdbcbench.agent.traffic.Traffic.Kind;
import dev.jdbcbench.event.Exchange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ExplanationTest {
    private static final Duration FAR = Duration.ofMillis(2);
    private static final Duration NEARER = Duration.ofMillis(1);
    private static final Duration FARTHEST = Duration.ofMillis(10);

    /** An operation with {@code waits} pauses that each last a full round trip, and {@code together} commands before each. */
    private static Watched operation(Duration oneWay, double millis, int waits, int together, boolean readable) {
        List<Chunk> chunks = new ArrayList<>();
        for (int i = 0; i < waits; i++) {
            long sent = 3L * i * oneWay.toNanos();
            chunks.add(new Chunk(0, Kind.UP, sent, 100, new Asked(true, readable ? together : 0)));
            chunks.add(new Chunk(0, Kind.DOWN, sent + oneWay.toNanos(), 200));
            chunks.add(new Chunk(0, Kind.DELIVERED, sent + 2 * oneWay.toNanos(), 0));
        }
        return new Watched(
                new Traffic(chunks, Map.of("QUERY", 1), List.of("SELECT 1"), readable, oneWay, Long.MAX_VALUE), millis);
    }

    /** One operation with one command at a time for each time. */
    private static List<Watched> operations(Duration oneWay, int waits, double... millis) {
        return DoubleStream.of(millis)
                .mapToObj(time -> operation(oneWay, time, waits, 1, true))
                .toList();
    }

    private static RoundTripCount count(List<Watched> far, List<Watched> nearer) {
        return new RoundTripCount(List.of(), far, nearer);
    }

    private static Exchange exchange(RoundTripCount count) {
        return Explanation.exchange(count.longest(), count, null, false);
    }

    @Test
    void twoCountsThatAgreeConfirmEachOther() {
        RoundTripCount few = count(operations(FAR, 1, 4.1, 4.2, 4.3), operations(NEARER, 1, 2.1, 2.2, 2.3));
        assertThat(few.confirmed()).isTrue();
        assertThat(few.doubtful()).isFalse();
        assertThat(few.remark()).isNull();
        assertThat(exchange(few).secondCount()).hasValue(few.slope());
        assertThat(count(operations(FAR, 101, 404, 405), operations(NEARER, 101, 204, 205))
                        .confirmed())
                .isTrue();
    }

    /** The second count agrees with 6, but with 5 as well. */
    @Test
    void impreciseSecondCountConfirmsNothing() {
        RoundTripCount imprecise = count(operations(FAR, 6, 24.1, 25.5, 28.1), operations(NEARER, 6, 12.9, 13.5, 14.1));
        assertThat(imprecise.slope()).isBetween(5.5, 5.7);
        assertThat(imprecise.confirmed()).isFalse();
    }

    @Test
    void singleOperationHasNoSecondCountAndConfirmsNothing() {
        RoundTripCount one = count(operations(FAR, 102, 700), operations(NEARER, 102, 418));
        assertThat(one.confirmed()).isFalse();
        assertThat(one.doubtful()).as("each command waits for its answer").isFalse();
        assertThat(one.remark()).isNull();
        assertThat(exchange(one).secondCount()).isEmpty();
    }

    @Test
    void singleOperationWhoseCommandsCannotBeReadIsDoubtful() {
        RoundTripCount one =
                count(List.of(operation(FAR, 700, 102, 1, false)), List.of(operation(NEARER, 418, 102, 1, false)));
        assertThat(one.doubtful()).isTrue();
        assertThat(one.remark())
                .isEqualTo("counted once, because the operation is slow: a pause of the client may look like a wait");
        assertThat(exchange(one).known()).isFalse();
    }

    /** One operation contains a pause of the scheduler; the others show that it is not a wait. */
    @Test
    void fewestWaitsOfTheSameOperationCount() {
        List<Watched> far = Stream.of(5, 6, 6, 6, 6)
                .map(waits -> operation(FAR, 20.1, waits, 1, true))
                .toList();
        RoundTripCount count = count(far, operations(NEARER, 6, 10.1, 10.2, 10.3));
        assertThat(count.count()).isEqualTo(5);
        assertThat(count.doubtful()).isFalse();
    }

    @Test
    void operationsThatSendDifferentThingsAreNotTheSame() {
        Watched other = operation(FAR, 8.1, 2, 1, true);
        Watched two = new Watched(
                new Traffic(
                        other.traffic().chunks(), Map.of("QUERY", 2), List.of("SELECT 1"), true, FAR, Long.MAX_VALUE),
                other.millis());
        RoundTripCount varies = count(
                List.of(operation(FAR, 4.1, 1, 1, true), two, operation(FAR, 4.1, 1, 1, true)),
                operations(NEARER, 1, 2.1, 2.2, 2.3));
        assertThat(varies.count()).isEqualTo(1);
        assertThat(varies.doubtful()).isTrue();
        assertThat(varies.remark()).isEqualTo("not the same in all of the 6 operations: the median is shown");
    }

    @Test
    void longestPathGivesTheSecondCount() {
        RoundTripCount count = new RoundTripCount(
                operations(FAR, 5, 25, 27, 29),
                operations(FARTHEST, 5, 101, 102, 103),
                operations(NEARER, 5, 11, 12, 13));
        assertThat(count.slope()).isEqualTo(5.0);
        assertThat(count.confirmed()).isTrue();
    }

    @Test
    void commandsOneAtATimeHoldAgainstNoisyTimes() {
        RoundTripCount noisy = count(operations(FAR, 102, 700, 720), operations(NEARER, 102, 418, 428));
        assertThat(noisy.doubtful()).isFalse();
        assertThat(noisy.remark())
                .isEqualTo(
                        "counted 102, but the time over a longer path gives 141.0 ± 11.2: each command waited for the answer"
                                + " to the one before, so the count holds");
    }

    @Test
    void onlySendingWhileWaitingIsCalledThat() {
        List<Watched> far = List.of(operation(FAR, 12.1, 4, 2, true), operation(FAR, 12.1, 4, 2, true));
        List<Watched> nearer = List.of(operation(NEARER, 8.1, 4, 2, true), operation(NEARER, 8.1, 4, 2, true));
        RoundTripCount overlapping = count(far, nearer);
        assertThat(overlapping.remark())
                .isEqualTo(
                        "counted 4, but the time over a longer path gives 2.0 ± 0.0: part of its sending overlaps with waiting");
        assertThat(exchange(overlapping).known()).isFalse();
    }

    @Test
    void contradictionInAnEncryptedConnectionIsLeftOpen() {
        List<Watched> far = List.of(operation(FAR, 20.1, 6, 1, false), operation(FAR, 20.1, 6, 1, false));
        List<Watched> nearer = List.of(operation(NEARER, 10.1, 6, 1, false), operation(NEARER, 10.1, 6, 1, false));
        RoundTripCount encrypted = count(far, nearer);
        assertThat(encrypted.doubtful()).isTrue();
        assertThat(encrypted.remark())
                .isEqualTo(
                        "counted 6, but the time over a longer path gives 5.0 ± 0.0: which of them is right cannot be seen,"
                                + " because the connection is encrypted or compressed");
    }

    @Test
    void bytesOfTheOperationsAreReported() {
        Exchange exchange = exchange(count(operations(FAR, 2, 8.1, 8.2), operations(NEARER, 2, 4.1, 4.2)));
        assertThat(exchange.bytesUp()).isEqualTo(200);
        assertThat(exchange.bytesDown()).isEqualTo(400);
        assertThat(exchange.operations()).isEqualTo(2);
    }
}
