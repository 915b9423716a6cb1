package dev.jdbcbench.run;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.OptBoolean;
import dev.jdbcbench.driver.Parts;
import dev.jdbcbench.statistics.WarmupCut;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How much is measured.
 *
 * @param fewestForks per cell: fresh JVMs, each one sample; in turns so many groups of a row
 * @param mostForks per cell; the same as {@code fewestForks} for a fixed number
 * @param iterations per fork, all of them recorded
 * @param iterationTime of one iteration
 * @param warmup how many of the first iterations are left out of each fork; null when the warm-up is looked for in what was measured
 * @param target half width of an interval that is narrow enough, 0.03 for ±3 %; null when nothing is aimed at
 * @param claims whether so few forks allow to say anything beyond the scores
 * @param gated whether hosts that are plainly unfit are refused
 * @param purpose in a few words
 * @param turns whether the cells of a row are measured in turns, in groups of one fresh JVM for each cell; then a fork's iterations are those
 *     turns of it that are to count, and its warm-up comes before them. Else one JVM is measured after the other
 */
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

        @JsonProperty(isRequired = OptBoolean.FALSE) boolean turns) {
    /** The most forks that a cell can have. */
    public static final int MOST_FORKS = 1000;

    /** The most iterations of a fork, those of a warm-up included. */
    public static final int MOST_ITERATIONS = 100_000;

    private static final Duration TURN = Duration.ofMillis(100);

    /** Of a group: each cell measures for 2 s. With fewer, nothing is claimed. */
    private static final int ROUNDS = 20;

    /** Does it all work? A few turns of cold JVMs are no measurement. */
    public static final Profile SMOKE =
            new Profile("smoke", 2, 2, 5, TURN, null, null, false, false, "does it all work? prints no times", true);

    /** A first look. */
    public static final Profile QUICK = new Profile(
            "quick",
            3,
            3,
            ROUNDS,
            TURN,
            null,
            null,
            true,
            false,
            "a first look, no claim that drivers are equal",
            true);

    /** Goes on until each comparison is decided. */
    public static final Profile THOROUGH =
            new Profile("thorough", 4, 20, ROUNDS, TURN, null, 0.03, true, true, "a decision", true);

    /** The same, more narrowly. */
    public static final Profile PUBLISH =
            new Profile("publish", 8, 20, ROUNDS, TURN, null, 0.02, true, true, "a publication", true);

    /** The plan of a comparison that was published in 2016, for repeating it. */
    public static final Profile PUBLISHED_2016 = new Profile(
            "published-2016",
            10,
            10,
            30,
            Duration.ofSeconds(1),
            10,
            null,
            true,
            false,
            "repeats the plan of 2016: one JVM after the other, 10 iterations of warm-up, 20 measured",
            false);

    /** All profiles, the shortest first. */
    public static final List<Profile> ALL = List.of(SMOKE, QUICK, THOROUGH, PUBLISH, PUBLISHED_2016);

    /** Names that profiles had before, and have still. */
    private static final Map<String, Profile> ALIASES = Map.of("default", THOROUGH, "published", PUBLISHED_2016);

    /** Of a JVM that runs alone: 6 s of warm-up, after which the bias of cold code is below 0.5 %, and as much measured as in turns. */
    private static final Duration ALONE_ITERATION = Duration.ofMillis(250);

    private static final int ALONE_WARM_UP = 24;
    private static final int ALONE_ITERATIONS = ALONE_WARM_UP + 8;

    /** The name of the profile of runs that another program measured. */
    public static final String IMPORTED = "imported";

    /** What a fork takes beyond its iterations: starting two JVMs, connecting, preparing, checking. */
    private static final Duration FORK_OVERHEAD = Duration.ofMillis(1500);

    private static final int FEWEST_FORKS = 2;

    private static final int MOST_UNTIL_DECIDED = 40;

    /** About how long each JVM of a group adds until the compilers of all are done, where there are CPUs for several. */
    private static final Duration WARM_UP = Duration.ofSeconds(3);

    /** After so much of its own time the bias of cold code is below 0.5 %, as the median over drivers and scenarios. */
    private static final Duration WARM_UP_OF_A_LOOK = Duration.ofSeconds(6);

    /** Of 22 cells one needed 7 s, the others less. */
    private static final Duration LONGEST_WARM_UP = Duration.ofSeconds(9);

    /** Before a turn a longer operation is carried out once more, without being measured. */
    private static final Duration LONG_OPERATION = Duration.ofMillis(30);

    private static final int FEWEST_ROUNDS = 5;

    /** A turn, its operations that are not measured, and what is read before and after it. */
    private static final double TURN_OVERHEAD = 1.15;

    /** A scenario may wait for free ports. */
    private static final Duration SHORTEST_TURN_LIMIT = Duration.ofMinutes(3);

    private static final int LONGEST_FORK_SECONDS = 20;

    private static final int FEWEST_ITERATIONS = 8;

    /** So few operations of an iteration make a mean. */
    private static final int FEWEST_OPERATIONS = 3;

    public Profile {
        Parts.name(name, "name");
        if (fewestForks < 1 || mostForks < fewestForks || iterations < 1) {
            throw new IllegalArgumentException("a profile needs at least one fork and one iteration");
        }
        Parts.between(1, MOST_FORKS, mostForks, "mostForks");
        Parts.between(1, MOST_ITERATIONS, iterations, "iterations");
        Parts.duration(iterationTime, "iterationTime");
        if (target != null && !(target > 0 && target <= 1)) {
            throw new IllegalArgumentException("target is above 0 and at most 1, not " + target);
        }
        Parts.said(purpose, "purpose");
        if (warmup != null && (warmup < 0 || warmup >= iterations)) {
            throw new IllegalArgumentException("no iteration would be left after a warm-up of " + warmup);
        }
        if (turns && (warmup != null || iterationTime.isZero())) {
            throw new IllegalArgumentException("turns have a length and no fixed warm-up");
        }
    }

    /**
     * How another program measured, as far as its files tell.
     *
     * @param forks of the cell that has most
     * @param iterations of the fork that has most, those of the warm-up included
     * @param warmup how many of the first iterations are left out of each fork; 0 when the files have none of the warm-up
     */
    public static Profile imported(int forks, int iterations, Duration iterationTime, int warmup) {
        return new Profile(
                IMPORTED,
                forks,
                forks,
                iterations,
                iterationTime,
                warmup,
                null,
                true,
                false,
                "measured by another program, one cell after the other",
                false);
    }

    /**
     * Whether the forks of all cells were measured in turns, block by block, so cells are compared within blocks. In an imported run all
     * forks of a cell come before those of the next one.
     */
    public boolean interleaved() {
        return !name.equals(IMPORTED);
    }

    /** Whether it is the {@linkplain #PUBLISHED_2016 published plan}, whatever was changed of it. */
    public boolean published() {
        return name.equals(PUBLISHED_2016.name()) || name.equals("published");
    }

    /** Whether the number of forks depends on what they show. */
    public boolean adaptive() {
        return mostForks > fewestForks;
    }

    /** With fewer forks a cell has no interval, and nothing to show; with a profile of one fork, that one. */
    public int fewestToShow() {
        return Math.min(FEWEST_FORKS, mostForks);
    }

    /** The number of forks as text: {@code 5}, or {@code 6–20}. */
    public String forks() {
        return adaptive() ? fewestForks + "–" + mostForks : String.valueOf(fewestForks);
    }

    /** A copy with another number of forks. */
    public Profile withForks(int fewest, int most) {
        return new Profile(
                name, fewest, most, iterations, iterationTime, warmup, target, claims, gated, purpose, turns);
    }

    /**
     * A copy with another number of measured iterations, or rounds; those of a fixed warm-up come on top. With fewer than the profile has it
     * makes no claims.
     */
    public Profile withIterations(int number) {
        int fixed = warmup == null ? 0 : warmup;
        return new Profile(
                name,
                fewestForks,
                mostForks,
                number + fixed,
                iterationTime,
                warmup,
                target,
                claims && number >= iterations - fixed,
                gated,
                purpose,
                turns);
    }

    /** A copy with iterations, or turns, of another length. With shorter iterations it makes no claims; turns may have any length. */
    public Profile withIterationTime(Duration time) {
        return new Profile(
                name,
                fewestForks,
                mostForks,
                iterations,
                time,
                warmup,
                target,
                claims && (turns || time.compareTo(iterationTime) >= 0),
                gated,
                purpose,
                turns);
    }

    /** A copy with each JVM by itself, one after the other, with a fixed warm-up. */
    public Profile alone() {
        return turns
                ? new Profile(
                        name,
                        fewestForks,
                        mostForks,
                        claims ? ALONE_ITERATIONS : iterations + 1,
                        ALONE_ITERATION,
                        claims ? ALONE_WARM_UP : 1,
                        target,
                        claims,
                        gated,
                        purpose,
                        false)
                : this;
    }

    /** A copy with another target. */
    public Profile withTarget(double halfWidth) {
        return new Profile(
                name,
                fewestForks,
                mostForks,
                iterations,
                iterationTime,
                warmup,
                halfWidth,
                claims,
                gated,
                purpose,
                turns);
    }

    /**
     * The same until each comparison is decided, however narrow it is: for those who say themselves how long it may take. Of the drivers that are
     * equal, few can be shown to be equal within 2 % by the time their interval is ±3 %.
     */
    public Profile untilDecided() {
        return new Profile(
                name,
                fewestForks,
                Math.max(mostForks, MOST_UNTIL_DECIDED),
                iterations,
                iterationTime,
                warmup,
                null,
                claims,
                gated,
                purpose,
                turns);
    }

    /**
     * How many of a fork's first iterations are left out: as the profile fixes it, half of them where a fork of long operations has fewer than the
     * profile says, and as {@link WarmupCut} finds where nothing is fixed.
     */
    public int cut(double[] measured) {
        if (warmup == null) {
            return WarmupCut.of(measured);
        }
        return measured.length >= iterations ? warmup : Math.min(warmup, measured.length / 2);
    }

    /**
     * About how long one fork takes.
     *
     * @param operation how long one operation takes; zero when it is not known yet
     * @param oneCpu whether the JVMs of a group have one CPU from their start on: then none can warm up beside another, and each shares that
     *     CPU with its compiler
     */
    public Duration forkTime(Duration operation, boolean oneCpu) {
        if (turns) {
            Duration measured = operation.compareTo(iterationTime) > 0 ? operation : iterationTime;
            Duration turn = operation.compareTo(LONG_OPERATION) > 0 ? measured.plus(operation) : measured;
            Duration warmUp = oneCpu ? warmUpLimit() : WARM_UP;
            long warming = Math.max(1, warmUp.dividedBy(turn));
            double working = turn.multipliedBy(claims ? warming + rounds(operation) : rounds(operation))
                            .toMillis()
                    * TURN_OVERHEAD;
            return Duration.ofMillis(Math.round(working)).plus(FORK_OVERHEAD.multipliedBy(oneCpu ? 2 : 1));
        }
        return iterationTime(operation).multipliedBy(iterations(operation)).plus(FORK_OVERHEAD);
    }

    /** For how long a JVM of a group works at most before it counts as warm although its compiler still works. */
    public Duration warmUpLimit() {
        return name.equals(QUICK.name()) ? WARM_UP_OF_A_LOOK : LONGEST_WARM_UP;
    }

    /** How long the longest fork takes of an operation that is short. */
    public Duration longestForkTime() {
        return iterationTime.multipliedBy(iterations).plus(FORK_OVERHEAD);
    }

    /** How long a fork takes at most, unless already the fewest operations take longer: see {@link #tooLong}. */
    public Duration forkTimeBound() {
        Duration longest = longestForkTime();
        Duration ofLong = Duration.ofSeconds(LONGEST_FORK_SECONDS).plus(FORK_OVERHEAD);
        return longest.compareTo(ofLong) > 0 ? longest : ofLong;
    }

    /** How many rounds of a group are to count, in which the longest operation takes so long: fewer where a turn is one long operation. */
    public int rounds(Duration operation) {
        if (operation.compareTo(iterationTime) <= 0) {
            return iterations;
        }
        long fitting = iterationTime.multipliedBy(iterations).dividedBy(operation);
        return (int) Math.min(iterations, Math.max(FEWEST_ROUNDS, fitting));
    }

    /** How long a JVM of a group may take for a turn, or to get ready, before it is ended as hung. */
    public Duration turnLimit(Duration operation) {
        return SHORTEST_TURN_LIMIT.plus(operation.multipliedBy(60));
    }

    /** How long an iteration of an operation is that takes so long: at least {@value #FEWEST_OPERATIONS} operations. */
    public Duration iterationTime(Duration operation) {
        Duration needed = operation.multipliedBy(FEWEST_OPERATIONS);
        return needed.compareTo(iterationTime) > 0 ? needed : iterationTime;
    }

    /**
     * How many iterations a fork has of an operation that takes so long: a fork is to measure for {@value #LONGEST_FORK_SECONDS} s at
     * most, but for {@value #FEWEST_ITERATIONS} iterations at least. The published plan is kept as it is.
     */
    public int iterations(Duration operation) {
        Duration each = iterationTime(operation);
        if (published() || each.equals(iterationTime)) {
            return iterations;
        }
        long fitting = Duration.ofSeconds(LONGEST_FORK_SECONDS).dividedBy(each);
        return (int) Math.min(iterations, Math.max(FEWEST_ITERATIONS, fitting));
    }

    /** Whether a fork of such an operation measures longer than a fork should, however few its iterations are. */
    public boolean tooLong(Duration operation) {
        return !turns
                && iterationTime(operation)
                                .multipliedBy(iterations(operation))
                                .compareTo(Duration.ofSeconds(LONGEST_FORK_SECONDS))
                        > 0
                && iterationTime(operation).compareTo(iterationTime) > 0;
    }

    /**
     * How long a fork may take before it is ended as hung: three times what its iterations need, for the machine may be busy, and two
     * minutes, for a scenario may wait for free ports.
     */
    public Duration forkLimit(Duration operation) {
        return iterationTime(operation)
                .plus(operation)
                .multipliedBy(iterations(operation))
                .plus(FORK_OVERHEAD)
                .multipliedBy(3)
                .plusMinutes(2);
    }

    /** The profile of that name, one that it had before included, or empty. */
    public static Optional<Profile> of(String name) {
        return ALL.stream()
                .filter(profile -> profile.name().equals(name))
                .findFirst()
                .or(() -> Optional.ofNullable(ALIASES.get(name)));
    }
}
