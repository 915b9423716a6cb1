package dev.jdbcbench.cli;

import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** The seeds of schedules: a given one, or several random ones. */
final class NemesisSeeds {
    private static final long LARGEST = 1_000_000;

    private NemesisSeeds() {}

    static List<Long> of(int schedules) {
        Long named = Long.getLong("bench.nemesis.seed");
        return named != null
                ? List.of(named)
                : ThreadLocalRandom.current()
                        .longs(schedules, 0, LARGEST)
                        .boxed()
                        .toList();
    }
}
