package dev.jdbcbench.untrusted;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TypedDurationTest {
    @ParameterizedTest
    @CsvSource({
        "350us, PT0.00035S",
        "350µs, PT0.00035S",
        "0.35ms, PT0.00035S",
        "30s, PT30S",
        "45m, PT45M",
        "10min, PT10M",
        "1h30m, PT1H30M",
        "1.5h, PT1H30M",
        "1m5ms, PT1M0.005S",
        "0s, PT0S",
        "0.0001us, PT0S",
        "27777h, PT27777H"
    })
    void numbersHaveUnits(String text, Duration duration) {
        assertThat(TypedDuration.of(text)).contains(duration);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "5",
                "5 s",
                "-5s",
                "+5s",
                "s",
                "5d",
                "5S",
                "1h30",
                ".5s",
                "5.s",
                "1,5s",
                "1e3s",
                "27778h",
                "999999999h",
                "٥s"
            })
    void anythingElseIsNoDuration(String text) {
        assertThat(TypedDuration.of(text)).isEmpty();
    }
}
