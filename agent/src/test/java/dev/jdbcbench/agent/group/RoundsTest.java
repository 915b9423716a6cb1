package dev.jdbcbench.agent.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.jdbcbench.agent.turn.ClientTurn;
import dev.jdbcbench.agent.turn.Turn;
import dev.jdbcbench.event.DroppedRound;
import dev.jdbcbench.event.Noise;
import dev.jdbcbench.load.ClientShare;
import dev.jdbcbench.load.ForkLoad;
import dev.jdbcbench.load.Times;
import dev.jdbcbench.load.TurnLoad;
import dev.jdbcbench.run.Profile;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RoundsTest {
    private static final Instant AT = Instant.parse("2026-11-21T09:15:00Z");
    private static final Duration ROUND = Duration.ofMillis(200);

    /** 20 rounds count. */
    private static final Profile TENTHS = Profile.THOROUGH.withTurn(Duration.ofMillis(100));

    private final Rounds rounds = new Rounds(TENTHS, 2, false, false, 1, 0);

    private static Turn turn(double compiledBefore, double compiled) {
        return new Turn(
                50,
                2000,
                0.1,
                new Turn.Use(compiledBefore, compiled, 40, 1000, 0, 0),
                Turn.Host.UNKNOWN,
                null,
                null,
                0);
    }

    private static Noise noise(double steal) {
        return noise(steal, 0);
    }

    private static Noise noise(double steal, double foreign) {
        return new Noise(steal, foreign, 10.0, 0.5, 0L, 0L, 0L, null, null, null, 0L);
    }

    private void round(double compiled, double steal) {
        rounds.took(0, turn(0, compiled));
        rounds.took(1, turn(0, 0));
        rounds.end(noise(steal), ROUND, AT);
    }

    private void warmUp() {
        for (int i = 0; i < 30; i++) {
            round(i < 10 ? 50 : 0, 0);
        }
    }

    /**
     * Completes the rounds of a group.
     *
     * @param compiled JIT time of each turn, ms
     * @return how many rounds were parallel
     */
    private static int untilEnough(Rounds rounds, int members, double compiled) {
        int together = 0;
        while (!rounds.enough()) {
            together += rounds.together() ? 1 : 0;
            for (int member = 0; member < members; member++) {
                rounds.took(member, turn(0, compiled));
            }
            rounds.end(noise(0), ROUND, AT);
        }
        return together;
    }

    @Test
    void roundsWithJitCompilationAreWarmUp() {
        for (int i = 0; i < 40; i++) {
            assertThat(rounds.enough()).isFalse();
            round(50, 0);
        }
        for (int i = 0; i < 15 + 20; i++) {
            assertThat(rounds.enough()).isFalse();
            round(0, 0);
        }
        assertThat(rounds.enough()).isTrue();
        assertThat(rounds.measured().warmUp()).isEqualTo(55);
        assertThat(rounds.measured().dropped()).isEmpty();
    }

    /** Four JVMs on two CPUs have half a core each, so 4 s of CPU time take 80 rounds of 100 ms. Then each runs alone for at least 1 s. */
    @Test
    void jvmsWarmUpTogetherThenAloneOnSeveralCpus() {
        Rounds four = new Rounds(TENTHS, 4, false, false, 2, 0);
        int together = untilEnough(four, 4, 0);
        assertThat(together).as("sums of tenths are not exact").isBetween(80, 81);
        assertThat(four.measured().warmUp() - together).isBetween(10, 11);
    }

    /** With answers from memory: 3 s together, then 0.5 s alone. */
    @Test
    void loopsInMemoryWarmUpSooner() {
        Rounds two = new Rounds(TENTHS, 2, false, true, 2, 0);
        int together = untilEnough(two, 2, 0);
        assertThat(together).as("sums of tenths are not exact").isBetween(30, 31);
        assertThat(two.measured().warmUp() - together).isBetween(5, 6);
        Rounds compiling = new Rounds(TENTHS, 2, false, true, 2, 0);
        assertThat(untilEnough(compiling, 2, 50)).as("the limit is the same").isBetween(60, 61);
    }

    /** JVMs whose databases are on another host wait most of the time, so each works as if it were alone. */
    @Test
    void distantJvmsWarmUpTogetherAtFullSpeed() {
        Rounds four = new Rounds(TENTHS, 4, true, false, 2, 0);
        int together = untilEnough(four, 4, 0);
        assertThat(together).as("sums of tenths are not exact").isBetween(40, 41);
    }

    /** Two JVMs on two CPUs run together for 6 s, then in turn until each has run for 7 s. */
    @Test
    void endlessCompilationKeepsJvmsTogetherUntilTheLimit() {
        Rounds two = new Rounds(TENTHS, 2, false, false, 2, 0);
        int together = untilEnough(two, 2, 50);
        assertThat(together).as("sums of tenths are not exact").isBetween(60, 61);
        assertThat(two.measured().warmUp()).isBetween(70, 72);
    }

    /**
     * Three JVMs on two CPUs, of which only the first still compiles after 4 s. Then the others rest, so it has a core for itself:
     * 4 s take 60 rounds of 100 ms, and 2 s more take 20 instead of 30.
     */
    @Test
    void warmJvmsRestWhileAnotherCompiles() {
        Rounds three = new Rounds(TENTHS, 3, false, false, 2, 0);
        int together = 0;
        int resting = 0;
        while (!three.warm()) {
            assertThat(three.rests(0)).isFalse();
            together += three.together() ? 1 : 0;
            resting += three.rests(1) && three.rests(2) ? 1 : 0;
            for (int member = 0; member < 3; member++) {
                three.took(member, member == 0 ? turn(0, 50) : three.rests(member) ? shortTurn() : turn(0, 0));
            }
            three.end(noise(0), ROUND, AT);
        }
        assertThat(together).as("sums of tenths are not exact").isBetween(80, 81);
        assertThat(resting).isBetween(20, 21);
        assertThat(three.measured().warmUp() - together)
                .as("each takes turns for 1 s")
                .isBetween(10, 11);
    }

    /** Of two JVMs that take turns from the beginning, the first compiles for 4 s; the second is warm after 3 s. */
    @Test
    void warmJvmRestsDuringSequentialTurns() {
        for (int i = 0; !rounds.warm(); i++) {
            assertThat(rounds.rests(1)).isEqualTo(i >= 30);
            rounds.took(0, turn(0, i < 40 ? 50 : 0));
            rounds.took(1, rounds.rests(1) ? shortTurn() : turn(0, 0));
            rounds.end(noise(0), ROUND, AT);
        }
        assertThat(rounds.measured().warmUp()).isEqualTo(55);
    }

    private static Turn shortTurn() {
        return new Turn(50, 500, 0.025, new Turn.Use(0, 0, 40, 1000, 0, 0), Turn.Host.UNKNOWN, null, null, 0);
    }

    @Test
    void roundsByCpuTimeCountWhateverElseTheHostDoes() {
        assertThat(droppedWithSteal(60)).isEmpty();
        assertThat(droppedWithSteal(0)).as("the same rounds by the clock").isNotEmpty();
    }

    private static List<DroppedRound> droppedWithSteal(double wallMicros) {
        Rounds one = new Rounds(TENTHS, 1, false, false, 1, 0);
        while (!one.enough()) {
            one.took(
                    0,
                    new Turn(
                            50,
                            2000,
                            0.1,
                            new Turn.Use(0, 0, 40, 1000, 0, 0),
                            Turn.Host.UNKNOWN,
                            null,
                            null,
                            wallMicros));
            one.end(noise(one.warm() ? 20 : 0), ROUND, AT);
        }
        assertThat(one.measured().forks().get(0).secondary().containsKey(Rounds.TIME))
                .isEqualTo(wallMicros > 0);
        return one.measured().dropped();
    }

    @Test
    void roundsAfterChangingCpusDoNotCount() {
        Rounds moved = new Rounds(TENTHS, 2, false, false, 1, 2);
        untilEnough(moved, 2, 0);
        assertThat(moved.measured().warmUp())
                .as("3 s of warm-up and two settling rounds")
                .isEqualTo(30 + 2);
        assertThat(moved.measured().rounds()).isEqualTo(30 + 2 + 20);
    }

    @Test
    void runWithoutClaimsSkipsTheWarmUp() {
        Rounds smoke = new Rounds(Profile.SMOKE, 4, false, false, 2, 0);
        assertThat(smoke.together()).isFalse();
    }

    @Test
    void jvmThatNeverStopsCompilingIsMeasuredAtTheLimit() {
        int number = 0;
        while (!rounds.enough()) {
            round(50, 0);
            number++;
        }
        assertThat(number).isEqualTo(70 + 20);
    }

    @Test
    void disturbedRoundIsReplaced() {
        warmUp();
        for (int i = 0; i < 20; i++) {
            round(0, i == 3 ? 9 : 0);
        }
        assertThat(rounds.enough()).isFalse();
        round(0, 0);
        assertThat(rounds.enough()).isTrue();
        assertThat(rounds.measured().dropped()).containsExactly(new DroppedRound(33, "steal 9.0 %"));
    }

    /** Short rounds share a reading of the noise. */
    @Test
    void disturbanceDropsAllRoundsSinceTheLastReading() {
        Rounds brief = new Rounds(Profile.THOROUGH, 2, false, false, 1, 0);
        while (!brief.warm()) {
            brief.took(0, turn(0, 0));
            brief.took(1, turn(0, 0));
            brief.end(noise(0), Duration.ofMillis(100), AT);
        }
        assertThat(brief.untilReading()).as("rounds of 100 ms").isEqualTo(3);
        for (double steal : new double[] {9, 0}) {
            for (int i = 0; i < 4; i++) {
                brief.took(0, turn(0, 0));
                brief.took(1, turn(0, 0));
            }
            brief.end(noise(steal), Duration.ofMillis(300), AT);
            assertThat(brief.untilReading()).as("rounds of 75 ms").isEqualTo(4);
        }
        assertThat(brief.measured().dropped())
                .extracting(DroppedRound::round, DroppedRound::cause)
                .containsExactly(
                        tuple(30, "steal 9.0 %"),
                        tuple(31, "steal 9.0 %"),
                        tuple(32, "steal 9.0 %"),
                        tuple(33, "steal 9.0 %"));
        assertThat(brief.measured().rounds()).isEqualTo(30 + 8);
    }

    @Test
    void timeOfParallelThreadsIsCountedOnce() {
        while (!rounds.enough()) {
            rounds.took(
                    0,
                    new Turn(
                            100,
                            4000,
                            0.1,
                            new Turn.Use(0, 0, 40, 1000, 0, 0),
                            Turn.Host.UNKNOWN,
                            null,
                            null,
                            0)); // four threads
            rounds.took(
                    1, new Turn(100, 4000, 0.1, new Turn.Use(0, 0, 40, 1000, 0, 0), Turn.Host.UNKNOWN, null, null, 0));
            rounds.end(noise(0), ROUND, AT);
        }
        assertThat(rounds.measured().warmUp()).as("rounds in 3 s").isEqualTo(30);
    }

    private static Turn open(int operations) {
        String none = Times.sum(List.of());
        TurnLoad load = new TurnLoad(1_000_000_000, 1_000_000_000, operations, 0, operations * 1e5, false, none, none);
        return new Turn(100, operations, 1, new Turn.Use(0, 0, 40, 1000, 0, 0), Turn.Host.UNKNOWN, load, null, 0);
    }

    /**
     * 30 closed loops of warm-up and 5 more, each 0.1 s with 2000 operations; then turns under open load, one of them
     * disturbed.
     */
    @Test
    void countedOpenLoadTurnsAreAdded() {
        Rounds load = new Rounds(Profile.THOROUGH.underLoad(), 1, false, false, 1, 6);
        int opened = 0;
        while (!load.enough()) {
            boolean opens = load.opens();
            opened += opens ? 1 : 0;
            load.took(0, opens ? open(opened) : turn(0, 0));
            load.end(noise(opened == 4 ? 9 : 0), ROUND, AT);
        }
        ForkLoad sum = Objects.requireNonNull(load.measured().forks().get(0).load());
        assertThat(sum.turns()).isEqualTo(10);
        assertThat(sum.served())
                .as("the first round settles, the fourth is disturbed, and ten of twelve count")
                .isEqualTo(2 + 3 + 5 + 6 + 7 + 8 + 9 + 10 + 11 + 12);
        assertThat(sum.capacity()).isEqualTo(20_000, within(1e-6));
    }

    private static List<ClientTurn> onTwoClients(double lateMillis, int operations) {
        Turn turn = new Turn(
                50,
                operations,
                1,
                new Turn.Use(0, 0, 40, 1000, 0, 0),
                Turn.Host.UNKNOWN,
                null,
                Times.sum(List.of()),
                0);
        return List.of(new ClientTurn("c1", 2, turn, 0), new ClientTurn("c2", 1, turn, lateMillis));
    }

    /** Twelve timed rounds, in two of which a client began too late, and one settling round. */
    @Test
    void roundsThatDidNotStartTogetherDoNotCount() {
        Rounds timed = new Rounds(Profile.THOROUGH.underLoad(), 1, true, false, 1, 6);
        int opened = 0;
        while (!timed.enough()) {
            boolean opens = timed.opens();
            opened += opens ? 1 : 0;
            double late = opened == 4 || opened == 6 ? 51 : 49;
            timed.took(0, onTwoClients(opens ? late : 0, 1000));
            timed.end(noise(0), ROUND, AT);
        }
        Rounds.Measured measured = timed.measured();
        assertThat(measured.dropped())
                .extracting(DroppedRound::cause)
                .containsExactly("client c2 started 51 ms late", "client c2 started 51 ms late");
        List<ClientShare> clients = measured.forks().get(0).clients();
        assertThat(clients).extracting(ClientShare::client).containsExactly("c1", "c2");
        assertThat(clients.get(1).operations()).isEqualTo(10 * 1000);
        assertThat(clients.get(1).operationsPerSecond()).isCloseTo(1000, within(1e-6));
        assertThat(clients.get(1).latestStartMillis()).isEqualTo(49);
        assertThat(measured.forks().get(0).operations().get(measured.rounds() - 1))
                .as("operations of both clients")
                .isEqualTo(2000);
    }

    @Test
    void closedLoopHasNoLoad() {
        warmUp();
        for (int i = 0; i < 20; i++) {
            round(0, 0);
        }
        assertThat(rounds.measured().forks().get(0).load()).isNull();
    }

    @Test
    void oneSlowTurnDoesNotLengthenTheTurns() {
        for (int i = 0; i < 30; i++) {
            rounds.took(0, turn(0, 0));
            rounds.took(
                    1,
                    i == 29
                            ? new Turn(
                                    900_000,
                                    1,
                                    0.9,
                                    new Turn.Use(0, 0, 40, 1000, 0, 0),
                                    Turn.Host.UNKNOWN,
                                    null,
                                    null,
                                    0)
                            : turn(0, 0));
            rounds.end(noise(0), ROUND, AT);
        }
        for (int i = 0; i < 20; i++) {
            assertThat(rounds.enough()).isFalse();
            round(0, 0);
        }
        assertThat(rounds.enough()).isTrue();
    }

    @Test
    void longOperationsNeedFewerRoundsDespiteASlowStart() {
        for (int i = 0; !rounds.enough(); i++) {
            long micros = i == 0 ? 2_000_000 : 500_000;
            rounds.took(
                    0,
                    new Turn(
                            micros,
                            1,
                            micros / 1e6,
                            new Turn.Use(0, 0, 40, 1000, 0, 0),
                            Turn.Host.UNKNOWN,
                            null,
                            null,
                            0));
            rounds.took(1, turn(0, 0));
            rounds.end(noise(0), ROUND, AT);
        }
        assertThat(rounds.measured().warmUp()).as("3 s of the short operations").isEqualTo(30);
        assertThat(rounds.measured().forks().get(0).iterations()).hasSize(30 + 5);
    }

    @Test
    void droppedRoundsNeverExceedCountedRounds() {
        warmUp();
        int number = 0;
        while (!rounds.enough()) {
            round(0, 9);
            number++;
        }
        assertThat(number).isEqualTo(20 + 20);
        assertThat(rounds.measured().dropped()).hasSize(20);
    }

    /** 25 rounds are 5 s. No disturbed round counts until as many have been dropped as will count. */
    @Test
    void intermittentLoadIsWaitedOut() {
        for (int i = 0; !rounds.enough(); i++) {
            rounds.took(0, turn(0, 0));
            rounds.took(1, turn(0, 0));
            rounds.end(noise(0, i / 25 % 2 == 1 ? 30 : 0), ROUND, AT);
        }
        Rounds.Measured measured = rounds.measured();
        assertThat(measured.dropped())
                .isNotEmpty()
                .allSatisfy(round -> assertThat(round.cause()).isEqualTo("other processes 30.0 % (usually 0.0 %)"));
        assertThat(IntStream.range(measured.warmUp(), measured.rounds())
                        .filter(round -> round / 25 % 2 == 1)
                        .count())
                .isEqualTo(measured.dropped().size());
    }

    @Test
    void atMostOneRoundInNineIsDroppedForCompilation() {
        warmUp();
        int number = 0;
        while (!rounds.enough()) {
            rounds.took(0, turn(6, 0));
            rounds.took(1, turn(0, 0));
            rounds.end(noise(0), ROUND, AT);
            number++;
        }
        assertThat(number).isEqualTo(20 + 2);
        assertThat(rounds.measured().dropped()).hasSize(2);
    }

    @Test
    void roundDisturbedByAnotherJvmsCompilerIsDropped() {
        warmUp();
        round(0, 0);
        rounds.took(0, turn(6, 0)); // since its last turn, in the previous round
        rounds.took(1, turn(0, 0));
        rounds.end(noise(0), ROUND, AT);
        round(0, 0);
        assertThat(rounds.measured().dropped())
                .containsExactly(
                        new DroppedRound(30, "another JVM compiled", true),
                        new DroppedRound(31, "another JVM compiled", true));
    }

    @Test
    void forksRecordAllTurns() {
        warmUp();
        while (!rounds.enough()) {
            round(0, 0);
        }
        assertThat(rounds.measured().forks()).hasSize(2).allSatisfy(fork -> {
            assertThat(fork.iterations()).hasSize(50).containsOnly(50.0);
            assertThat(fork.operations()).hasSize(50).containsOnly(2000L);
            assertThat(fork.secondary()).containsKeys("gc.alloc.rate.norm", "cpu.time.norm", "compiler.time");
        });
    }
}
