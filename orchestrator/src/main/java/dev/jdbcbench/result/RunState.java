package dev.jdbcbench.result;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a run is now.
 *
 * @param state in words
 * @param who attends to it or left it alone, and since when; empty when it is only known here
 * @param hosts on which something of it is
 * @param cells that it measures; null when its plan cannot be read
 * @param forksEnded well or not
 * @param forksPlanned those, and those that are still to come, as far as is known
 * @param secondsLeft about how long it takes still; null when nothing works, or nobody knows
 * @param leaseSeconds for how long it works at most when nobody attends to it; null otherwise
 * @param hint the command that goes on with it; empty when there is none
 */
public record RunState(
        String run,
        String state,
        String who,
        List<String> hosts,
        @Nullable Integer cells,
        @Nullable Integer forksEnded,
        @Nullable Integer forksPlanned,
        @Nullable Long secondsLeft,
        @Nullable Long leaseSeconds,
        String hint) {
    public RunState {
        hosts = List.copyOf(hosts);
    }
}
