package dev.jdbcbench.result;

import dev.jdbcbench.next.History;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.statistics.Autocorrelation;
import java.util.Locale;
import java.util.Optional;

/**
 * The forks of a run as samples. In an imported run all forks of a cell ran before those of the next one, so each resembles the one
 * before it: their logarithms are spread about their mean until intervals account for that. Forks that ran in turns stay as they are.
 */
final class SuccessiveForks {
    private final History history;
    private final double rho;

    SuccessiveForks(Plan plan, History history) {
        this.history = history;
        this.rho = plan.profile().interleaved()
                ? 0
                : Autocorrelation.ofForks(plan.cells().stream()
                        .map(cell -> history.forks().logarithms(cell.key()))
                        .toList());
    }

    /** ln of the scores of a cell's forks that count, in the order in which they ran, widened where they resemble each other. */
    double[] logarithms(String key) {
        return Autocorrelation.widened(history.forks().logarithms(key), Autocorrelation.inflation(rho));
    }

    /** How much intervals are widened; empty when they are not. */
    Optional<String> note() {
        return rho == 0
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        "Forks of one benchmark ran one after the other and resemble their neighbours (lag-1 autocorrelation %.2f):"
                                + " intervals are %.2f times as wide as those of independent forks",
                        rho,
                        Math.sqrt(Autocorrelation.inflation(rho))));
    }
}
