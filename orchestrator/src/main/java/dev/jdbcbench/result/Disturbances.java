package dev.jdbcbench.result;

import dev.jdbcbench.event.Fact.ForkFinished;
import dev.jdbcbench.next.History;
import dev.jdbcbench.result.Results.Disturbance;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Plan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What disturbed the forks of a run from outside, those of twins included. Pure.
 *
 * @param forks that ended well, whether they count or not
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

    /** How many were repeated, and how many count although they were disturbed. */
    int number(boolean repeated) {
        return (int) all.stream()
                .filter(disturbance -> disturbance.repeated() == repeated)
                .count();
    }
}
