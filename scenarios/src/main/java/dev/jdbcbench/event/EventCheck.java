package dev.jdbcbench.event;

import dev.jdbcbench.driver.Parts;
import dev.jdbcbench.run.Plan;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

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
        if (event.fact() instanceof Fact.InBlock in) {
            Parts.between(0, lastBlock, in.block(), "block");
        }
        if (event.fact() instanceof Fact.OfCell of && !cells.contains(of.cell())) {
            throw new IllegalArgumentException("the plan has no cell " + of.cell());
        }
        if (event.fact() instanceof Fact.ForkFinished fork) {
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
}
