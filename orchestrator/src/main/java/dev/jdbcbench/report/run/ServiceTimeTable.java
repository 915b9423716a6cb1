package dev.jdbcbench.report.run;

import dev.jdbcbench.event.ServiceTime;
import dev.jdbcbench.report.layout.Numbers;
import dev.jdbcbench.report.layout.RowNames;
import dev.jdbcbench.report.layout.ScoreText;
import dev.jdbcbench.report.layout.Table;
import dev.jdbcbench.result.CellResult;
import dev.jdbcbench.result.Results;
import java.util.ArrayList;
import java.util.List;

/** The service times of single operations. */
final class ServiceTimeTable {
    private ServiceTimeTable() {}

    /** The table after an empty line; empty if no cell has service times. */
    static String of(Results results) {
        List<CellResult> cells = results.cells().stream()
                .filter(cell -> cell.percentiles().serviceTime() != null)
                .toList();
        if (cells.isEmpty()) {
            return "";
        }
        RowNames names = RowNames.ofAllPlaces(cells);
        Table table = new Table()
                .names(names.headings("service time, µs"))
                .names("driver")
                .numbers("p50", "p90", "p95", "p99", "operations");
        for (CellResult cell : cells) {
            ServiceTime times = cell.percentiles().serviceTime();
            if (times != null) {
                List<String> row = new ArrayList<>(names.of(cell));
                row.add(cell.driverName());
                row.add(Numbers.micros(times.p50Micros()));
                row.add(Numbers.micros(times.p90Micros()));
                row.add(times.p95Micros() == null ? ScoreText.NOTHING : Numbers.micros(times.p95Micros()));
                row.add(Numbers.micros(times.p99Micros()));
                row.add(String.valueOf(times.operations()));
                table.row(row);
            }
        }
        return "\n" + table.text();
    }
}
