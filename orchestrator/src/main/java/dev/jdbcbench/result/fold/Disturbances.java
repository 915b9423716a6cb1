package dev.jdbcbench.result.fold;

import dev.jdbcbench.event.ForkFacts.ForkFinished;
import dev.jdbcbench.next.History;
import dev.jdbcbench.result.Results.Disturbance;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Plan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Outside disturbances of a run's forks, including those of A/A controls. Pure.
 *
 * @param forks number of successful forks, counted or not
 * @param all in the order of the blocks
 */
record Disturbances(int forks, List<Disturbance> all) {
    static Disturbances of(Plan plan, History history) {
        List<Disturbance> all = new ArrayList<>();
        history.forks()
                .rejected()
                .forEach(fork -> all.add(new Disturbance(fork.block(), fork.cell(), fork.reason(), true)));
        int forks = all.size();
        for (Cell cell : plan.measured()) {
            List<ForkFinished> counted = history.forks().of(cell.key());
            forks += counted.size();
            for (ForkFinished fork : counted) {
                history.outside()
                        .disturbance(fork)
                        .ifPresent(reason -> all.add(new Disturbance(fork.block(), fork.cell(), reason, false)));
            }
        }
        all.sort(Comparator.comparingInt(Disturbance::block));
        return new Disturbances(forks, all);
    }

    /** The number of disturbed forks that were repeated, or of those that count anyway. */
    int number(boolean repeated) {
        return (int) all.stream()
                .filter(disturbance -> disturbance.repeated() == repeated)
                .count();
    }
}
