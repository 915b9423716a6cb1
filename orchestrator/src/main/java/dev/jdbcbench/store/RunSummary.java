package dev.jdbcbench.store;

import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.next.Next;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Plan;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Summary of a run without its forks' measurements.
 *
 * @param closed whether the last bench process of the run closed it
 * @param complete whether everything planned was measured
 * @param forksEnded number of forks that ended, successfully or not
 */
public record RunSummary(Plan plan, boolean closed, boolean complete, int forksEnded) {

    /** Counts the events of a run that measures cells in blocks. */
    static final class Count {
        private final Plan plan;
        private final Map<String, Integer> forks = new HashMap<>();
        private final Set<String> unsupported = new HashSet<>();
        private Optional<String> outcome = Optional.empty();
        private boolean closed;
        private int ended;

        Count(Plan plan) {
            this.plan = plan;
            this.closed = !plan.profile().interleaved();
        }

        void onEvent(Event event) {
            if (event.fact() instanceof Fact.ForkFinished fork) {
                forks.merge(fork.cell(), 1, Integer::sum);
                ended++;
            } else if (event.fact() instanceof Fact.ForkRejected fork) {
                forks.merge(fork.cell(), -1, Integer::sum);
            } else if (event.fact() instanceof Fact.ForkFailed fork) {
                ended += fork.block() > 0 ? 1 : 0;
            } else if (event.fact() instanceof Fact.ServiceTimeMeasured times) {
                ended += times.times() == null ? 0 : 1;
            } else if (event.fact() instanceof Fact.CellChecked check && check.unsupported() != null) {
                unsupported.add(check.cell());
            } else if (event.fact() instanceof Fact.SessionStarted) {
                outcome = Optional.empty();
            } else if (event.fact() instanceof Fact.RunStarted) {
                closed = false;
            } else if (event.fact() instanceof Fact.RunFinished end) {
                if (event.source() == Event.Source.AGENT) {
                    outcome = Optional.of(end.outcome());
                } else {
                    closed = true;
                }
            }
        }

        RunSummary summary() {
            return new RunSummary(plan, closed, complete(), ended);
        }

        /** Complete if the agent says so and each cell has enough forks. The agent decided from the same events. */
        private boolean complete() {
            return outcome.filter(said -> said.equalsIgnoreCase(Next.Outcome.COMPLETE.name()))
                            .isPresent()
                    && plan.cells().stream().allMatch(this::measured);
        }

        private boolean measured(Cell cell) {
            return unsupported.contains(cell.key()) || forks.getOrDefault(cell.key(), 0) >= plan.fewestToComplete();
        }
    }
}
