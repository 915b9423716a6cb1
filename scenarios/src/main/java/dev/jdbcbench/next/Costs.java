package dev.jdbcbench.next;

import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.event.FactVisitor;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Plan;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The time that agents have worked, and an estimate of the time still needed. Pure: events in, durations out. */
public final class Costs {
    private final Plan plan;
    private final CompletedWork done;
    private final FactVisitor work = new Work();
    private final Map<String, Duration> lasted = new HashMap<>();
    private final Map<String, Duration> operations = new HashMap<>();
    private Duration passed = Duration.ZERO;
    private Duration spent = Duration.ZERO;
    /** Cells of the group in progress. */
    private final List<String> group = new ArrayList<>();

    private Instant before = Instant.MAX;
    private Instant forkStarted = Instant.MAX;

    Costs(Plan plan, CompletedWork done) {
        this.plan = plan;
        this.done = done;
    }

    /** Processes the next event, from any source. */
    void apply(Event event) {
        event.as(Fact.CellChecked.class).ifPresent(check -> operations.put(check.cell(), check.operation()));
        if (event.source() != Event.Source.AGENT) {
            return;
        }
        // The time between two agent sessions does not count.
        if (!event.is(Fact.SessionStarted.class) && event.at().isAfter(before)) {
            passed = passed.plus(Duration.between(before, event.at()));
        }
        before = event.at();
        event.fact().accept(work);
    }

    /** Which facts begin and end work. They happened at {@link #before}. */
    private final class Work implements FactVisitor {
        @Override
        public void groupStarted(Fact.GroupStarted started) {
            forkStarted = before;
            group.clear();
        }

        @Override
        public void forkStarted(Fact.ForkStarted started) {
            forkStarted = before;
        }

        @Override
        public void forkFinished(Fact.ForkFinished fork) {
            if (fork.inTurns()) {
                group.add(fork.cell());
                return;
            }
            spent = passed;
            if (forkStarted.isBefore(before)) {
                lasted.put(fork.cell(), Duration.between(forkStarted, before));
            }
        }

        @Override
        public void groupFinished(Fact.GroupFinished finished) {
            spent = passed;
            if (forkStarted.isBefore(before) && !group.isEmpty()) {
                Duration each = Duration.between(forkStarted, before).dividedBy(group.size());
                group.forEach(cell -> lasted.put(cell, each));
            }
        }

        @Override
        public void forkFailed(Fact.ForkFailed fork) {
            spent = passed;
        }

        @Override
        public void serverLost(Fact.ServerLost lost) {
            spent = passed;
        }

        @Override
        public void serviceTimeMeasured(Fact.ServiceTimeMeasured times) {
            spent = passed;
        }

        // What the other facts took counts once a fork ends.

        @Override
        public void runStarted(Fact.RunStarted fact) {}

        @Override
        public void sessionStarted(Fact.SessionStarted fact) {}

        @Override
        public void cellChecked(Fact.CellChecked fact) {}

        @Override
        public void cellExplained(Fact.CellExplained fact) {}

        @Override
        public void bandwidthMeasured(Fact.BandwidthMeasured fact) {}

        @Override
        public void blockStarted(Fact.BlockStarted fact) {}

        @Override
        public void forkRejected(Fact.ForkRejected fact) {}

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

        @Override
        public void runFinished(Fact.RunFinished fact) {}
    }

    /** The time that agents have worked, up to the end of the last fork. */
    public Duration spent() {
        return spent;
    }

    /** Estimated time of a fork of a cell: that of its last fork, or the plan's estimate if there is none yet. */
    Duration of(Cell cell) {
        Duration last = lasted.get(cell.key());
        return last == null ? plan.forkTime(operations.getOrDefault(cell.key(), Duration.ZERO)) : last;
    }

    /** Estimated time of one fork of each of these cells, if still needed. */
    Duration of(List<Cell> cells) {
        return cells.stream()
                .filter(cell -> done.alive(cell.key()))
                .map(this::of)
                .reduce(Duration.ZERO, Duration::plus);
    }

    /** Estimated time of a group of a row. */
    Duration ofRow(String row) {
        return of(plan.rows().getOrDefault(row, List.of()));
    }

    /** Estimated time of the forks still needed for percentiles; zero when none are requested. */
    Duration ofPercentiles() {
        return plan.goal().percentiles()
                ? of(plan.cells().stream()
                        .filter(cell -> !done.sampled(cell.key()))
                        .toList())
                : Duration.ZERO;
    }

    /** Whether the budget has time for one more fork of each of these cells. */
    boolean affords(List<Cell> cells) {
        Duration budget = plan.goal().budget();
        return budget == null || spent.plus(of(cells)).compareTo(budget) <= 0;
    }
}
