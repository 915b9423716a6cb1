package dev.jdbcbench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ShareTest {
    private static List<Integer> threads(int all, int clients) {
        return IntStream.range(0, clients)
                .mapToObj(index -> new Share("c", index, clients).threads(all))
                .toList();
    }

    @Test
    void threadsAreDividedEvenly() {
        assertThat(threads(12, 3)).containsExactly(4, 4, 4);
        assertThat(threads(11, 3)).containsExactly(4, 4, 3);
        assertThat(threads(10, 3)).containsExactly(4, 3, 3);
        assertThat(threads(3, 3)).containsExactly(1, 1, 1);
        assertThat(Share.ALL.threads(7)).isEqualTo(7);
    }

    /** Without a phase, the operations of all clients would arrive in bursts. */
    @Test
    void constantArrivalsOfClientsInterleaveToOneSchedule() {
        Duration turn = Duration.ofSeconds(1);
        long[] together = IntStream.range(0, 4)
                .mapToObj(index -> new Share("c", index, 4))
                .flatMapToLong(share -> {
                    Schedule own = Schedule.of(share.rate(1000), Arrivals.CONSTANT, turn, 1, share.phase());
                    return LongStream.range(0, own.size()).map(i -> own.start((int) i));
                })
                .sorted()
                .toArray();
        Schedule one = Schedule.of(1000, Arrivals.CONSTANT, turn, 1);
        assertThat(together)
                .containsExactly(
                        IntStream.range(0, one.size()).mapToLong(one::start).toArray());
    }

    @Test
    void phaseBeyondTheTurnHasNoArrival() {
        Schedule late = Schedule.of(1, Arrivals.CONSTANT, Duration.ofMillis(500), 1, 0.75);
        assertThat(late.size()).isZero();
    }

    @Test
    void randomArrivalsOfTwoClientsDiffer() {
        long[] seeds = IntStream.range(0, 3)
                .mapToLong(index -> new Share("c", index, 3).seed(7))
                .toArray();
        assertThat(Arrays.stream(seeds).distinct().count()).isEqualTo(3);
        assertThat(seeds[0]).isEqualTo(7);
    }

    @Test
    void clientBeyondTheLastIsRefused() {
        assertThatThrownBy(() -> new Share("c", 3, 3)).hasMessageContaining("index");
        assertThatThrownBy(() -> new Share("c", 0, 33)).hasMessageContaining("clients");
    }
}
