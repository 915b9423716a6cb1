package dev.jdbcbench.history;

import dev.jdbcbench.report.layout.Columns;
import dev.jdbcbench.report.layout.Grid;
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
        return new Columns<HistoryRows>()
                .name("cell", "cell", row -> row.found().series())
                .name("run", "run", row -> row.found().run())
                .name("at", "at", row -> at(row.found()))
                .name("driver", "driver", row -> row.found().cell().driver())
                .name("version", "version", row -> row.found().cell().driverVersion())
                .number("us_per_op", "µs/op", row -> row.found().micros(), Numbers::micros)
                .number("low_us_per_op", "from", row -> row.found().time().low(), Numbers::micros)
                .number("high_us_per_op", "to", row -> row.found().time().high(), Numbers::micros)
                .number("ratio", "ratio", HistoryRows::ratio, Numbers::ratio)
                .name("name", "name", row -> name(row.found().naming()))
                .name("tags", "tags", row -> tags(row.found().naming()))
                .name("differences", "differs from the newest", row -> String.join("; ", row.differences()))
                .grid(rows);
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
