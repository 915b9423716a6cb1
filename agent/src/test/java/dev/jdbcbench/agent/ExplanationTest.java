package dev.jdbcbench.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.agent.Explanation.Watched;
import dev.jdbcbench.agent.Traffic.Chunk;
import dev.jdbcbench.agent.Traffic.Kind;
import dev.jdbcbench.event.Exchange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ExplanationTest {
    /** Operations of {@code millis} each, with {@code waits} pauses that each last a full round trip. */
    private static List<Watched> operations(Duration oneWay, double millis, int... waits) {
        return IntStream.of(waits)
                .mapToObj(count -> {
                    List<Chunk> chunks = new ArrayList<>();
                    for (int i = 0; i < count; i++) {
                        long sent = 3L * i * oneWay.toNanos();
                        chunks.add(new Chunk(0, Kind.UP, sent, 100));
                        chunks.add(new Chunk(0, Kind.DOWN, sent + 2 * oneWay.toNanos(), 200));
                    }
                    return new Watched(
                            new Traffic(chunks, Map.of("QUERY", 1), List.of("SELECT 1"), true, oneWay), millis);
                })
                .toList();
    }

    private static List<Watched> far(double millis, int... waits) {
        return operations(Duration.ofMillis(2), millis, waits);
    }

    private static List<Watched> nearer(double millis) {
        return operations(Duration.ofMillis(1), millis, 1, 1, 1);
    }

    @Test
    void consistentCountsAreAccepted() {
        assertThat(Explanation.doubtful(far(4.1, 1, 1, 1), nearer(2.1))).isFalse();
        assertThat(Explanation.doubtful(far(404, 101, 101, 101), nearer(204))).isFalse();
    }

    @Test
    void differingCountsAreDoubtful() {
        assertThat(Explanation.doubtful(far(4.1, 1, 2, 1), nearer(2.1))).isTrue();
    }

    /** Each operation also contains a pause of the scheduler, so the longer path does not cost another round trip. */
    @Test
    void countThatContradictsNoisyTimesIsDoubtful() {
        assertThat(Explanation.doubtful(far(8.1, 2, 2, 2), nearer(6.1))).isTrue();
    }

    @Test
    void countsOfTheLongerDelayAreReported() {
        Exchange exchange =
                Explanation.exchange(far(8.1, 2, 2, 2), nearer(6.1), operations(Duration.ofMillis(10), 20.1, 1, 1, 1));
        assertThat(exchange.roundTrips()).isEqualTo(1);
        assertThat(exchange.bytesDown()).isEqualTo(400);
        assertThat(exchange.remark()).isNull();
        assertThat(exchange.operations()).isEqualTo(3);
    }

    @Test
    void sendingWhileWaitingAddsARemark() {
        Exchange exchange =
                Explanation.exchange(far(12.1, 4, 4, 4), nearer(8.1), operations(Duration.ofMillis(10), 40.1, 4, 4, 4));
        assertThat(exchange.roundTrips()).isEqualTo(4);
        assertThat(exchange.remark())
                .contains("counted 4, but the time over a longer path")
                .contains("2.0");
    }
}
