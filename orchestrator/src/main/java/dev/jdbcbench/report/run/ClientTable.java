package dev.jdbcbench.report.run;

import dev.jdbcbench.load.CellClients;
import dev.jdbcbench.report.layout.Numbers;
import dev.jdbcbench.report.layout.RowNames;
import dev.jdbcbench.report.layout.Table;
import dev.jdbcbench.result.CellResult;
import dev.jdbcbench.result.Results;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What several clients achieved together: one line per cell. */
final class ClientTable {
    private ClientTable() {}

    /** The table after an empty line; empty for a single client, or if the run claims no times. */
    static String of(Results results) {
        List<CellResult> cells =
                results.cells().stream().filter(cell -> cell.clients() != null).toList();
        if (cells.isEmpty() || results.withoutTimes()) {
            return "";
        }
        RowNames names = RowNames.ofAllPlaces(cells);
        Table table = new Table()
                .names(names.headings("all clients together"))
                .names("driver")
                .numbers("ops/s", "p50, µs", "p99", "max")
                .names("share of each client, %");
        for (CellResult cell : cells) {
            CellClients clients = cell.clients();
            if (clients == null) {
                continue;
            }
            List<String> row = new ArrayList<>(names.of(cell));
            row.add(cell.driverName());
            row.add(Numbers.fixed(
                    clients.parts().stream()
                            .mapToDouble(CellClients.Part::operationsPerSecond)
                            .sum(),
                    0));
            row.add(Numbers.micros(clients.times().p50Micros()));
            row.add(Numbers.micros(clients.times().p99Micros()));
            row.add(Numbers.micros(clients.times().maxMicros()));
            row.add(clients.parts().stream()
                    .map(part -> part.client() + " " + Numbers.fixed(part.sharePercent(), 1))
                    .collect(Collectors.joining(", ")));
            table.row(row);
        }
        return "\n" + table.text();
    }
}
