package dev.jdbcbench.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.jdbcbench.statistics.WarmUp.Activity;
import dev.jdbcbench.statistics.WarmUp.State;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WarmUpTest {
    /** Turns of 100 ms, of which the compiler works the given share in each. */
    private static List<Activity> turns(int n, IntToDoubleFunction share) {
        return IntStream.range(0, n)
                .mapToObj(turn -> new Activity(0.1, 0.1 * share.applyAsDouble(turn)))
                .toList();
    }

    private static State after(int n, IntToDoubleFunction share) {
        return WarmUp.of(List.of(turns(n, share)));
    }

    /**
     * By hand: over the last 20 of n turns the mean of 0.5 exp(−i/18) is 0.025 e^(−(n−20)/18) · 0.67082/0.05404, which is 0.0204 for 69 turns and
     * 0.0193 for 70. With 12 instead of 18 it is below 2 % after 55 turns, but 6 s have to pass.
     */
    @Test
    void aJvmIsWarmAfterSixSecondsOnceItsCompilerIsQuiet() {
        assertThat(first(turn -> 0.5 * Math.exp(-turn / 18.0))).isEqualTo(70);
        assertThat(first(turn -> 0.5 * Math.exp(-turn / 12.0))).isEqualTo(60);
    }

    private static int first(IntToDoubleFunction share) {
        for (int n = 1; ; n++) {
            if (after(n, share) != State.WARMING) {
                return n;
            }
        }
    }

    @Test
    void aCompilerThatIsIdleMakesAJvmWarmAfterThreeSeconds() {
        assertThat(first(turn -> turn < 5 ? 1 : 0)).isEqualTo(30);
        assertThat(first(turn -> 0.0025)).as("not idle enough").isEqualTo(60);
        assertThat(first(turn -> 0.0019)).isEqualTo(30);
    }

    @Test
    void whatIsCompiledLateDelaysItUntilTheWindowIsQuiet() {
        // 100 ms of compiling are 5 % of a window of 20 turns
        assertThat(first(turn -> turn == 55 ? 1 : 0.01)).isEqualTo(76);
        assertThat(after(75, turn -> turn == 55 ? 1 : 0)).isEqualTo(State.WARMING);
    }

    @Test
    void aGroupIsWarmWhenItsLastJvmIs() {
        List<Activity> quiet = turns(60, turn -> 0.01);
        assertThat(WarmUp.of(List.of(quiet, quiet, quiet))).isEqualTo(State.WARM);
        assertThat(WarmUp.of(List.of(quiet, turns(60, turn -> 0.03), quiet))).isEqualTo(State.WARMING);
        assertThat(WarmUp.of(List.of(quiet, turns(40, turn -> 0.01)))).isEqualTo(State.WARMING);
    }

    @Test
    void aJvmThatNeverStopsCompilingIsMeasuredAfterTwentySeconds() {
        assertThat(after(199, turn -> 0.1)).isEqualTo(State.WARMING);
        assertThat(after(200, turn -> 0.1)).isEqualTo(State.LIMIT);
        assertThat(WarmUp.of(List.of(turns(200, turn -> 0.1), turns(150, turn -> 0.1))))
                .isEqualTo(State.WARMING);
        assertThat(WarmUp.of(List.of(turns(200, turn -> 0.1), turns(200, turn -> 0))))
                .isEqualTo(State.LIMIT);
    }

    @Test
    void nothingIsWarmBeforeItRan() {
        assertThat(WarmUp.of(List.of())).isEqualTo(State.WARMING);
        assertThat(WarmUp.of(List.of(List.of()))).isEqualTo(State.WARMING);
        assertThatThrownBy(() -> new Activity(-1, 0)).hasMessageContaining("not negative");
        assertThatThrownBy(() -> new Activity(1, Double.NaN)).hasMessageContaining("not negative");
    }

    /** Quarters of two rounds: ln(mean of 11 and 13 / mean of 10 and 10) = ln 1.2, and half of it; s/√2 is half of their difference. */
    @Test
    void theTrendComparesTheLastTwoQuarters() {
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
    void aCellThatBecomesSlowerIsSettled() {
        Group slower = rounds(1, 1, 1, 1, 10, 10, 12, 12);
        assertThat(Trend.of(List.of(slower, slower, slower), 0).notSettled()).isFalse();
    }

    private static Group rounds(double... micros) {
        return new Group(IntStream.range(0, micros.length)
                .mapToObj(r -> new Round(r, List.of(new Turn(micros[r], 100))))
                .toList());
    }

    /**
     * White noise of 10 % in turns of 0.1 s has λ = 0.01 · 0.1 = 0.001 s. With 10 s before each JVM counts and σ = 0.0333, √(10 · 0.001/0.00111) = 3 s. An
     * AR(1) with φ = 0.5 and the same innovations has four times the long-run variance: 0.001 s for innovations of 5 %.
     */
    @Test
    void theLengthIsTheOptimumOfKaliberaAndJones() {
        GroupLength white = GroupLength.of(differences(300, 400, 0, 0.1, 0.0333), 0.1, 10);
        assertThat(white.longRunVariance()).isCloseTo(0.001, within(0.0001));
        assertThat(white.betweenGroups()).isCloseTo(0.00111, within(0.0002));
        assertThat(white.seconds()).isCloseTo(3, within(0.3));
        GroupLength correlated = GroupLength.of(differences(300, 400, 0.5, 0.05, 0.0333), 0.1, 10);
        assertThat(correlated.longRunVariance()).isCloseTo(0.001, within(0.00015));
        assertThat(correlated.seconds()).isCloseTo(3, within(0.3));
    }

    /** Half of the variance of 100 rounds' means is their noise, 0.01/100; without it σ is 0.01, and √(0.9 · 0.001/0.0001) = 3 s. */
    @Test
    void theNoiseOfTurnsIsNoDifferenceBetweenGroups() {
        GroupLength length = GroupLength.of(differences(2000, 100, 0, 0.1, 0.01), 0.1, 0.9);
        assertThat(length.betweenGroups()).isCloseTo(0.0001, within(0.00003));
        assertThat(length.seconds()).isCloseTo(3, within(0.5));
    }

    private static List<double[]> differences(
            int groupCount, int rounds, double phi, double innovation, double between) {
        Random random = new Random(12);
        List<double[]> groups = new ArrayList<>();
        for (int g = 0; g < groupCount; g++) {
            double[] d = new double[rounds];
            double jvm = between * random.nextGaussian();
            double last = 0;
            for (int r = 0; r < d.length; r++) {
                last = phi * last + innovation * random.nextGaussian();
                d[r] = jvm + last;
            }
            groups.add(d);
        }
        return groups;
    }

    @Test
    void theLengthStaysBetweenTwoAndFourSeconds() {
        double[] still = new double[30];
        double[] apart = new double[30];
        Arrays.fill(apart, 1);
        assertThat(GroupLength.of(List.of(still, apart), 0.1, 10).seconds()).isEqualTo(2);
        assertThat(GroupLength.of(List.of(still, still), 0.1, 10).seconds()).isEqualTo(4);
        assertThat(GroupLength.of(List.of(still), 0.1, 10).seconds()).isEqualTo(4);
        assertThat(GroupLength.of(List.of(new double[] {1, 2}, new double[] {2, 4}), 0.1, 10)
                        .seconds())
                .as("too few rounds")
                .isEqualTo(4);
        assertThatThrownBy(() -> GroupLength.of(List.of(), 0.1, 10)).hasMessageContaining("positive");
        assertThatThrownBy(() -> GroupLength.of(List.of(still), 0, 10)).hasMessageContaining("positive");
    }
}
