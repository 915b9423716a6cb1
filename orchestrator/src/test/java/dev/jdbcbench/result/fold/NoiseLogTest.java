package dev.jdbcbench.result.fold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.jdbcbench.result.TopologyResult.DatabaseNoise;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class NoiseLogTest {
    private static String line(long second, long idle, long steal, String load) {
        return second + " 1404619 38726 403688 " + idle + " 10652 0 88011 " + steal + " 0 0 " + load;
    }

    @Test
    void worstTenSecondsAreReportedWithTheMean() {
        List<String> lines = new ArrayList<>();
        long idle = 2593248;
        long steal = 52749;
        // a minute on two CPUs: 400 ticks in two seconds, 20 of them stolen from the 20th to the 30th second
        for (int second = 0; second <= 60; second += 2) {
            lines.add(line(1795258500L + second, idle, steal, second == 40 ? "3.25" : "0.16"));
            boolean disturbed = second >= 20 && second < 30;
            idle += disturbed ? 380 : 400;
            steal += disturbed ? 20 : 0;
        }
        DatabaseNoise noise = NoiseLog.summary(lines).orElseThrow();
        assertThat(noise.samples()).isEqualTo(31);
        assertThat(noise.loadMax()).isEqualTo(3.25);
        assertThat(Objects.requireNonNull(noise.stealMeanPercent())).isCloseTo(100.0 / 12000 * 100, within(1e-9));
        assertThat(Objects.requireNonNull(noise.stealMaxPercent())).isCloseTo(5.0, within(1e-9));
    }

    @Test
    void shortLogHasOnlyAMean() {
        DatabaseNoise noise = NoiseLog.summary(
                        List.of(line(1795258500, 1000, 10, "0.5"), line(1795258502, 1396, 14, "0.6")))
                .orElseThrow();
        assertThat(noise).isEqualTo(new DatabaseNoise(1.0, 1.0, 0.6, 2));
    }

    /** Four CPUs: 800 ticks in two seconds, all idle outside of the period. */
    @Test
    void loadOfTheDatabaseHostIsThatOfWorkingTime() {
        List<String> lines = new ArrayList<>();
        long idle = 1000;
        long busy = 5000;
        for (int second = 0; second <= 40; second += 2) {
            lines.add((1795258500L + second) + " " + busy + " 0 0 " + idle + " 0 0 0 0 0 0 0.5");
            boolean working = second >= 10 && second < 30;
            busy += working ? 200 : 0;
            idle += working ? 600 : 800;
        }
        NoiseLog log = NoiseLog.of(lines).orElseThrow();
        assertThat(log.busyPercent(List.of(period(10, 30, 1)))).contains(25.0);
        assertThat(log.busyPercent(List.of(period(10, 30, 0.5)))).contains(50.0);
        assertThat(log.busyPercent(List.of(period(10, 30, 0.2)))).contains(100.0);
        assertThat(log.busyPercent(List.of(period(0, 20, 1)))).contains(12.5);
        assertThat(log.busyPercent(List.of(period(10, 13, 1), period(16, 19, 1), period(22, 25, 1))))
                .contains(25.0);
        assertThat(log.busyPercent(List.of(period(10, 15, 1))))
                .as("two intervals are too few")
                .isEmpty();
        assertThat(log.busyPercent(List.of())).isEmpty();
    }

    private static NoiseLog.Period period(int from, int to, double share) {
        Instant start = Instant.ofEpochSecond(1795258500L);
        return new NoiseLog.Period(start.plusSeconds(from), start.plusSeconds(to), share);
    }

    @Test
    void truncatedLinesAreIgnored() {
        String whole = line(1795258500, 1000, 10, "0.5");
        assertThat(NoiseLog.summary(List.of(whole, whole.substring(0, 30))))
                .contains(new DatabaseNoise(null, null, 0.5, 1));
        assertThat(NoiseLog.summary(List.of("", "1795258500 - - - - - - - - 0.5")))
                .isEmpty();
    }
}
