package dev.jdbcbench.statistics.turn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.jdbcbench.statistics.SimulatedRow;
import dev.jdbcbench.statistics.contrast.LogRatio;
import dev.jdbcbench.statistics.turn.QuietRegime.QuietContrast;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class QuietRegimeTest {
    private static final int[] WITH_GAP = {0, 1, 2, 5, 6, 7};

    /** Two cells with these means and differences of ln time, and a third one that shows how slow the host was. */
    private static Group group(int[] numbers, double[] s, double[] d) {
        List<Round> rounds = new ArrayList<>();
        for (int r = 0; r < numbers.length; r++) {
            rounds.add(new Round(
                    numbers[r],
                    List.of(
                            new Turn(Math.exp(s[r] + d[r] / 2), 100),
                            new Turn(Math.exp(s[r] - d[r] / 2), 100),
                            new Turn(Math.exp(s[r]), 100))));
        }
        return new Group(rounds);
    }

    @Test
    void scoreIsTimeOfAllTurnsPerOperation() {
        // (10 · 100 + 20 · 50) / 150, and (5 · 100 + 5 · 300) / 400
        Group group = new Group(List.of(
                new Round(0, List.of(new Turn(10, 100), new Turn(5, 100))),
                new Round(3, List.of(new Turn(20, 50), new Turn(5, 300)))));
        assertThat(group.score(0)).isCloseTo(13.33333, within(1e-5));
        assertThat(group.score(1)).isCloseTo(5, within(1e-12));
        assertThat(group.logRatio(0, 1)).isCloseTo(Math.log(2.666667), within(1e-6));
    }

    /**
     * By hand: only rounds 1 and 6 have two neighbours. s̄ = 3.2/6, d̄ = 0.35. z s̃ = 0.43333 · 0.53333 + 0.46667², z d̃ = 0.43333 · 0.15 +
     * 0.46667 · 0.35, so γ = 0.228333/0.448889. Of the 18 values of s six are 0, so s* = 0 and d* = 0.35 − γ · 3.2/6 = 0.078713. z (d̃ − γ s̃) is
     * −0.052558 and 0.052558, three rounds apart, which is more than the one lag of six rounds. With three groups SE² / γ² = 3 · 2 ·
     * 0.052558² / (3 · 0.228333)². So w = 1 − 0.035321: the share of the way from ln(score / score) = 0.455992 to d*.
     */
    @Test
    void slopeUsesRoundsWithRealNeighbours() {
        Group group = group(WITH_GAP, new double[] {0, 0, 0.2, 1, 1, 1}, new double[] {0.1, 0.2, 0, 0.5, 0.7, 0.6});
        QuietContrast contrast = QuietRegime.of(List.of(group, group, group)).contrast(0, 1);
        assertThat(contrast.adjusted()).isTrue();
        assertThat(contrast.gamma()).isCloseTo(0.490696, within(1e-6));
        assertThat(contrast.values()).containsExactly(new double[] {0.092039, 0.092039, 0.092039}, within(1e-6));
    }

    /**
     * Each group has a precise slope. The mean is 0.3 in both rows, but if the groups differ by that much, its error between them is
     * about 0.15, so a quarter of it is not used.
     */
    @Test
    void slopesThatDifferBetweenGroupsCountAsUncertain() {
        assertThat(withSlopes(0.6, 0, 0.6, 0).gamma()).isBetween(0.15, 0.25);
        assertThat(withSlopes(0.3, 0.3, 0.3, 0.3).gamma()).isCloseTo(0.3, within(0.01));
    }

    /** Groups in which the host is slow for a third of the rounds. */
    private static QuietContrast withSlopes(double... slopes) {
        Random random = new Random(1);
        List<Group> groups = new ArrayList<>();
        for (double slope : slopes) {
            List<Round> rounds = new ArrayList<>();
            for (int r = 0; r < 240; r++) {
                double u = (r / 10 % 3 == 1 ? 0.4 : 0) + 0.01 * random.nextGaussian();
                rounds.add(new Round(
                        r,
                        List.of(
                                new Turn(100 * Math.exp((1 + slope) * u + 0.01 * random.nextGaussian()), 10),
                                new Turn(100 * Math.exp(u), 10),
                                new Turn(100 * Math.exp(u), 10))));
            }
            groups.add(new Group(rounds));
        }
        return QuietRegime.of(groups).contrast(0, 1);
    }

    /** Sensitivities 1.5 and 0.75 without noise: the quiet ratio is 1.1 in every regime. */
    @Test
    void withoutNoiseEachGroupGivesTheQuietRatio() {
        List<Group> groups = new ArrayList<>();
        for (int g = 0; g < 4; g++) {
            List<Round> rounds = new ArrayList<>();
            for (int r = 0; r < 30; r++) {
                double u = r >= 10 && r < 14 + 4 * g ? 0.5 : 0;
                rounds.add(new Round(
                        r,
                        List.of(
                                new Turn(110 * Math.exp(1.5 * u), 10),
                                new Turn(100 * Math.exp(0.75 * u), 10),
                                new Turn(300 * Math.exp(u), 10))));
            }
            groups.add(new Group(rounds));
        }
        QuietContrast contrast = QuietRegime.of(groups).contrast(0, 1);
        double quiet = Math.log(1.1);
        assertThat(contrast.values()).containsExactly(new double[] {quiet, quiet, quiet, quiet}, within(1e-9));
        assertThat(contrast.gamma()).isCloseTo(0.75, within(1e-6));
        assertThat(contrast.plain()).allMatch(plain -> plain > quiet + 0.05);
        QuietContrast other = QuietRegime.of(groups).contrast(1, 0);
        assertThat(other.values()).containsExactly(new double[] {-quiet, -quiet, -quiet, -quiet}, within(1e-9));
    }

    @Test
    void unknownSlopeGivesPlainSamples() {
        SimulatedRow calm = SimulatedRow.equal(false, SimulatedRow.NORMAL, 1, 1, 1);
        QuietContrast noise = QuietRegime.of(calm.groups(4, new Random(1))).contrast(0, 1);
        assertThat(noise.adjusted()).isFalse();
        assertThat(noise.gamma()).isZero();
        assertThat(noise.samples()).isEqualTo(noise.plain());

        Group constant = group(WITH_GAP, new double[6], new double[] {0.1, 0.1, 0.1, 0.1, 0.1, 0.1});
        QuietContrast still = QuietRegime.of(List.of(constant, constant)).contrast(0, 1);
        assertThat(still.adjusted()).isFalse();
        assertThat(still.values()).containsExactly(new double[] {0.1, 0.1}, within(1e-9));
    }

    /** An uncertain slope changes little; a clear one is used. */
    @Test
    void uncertainSlopeIsShrunk() {
        Random random = new Random(11);
        int none = 0;
        double used = 0;
        for (int trial = 0; trial < 60; trial++) {
            QuietContrast equal = QuietRegime.of(SimulatedRow.equal(true, SimulatedRow.NORMAL, 1, 1, 1)
                            .groups(5, random))
                    .contrast(0, 1);
            none += equal.adjusted() ? 0 : 1;
            used += QuietRegime.of(SimulatedRow.equal(true, SimulatedRow.NORMAL, 1.5, 0.75, 1)
                                    .groups(5, random))
                            .contrast(0, 1)
                            .gamma()
                    / 60;
        }
        assertThat(none).isGreaterThan(30); // two thirds of the slopes are within one standard error of 0
        assertThat(used).as("sensitivity 0.75 relative to 1").isCloseTo(0.75, within(0.08));
    }

    /** In every group the ratio rises with a slow phase, but groups on a slower host do not have a higher ratio. */
    @Test
    void slopeThatTheGroupsContradictIsNotUsed() {
        List<Group> alike = new ArrayList<>();
        List<Group> slower = new ArrayList<>();
        for (int g = 0; g < 5; g++) {
            alike.add(withSlowPhase(0, 0.002 * (g % 3)));
            slower.add(withSlowPhase(0.1 * g, 0.002 * (g % 3)));
        }
        QuietContrast used = QuietRegime.of(alike).contrast(0, 1);
        assertThat(used.adjusted()).isTrue();
        assertThat(used.gamma()).isCloseTo(0.5, within(0.05));
        QuietContrast contradicted = QuietRegime.of(slower).contrast(0, 1);
        assertThat(contradicted.adjusted()).isFalse();
        assertThat(contradicted.gamma()).isZero();
        assertThat(contradicted.samples()).isEqualTo(contradicted.plain());
    }

    private static Group withSlowPhase(double slowness, double difference) {
        int[] numbers = IntStream.range(0, 20).toArray();
        double[] s = new double[20];
        double[] d = new double[20];
        for (int r = 0; r < 20; r++) {
            boolean slow = r >= 8 && r < 14;
            s[r] = slowness + (slow ? 0.3 : 0);
            d[r] = difference + (slow ? 0.15 : 0);
        }
        return group(numbers, s, d);
    }

    /**
     * Slow phases of a single JVM are not slow phases of the host. With only the two compared cells as evidence, the
     * slope would be 2.
     */
    @Test
    void noiseOfTheComparedCellsIsNotTheHost() {
        List<Group> pair = List.of(ownPhase(2), ownPhase(2), ownPhase(2));
        assertThat(QuietRegime.of(pair).contrast(0, 1).adjusted()).isFalse();
        List<Group> three = List.of(ownPhase(3), ownPhase(3), ownPhase(3));
        assertThat(QuietRegime.of(three).contrast(0, 1).adjusted()).isFalse();
        assertThat(QuietRegime.of(three).contrast(0, 1).samples())
                .isEqualTo(QuietRegime.of(three).contrast(0, 1).plain());
    }

    private static Group ownPhase(int cells) {
        List<Round> rounds = new ArrayList<>();
        for (int r = 0; r < 20; r++) {
            List<Turn> turns = new ArrayList<>();
            for (int cell = 0; cell < cells; cell++) {
                turns.add(new Turn(cell == 0 && r >= 8 && r < 14 ? 150 : 100, 10));
            }
            rounds.add(new Round(r, turns));
        }
        return new Group(rounds);
    }

    @Test
    void fewOrIsolatedRoundsAdjustNothing() {
        double[] s = {0, 1, 0, 1};
        double[] d = {0.1, 0.2, 0.1, 0.2};
        Group few = group(new int[] {0, 1}, s.clone(), d);
        Group apart = group(new int[] {0, 2, 4, 6}, s, d);
        assertThat(QuietRegime.of(List.of(apart, apart)).contrast(0, 1).adjusted())
                .isFalse();
        assertThat(QuietRegime.of(List.of(group(new int[] {0, 1}, s, d), few))
                        .contrast(0, 1)
                        .adjusted())
                .isFalse();
        QuietContrast single =
                QuietRegime.of(List.of(group(new int[] {4}, s, d))).contrast(0, 1);
        assertThat(single.values()).containsExactly(new double[] {0.1}, within(1e-9));
    }

    /** Only the first group saw the slow regime. Without it there is no slope, but its sample is kept. */
    @Test
    void slopeOfASingleGroupKeepsTheJackknifeFinite() {
        Random random = new Random(5);
        List<Group> groups = new ArrayList<>();
        for (int g = 0; g < 5; g++) {
            List<Round> rounds = new ArrayList<>();
            for (int r = 0; r < 30; r++) {
                double u = g == 0 && r >= 15 ? 0.5 : 0;
                rounds.add(new Round(
                        r,
                        List.of(
                                new Turn(100 * Math.exp(1.2 * u + 0.03 * random.nextGaussian()), 10),
                                new Turn(100 * Math.exp(0.8 * u + 0.03 * random.nextGaussian()), 10),
                                new Turn(100 * Math.exp(u + 0.03 * random.nextGaussian()), 10))));
            }
            groups.add(new Group(rounds));
        }
        QuietContrast contrast = QuietRegime.of(groups).contrast(0, 1);
        assertThat(contrast.adjusted()).isTrue();
        assertThat(contrast.gamma()).isCloseTo(0.4, within(0.1));
        assertThat(contrast.samples()).allMatch(sample -> Math.abs(sample) < 0.05);
    }

    @Test
    void bothRatiosAreReportedIfTheyDisagree() {
        LogRatio quiet = new LogRatio(0, 0.01, 10, 6);
        assertThat(QuietContrast.differ(quiet, new LogRatio(0.1, 0.02, 10, 6), 0.95))
                .isTrue();
        assertThat(QuietContrast.differ(quiet, new LogRatio(0.1, 0.05, 10, 6), 0.95))
                .isFalse();
        assertThat(QuietContrast.differ(new LogRatio(0, 0.05, 10, 6), new LogRatio(0.1, 0.01, 10, 6), 0.95))
                .isFalse();
    }

    @Test
    void contrastNeedsTwoCellsAndMatchingGroups() {
        Group one = new Group(List.of(new Round(0, List.of(new Turn(10, 1)))));
        assertThatThrownBy(() -> QuietRegime.of(List.of(one)).contrast(0, 1)).hasMessageContaining("row of 1");
        assertThatThrownBy(() -> QuietRegime.of(List.of(one)).contrast(0, 0)).hasMessageContaining("no contrast");
        assertThatThrownBy(() -> QuietRegime.of(List.of())).hasMessageContaining("no group");
        Group two = group(new int[] {0}, new double[1], new double[1]);
        assertThatThrownBy(() -> QuietRegime.of(List.of(one, two))).hasMessageContaining("equally many");
    }

    @Test
    void impossibleRoundsAreRefused() {
        Turn turn = new Turn(1, 1);
        assertThatThrownBy(() -> new Turn(0, 1)).hasMessageContaining("positive");
        assertThatThrownBy(() -> new Turn(Double.NaN, 1)).hasMessageContaining("positive");
        assertThatThrownBy(() -> new Turn(1, 0)).hasMessageContaining("at least one operation");
        assertThatThrownBy(() -> new Group(List.of())).hasMessageContaining("at least one round");
        assertThatThrownBy(() -> new Group(List.of(new Round(1, List.of(turn)), new Round(1, List.of(turn)))))
                .hasMessageContaining("order");
        assertThatThrownBy(() -> new Group(List.of(new Round(1, List.of(turn)), new Round(2, List.of(turn, turn)))))
                .hasMessageContaining("equally many");
        assertThatThrownBy(() -> new Round(1, List.of())).hasMessageContaining("at least one turn");
    }
}
