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
     * How long a fork may take before it is ended as hung: three times its plan, because an iteration lasts at least one operation,
     * and a minute.
     */
    public Duration forkLimit() {
        return forkTime().multipliedBy(3).plusMinutes(1);
    }

    /** The profile of that name, or empty. */
    public static Optional<Profile> of(String name) {
        return ALL.stream().filter(profile -> profile.name().equals(name)).findFirst();
    }
}
