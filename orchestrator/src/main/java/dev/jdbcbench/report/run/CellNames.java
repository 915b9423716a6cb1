package dev.jdbcbench.report.run;

import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.report.Report;
import dev.jdbcbench.report.layout.LoadText;
import dev.jdbcbench.report.layout.RunNames;
import dev.jdbcbench.report.layout.ScoreText;
import dev.jdbcbench.result.CellResult;
import dev.jdbcbench.run.Cell;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Display names of the cells of runs, unique among them.
 *
 * @param manyServers whether names include the server
 * @param runsOf the number of runs that contain a cell, by the cell's key
 */
public record CellNames(boolean manyServers, Map<String, Integer> runsOf) {
    /** Names for the cells of these runs. */
    public static CellNames of(List<Report.Run> runs) {
        Map<String, Integer> runsOf = new HashMap<>();
        runs.forEach(run -> run.results().cells().forEach(cell -> runsOf.merge(cell.key(), 1, Integer::sum)));
        long servers = runs.stream()
                .flatMap(run -> run.results().cells().stream())
                .map(cell -> cell.cell().server())
                .distinct()
                .count();
        return new CellNames(servers > 1, runsOf);
    }

    /** Scenario and place, without the number of threads. */
    public String series(CellResult cell) {
        return (manyServers ? cell.cell().server() + " " : "")
                + Cell.scenarioWithParams(cell.cell().scenario(), cell.cell().params())
                + (cell.cell().transport() == Transport.TCP || cell.cell().mode() == Mode.TLS
                        ? ""
                        : " " + cell.cell().transport())
                + LoadText.at(cell.cell().rate());
    }

    /** The name without mode and driver: {@code mysql Rows(count=1000) ×4}. */
    public String scenario(CellResult cell) {
        return series(cell)
                + (cell.cell().threads() == 1 ? "" : " ×" + cell.cell().threads());
    }

    /** The name without the driver. */
    public String row(CellResult cell) {
        return scenario(cell) + " " + cell.cell().mode();
    }

    /** The driver with its version, and the run if several runs contain the cell. */
    public String driver(Report.Run run, CellResult cell) {
        return ScoreText.driver(cell)
                + (runsOf.getOrDefault(cell.key(), 0) > 1
                        ? " · " + RunNames.brief(run.results().run())
                        : "");
    }
}
