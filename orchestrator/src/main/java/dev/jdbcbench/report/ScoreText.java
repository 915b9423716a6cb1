package dev.jdbcbench.report;

import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.result.DriverName;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.result.Results.CellResult;
import dev.jdbcbench.result.Results.Status;
import dev.jdbcbench.run.Cell;
import org.jspecify.annotations.Nullable;

/** How a cell and its score look. */
final class ScoreText {
    /** There is no number here. */
    static final String NOTHING = "–";

    private ScoreText() {}

    /** The score with its interval if the profile allows it, and the rate where threads work together. */
    static String of(Results results, @Nullable CellResult cell) {
        if (cell == null || cell.score() == null) {
            return cell != null && cell.status() == Status.FAILED ? "failed" : NOTHING;
        }
        if (results.withoutTimes()) {
            return "ok";
        }
        String score = Numbers.micros(cell.score());
        if (results.claims()) {
            score += cell.low() == null || cell.high() == null
                    ? " ±?"
                    : " " + Numbers.halfWidth(Math.sqrt(cell.high() / cell.low()) - 1);
        }
        return cell.threads() == 1 || cell.operationsPerSecond() == null
                ? score
                : score + " (" + Numbers.rate(cell.operationsPerSecond()) + "/s)";
    }

    /** The driver at its version. */
    static String driver(CellResult cell) {
        return DriverName.of(cell.driver(), cell.driverVersion());
    }

    /** Which cell it is, but for its topology and driver. */
    static String name(CellResult cell, boolean manyServers) {
        return (manyServers ? cell.server() + " " : "")
                + Cell.scenarioWithParams(cell.scenario(), cell.params())
                + " "
                + cell.mode()
                + (cell.transport() == Transport.TCP || cell.mode() == Mode.TLS ? "" : " " + cell.transport())
                + (cell.threads() == 1 ? "" : " ×" + cell.threads());
    }

    /** Whether the results are of more than one server. */
    static boolean manyServers(Results results) {
        return results.cells().stream().map(CellResult::server).distinct().count() > 1;
    }
}
