package dev.jdbcbench.history;

import dev.jdbcbench.result.RunExample;
import java.util.List;

/** The histories of all cells of some runs. */
final class Histories {
    private Histories() {}

    static List<CellHistory> of(List<RunExample> runs) {
        return CellHistory.of(runs.stream()
                .flatMap(run -> Observation.of(run.plan(), run.fold().times(), cell -> true).stream())
                .toList());
    }
}
