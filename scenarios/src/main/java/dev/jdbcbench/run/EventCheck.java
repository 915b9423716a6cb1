package dev.jdbcbench.run;

import dev.jdbcbench.driver.Parts;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Whether events belong to a plan and to one another: they name its cells, no more blocks than it allows, and figures in one unit. That a
 * single event is possible at all, its own record checks. It is for the events of one run, in their order.
 */
public final class EventCheck {
    private final Set<String> cells;
    private final int lastBlock;
    private final Map<String, String> units = new HashMap<>();

    /** Of the events of that plan. */
    public EventCheck(Plan plan) {
        cells = plan.entries().stream().map(entry -> entry.cell().key()).collect(Collectors.toCollection(HashSet::new));
        plan.twins().forEach(twin -> cells.add(twin.cell().key()));
        // After the last block there are round trips, and decisions that there is no more.
        lastBlock = plan.mostBlocks() + 1;
    }

    /**
     * Checks an event.
     *
     * @throws IllegalArgumentException when the plan has no such cell or block
     */
    public Event check(Event event) {
        block(event);
        String cell = cell(event);
        if (cell != null && !cells.contains(cell)) {
            throw new IllegalArgumentException("the plan has no cell " + cell);
        }
        if (event instanceof Event.ForkFinished fork) {
            fork.secondary().forEach((name, values) -> unit(fork.cell() + " " + name, values.unit()));
        }
        return event;
    }

    /** Figures of several forks are put together. */
    private void unit(String figure, String unit) {
        String known = units.putIfAbsent(figure, unit);
        if (known != null && !known.equals(unit)) {
            throw new IllegalArgumentException(figure + " is in " + unit + ", and was in " + known + " before");
        }
    }

    private void block(Event event) {
        int block = 0;
        if (event instanceof Event.BlockStarted started) {
            block = started.block();
        } else if (event instanceof Event.GroupStarted group) {
            block = group.block();
        } else if (event instanceof Event.GroupFinished group) {
            block = group.block();
        } else if (event instanceof Event.ForkStarted fork) {
            block = fork.block();
        } else if (event instanceof Event.ForkFinished fork) {
            block = fork.block();
        } else if (event instanceof Event.ForkFailed fork) {
            block = fork.block();
        } else if (event instanceof Event.ForkRejected fork) {
            block = fork.block();
        } else if (event instanceof Event.RttMeasured rtt) {
            block = rtt.block();
        } else if (event instanceof Event.Decided decided) {
            block = decided.block();
        }
        Parts.between(0, lastBlock, block, "block");
    }

    private static @Nullable String cell(Event event) {
        if (event instanceof Event.CellChecked check) {
            return check.cell();
        } else if (event instanceof Event.CellExplained explained) {
            return explained.cell();
        } else if (event instanceof Event.ForkStarted fork) {
            return fork.cell();
        } else if (event instanceof Event.ForkFinished fork) {
            return fork.cell();
        } else if (event instanceof Event.ForkFailed fork) {
            return fork.cell();
        } else if (event instanceof Event.ForkRejected fork) {
            return fork.cell();
        } else if (event instanceof Event.ServiceTimeMeasured times) {
            return times.cell();
        }
        return null;
    }
}
