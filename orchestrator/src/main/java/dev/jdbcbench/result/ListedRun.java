package dev.jdbcbench.result;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A run in a list of runs. Of an unreadable run, only the ID and the reason are known.
 *
 * @param state complete, incomplete, or open if no bench has closed it: it may still be in progress
 * @param topologies its topologies
 * @param drivers with their versions, without A/A controls
 * @param scenarios with their parameters
 * @param ageSeconds time since it was planned
 * @param name the user's name for it; null if it has none
 * @param profile its profile, or its extent if it measures nothing
 * @param cells number of cells to measure
 * @param unreadable why it cannot be read; null if it can
 */
public record ListedRun(
        String id,
        String state,
        List<String> topologies,
        List<String> drivers,
        List<String> scenarios,
        @Nullable Instant createdAt,
        @Nullable Long ageSeconds,
        @Nullable String name,
        List<String> tags,
        @Nullable String profile,
        @Nullable Integer cells,
        @Nullable Boolean complete,
        @Nullable String unreadable) {
    public ListedRun {
        topologies = List.copyOf(topologies);
        drivers = List.copyOf(drivers);
        scenarios = List.copyOf(scenarios);
        tags = List.copyOf(tags);
    }

    /** A run that cannot be read. */
    public static ListedRun unreadable(String id, String why) {
        return new ListedRun(
                id, "unreadable", List.of(), List.of(), List.of(), null, null, null, List.of(), null, null, null, why);
    }
}
