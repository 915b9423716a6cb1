package dev.jdbcbench.report.run;

import dev.jdbcbench.report.layout.RowNames;
import dev.jdbcbench.report.layout.ScoreText;
import dev.jdbcbench.report.layout.Table;
import dev.jdbcbench.result.CellResult;
import dev.jdbcbench.result.Results;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The scores of one place without comparisons: one row per scenario and mode, one column per driver. */
final class CompactTable {
    private CompactTable() {}

    /** One column per driver; if that is wider than a page, one line per driver. */
    static String of(Results results, List<CellResult> cells) {
        RowNames names = RowNames.of(cells);
        Set<String> drivers = new LinkedHashSet<>();
        Map<List<String>, Map<String, CellResult>> rows = new LinkedHashMap<>();
        for (CellResult cell : cells) {
            String driver = cell.driverName();
            drivers.add(driver);
            rows.computeIfAbsent(names.of(cell), key -> new LinkedHashMap<>()).put(driver, cell);
        }
        String heading = results.withoutTimes() ? "operation" : "µs per operation";
        Table wide = new Table().names(names.headings(heading)).numbers(drivers.toArray(String[]::new));
        rows.forEach((name, byDriver) -> {
            List<String> row = new ArrayList<>(name);
            drivers.forEach(driver -> row.add(ScoreText.of(results, byDriver.get(driver))));
            wide.row(row);
        });
        if (wide.fits()) {
            return wide.text();
        }
        Table narrow = new Table()
                .names(names.headings(heading))
                .names("driver")
                .numbers(results.withoutTimes() ? "" : "score");
        rows.forEach((name, byDriver) -> byDriver.forEach((driver, cell) -> {
            List<String> row = new ArrayList<>(name);
            row.add(driver);
            row.add(ScoreText.of(results, cell));
            narrow.row(row);
        }));
        return narrow.text();
    }
}
