package dev.jdbcbench.report.run;

import dev.jdbcbench.report.layout.Numbers;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.untrusted.TypedDuration;
import java.time.Duration;
import java.util.Optional;

/** What is missing from a run, and the command that measures it. */
public final class MissingWords {
    private MissingWords() {}

    /** What is missing from the run; empty if it is complete. */
    public static Optional<String> incomplete(Results results) {
        if (results.complete()) {
            return Optional.empty();
        }
        int cut = results.cutByBudget().size();
        if (cut == 0) {
            return Optional.of("some cells are not finished");
        }
        int others = results.unfinished().size();
        return Optional.of("the budget ended before " + planned(results, cut)
                + (others == 0
                        ? ""
                        : "; " + others + (others == 1 ? " more is" : " more are")
                                + " not finished for other reasons"));
    }

    /** That a first look ended at its limit, if that left cells with fewer groups than planned. */
    static Optional<String> ended(Results results) {
        int cut = results.cutByBudget().size();
        Duration budget = results.effort().budget();
        return !results.complete() || cut == 0 || budget == null
                ? Optional.empty()
                : Optional.of(
                        "ended at the limit of " + TypedDuration.text(budget) + ", before " + planned(results, cut));
    }

    private static String planned(Results results, int cut) {
        return cut + " of " + results.cells().size() + " cells had the planned "
                + results.effort().fewestForks()
                + (results.outside().rounds() == null ? " forks" : " groups");
    }

    /**
     * The command that measures what is missing, as it was asked for. Without more budget, a run that its budget cut would end
     * as before; and a budget alone would replace a target or a fixed number of groups.
     */
    public static String resume(Results results, String run) {
        String command = "./bench resume " + run;
        Duration budget = results.effort().budget();
        if (budget == null || results.cutByBudget().isEmpty()) {
            return command;
        }
        Results.Effort effort = results.effort();
        if (effort.mostForks() == effort.fewestForks()) {
            command += " --groups " + effort.fewestForks();
        } else if (effort.target() != null) {
            command += " --target " + Numbers.plain(100 * effort.target()) + "%";
        }
        return command + " --budget " + TypedDuration.text(budget);
    }
}
