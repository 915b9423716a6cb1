package dev.jdbcbench.result;

import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.next.History;
import dev.jdbcbench.next.Next;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Plan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Counts the forks that have ended, and estimates how many there will be: rows may get more forks, or be stopped.
 * Covers all sessions of a run. Not thread safe.
 */
public final class ForkCount {
    private final Plan plan;
    private final List<Event> events = new ArrayList<>();
    private int ended;
    private int groupsEnded;
    /** Forks of the current group. */
    private int ofGroup;

    private Optional<History> history = Optional.empty();
    /**
     * Cache: row to expected number of groups. Computed once per block and not for each fork, because this machine may
     * be the one that measures.
     */
    private Map<String, Integer> blocks = Map.of();

    private boolean blocksKnown;

    public ForkCount(Plan plan) {
        this.plan = plan;
    }

    public void onEvent(Event event) {
        events.add(event);
        if (event.is(Fact.GroupStarted.class) || event.is(Fact.SessionStarted.class)) {
            ofGroup = 0;
        }
        if (event.as(Fact.ForkFinished.class).filter(Fact.ForkFinished::inTurns).isPresent()) {
            ofGroup++; // counted when its group ends
            return;
        }
        if (!event.is(Fact.ForkStarted.class)) {
            history = Optional.empty();
        }
        if (!(event.is(Fact.ForkStarted.class)
                || event.is(Fact.ForkFinished.class)
                || event.is(Fact.GroupStarted.class)
                || event.is(Fact.GroupFinished.class))) {
            blocksKnown = false;
        }
        if (event.fact().endsFork()) {
            ended++;
        } else if (event.is(Fact.GroupFinished.class)) {
            ended += ofGroup;
            ofGroup = 0;
            groupsEnded++;
        }
    }

    /** The events so far, evaluated. */
    private History history() {
        if (history.isEmpty()) {
            history = Optional.of(new History(plan, events));
        }
        return history.get();
    }

    /** The time that the run has taken so far. */
    public Duration spent() {
        return history().costs().spent();
    }

    /** The scores of a cell so far, one for each fork. */
    public double[] scores(Cell cell) {
        return history().forks().scores(cell.key());
    }

    private Map<String, Integer> blocksOfRows() {
        if (!blocksKnown) {
            blocks = Next.expectedBlocks(plan, history());
            blocksKnown = true;
        }
        return blocks;
    }

    /** The expected number of groups of the row that has most. */
    public int blocks() {
        return blocksOfRows().values().stream()
                .mapToInt(Integer::intValue)
                .max()
                .orElse(0);
    }

    /** The number of row groups measured so far. */
    public int groupsEnded() {
        return groupsEnded;
    }

    /** The expected number of groups of all rows together. */
    public int groupsPlanned() {
        return blocksOfRows().values().stream().mapToInt(Integer::intValue).sum();
    }

    /** The number of forks that have ended, successful or not. */
    public int ended() {
        return ended;
    }

    /** The number of ended forks plus those still to come. */
    public int planned() {
        return ended + left().values().stream().mapToInt(Integer::intValue).sum();
    }

    /** The number of cells that get no more forks, without A/A controls. */
    public int cellsDone() {
        Map<Cell, Integer> left = left();
        return (int) plan.cells().stream()
                .filter(cell -> !left.containsKey(cell)
                        && (settled(cell) || !history().done().alive(cell.key())))
                .count();
    }

    /** Whether the number of forks of a cell is final. */
    private boolean settled(Cell cell) {
        return !plan.profile().adaptive()
                || history().done().closed(cell.rowKey())
                || history().forks().of(cell.key()).size() >= plan.profile().mostForks();
    }

    /** The number of forks still to come per cell, including those for percentiles and the running one. Cells without any are left out. */
    public Map<Cell, Integer> left() {
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
