package dev.jdbcbench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProfileTest {
    private static final Profile ALONE = Profile.QUICK.singleJvm();

    @Test
    void longOperationsGetFewerAndLongerIterations() {
        assertThat(ALONE.times().iterations(Duration.ofNanos(80_000))).isEqualTo(32);
        assertThat(ALONE.times().iterations(Duration.ofMillis(80))).isEqualTo(32);
        assertThat(ALONE.times().iteration(Duration.ofMillis(80))).isEqualTo(Duration.ofMillis(250));
        assertThat(ALONE.times().iteration(Duration.ofMillis(500)))
                .as("long enough for three operations")
                .isEqualTo(Duration.ofMillis(1500));
        assertThat(ALONE.times().iterations(Duration.ofMillis(500))).isEqualTo(13);
        assertThat(ALONE.times().tooLong(Duration.ofMillis(500))).isFalse();
        assertThat(ALONE.times().iterations(Duration.ofSeconds(30)))
                .as("at least eight iterations")
                .isEqualTo(8);
        assertThat(ALONE.times().tooLong(Duration.ofSeconds(30))).isTrue();
        assertThat(Profile.QUICK.times().tooLong(Duration.ofSeconds(30)))
                .as("a profile with turns has no limit")
                .isFalse();
        assertThat(Profile.PUBLISHED_2016.times().iterations(Duration.ofMillis(500)))
                .as("the published plan is not changed")
                .isEqualTo(30);
    }

    @Test
    void singleJvmWarmsUpForSixSeconds() {
        assertThat(ALONE.turns()).isFalse();
        assertThat(ALONE.iterationTime().multipliedBy(ALONE.cut(new double[32])))
                .isEqualTo(Duration.ofSeconds(6));
        assertThat(ALONE.iterationTime().multipliedBy(32 - 24))
                .isEqualTo(Profile.THOROUGH.iterationTime().multipliedBy(Profile.THOROUGH.iterations()));
        assertThat(ALONE.cut(new double[8])).as("half of eight long iterations").isEqualTo(4);
    }

    @Test
    void shortenedProfilesMakeNoClaims() {
        assertThat(Profile.QUICK.withIterations(19).claims()).isFalse();
        assertThat(Profile.QUICK.withIterations(20).claims()).isTrue();
        assertThat(ALONE.withIterations(7).claims()).isFalse();
        assertThat(ALONE.withIterations(8).claims()).isTrue();
        assertThat(ALONE.withIterationTime(Duration.ofMillis(249)).claims()).isFalse();
        assertThat(Profile.QUICK.withIterationTime(Duration.ofMillis(50)).claims())
                .as("the number of turns suffices, whatever their length")
                .isTrue();
    }

    @Test
    void turnsOfAnotherLengthKeepTheTimeOfAGroup() {
        assertThat(Profile.QUICK.withTurn(Duration.ofMillis(100)).iterations()).isEqualTo(16);
        Profile slow = Profile.THOROUGH.withTurn(Duration.ofMillis(250));
        assertThat(slow.iterations()).isEqualTo(8);
        assertThat(slow.iterationTime()).isEqualTo(Duration.ofMillis(250));
        assertThat(slow.claims()).isTrue();
        assertThat(Profile.QUICK.withTurn(Duration.ofSeconds(3)).iterations()).isEqualTo(5);
        assertThat(Profile.QUICK.forSeveralThreads()).isEqualTo(Profile.QUICK.withTurn(Duration.ofMillis(100)));
        assertThat(slow.forSeveralThreads()).isEqualTo(slow);
        assertThat(Profile.PUBLISHED_2016.forSeveralThreads()).isEqualTo(Profile.PUBLISHED_2016);
    }

    @Test
    void formerProfileNamesAreAliases() {
        assertThat(Profile.of("default")).contains(Profile.THOROUGH);
        assertThat(Profile.of("published")).contains(Profile.PUBLISHED_2016);
        assertThat(Profile.of("thorough")).contains(Profile.THOROUGH);
    }

    /** 1000 round trips of 20 ms take 20 s. Eight iterations of three operations take 480 s: slow, but not hung. */
    @Test
    void slowForkIsNotTreatedAsHung() {
        Duration operation = Duration.ofSeconds(20);
        Duration needed =
                ALONE.times().iteration(operation).multipliedBy(ALONE.times().iterations(operation));
        assertThat(ALONE.times().forkLimit(operation)).isGreaterThan(needed.multipliedBy(2));
        assertThat(ALONE.times().forkLimit(Duration.ZERO)).isLessThan(Duration.ofMinutes(3));
    }

    @Test
    void publishedPlanDropsTenWarmUpIterations() {
        double[] iterations = new double[30];
        java.util.Arrays.fill(iterations, 40);
        iterations[12] = 400;
        assertThat(Profile.PUBLISHED_2016.cut(iterations)).isEqualTo(10);
        assertThat(Profile.imported(10, 30, Duration.ofSeconds(1), 10).cut(iterations))
                .isEqualTo(10);
        assertThat(Profile.PUBLISHED_2016.withIterations(15).iterations())
                .as("10 warm-up and 15 measured iterations")
                .isEqualTo(25);
        assertThat(Profile.PUBLISHED_2016.times().ofFork(Duration.ZERO, false).multipliedBy(43 * 10))
                .as("four hours for 43 cells")
                .isBetween(Duration.ofMinutes(215), Duration.ofMinutes(250));
    }

    /** In a lab with one CPU for the client, groups took two to three times as long as with warm-up on two CPUs. */
    @Test
    void jvmsWarmUpOneByOneOnASingleCpu() {
        for (Profile profile : List.of(Profile.QUICK, Profile.THOROUGH)) {
            Duration several = profile.times().ofFork(Duration.ZERO, false);
            assertThat(profile.times().ofFork(Duration.ZERO, true))
                    .isBetween(several.multipliedBy(3).dividedBy(2), several.multipliedBy(3));
        }
    }

    @Test
    void warmUpOfTheWholeForkIsRefused() {
        assertThatThrownBy(() -> Profile.PUBLISHED_2016.withIterations(0))
                .hasMessageContaining("no iteration would be left");
        assertThatThrownBy(() -> Profile.QUICK.withForks(6, 5)).hasMessageContaining("at least one fork");
    }

    @Test
    void forksAreShownAsANumberOrARange() {
        assertThat(Profile.QUICK.forks()).isEqualTo("3");
        assertThat(Profile.THOROUGH.forks()).isEqualTo("4–20");
    }

    /** A gate cannot decide anything after three groups. */
    @Test
    void budgetLooksEarlierUnlessAGateJudges() {
        Profile hurried = Profile.THOROUGH.underBudget();
        assertThat(hurried.forks()).isEqualTo("3–40");
        assertThat(hurried.target()).isNull();
        assertThat(hurried.forALimit().forks()).isEqualTo("3–40");
        assertThat(Profile.PUBLISH.underBudget().forks()).isEqualTo("8–40");
        assertThat(Profile.QUICK.forALimit()).isEqualTo(Profile.QUICK);
    }

    @Test
    void importedProfileHasNoTurns() {
        Profile imported = Profile.imported(10, 30, Duration.ofSeconds(1), 10);
        assertThat(imported.interleaved()).isFalse();
        assertThat(imported.claims()).isTrue();
        assertThat(imported.gated()).isFalse();
        assertThat(imported.adaptive()).isFalse();
        assertThat(imported.cut(new double[30])).isEqualTo(10);
        assertThat(Profile.ALL).allMatch(Profile::interleaved);
        assertThat(Profile.of("imported")).as("not selectable by users").isEmpty();
    }

    @Test
    void nameInAFileTellsTheKind() {
        assertThat(Profile.SMOKE.kind()).isEqualTo(ProfileKind.SMOKE);
        assertThat(Profile.QUICK.kind()).isEqualTo(ProfileKind.QUICK);
        assertThat(Profile.THOROUGH.kind()).isEqualTo(ProfileKind.USUAL);
        assertThat(Profile.PUBLISHED_2016.withForks(3, 3).kind()).isEqualTo(ProfileKind.PUBLISHED_2016);
        assertThat(ProfileKind.ofName("published")).as("an old name").isEqualTo(ProfileKind.PUBLISHED_2016);
        assertThat(Profile.imported(1, 1, Duration.ofSeconds(1), 0).kind()).isEqualTo(ProfileKind.IMPORTED);
        assertThat(ProfileKind.ofName("usual")).isEqualTo(ProfileKind.USUAL);
        assertThat(Profile.ALL)
                .filteredOn(profile -> !profile.kind().showsTimes())
                .containsExactly(Profile.SMOKE);
    }
}
