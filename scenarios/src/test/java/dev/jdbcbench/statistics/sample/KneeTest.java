package dev.jdbcbench.statistics.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class KneeTest {
    private static final int[] THREADS = {1, 2, 4, 8, 16, 32};

    /** A curve that is linear up to a limit. */
    private static double[] limited(double perThread, double limit) {
        return IntStream.of(THREADS)
                .mapToDouble(threads -> Math.min(perThread * threads, limit))
                .toArray();
    }

    @Test
    void kneeIsTheLastCountBeforeSaturation() {
        assertThat(Knee.of(THREADS, limited(100, 800))).hasValue(8);
        assertThat(Knee.of(THREADS, limited(100, 1000))).hasValue(8);
    }

    @Test
    void threadGainingHalfOfTheFirstIsBeforeTheKnee() {
        // from 8 to 16 threads: 8 × 50 more
        assertThat(Knee.of(THREADS, limited(100, 1200))).hasValue(16);
        assertThat(Knee.of(THREADS, limited(100, 1199))).hasValue(8);
    }

    @Test
    void straightLineHasNoKnee() {
        assertThat(Knee.of(THREADS, limited(100, 1e9))).isEmpty();
    }

    @Test
    void fallingThroughputIsBeyondTheKnee() {
        assertThat(Knee.of(new int[] {1, 2, 4}, new double[] {100, 90, 500})).hasValue(1);
    }

    @Test
    void curveMayStartWithSeveralThreads() {
        assertThat(Knee.of(new int[] {8, 16, 32}, new double[] {800, 1600, 1700}))
                .hasValue(16);
    }

    @Test
    void twoPointsAreTooFew() {
        assertThat(Knee.of(new int[] {1, 64}, new double[] {100, 101})).isEmpty();
    }

    @Test
    void kneeOfGunthersLawIsWhereItsSlopeHalves() {
        // X(N) = N / (1 + 0.05 (N - 1)): an added thread gives .90, .79, .61 and then .40 of the first one
        double[] rates = IntStream.of(THREADS)
                .mapToDouble(n -> 100 * n / (1 + 0.05 * (n - 1)))
                .toArray();
        assertThat(Knee.of(THREADS, rates)).hasValue(8);
    }

    @Test
    void impossibleCurveIsRefused() {
        assertThatThrownBy(() -> Knee.of(new int[] {1, 2, 2}, new double[] {1, 2, 3}))
                .hasMessageContaining("ascend");
        assertThatThrownBy(() -> Knee.of(new int[] {1, 2, 4}, new double[] {1, 2}))
                .hasMessageContaining("3 numbers");
    }
}
