package dev.jdbcbench.history;

import dev.jdbcbench.comparison.CellHistory;
import dev.jdbcbench.comparison.Observation;
import dev.jdbcbench.report.layout.Grid;
import dev.jdbcbench.report.layout.Grid.Cell;
import dev.jdbcbench.report.layout.Grid.Part;
import dev.jdbcbench.report.layout.Numbers;
import dev.jdbcbench.run.Naming;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A run in the history of a cell, for formats that show one line per run.
 *
 * @param ratio time relative to the run before; null for the first, and if conditions differ
 * @param differences what differs from the newest run; empty if times are comparable
 */
record HistoryRows(Observation found, @Nullable Double ratio, List<String> differences) {
    /** The runs of a history, comparable ones first. */
    static List<HistoryRows> of(CellHistory cell) {
        List<HistoryRows> rows = new ArrayList<>();
        cell.points().forEach(point -> rows.add(new HistoryRows(point.found(), point.ratio(), List.of())));
        cell.apart()
                .forEach(group ->
                        group.runs().forEach(run -> rows.add(new HistoryRows(run, null, group.differences()))));
        return rows;
    }

    /** A table with every number. */
    static Grid grid(List<HistoryRows> rows) {
        return Grid.of(
                List.of(
                        Part.name("cell", "cell", row -> row.found().series()),
                        Part.name("run", "run", row -> row.found().run()),
                        Part.name("at", "at", row -> at(row.found())),
                        Part.name("driver", "driver", row -> row.found().cell().driver()),
                        Part.name(
                                "version", "version", row -> row.found().cell().driverVersion()),
                        Part.number("score", "µs/op", row -> Cell.of(row.found().micros(), Numbers::micros)),
                        Part.number(
                                "low", "from", row -> Cell.of(row.found().time().low(), Numbers::micros)),
                        Part.number(
                                "high", "to", row -> Cell.of(row.found().time().high(), Numbers::micros)),
                        Part.number("ratio", "ratio", row -> Cell.of(row.ratio(), Numbers::ratio)),
                        Part.name("name", "name", row -> name(row.found().naming())),
                        Part.name("tags", "tags", row -> tags(row.found().naming())),
                        Part.name(
                                "differences", "differs from the newest", row -> String.join("; ", row.differences()))),
                rows);
    }

    /** The start of a run, truncated to seconds. */
    static String at(Observation found) {
        return found.at().truncatedTo(ChronoUnit.SECONDS).toString();
    }

    static String name(Naming naming) {
        return Objects.requireNonNullElse(naming.name(), "");
    }

    static String tags(Naming naming) {
        return String.join(" ", naming.tags());
    }
}
