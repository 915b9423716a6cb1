package dev.jdbcbench.event;

import dev.jdbcbench.driver.Parts;
import dev.jdbcbench.run.Profile;
import java.util.Collections;
import java.util.List;

/**
 * Which iterations of a fork count that was measured in turns.
 *
 * @param warmUp how many of the first ones do not
 * @param dropped the numbers of those after them that do not because something from outside disturbed the round, from 0, each larger than
 *     the one before
 */
public record Counted(int warmUp, List<Integer> dropped) {
    public Counted {
        Parts.between(0, Profile.MOST_ITERATIONS, warmUp, "warmUp");
        dropped = Parts.list(dropped, Profile.MOST_ITERATIONS, "dropped");
        int before = warmUp - 1;
        for (int number : dropped) {
            before = Parts.between(before + 1, Profile.MOST_ITERATIONS, number, "dropped");
        }
    }

    /** Whether the iteration of that number, from 0, counts. */
    public boolean counts(int iteration) {
        return iteration >= warmUp && Collections.binarySearch(dropped, iteration) < 0;
    }
}
