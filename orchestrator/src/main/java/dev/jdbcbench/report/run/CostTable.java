package dev.jdbcbench.report.run;

import dev.jdbcbench.report.layout.Numbers;
import dev.jdbcbench.report.layout.RowNames;
import dev.jdbcbench.report.layout.ScoreText;
import dev.jdbcbench.report.layout.Table;
import dev.jdbcbench.result.CellResult;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.result.Results.Status;
import dev.jdbcbench.scenario.Ends;
import java.util.ArrayList;
import java.util.List;

/** Throughput and cost per operation: on the client, and in the server's counters. */
final class CostTable {
    private static final List<String> COUNTERS = List.of(
            "Questions",
            "Com_stmt_prepare",
            "Com_stmt_execute",
            "Com_stmt_close",
            Ends.COMMITS,
            Ends.ROLLBACKS,
            "Bytes_received",
            "Bytes_sent");

    private CostTable() {}

    static String of(Results results) {
        List<CellResult> cells = results.cells().stream()
                .filter(cell -> cell.status() == Status.OK)
                .toList();
        RowNames names = RowNames.ofAllPlaces(cells);
        Table table = new Table()
                .names(names.headings("per operation"))
                .names("driver")
                .numbers(
                        "op/s",
                        "alloc B",
                        "CPU µs",
                        "questions",
                        "prepares",
                        "executes",
                        "closes",
                        "commits",
                        "rollbacks",
                        "B up",
                        "B down");
        for (CellResult cell : cells) {
            List<String> row = new ArrayList<>(names.of(cell));
            row.add(cell.driverName());
            row.add(
                    cell.cost().operationsPerSecond() == null
                            ? ScoreText.NOTHING
                            : Numbers.rate(cell.cost().operationsPerSecond()));
            row.add(
                    cell.cost().allocBytesPerOp() == null
                            ? ScoreText.NOTHING
                            : Numbers.fixed(cell.cost().allocBytesPerOp(), 0));
            row.add(
                    cell.cost().cpuMicrosPerOp() == null
                            ? ScoreText.NOTHING
                            : Numbers.micros(cell.cost().cpuMicrosPerOp()));
            for (String counter : COUNTERS) {
                Double value = cell.counters().get(counter);
                row.add(value == null ? ScoreText.NOTHING : Numbers.count(value));
            }
            table.row(row);
        }
        return table.text()
                + "\n"
                + "op/s: of all threads together.\n"
                + "alloc, CPU: of the measured JVM, all its threads; the rest: session status of the server, before"
                + " the measurement.\n";
    }
}
