package dev.jdbcbench.run;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How much is measured.
 *
 * @param forks per cell: fresh JVMs, each one sample
 * @param iterations per fork, all of them recorded; the warm-up is cut afterwards
 * @param iterationTime of one iteration
 * @param claims whether so few forks allow to say anything beyond the scores
 * @param purpose in a few words
 */
public record Profile(String name, int forks, int iterations, Duration iterationTime, boolean claims, String purpose) {
    /** Does it all work? Two forks of two seconds are no measurement. */
    public static final Profile SMOKE =
            new Profile("smoke", 2, 8, Duration.ofMillis(250), false, "does it all work? no claims");

    /** A first answer. */
    public static final Profile QUICK = new Profile("quick", 5, 24, Duration.ofMillis(250), true, "a first answer");

    /** All profiles, the shortest first. */
    public static final List<Profile> ALL = List.of(SMOKE, QUICK);

    /** What a fork takes beyond its iterations: starting two JVMs, connecting, preparing, checking. */
    private static final Duration FORK_OVERHEAD = Duration.ofSeconds(1);

    private static final int LONGEST_FORK_SECONDS = 20;

    private static final int FEWEST_ITERATIONS = 8;

    public Profile {
        if (forks < 1 || iterations < 1) {
            throw new IllegalArgumentException("a profile needs at least one fork and one iteration");
        }
    }

    /** About how long one fork takes. */
    public Duration forkTime() {
        return iterationTime.multipliedBy(iterations).plus(FORK_OVERHEAD);
    }

    /**
     * How many iterations a fork has of an operation that takes so long: an iteration lasts at least one operation, and a fork is to
     * measure for {@value #LONGEST_FORK_SECONDS} s at most, but for {@value #FEWEST_ITERATIONS} iterations at least.
     */
    public int iterations(Duration operation) {
        if (operation.compareTo(iterationTime) <= 0) {
            return iterations;
        }
        long fitting = Duration.ofSeconds(LONGEST_FORK_SECONDS).dividedBy(operation);
        return (int) Math.min(iterations, Math.max(FEWEST_ITERATIONS, fitting));
    }

    /**
     * How long a fork may take before it is ended as hung: three times what is planned and three times what its operations need, for the
     * machine may be busy, and two minutes, for a scenario may wait for free ports.
     */
    public Duration forkLimit(Duration operation) {
        return forkTime()
                .plus(operation.multipliedBy(iterations(operation)))
                .multipliedBy(3)
                .plusMinutes(2);
    }

    /** The profile of that name, or empty. */
    public static Optional<Profile> of(String name) {
        return ALL.stream().filter(profile -> profile.name().equals(name)).findFirst();
    }
}
