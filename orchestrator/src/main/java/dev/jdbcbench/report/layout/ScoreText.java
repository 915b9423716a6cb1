package dev.jdbcbench.report.layout;

import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.result.CellResult;
import dev.jdbcbench.result.DriverName;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.result.Results.Status;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.JmhParams;
import org.jspecify.annotations.Nullable;

/** Display of cells and their scores. */
public final class ScoreText {
    /** Shown for a missing number. */
    public static final String NOTHING = "–";

    private ScoreText() {}

    /** The score, with its interval if the profile claims times, and the throughput if several threads run. */
    public static String of(Results results, @Nullable CellResult cell) {
        if (cell != null && cell.overloaded()) {
            return LoadText.CANNOT_KEEP_UP;
        }
        if (cell == null || cell.time().score() == null) {
            return cell != null && cell.status() == Status.FAILED ? "failed" : NOTHING;
        }
        if (results.withoutTimes()) {
            return "ok";
        }
        String score = Numbers.micros(cell.time().score());
        if (results.claims()) {
            score += cell.time().low() == null || cell.time().high() == null
                    ? " ±?"
                    : " "
                            + Numbers.halfWidth(
                                    Math.sqrt(cell.time().high() / cell.time().low()) - 1);
        }
        return cell.cell().threads() == 1
                        || cell.cell().rate() != null
                        || cell.cost().operationsPerSecond() == null
                ? score
                : score + " (" + Numbers.rate(cell.cost().operationsPerSecond()) + "/s)";
    }

    /** The number of measured forks; null if the figures of an imported cell do not come from separate ones. */
    public static @Nullable Double forks(CellResult cell) {
        return JmhParams.haveForks(cell.cell().params())
                ? (Double) (double) cell.forks().size()
                : null;
    }

    /** The driver with its version. */
    public static String driver(CellResult cell) {
        return DriverName.of(cell.cell().driver(), cell.cell().driverVersion());
    }

    /** The name of a cell without topology and driver. */
    public static String name(CellResult cell, boolean manyServers) {
        return (manyServers ? cell.cell().server() + " " : "")
                + Cell.scenarioWithParams(cell.cell().scenario(), cell.cell().params())
                + " "
                + cell.cell().mode()
                + (cell.cell().transport() == Transport.TCP || cell.cell().mode() == Mode.TLS
                        ? ""
                        : " " + cell.cell().transport())
                + (cell.cell().threads() == 1 ? "" : " ×" + cell.cell().threads())
                + LoadText.at(cell.cell().rate());
    }

    /** How often virtual threads blocked their carrier thread, per operation. */
    public static String pinned(double perOperation) {
        return "pinned carriers: " + Numbers.times(perOperation) + " per operation";
    }

    /** Whether the results cover more than one server. */
    public static boolean manyServers(Results results) {
        return results.cells().stream()
                        .map(cell -> cell.cell().server())
                        .distinct()
                        .count()
                > 1;
    }
}
