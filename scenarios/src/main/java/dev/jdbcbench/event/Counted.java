package dev.jdbcbench.event;

import dev.jdbcbench.driver.PartCheck;
import dev.jdbcbench.run.Profile;
import java.util.Collections;
import java.util.List;

/**
 * Which iterations count in a fork that was measured in turns.
 *
 * @param warmUp number of leading iterations that do not count
 * @param dropped indices of later iterations that do not count because of an outside disturbance, from 0, in ascending order
 */
public record Counted(int warmUp, List<Integer> dropped) {
    public Counted {
        PartCheck.between(0, Profile.MOST_ITERATIONS, warmUp, "warmUp");
        dropped = PartCheck.list(dropped, Profile.MOST_ITERATIONS, "dropped");
        int before = warmUp - 1;
        for (int number : dropped) {
            before = PartCheck.between(before + 1, Profile.MOST_ITERATIONS, number, "dropped");
        }
    }

    /** Whether the iteration with this index, from 0, counts. */
    public boolean counts(int iteration) {
        return iteration >= warmUp && Collections.binarySearch(dropped, iteration) < 0;
    }
}
