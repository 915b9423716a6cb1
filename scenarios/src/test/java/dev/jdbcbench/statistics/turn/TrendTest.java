package dev.jdbcbench.statistics.turn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TrendTest {
    /** Quarters of two rounds: ln(mean of 11 and 13 / mean of 10 and 10) = ln 1.2, and its mean with 0 is half of it; so is s/√2. */
    @Test
    void trendComparesTheLastTwoQuarters() {
        Group first = rounds(99, 99, 99, 99, 11, 13, 10, 10);
        Group second = rounds(1, 1, 1, 1, 12, 12, 12, 12);
        Trend trend = Trend.of(List.of(first, second), 0);
        assertThat(trend.mean()).isCloseTo(Math.log(1.2) / 2, within(1e-12));
        assertThat(trend.lower()).isCloseTo(Math.log(1.2) / 2 - 1.65 * Math.log(1.2) / 2, within(1e-9));
        assertThat(trend.notSettled()).isFalse();
        assertThat(Trend.of(List.of(first, first), 0).notSettled())
                .as("two groups")
                .isFalse();
        assertThat(Trend.of(List.of(first, first, first), 0).notSettled()).isTrue();
        assertThat(Trend.of(List.of(rounds(3, 2, 1)), 0)).isEqualTo(new Trend(0, Double.NEGATIVE_INFINITY, 0));
    }

    @Test
    void cellThatBecomesSlowerIsSettled() {
        Group slower = rounds(1, 1, 1, 1, 10, 10, 12, 12);
        assertThat(Trend.of(List.of(slower, slower, slower), 0).notSettled()).isFalse();
    }

    private static Group rounds(double... micros) {
        return new Group(IntStream.range(0, micros.length)
                .mapToObj(r -> new Round(r, List.of(new Turn(micros[r], 100))))
                .toList());
    }
}
