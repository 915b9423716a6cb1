package dev.jdbcbench.history;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.google.auto.service.AutoService;
import dev.jdbcbench.result.Score;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Json;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Histories for other programs: {@code history/1}. */
@AutoService(HistoryFormat.class)
public final class HistoryJson implements HistoryFormat {
    private static final String SCHEMA = "history/1";

    @Override
    public String id() {
        return "json";
    }

    @Override
    public List<String> leftOut(List<CellHistory> cells) {
        return List.of();
    }

    @Override
    public String render(List<CellHistory> cells) {
        return Json.pretty(
                new Document(SCHEMA, cells.stream().map(HistoryJson::of).toList()));
    }

    private record Document(String schema, List<OfCell> cells) {}

    /**
     * The history of a cell.
     *
     * @param cell the newest run's
     */
    private record OfCell(String key, Cell cell, String unit, List<OfRun> runs, List<Others> otherConditions) {}

    /**
     * A run.
     *
     * @param ratio time relative to the run before; null for the first, and if conditions differ
     * @param forks the score of each fork
     */
    private record OfRun(
            String run,
            Instant at,
            String driverVersion,
            @JsonUnwrapped Score time,
            @Nullable Double ratio,
            List<Double> forks,
            @Nullable String name,
            List<String> tags) {
        static OfRun of(Observation found, @Nullable Double ratio) {
            return new OfRun(
                    found.run(),
                    found.at(),
                    found.cell().driverVersion(),
                    found.time(),
                    ratio,
                    found.forks(),
                    found.naming().name(),
                    found.naming().tags());
        }
    }

    /** Runs that all differ from the newest one in the same way. */
    private record Others(List<OfRun> runs, List<String> differences) {}

    private static OfCell of(CellHistory cell) {
        return new OfCell(
                cell.key(),
                cell.newest().cell(),
                "us/op",
                cell.points().stream()
                        .map(point -> OfRun.of(point.found(), point.ratio()))
                        .toList(),
                cell.apart().stream()
                        .map(group -> new Others(
                                group.runs().stream()
                                        .map(run -> OfRun.of(run, null))
                                        .toList(),
                                group.differences()))
                        .toList());
    }
}
