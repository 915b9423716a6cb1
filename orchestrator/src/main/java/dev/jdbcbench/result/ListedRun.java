package dev.jdbcbench.result;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A run in a list of runs. Of a run that cannot be read, only the id and the reason are known.
 *
 * @param state complete, incomplete, or open when no bench has closed it: it may still work
 * @param topologies that it measures
 * @param drivers with their versions, without A/A controls
 * @param scenarios with their parameters
 * @param ageSeconds since it was planned
 * @param name what the user calls it; null when it has no name
 * @param profile its profile, or how far it goes when it measures nothing
 * @param cells number of cells that it measures
 * @param unreadable why it cannot be read; null when it can
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
