package dev.jdbcbench.watch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PathChangeTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "5ms | each round trip takes 5ms longer",
                " rtt 5ms | each round trip takes 5ms longer",
                "0 | each round trip takes 0 longer",
                "jitter 2ms | each direction takes up to 2ms longer",
                "--jitter 0 | there is no jitter",
                "bandwidth 100M | all connections share 100Mbit/s in each direction",
                "--bandwidth=1G | all connections share 1Gbit/s in each direction",
                "bandwidth 0 | the bandwidth has no limit"
            })
    void typedLineChangesThePath(String line, String said) {
        assertThat(PathChange.typed(line)).map(PathChange::said).contains(said);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "fast", "5", "100M", "1h", "jitter", "jitter 5", "bandwidth 5ms", "bandwidth 1K", "loss 1%"})
    void malformedTypedLineIsRefused(String line) {
        assertThat(PathChange.typed(line)).isEmpty();
    }
}
