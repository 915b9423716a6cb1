package dev.jdbcbench.statistics.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SummaryTest {
    @Test
    void quantilesAreObservedValues() {
        double[] hundred =
                IntStream.rangeClosed(1, 100).mapToDouble(i -> 101 - i).toArray();
        assertThat(Summary.of(hundred)).isEqualTo(new Summary(1, 50.5, 95, 100));
    }

    @Test
    void singleSampleIsEveryQuantile() {
        assertThat(Summary.of(new double[] {7})).isEqualTo(new Summary(7, 7, 7, 1));
    }

    @Test
    void samplesKeepTheirOrder() {
        double[] samples = {3, 1, 2};
        assertThat(Summary.of(samples).median()).isEqualTo(2);
        assertThat(samples).containsExactly(3, 1, 2);
    }

    @Test
    void noSamplesAreRefused() {
        assertThatThrownBy(() -> Summary.of(new double[0])).hasMessageContaining("no sample");
    }
}
