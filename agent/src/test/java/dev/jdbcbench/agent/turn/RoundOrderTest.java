package dev.jdbcbench.agent.turn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RoundOrderTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void ordersAreBalancedByPositionAndPredecessor(int members) {
        RoundOrder order = new RoundOrder(members, 7);
        int rounds = members % 2 == 1 && members > 1 ? 2 * members : members;
        for (int square = 0; square < 3; square++) {
            Map<String, Integer> places = new HashMap<>();
            Map<String, Integer> pairs = new HashMap<>();
            for (int round = 0; round < rounds; round++) {
                List<Integer> next = order.next();
                assertThat(next)
                        .containsExactlyInAnyOrderElementsOf(
                                IntStream.range(0, members).boxed().toList());
                for (int i = 0; i < members; i++) {
                    places.merge(i + " " + next.get(i), 1, Integer::sum);
                    if (i > 0) {
                        pairs.merge(next.get(i - 1) + " " + next.get(i), 1, Integer::sum);
                    }
                }
            }
            assertThat(places.values().stream().distinct()).hasSize(1);
            assertThat(places).hasSize(members * members);
            assertThat(pairs).hasSize(members * (members - 1));
            assertThat(pairs.values().stream().distinct().count()).isLessThanOrEqualTo(1);
        }
    }

    @Test
    void theSameSeedGivesTheSameOrder() {
        RoundOrder one = new RoundOrder(3, 5);
        RoundOrder other = new RoundOrder(3, 5);
        for (int i = 0; i < 10; i++) {
            assertThat(one.next()).isEqualTo(other.next());
        }
    }
}
