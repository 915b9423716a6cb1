package dev.jdbcbench.cli;

import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.next.History;
import dev.jdbcbench.next.Next;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Plan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How many forks have ended, and how many there will be as far as is known: a row may get more, or be stopped. Of all sessions of a run.
 * Not thread safe.
 */
final class ForkCount {
    private final Plan plan;
    private final List<Event> events = new ArrayList<>();
    private int ended;
    private int groupsEnded;
    /** Of the group that is under way. */
    private int ofGroup;

    private Optional<History> history = Optional.empty();
    /** Of each row; worked out when a block begins and not for each fork, for this machine may be the one that measures. */
    private Map<String, Integer> blocks = Map.of();

    private boolean blocksKnown;

    ForkCount(Plan plan) {
        this.plan = plan;
    }

    void happened(Event event) {
        events.add(event);
        if (event.fact() instanceof Fact.GroupStarted || event.fact() instanceof Fact.SessionStarted) {
            ofGroup = 0;
        }
        if (event.fact() instanceof Fact.ForkFinished fork && fork.inTurns()) {
            ofGroup++; // it counts when its group has ended
            return;
        }
        if (!(event.fact() instanceof Fact.ForkStarted)) {
            history = Optional.empty();
        }
        if (!(event.fact() instanceof Fact.ForkStarted
                || event.fact() instanceof Fact.ForkFinished
                || event.fact() instanceof Fact.GroupStarted
                || event.fact() instanceof Fact.GroupFinished)) {
            blocksKnown = false;
        }
        boolean sampled = event.fact() instanceof Fact.ServiceTimeMeasured times && times.times() != null;
        boolean failed = event.fact() instanceof Fact.ForkFailed fork && fork.block() > 0;
        if (event.fact() instanceof Fact.ForkFinished || failed || sampled) {
            ended++;
        } else if (event.fact() instanceof Fact.GroupFinished) {
            ended += ofGroup;
            ofGroup = 0;
            groupsEnded++;
        }
    }

    /** What the events so far say. */
    History history() {
        if (history.isEmpty()) {
            history = Optional.of(new History(plan, events));
        }
        return history.get();
    }

    private Map<String, Integer> blocksOfRows() {
        if (!blocksKnown) {
            blocks = Next.expectedBlocks(plan, history());
            blocksKnown = true;
        }
        return blocks;
    }

    /** How many groups the row with the most will have had at the end. */
    int blocks() {
        return blocksOfRows().values().stream()
                .mapToInt(Integer::intValue)
                .max()
                .orElse(0);
    }

    /** Groups of rows that have been measured. */
    int groupsEnded() {
        return groupsEnded;
    }

    /** Groups that all rows will have had at the end. */
    int groupsPlanned() {
        return blocksOfRows().values().stream().mapToInt(Integer::intValue).sum();
    }

    /** Forks that ended, well or not. */
    int ended() {
        return ended;
    }

    /** Those, and those that are still to come. */
    int planned() {
        return ended + left().values().stream().mapToInt(Integer::intValue).sum();
    }

    /** Cells that get no more forks; twins do not count. */
    int cellsDone() {
        Map<Cell, Integer> left = left();
        return (int) plan.cells().stream()
                .filter(cell -> !left.containsKey(cell)
                        && (settled(cell) || !history().done().alive(cell.key())))
                .count();
    }

    /** Whether it is certain how many forks there are of a cell. */
    private boolean settled(Cell cell) {
        return !plan.profile().adaptive()
                || history().done().closed(cell.rowKey())
                || history().forks().of(cell.key()).size() >= plan.profile().mostForks();
    }

    /** How many forks of each cell are still to come, those for percentiles and one that is under way included; cells without any are left out. */
    Map<Cell, Integer> left() {
        History known = history();
        Map<Cell, Integer> left = new LinkedHashMap<>();
        for (Cell cell : plan.measured()) {
            int forks = blocksOfRows().getOrDefault(cell.rowKey(), 0)
                    - known.forks().of(cell.key()).size();
            if (known.done().alive(cell.key()) && forks > 0) {
                left.put(cell, forks);
            }
        }
        if (plan.goal().percentiles()) {
            for (Cell cell : plan.cells()) {
                if (known.done().alive(cell.key()) && !known.done().sampled(cell.key())) {
                    left.merge(cell, 1, Integer::sum);
                }
            }
        }
        return left;
    }
}
