package dev.jdbcbench.statistics;

import java.util.List;

/**
 * When a group is warm, by the cause: the JIT compiler of each of its JVMs has next to nothing to do. Decided while it runs, before any
 * round counts, and from no measured time.
 */
public final class WarmUp {
    /** A compiler that works for more than 2 % of the turns' time still changes what is measured. */
    static final double BUSY = 0.02;

    /** Over so many seconds of its own active time a JVM must have been quiet: code that is compiled next runs hot for that long. */
    static final double WINDOW = 2;

    /** After so many active seconds the median cell has no warm-up bias left (0.5 % after 5 s). */
    static final double USUAL = 6;

    /** A JVM that is idle this long already, with a compiler that is as good as idle, is warm without waiting for {@link #USUAL}. */
    static final double EARLIEST = 3;

    /** As good as idle. */
    static final double IDLE = 0.002;

    /** After so many active seconds of each JVM waiting for longer would cost more than it gives. */
    static final double LIMIT = 20;

    private WarmUp() {}

    /**
     * One turn of a JVM that warms up.
     *
     * @param activeSeconds how long it worked in this turn, 0 or more
     * @param compilerSeconds how long its compiler worked since the turn before ended, over all compiler threads, 0 or more: it goes on
     *     while the JVM waits
     */
    public record Activity(double activeSeconds, double compilerSeconds) {
        public Activity {
            if (!(activeSeconds >= 0) || !(compilerSeconds >= 0)) {
                throw new IllegalArgumentException(
                        "times are not negative: " + activeSeconds + " s and " + compilerSeconds + " s");
            }
        }
    }

    /** How far a group is. */
    public enum State {
        /** At least one JVM still compiles, or has not worked for long enough to tell. */
        WARMING,
        /** All its JVMs are warm: rounds may count. */
        WARM,
        /** At least one JVM compiles still after 20 s of its own active time: rounds count, and the results say so. */
        LIMIT
    }

    /**
     * A JVM is warm when its compiler worked for at most 2 % of the active time of the last 2 s, and it has worked for 6 s; or already after 3 s if
     * the compiler worked for at most 0.2 % of the last 2 s. A group is warm when all its JVMs are, and at its limit when each that is not
     * has worked for 20 s.
     *
     * @param turnsOfJvms for each JVM its turns so far, in their order
     * @return {@link State#WARMING} for a group without JVMs
     */
    public static State of(List<List<Activity>> turnsOfJvms) {
        boolean warm = !turnsOfJvms.isEmpty();
        for (List<Activity> turns : turnsOfJvms) {
            if (!isWarm(turns)) {
                if (active(turns) < LIMIT) {
                    return State.WARMING;
                }
                warm = false;
            }
        }
        return warm ? State.WARM : turnsOfJvms.isEmpty() ? State.WARMING : State.LIMIT;
    }

    private static boolean isWarm(List<Activity> turns) {
        double active = active(turns);
        double busy = busy(turns);
        return active >= USUAL ? busy <= BUSY : active >= EARLIEST && busy <= IDLE;
    }

    private static double active(List<Activity> turns) {
        // A sum of tenths must not miss its limit by rounding.
        return 1e-9 + turns.stream().mapToDouble(Activity::activeSeconds).sum();
    }

    /** The compiler's share of the last turns, as many as make up the window; infinite for fewer. */
    private static double busy(List<Activity> turns) {
        double active = 1e-9;
        double compiler = 0;
        for (int i = turns.size() - 1; i >= 0 && active < WINDOW; i--) {
            active += turns.get(i).activeSeconds();
            compiler += turns.get(i).compilerSeconds();
        }
        return active < WINDOW ? Double.POSITIVE_INFINITY : compiler / active;
    }
}
