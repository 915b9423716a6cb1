package dev.jdbcbench.result;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The current state of a run.
 *
 * @param state in words
 * @param who the user attached to it or detached from it, and since when; empty when only this machine knows the run
 * @param hosts hosts that hold parts of the run
 * @param cells number of cells that it measures; null when its plan cannot be read
 * @param forksEnded number of forks that ended, successfully or not
 * @param forksPlanned that number plus the forks still expected
 * @param secondsLeft estimated time left; null when no agent is running, or it is unknown
 * @param leaseSeconds time left before a detached run is stopped; null otherwise
 * @param hint the command that continues the run; empty when there is none
 * @param unreadable why its files cannot be read; null if they can
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
        String hint,
        @Nullable String unreadable) {
    public RunState {
        hosts = List.copyOf(hosts);
    }
}
