package dev.jdbcbench.result.fold;

import dev.jdbcbench.next.History;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.statistics.sample.Autocorrelation;
import java.util.Locale;
import java.util.Optional;

/**
 * The forks of a run as samples. In an imported run all forks of a cell ran before those of the next cell, so each fork
 * resembles its predecessor. To make intervals account for that, their logarithms are spread about their mean. Forks that ran
 * in turns are unchanged.
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

    /** ln of the scores of a cell's counted forks, in the order in which they ran, widened if they are autocorrelated. */
    double[] logarithms(String key) {
        return Autocorrelation.widened(history.forks().logarithms(key), Autocorrelation.inflation(rho));
    }

    /** A note on how much the intervals are widened; empty when they are not. */
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
