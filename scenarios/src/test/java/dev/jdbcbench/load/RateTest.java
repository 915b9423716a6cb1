package dev.jdbcbench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RateTest {
    @Test
    void rateIsReadAndShownWithItsUnit() {
        Rate rate = Rate.of("2000/s", Arrivals.CONSTANT).orElseThrow();
        assertThat(rate.perSecond()).isEqualTo(2000);
        assertThat(rate).hasToString("2000/s");
        assertThat(rate.key()).isEqualTo("rate=2000");
        Rate random = Rate.of("0.5/s", Arrivals.POISSON).orElseThrow();
        assertThat(random).hasToString("0.5/s poisson");
        assertThat(random.key()).isEqualTo("rate=0.5,poisson");
        assertThat(Rate.of("1000000/s", Arrivals.CONSTANT).orElseThrow()).hasToString("1000000/s");
        Rate part = Rate.of("70%", Arrivals.CONSTANT).orElseThrow();
        assertThat(part).hasToString("70%");
        assertThat(part.key()).isEqualTo("rate=70%");
        assertThat(part.of(5000)).isEqualTo(3500);
        assertThat(rate.of(5000)).isEqualTo(2000);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2000",
                "2000/min",
                "0/s",
                "-1/s",
                "1e3/s",
                "1000001/s",
                "",
                "/s",
                "201%",
                "0%",
                "%",
                "1.2.3/s",
                "NaN/s",
                "2 000/s"
            })
    void malformedRateIsRefused(String text) {
        assertThat(Rate.of(text, Arrivals.CONSTANT)).isEqualTo(Optional.empty());
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, 1e7, Double.NaN, Double.POSITIVE_INFINITY})
    void impossibleRateOfAFileIsRefused(double perSecond) {
        assertThatThrownBy(() -> Rate.perSecond(perSecond, Arrivals.CONSTANT))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Rate.percent(perSecond, Arrivals.CONSTANT))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Rate(null, null, Arrivals.CONSTANT)).hasMessageContaining("either");
        assertThatThrownBy(() -> new Rate(1.0, 1.0, Arrivals.CONSTANT)).hasMessageContaining("either");
    }
}
