package dev.jdbcbench.store;

import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.event.FactVisitor;
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
            ended += event.fact().endsFork() ? 1 : 0;
            event.fact().accept(new Counting(event.source()));
        }

        /** How each fact counts. */
        private final class Counting implements FactVisitor {
            private final Event.Source source;

            Counting(Event.Source source) {
                this.source = source;
            }

            @Override
            public void runStarted(Fact.RunStarted started) {
                closed = false;
            }

            @Override
            public void sessionStarted(Fact.SessionStarted started) {
                outcome = Optional.empty();
            }

            @Override
            public void cellChecked(Fact.CellChecked check) {
                if (check.unsupported() != null) {
                    unsupported.add(check.cell());
                }
            }

            @Override
            public void forkFinished(Fact.ForkFinished fork) {
                forks.merge(fork.cell(), 1, Integer::sum);
            }

            @Override
            public void forkRejected(Fact.ForkRejected fork) {
                forks.merge(fork.cell(), -1, Integer::sum);
            }

            @Override
            public void runFinished(Fact.RunFinished end) {
                if (source == Event.Source.AGENT) {
                    outcome = Optional.of(end.outcome());
                } else {
                    closed = true;
                }
            }

            // The other facts say nothing else that is counted here.

            @Override
            public void cellExplained(Fact.CellExplained fact) {}

            @Override
            public void forkFailed(Fact.ForkFailed fact) {}

            @Override
            public void serviceTimeMeasured(Fact.ServiceTimeMeasured fact) {}

            @Override
            public void bandwidthMeasured(Fact.BandwidthMeasured fact) {}

            @Override
            public void blockStarted(Fact.BlockStarted fact) {}

            @Override
            public void groupStarted(Fact.GroupStarted fact) {}

            @Override
            public void groupFinished(Fact.GroupFinished fact) {}

            @Override
            public void forkStarted(Fact.ForkStarted fact) {}

            @Override
            public void serverLost(Fact.ServerLost fact) {}

            @Override
            public void clientLost(Fact.ClientLost fact) {}

            @Override
            public void cellProfiled(Fact.CellProfiled fact) {}

            @Override
            public void hostUnfit(Fact.HostUnfit fact) {}

            @Override
            public void rttMeasured(Fact.RttMeasured fact) {}

            @Override
            public void decided(Fact.Decided fact) {}

            @Override
            public void tablesFilled(Fact.TablesFilled fact) {}

            @Override
            public void note(Fact.Note fact) {}
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
