package dev.jdbcbench.statistics.turn;

import java.util.List;

/**
 * One turn of each JVM of a group, within tenths of a second. A dropped round is dropped for all of them.
 *
 * @param number position among all rounds of the group, including dropped ones: successive numbers are neighbours in time
 * @param turns one for each cell of the row, in the row's order, at least one
 */
public record Round(int number, List<Turn> turns) {
    public Round {
        turns = List.copyOf(turns);
        if (turns.isEmpty()) {
            throw new IllegalArgumentException("a round needs at least one turn");
        }
    }

    /** Whether no round lies between this one and the later one. */
    boolean precedes(Round later) {
        return later.number == number + 1;
    }
}
