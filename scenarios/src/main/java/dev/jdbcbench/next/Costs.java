package dev.jdbcbench.next;

import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.event.Fact.ForkFinished;
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
        if (event.fact() instanceof Fact.CellChecked check) {
            operations.put(check.cell(), check.operation());
        }
        if (event.source() != Event.Source.AGENT) {
            return;
        }
        // The time between two agent sessions does not count.
        if (!(event.fact() instanceof Fact.SessionStarted) && event.at().isAfter(before)) {
            passed = passed.plus(Duration.between(before, event.at()));
        }
        before = event.at();
        if (event.fact() instanceof Fact.GroupStarted) {
            forkStarted = event.at();
            group.clear();
        } else if (event.fact() instanceof ForkFinished fork && fork.inTurns()) {
            group.add(fork.cell());
        } else if (event.fact() instanceof Fact.GroupFinished) {
            spent = passed;
            if (forkStarted.isBefore(event.at()) && !group.isEmpty()) {
                Duration each = Duration.between(forkStarted, event.at()).dividedBy(group.size());
                group.forEach(cell -> lasted.put(cell, each));
            }
        } else if (event.fact() instanceof Fact.ForkStarted) {
            forkStarted = event.at();
        } else if (event.fact() instanceof ForkFinished fork) {
            spent = passed;
            if (forkStarted.isBefore(event.at())) {
                lasted.put(fork.cell(), Duration.between(forkStarted, event.at()));
            }
        } else if (event.fact() instanceof Fact.ForkFailed
                || event.fact() instanceof Fact.ServerLost
                || event.fact() instanceof Fact.ServiceTimeMeasured) {
            spent = passed;
        }
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
