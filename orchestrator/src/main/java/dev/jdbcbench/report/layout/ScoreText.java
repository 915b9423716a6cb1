package dev.jdbcbench.report.layout;

import dev.jdbcbench.result.CellResult;
import dev.jdbcbench.result.CellResult.Status;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.run.JmhParams;
import org.jspecify.annotations.Nullable;

/** Display of cells and their scores. */
public final class ScoreText {
    /** Shown for a missing number. */
    public static final String NOTHING = "–";

    /** Shown instead of a time if the client cannot keep up with the rate. */
    public static final String CANNOT_KEEP_UP = "cannot keep up";

    private ScoreText() {}

    /** The score, with its interval if the profile claims times, and the throughput if several threads run. */
    public static String of(Results results, @Nullable CellResult cell) {
        if (cell != null && cell.overloaded()) {
            return CANNOT_KEEP_UP;
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

    /** How often virtual threads blocked their carrier thread, per operation. */
    public static String pinned(double perOperation) {
        return "pinned carriers: " + Numbers.times(perOperation) + " per operation";
    }
}
