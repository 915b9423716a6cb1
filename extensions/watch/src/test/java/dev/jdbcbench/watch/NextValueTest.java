package dev.jdbcbench.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NextValueTest {
    private static double[] upTo(int n) {
        return IntStream.rangeClosed(1, n).mapToDouble(i -> i).toArray();
    }

    /** By hand, from (n + 1 − 2k)/(n + 1). */
    @ParameterizedTest
    @CsvSource({
        "2, 1, 2, 0.3333333",
        "5, 1, 5, 0.6666667",
        "38, 1, 38, 0.9487179",
        "39, 1, 39, 0.95",
        "78, 1, 78, 0.9746835",
        "79, 2, 78, 0.95",
        "999, 25, 975, 0.95"
    })
    void limitsAreOrderStatistics(int n, double low, double high, double level) {
        NextValue next = NextValue.of(upTo(n)).orElseThrow();
        assertThat(next.low()).isEqualTo(low);
        assertThat(next.high()).isEqualTo(high);
        assertThat(next.level()).isCloseTo(level, within(1e-7));
    }

    @Test
    void oneValueHasNoInterval() {
        assertThat(NextValue.of(upTo(1))).isEmpty();
        assertThat(NextValue.of(upTo(0))).isEmpty();
    }

    /** A skewed distribution, as response times have: 20 000 samples have a standard error of 0.0015. */
    @ParameterizedTest
    @CsvSource({"5", "39", "100"})
    void nextValueIsCoveredAsOftenAsPromised(int n) {
        Random random = new Random(4711);
        int inside = 0;
        int samples = 20_000;
        double level = 0;
        for (int i = 0; i < samples; i++) {
            double[] values = random.doubles(n).map(u -> Math.exp(3 * u * u)).toArray();
            NextValue next = NextValue.of(values).orElseThrow();
            double u = random.nextDouble();
            double value = Math.exp(3 * u * u);
            inside += next.low() <= value && value <= next.high() ? 1 : 0;
            level = next.level();
        }
        assertThat(inside / (double) samples).isCloseTo(level, within(0.015));
    }
}
