package dev.jdbcbench.agent.group;

import dev.jdbcbench.agent.turn.Turn;
import dev.jdbcbench.load.Unit;
import java.util.List;

/**
 * Decides from JIT activity whether the JVMs of a group are warm. A JVM is warm when it has measured for at least
 * {@value #FEWEST_SECONDS} s and its compiler used no more than 2 % of the last {@value #QUIET_SECONDS} s of its turns,
 * including compilation between those turns; or when it has measured for as long as the profile allows. Waiting time does not
 * count. Pure. {@link Rounds} asks this only once the JVMs take turns, and never without claims. JVMs that run alone are cut
 * afterwards, by {@code WarmUpCut}.
 */
final class WarmUp {
    static final double FEWEST_SECONDS = 3;
    static final double QUIET_SECONDS = 1.5;
    private static final double COMPILING = 0.02;

    private WarmUp() {}

    /**
     * Whether the warm-up is over, so the next rounds count.
     *
     * @param turns of each JVM so far
     * @param most time after which a JVM counts as warm, s
     */
    static boolean over(List<List<Turn>> turns, double most) {
        return turns.stream().allMatch(own -> warm(own, most));
    }

    /** Whether the warm-up of one JVM is over. */
    static boolean warm(List<Turn> turns, double most) {
        return quiet(turns) || seconds(turns) >= most;
    }

    /** Whether no JVM has significant JIT activity any more. */
    static boolean allQuiet(List<List<Turn>> turns) {
        return turns.stream().allMatch(WarmUp::quiet);
    }

    /** The time for which a JVM has measured. */
    static double seconds(List<Turn> turns) {
        return turns.stream().mapToDouble(Turn::seconds).sum();
    }

    /** The most recent turns that together took {@value #QUIET_SECONDS} s, or all turns. */
    static List<Turn> last(List<Turn> turns) {
        double seconds = 0;
        int from = turns.size();
        while (from > 0 && seconds < QUIET_SECONDS) {
            from--;
            seconds += turns.get(from).seconds();
        }
        return turns.subList(from, turns.size());
    }

    /** Whether a JVM has no significant JIT activity any more. */
    static boolean quiet(List<Turn> turns) {
        List<Turn> last = last(turns);
        double compiled = last.stream()
                .mapToDouble(turn -> turn.use().compiledMillis() + turn.use().compiledBeforeMillis())
                .sum();
        return seconds(turns) >= FEWEST_SECONDS && compiled <= COMPILING * Unit.MILLIS_PER_SECOND * seconds(last);
    }
}
