package dev.jdbcbench.run;

import java.time.Duration;

/** How long the forks of a profile take, and how long they may. */
public record ForkTimes(Profile profile) {
    /** Time of a fork in addition to its iterations: starting two JVMs, connecting, preparing, checking. */
    private static final Duration FORK_OVERHEAD = Duration.ofMillis(1500);

    /** Estimated warm-up time that each JVM adds to a group, where there are CPUs for several. */
    private static final Duration WARM_UP = Duration.ofMillis(3500);

    /** After this much of its own time, the bias of cold code is below 0.5 %, as the median over drivers and scenarios. */
    private static final Duration WARM_UP_OF_A_LOOK = Duration.ofSeconds(6);

    /** Of 22 cells one needed 7 s, the others less. */
    private static final Duration LONGEST_WARM_UP = Duration.ofSeconds(7);

    /** Time between two turns: unmeasured operations and readings. It is at least one operation. */
    private static final Duration LEAD_IN = Duration.ofMillis(6);

    /** Factor for rounds that are measured again. */
    private static final double DROPPED_ROUNDS = 1.15;

    /** Long, because a scenario may wait for free ports. */
    private static final Duration SHORTEST_TURN_LIMIT = Duration.ofMinutes(3);

    private static final int LONGEST_FORK_SECONDS = 20;

    private static final int FEWEST_ITERATIONS = 8;

    /** Minimum number of operations per iteration for a mean. */
    private static final int FEWEST_OPERATIONS = 3;

    /**
     * Estimated time of one fork.
     *
     * @param operation time of one operation; zero when unknown
     * @param oneCpu whether the JVMs of a group have a single CPU from the start: then they cannot warm up in parallel, and
     *     each shares that CPU with its compiler
     */
    public Duration ofFork(Duration operation, boolean oneCpu) {
        if (profile.turns()) {
            Duration measured = operation.compareTo(profile.iterationTime()) > 0 ? operation : profile.iterationTime();
            Duration turn = measured.plus(operation.compareTo(LEAD_IN) > 0 ? operation : LEAD_IN);
            Duration warmUp = oneCpu ? warmUpLimit() : WARM_UP;
            double working = turn.multipliedBy(rounds(operation))
                            .plus(profile.claims() ? warmUp : Duration.ZERO)
                            .toMillis()
                    * DROPPED_ROUNDS;
            return Duration.ofMillis(Math.round(working)).plus(FORK_OVERHEAD.multipliedBy(oneCpu ? 2 : 1));
        }
        return iteration(operation).multipliedBy(iterations(operation)).plus(FORK_OVERHEAD);
    }

    /** Time after which a JVM of a group counts as warm even if its compiler is still active. */
    public Duration warmUpLimit() {
        return profile.kind() == ProfileKind.QUICK ? WARM_UP_OF_A_LOOK : LONGEST_WARM_UP;
    }

    /** Time of the longest fork of a short operation. */
    public Duration longest() {
        return profile.iterationTime().multipliedBy(profile.iterations()).plus(FORK_OVERHEAD);
    }

    /** Maximum time of a fork, unless even the minimum number of operations takes longer: see {@link #tooLong}. */
    public Duration bound() {
        Duration longest = longest();
        Duration ofLong = Duration.ofSeconds(LONGEST_FORK_SECONDS).plus(FORK_OVERHEAD);
        return longest.compareTo(ofLong) > 0 ? longest : ofLong;
    }

    /** Number of rounds to count if the longest operation takes this long; fewer when a turn is one long operation. */
    public int rounds(Duration operation) {
        if (operation.compareTo(profile.iterationTime()) <= 0) {
            return profile.iterations();
        }
        long fitting =
                profile.iterationTime().multipliedBy(profile.iterations()).dividedBy(operation);
        return (int) Math.min(profile.iterations(), Math.max(Profile.FEWEST_ROUNDS, fitting));
    }

    /** Time after which a JVM of a group is killed as hung, for a turn or for getting ready. */
    public Duration turnLimit(Duration operation) {
        return SHORTEST_TURN_LIMIT.plus(operation.multipliedBy(60));
    }

    /** Length of an iteration for an operation that takes this long: at least {@value #FEWEST_OPERATIONS} operations. */
    public Duration iteration(Duration operation) {
        Duration needed = operation.multipliedBy(FEWEST_OPERATIONS);
        return needed.compareTo(profile.iterationTime()) > 0 ? needed : profile.iterationTime();
    }

    /**
     * Number of iterations per fork for an operation that takes this long. A fork should measure for at most
     * {@value #LONGEST_FORK_SECONDS} s, but have at least {@value #FEWEST_ITERATIONS} iterations. The published plan is not
     * changed.
     */
    public int iterations(Duration operation) {
        Duration each = iteration(operation);
        if (profile.published() || each.equals(profile.iterationTime())) {
            return profile.iterations();
        }
        long fitting = Duration.ofSeconds(LONGEST_FORK_SECONDS).dividedBy(each);
        return (int) Math.min(profile.iterations(), Math.max(FEWEST_ITERATIONS, fitting));
    }

    /** Whether a fork of such an operation exceeds the intended maximum time even with the minimum number of iterations. */
    public boolean tooLong(Duration operation) {
        return !profile.turns()
                && iteration(operation)
                                .multipliedBy(iterations(operation))
                                .compareTo(Duration.ofSeconds(LONGEST_FORK_SECONDS))
                        > 0
                && iteration(operation).compareTo(profile.iterationTime()) > 0;
    }

    /**
     * Time after which a fork is killed as hung: three times what its iterations need, because the machine may be busy, plus
     * two minutes, because a scenario may wait for free ports.
     */
    public Duration forkLimit(Duration operation) {
        return iteration(operation)
                .plus(operation)
                .multipliedBy(iterations(operation))
                .plus(FORK_OVERHEAD)
                .multipliedBy(3)
                .plusMinutes(2);
    }
}
