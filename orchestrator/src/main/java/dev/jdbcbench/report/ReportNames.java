package dev.jdbcbench.report;

import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.result.CellResult;
import dev.jdbcbench.run.Cell;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the cells of a report are called: the same names as in {@link CollectNames}, and each of another cell than the next.
 *
 * @param manyServers whether the server has to be named
 * @param runsOf how many runs have each cell, by its key
 */
record ReportNames(boolean manyServers, Map<String, Integer> runsOf) {
    static ReportNames of(List<Report.Run> runs) {
        Map<String, Integer> runsOf = new HashMap<>();
        runs.forEach(run -> run.results().cells().forEach(cell -> runsOf.merge(cell.key(), 1, Integer::sum)));
        long servers = runs.stream()
                .flatMap(run -> run.results().cells().stream())
                .map(cell -> cell.cell().server())
                .distinct()
                .count();
        return new ReportNames(servers > 1, runsOf);
    }

    /** The scenario, where it is measured and how, without the number of threads. */
    String series(CellResult cell) {
        return (manyServers ? cell.cell().server() + " " : "")
                + Cell.scenarioWithParams(cell.cell().scenario(), cell.cell().params())
                + (cell.cell().transport() == Transport.TCP || cell.cell().mode() == Mode.TLS
                        ? ""
                        : " " + cell.cell().transport())
                + LoadText.at(cell.cell().rate());
    }

    /** All but mode and driver: {@code mysql Rows(count=1000) ×4}. */
    String scenario(CellResult cell) {
        return series(cell)
                + (cell.cell().threads() == 1 ? "" : " ×" + cell.cell().threads());
    }

    /** All but the driver. */
    String row(CellResult cell) {
        return scenario(cell) + " " + cell.cell().mode();
    }

    /** The driver at its version, and in which run, where several runs have the cell. */
    String driver(Report.Run run, CellResult cell) {
        return ScoreText.driver(cell)
                + (runsOf.getOrDefault(cell.key(), 0) > 1
                        ? " · " + RunBrief.shortName(run.results().run())
                        : "");
    }
}
