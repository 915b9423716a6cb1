package dev.jdbcbench.report.run;

import dev.jdbcbench.load.CellLoad;
import dev.jdbcbench.load.Percentiles;
import dev.jdbcbench.report.layout.Numbers;
import dev.jdbcbench.report.layout.Page;
import dev.jdbcbench.report.layout.RowNames;
import dev.jdbcbench.report.layout.ScoreText;
import dev.jdbcbench.report.layout.Table;
import dev.jdbcbench.result.CellName;
import dev.jdbcbench.result.CellResult;
import dev.jdbcbench.result.Results;
import java.util.ArrayList;
import java.util.List;

/** Response and service times under open load, one line per cell. */
final class LoadTable {
    private LoadTable() {}

    /** The table after an empty line; empty if no cell was measured at a rate, or if the run claims no times. */
    static String of(Results results) {
        List<CellResult> cells =
                results.cells().stream().filter(cell -> cell.load() != null).toList();
        if (cells.isEmpty() || results.withoutTimes()) {
            return "";
        }
        RowNames names = RowNames.ofAllPlaces(cells);
        Table table = new Table()
                .names(names.headings("times at a rate"))
                .names("driver")
                .numbers("achieved")
                .names("time, µs")
                .numbers("p50", "p99", "max");
        List<String> notes = new ArrayList<>();
        for (CellResult cell : cells) {
            CellLoad load = cell.load();
            if (load == null) {
                continue;
            }
            List<String> row = new ArrayList<>(names.of(cell));
            row.add(cell.driverName());
            row.add(Numbers.fixed(load.achievedPerSecond(), 0) + "/s");
            row.add("response");
            times(row, load.response());
            table.row(row);
            List<String> second = new ArrayList<>();
            names.of(cell).forEach(name -> second.add(""));
            second.addAll(List.of("", "", "service"));
            times(second, load.service());
            table.row(second);
            if (!load.keepsUp()) {
                notes.add(Page.wrapped(
                        ScoreText.CANNOT_KEEP_UP + ": " + cell.driverName() + " in "
                                + CellName.among(results).of(cell.cell().subject()) + ": " + load.reason()
                                + "; in the closed loop it did " + Numbers.fixed(load.capacityPerSecond(), 0)
                                + "/s. Its response times depend on how long was measured, so they are not compared"
                                + (load.unserved() == 0
                                        ? "."
                                        : "; " + load.unserved() + " arrivals were never served."),
                        "    "));
            }
        }
        notes.add("response: from the scheduled start to the end; service: from the actual start.");
        return "\n" + table.text() + String.join("\n", notes) + "\n";
    }

    private static void times(List<String> row, Percentiles times) {
        row.add(Numbers.micros(times.p50Micros()));
        row.add(Numbers.micros(times.p99Micros()));
        row.add(Numbers.micros(times.maxMicros()));
    }
}
