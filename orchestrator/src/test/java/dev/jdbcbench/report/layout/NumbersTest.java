package dev.jdbcbench.report.layout;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NumbersTest {
    @Test
    void numbersAreRoundedToTheirSignificantDigits() {
        assertThat(Numbers.times(99.97)).isEqualTo("100");
        assertThat(Numbers.times(9.999)).isEqualTo("10.0");
        assertThat(Numbers.times(1.058)).isEqualTo("1.06");
        assertThat(Numbers.times(-0.021)).isEqualTo("-0.02");
    }

    @Test
    void differencesHaveASignExceptZero() {
        assertThat(Numbers.signedMicros(19.7)).isEqualTo("+19.7");
        assertThat(Numbers.signedMicros(-4.2)).isEqualTo("-4.20");
        assertThat(Numbers.signedMicros(-0.00012)).isEqualTo("-0.000120");
        assertThat(Numbers.signedTime(1e-13)).isEqualTo("0 µs");
        assertThat(Numbers.signedTime(-1700)).isEqualTo("-1.70 ms");
        assertThat(Numbers.signedMicros(-1e-13)).as("an error of rounding").isEqualTo("0.000");
    }

    @Test
    void timesBelowANanosecondHaveThreeDigits() {
        assertThat(Numbers.micros(0.00031)).isEqualTo("0.000310");
        assertThat(List.of(0.01697, 0.01711, 0.01716, 0.01730))
                .extracting(Numbers::micros)
                .containsExactly("0.0170", "0.0171", "0.0172", "0.0173");
        assertThat(Numbers.time(0.0170)).isEqualTo("0.0170 µs");
        assertThat(Numbers.rate(0.31)).isEqualTo("0.310");
        assertThat(Numbers.rate(9.7)).isEqualTo("9.70");
        assertThat(Numbers.rate(950)).isEqualTo("950");
    }

    @Test
    void distanceIsShownAsTyped() {
        assertThat(Numbers.distance(500)).isEqualTo("0.5 ms");
        assertThat(Numbers.distance(20_000)).isEqualTo("20 ms");
        assertThat(Numbers.distance(50)).isEqualTo("50 µs");
    }

    @Test
    void missingNumbersAreNotShownAsNumbers() {
        assertThat(Numbers.micros(Double.NaN)).isEqualTo("–");
        assertThat(Numbers.ratio(Double.POSITIVE_INFINITY)).isEqualTo("–");
        assertThat(Numbers.plain(Double.NaN)).isEqualTo("–");
    }

    @Test
    void onlyOneIsSingular() {
        assertThat(Numbers.count(1, "round trip")).isEqualTo("1 round trip");
        assertThat(Numbers.count(1.04, "round trip")).isEqualTo("1 round trip");
        assertThat(Numbers.count(1.5, "round trip")).isEqualTo("1.5 round trips");
        assertThat(Numbers.count(0, "round trip")).isEqualTo("0 round trips");
    }

    /** Rounding may lead to the next power of ten, which has one digit more. */
    @Test
    void numbersKeepTheirDigitsWhereRoundingLeadsOverAPowerOfTen() {
        assertThat(List.of(0.09996, 0.9996, 9.996, 99.96, 999.6))
                .extracting(Numbers::micros)
                .containsExactly("0.100", "1.00", "10.0", "100", "1000");
        assertThat(Numbers.micros(9.994)).isEqualTo("9.99");
        assertThat(Numbers.signedMicros(-9.996)).isEqualTo("-10.0");
        assertThat(List.of(9.996, 999.6, 9996.0, 999_600.0, 9_996_000.0))
                .extracting(Numbers::time)
                .containsExactly("10.0 µs", "1.00 ms", "10.0 ms", "1.00 s", "10.0 s");
        assertThat(List.of(0.009999, 0.09999, 0.999, 9.996, 99.96))
                .extracting(Numbers::ratio)
                .containsExactly("0.0100", "0.10", "1.00", "10.0", "100");
        assertThat(List.of(9.996, 99.96, 999.6, 9996.0, 99_960.0))
                .extracting(Numbers::rate)
                .containsExactly("10.0", "100", "1.00k", "10.0k", "100k");
        assertThat(List.of(0.0994, 0.0996, 0.09996, 9.994, 9.996))
                .extracting(Numbers::halfWidth)
                .containsExactly("±9.9 %", "±10 %", "±10 %", "±999 %", "±>999 %");
        assertThat(List.of(0.04, 9.94, 9.96, 250.0))
                .extracting(Numbers::percent)
                .containsExactly("0.0", "9.9", "10", "250");
    }
}
