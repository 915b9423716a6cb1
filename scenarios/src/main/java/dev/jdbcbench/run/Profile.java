package dev.jdbcbench.run;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.OptBoolean;
import dev.jdbcbench.driver.PartCheck;
import dev.jdbcbench.statistics.contrast.Claims;
import dev.jdbcbench.statistics.contrast.ComparisonRule;
import dev.jdbcbench.statistics.contrast.LimitTest;
import dev.jdbcbench.statistics.sample.WarmUpCut;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How much to measure.
 *
 * @param fewestForks minimum per cell: fresh JVMs, each one sample; in turns, groups per row
 * @param mostForks maximum per cell; equal to {@code fewestForks} for a fixed number
 * @param iterations per fork, all recorded
 * @param iterationTime of one iteration
 * @param warmup number of leading iterations to cut from each fork; null to find the warm-up in the measurements
 * @param target half-width of a sufficiently narrow interval, 0.03 for ±3 %; null without a target
 * @param claims whether there are enough forks for claims beyond the scores
 * @param gated whether to refuse clearly unsuitable hosts
 * @param purpose in a few words
 * @param turns whether the cells of a row are measured in turns, in groups of one fresh JVM per cell. If so, a fork's
 *     iterations are its counted turns, after its warm-up. If not, JVMs are measured one after the other
 */
@RecordBuilder
public record Profile(
        String name,
        int fewestForks,
        int mostForks,
        int iterations,
        Duration iterationTime,
        @Nullable Integer warmup,
        @Nullable Double target,
        boolean claims,
        boolean gated,
        String purpose,

        @JsonProperty(isRequired = OptBoolean.FALSE) boolean turns)
        implements ProfileBuilder.With {
    /** Maximum number of forks per cell. */
    public static final int MOST_FORKS = 1000;

    /** Maximum number of iterations per fork, including warm-up. */
    public static final int MOST_ITERATIONS = 100_000;

    /**
     * Short, because slow phases of a host last from a few hundredths of a second: the longer a round, the less the turns of
     * its drivers have in common.
     */
    private static final Duration TURN = Duration.ofMillis(25);

    /** During the warm-up, and without claims, turns need not be short. */
    private static final Duration LONG_TURN = Duration.ofMillis(100);

    private static final int SMOKE_ROUNDS = 5;

    /**
     * A turn under open load. Each starts without a backlog, so it must be long compared with a stall of the server, and have
     * many arrivals.
     */
    private static final Duration OPEN_TURN = Duration.ofSeconds(1);

    /** Rounds of a group under open load. */
    private static final int OPEN_ROUNDS = 10;

    /** Time that each cell measures in a group. */
    private static final Duration MEASURING = Duration.ofSeconds(2);

    /** Rounds of a group. */
    private static final int ROUNDS = (int) MEASURING.dividedBy(TURN);

    /** Rounds of a first look: 1.6 s for each cell. */
    private static final int ROUNDS_OF_A_LOOK = 64;

    /** With fewer rounds, no claims are made. */
    private static final int FEWEST_FOR_CLAIMS = 20;

    /** Checks that everything works. A few turns of cold JVMs are not a measurement. */
    public static final Profile SMOKE = inTurns(
                    ProfileKind.SMOKE.id(), 2, SMOKE_ROUNDS, LONG_TURN, "does it all work? prints no times")
            .withClaims(false);

    /** A first look. */
    public static final Profile QUICK =
            inTurns(ProfileKind.QUICK.id(), 3, ROUNDS_OF_A_LOOK, TURN, "a first look, no claim that drivers are equal");

    /** Continues until each comparison is decided. */
    public static final Profile THOROUGH = inTurns("thorough", 4, ROUNDS, TURN, "a decision")
            .with(more -> more.mostForks(20).target(0.03).gated(true));

    /** Like {@link #THOROUGH}, with narrower intervals. */
    public static final Profile PUBLISH = inTurns("publish", 8, ROUNDS, TURN, "a publication")
            .with(more -> more.mostForks(20).target(0.02).gated(true));

    /** The plan of a comparison published in 2016, for reproducing it. */
    public static final Profile PUBLISHED_2016 = alone(
            ProfileKind.PUBLISHED_2016.id(),
            10,
            30,
            Duration.ofSeconds(1),
            10,
            "repeats the plan of 2016: one JVM after the other, 10 iterations of warm-up, 20 measured");

    /** All profiles, shortest first. */
    public static final List<Profile> ALL = List.of(SMOKE, QUICK, THOROUGH, PUBLISH, PUBLISHED_2016);

    /** Old names of profiles, which remain valid. */
    private static final Map<String, Profile> ALIASES = Map.of("default", THOROUGH, "published", PUBLISHED_2016);

    /**
     * For a JVM that runs alone: 6 s of warm-up, after which the bias of cold code is below 0.5 %, then as much measuring as in
     * turns.
     */
    private static final Duration ALONE_ITERATION = Duration.ofMillis(250);

    private static final int ALONE_WARM_UP = 24;
    private static final int ALONE_ITERATIONS = ALONE_WARM_UP + 8;

    /** Seconds before a recording, after which the bias of cold code is below 0.5 %. */
    private static final int RECORDING_WARM_UP = 6;

    private static final int FEWEST_FORKS = 2;

    private static final int MOST_UNTIL_DECIDED = 40;

    static final int FEWEST_ROUNDS = 5;

    public Profile {
        PartCheck.name(name, "name");
        if (fewestForks < 1 || mostForks < fewestForks || iterations < 1) {
            throw new IllegalArgumentException("a profile needs at least one fork and one iteration");
        }
        PartCheck.between(1, MOST_FORKS, mostForks, "mostForks");
        PartCheck.between(1, MOST_ITERATIONS, iterations, "iterations");
        PartCheck.duration(iterationTime, "iterationTime");
        if (target != null && !(target > 0 && target <= 1)) {
            throw new IllegalArgumentException("target is above 0 and at most 1, not " + target);
        }
        PartCheck.message(purpose, "purpose");
        if (warmup != null && (warmup < 0 || warmup >= iterations)) {
            throw new IllegalArgumentException("no iteration would be left after a warm-up of " + warmup);
        }
        if (turns && (warmup != null || iterationTime.isZero())) {
            throw new IllegalArgumentException("turns have a length and no fixed warm-up");
        }
    }

    /**
     * How another program measured, as far as its files show.
     *
     * @param forks largest number in any cell
     * @param iterations largest number in any fork, including warm-up
     * @param warmup number of leading iterations to cut from each fork; 0 when the files have no warm-up
     */
    public static Profile imported(int forks, int iterations, Duration iterationTime, int warmup) {
        return alone(
                ProfileKind.IMPORTED.id(),
                forks,
                iterations,
                iterationTime,
                warmup,
                "measured by another program, one cell after the other");
    }

    /**
     * One JVM for each cell, in which a profiler records after a warm-up.
     *
     * @param seconds length of the recording
     */
    public static Profile recording(int seconds) {
        return alone(
                        "profile",
                        1,
                        RECORDING_WARM_UP + seconds,
                        Duration.ofSeconds(1),
                        RECORDING_WARM_UP,
                        "where the time goes")
                .withClaims(false);
    }

    /** A fixed number of groups, in which the cells of a row take turns. */
    private static Profile inTurns(String name, int groups, int rounds, Duration turn, String purpose) {
        return new Profile(name, groups, groups, rounds, turn, null, null, true, false, purpose, true);
    }

    /** A fixed number of JVMs for each cell, one after the other. */
    private static Profile alone(
            String name, int forks, int iterations, Duration iterationTime, int warmup, String purpose) {
        return new Profile(name, forks, forks, iterations, iterationTime, warmup, null, true, false, purpose, false);
    }

    /** What decides how it is treated, besides its numbers. */
    public ProfileKind kind() {
        return ProfileKind.ofName(name);
    }

    /** How long its forks take. */
    public ForkTimes times() {
        return new ForkTimes(this);
    }

    /**
     * Whether the forks of all cells were measured block by block, so cells are compared within blocks. In an imported run all
     * forks of a cell come before those of the next one.
     */
    public boolean interleaved() {
        return kind() != ProfileKind.IMPORTED;
    }

    /** Whether it is the {@linkplain #PUBLISHED_2016 published plan}, even if modified. */
    public boolean published() {
        return kind() == ProfileKind.PUBLISHED_2016;
    }

    /** Whether the number of forks depends on their results. */
    public boolean adaptive() {
        return mostForks > fewestForks;
    }

    /** Minimum number of forks for a result. One fork gives no interval, but is enough for a profile with one fork. */
    public int fewestToShow() {
        return Math.min(FEWEST_FORKS, mostForks);
    }

    /** The number of forks as text: {@code 5}, or {@code 6–20}. */
    public String forks() {
        return adaptive() ? fewestForks + "–" + mostForks : String.valueOf(fewestForks);
    }

    /** A copy with another number of forks. */
    public Profile withForks(int fewest, int most) {
        return with(copy -> copy.fewestForks(fewest).mostForks(most));
    }

    /**
     * A copy with another number of measured iterations, or rounds; a fixed warm-up is added. It makes no claims with fewer than
     * {@value #FEWEST_FOR_CLAIMS} rounds, or with fewer iterations than the profile has.
     */
    @Override
    public Profile withIterations(int number) {
        int fixed = warmup == null ? 0 : warmup;
        int fewest = turns ? Math.min(FEWEST_FOR_CLAIMS, iterations) : iterations - fixed;
        return with(copy -> copy.iterations(number + fixed).claims(claims && number >= fewest));
    }

    /**
     * A copy with iterations, or turns, of another length. With shorter iterations it makes no claims. Turns may have any length.
     */
    @Override
    public Profile withIterationTime(Duration time) {
        return with(copy -> copy.iterationTime(time).claims(claims && (turns || time.compareTo(iterationTime) >= 0)));
    }

    /** A copy with turns of another length, and as many rounds as keep the time of a group. */
    public Profile withTurn(Duration time) {
        long rounds = iterationTime.multipliedBy(iterations).dividedBy(time);
        return withTurns((int) Math.min(MOST_ITERATIONS, Math.max(FEWEST_ROUNDS, rounds)), time);
    }

    /** A copy for several threads in each JVM: starting and stopping them takes a larger part of short turns. */
    public Profile forSeveralThreads() {
        return turns && iterationTime.compareTo(LONG_TURN) < 0 ? withTurn(LONG_TURN) : this;
    }

    /** A copy for open load: fewer, but longer turns. */
    public Profile underLoad() {
        return withTurns(Math.min(iterations, OPEN_ROUNDS), OPEN_TURN);
    }

    private Profile withTurns(int number, Duration time) {
        return with(copy -> copy.iterations(number).iterationTime(time));
    }

    /** Length of a turn of the warm-up. A turn under open load is longer, but is warmed up in a closed loop. */
    public Duration warmUpTurn() {
        return iterationTime.compareTo(LONG_TURN) > 0 ? LONG_TURN : iterationTime;
    }

    /** Whether a closed loop has longer turns during the warm-up: then unmeasured operations fill the rest. */
    public boolean longWarmUpTurns() {
        return claims && iterationTime.compareTo(LONG_TURN) < 0;
    }

    /** Number of rounds that refill the caches after the JVMs have moved to other CPUs. */
    public int settlingRounds() {
        return (int) Math.max(1, LONG_TURN.dividedBy(iterationTime));
    }

    /** A copy that runs each JVM alone, one after the other, with a fixed warm-up. */
    public Profile singleJvm() {
        return turns
                ? with(copy -> copy.iterations(claims ? ALONE_ITERATIONS : iterations + 1)
                        .iterationTime(ALONE_ITERATION)
                        .warmup(claims ? ALONE_WARM_UP : 1)
                        .turns(false))
                : this;
    }

    /**
     * A copy that continues until each comparison is decided, however narrow the interval has to be; for users who set a time
     * limit themselves. When the intervals are ±3 %, few equal drivers can be shown to be equal within 2 %.
     */
    public Profile untilDecided() {
        return with(
                copy -> copy.mostForks(Math.max(mostForks, MOST_UNTIL_DECIDED)).target(null));
    }

    /**
     * A copy for users who set a time limit: {@linkplain #untilDecided() until decided}. With the usual minimum, rows are first
     * looked at as soon as a difference can be claimed. Clear differences need no more, which leaves time for other rows.
     */
    public Profile underBudget() {
        Profile copy = untilDecided();
        return fewestForks == ComparisonRule.USUAL_FEWEST
                ? copy.withForks(Claims.FEWEST_TO_DIFFER, copy.mostForks)
                : copy;
    }

    /** A copy whose first look can decide whether a limit holds. A fixed number of groups does not change. */
    public Profile forALimit() {
        return adaptive() ? withForks(Math.max(fewestForks, LimitTest.FEWEST_GROUPS), mostForks) : this;
    }

    /**
     * Number of a fork's leading iterations to cut: the profile's fixed number; half of them if a fork of long operations has
     * fewer iterations than the profile; the result of {@link WarmUpCut} if nothing is fixed.
     */
    public int cut(double[] measured) {
        if (warmup == null) {
            return WarmUpCut.of(measured);
        }
        return measured.length >= iterations ? warmup : Math.min(warmup, measured.length / 2);
    }

    /** The profile of this name, current or old, or empty. */
    public static Optional<Profile> of(String name) {
        return ALL.stream()
                .filter(profile -> profile.name().equals(name))
                .findFirst()
                .or(() -> Optional.ofNullable(ALIASES.get(name)));
    }
}
