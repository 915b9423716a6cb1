package dev.jdbcbench.event;

import dev.jdbcbench.driver.PartCheck;
import dev.jdbcbench.run.Plan;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Checks that events match a plan and each other: that they name its cells, stay within its number of blocks and use consistent
 * units. The event records themselves check single values. Use one instance for the events of one run, in order.
 */
public final class EventCheck {
    private final Set<String> cells;
    private final FormerKeys former;
    private final int lastBlock;
    private final Map<String, String> units = new HashMap<>();

    /** Checks events of this plan. */
    public EventCheck(Plan plan) {
        cells = plan.entries().stream().map(entry -> entry.cell().key()).collect(Collectors.toCollection(HashSet::new));
        plan.twins().forEach(twin -> cells.add(twin.cell().key()));
        former = new FormerKeys(plan);
        // After the last block there may still be RTTs, and decisions to stop.
        lastBlock = plan.mostBlocks() + 1;
    }

    /**
     * Checks an event.
     *
     * @return the event, with the keys of this version
     * @throws IllegalArgumentException when the plan has no such cell or block
     */
    public Event check(Event stored) {
        Event event = former.replacedIn(stored);
        if (event.fact() instanceof Fact.InBlock in) {
            PartCheck.between(0, lastBlock, in.block(), "block");
        }
        if (event.fact() instanceof Fact.OfCell of && !cells.contains(of.cell())) {
            throw new IllegalArgumentException("the plan has no cell " + of.cell());
        }
        event.as(Fact.ForkFinished.class)
                .ifPresent(fork ->
                        fork.secondary().forEach((name, values) -> unit(fork.cell() + " " + name, values.unit())));
        return event;
    }

    /** Units must match because figures of several forks are combined. */
    private void unit(String figure, String unit) {
        String known = units.putIfAbsent(figure, unit);
        if (known != null && !known.equals(unit)) {
            throw new IllegalArgumentException(figure + " is in " + unit + ", and was in " + known + " before");
        }
    }
}
