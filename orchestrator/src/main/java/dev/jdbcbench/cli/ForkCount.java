package dev.jdbcbench.cli;

import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Event;
import dev.jdbcbench.run.Plan;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** How many forks have ended, and how many there will be as far as is known: a row may get more, or be stopped. Not thread safe. */
final class ForkCount {
    private final Plan plan;
    private final Map<String, Integer> blocksOfRow = new HashMap<>();
    private final Map<String, Integer> counted = new HashMap<>();
    private final Map<String, Integer> failures = new HashMap<>();
    private final Set<String> dead = new HashSet<>();
    private final Set<String> sampled = new HashSet<>();
    private int ended;

    ForkCount(Plan plan) {
        this.plan = plan;
    }

    void happened(Event event) {
        if (event instanceof Event.CellChecked check && check.unsupported() != null) {
            dead.add(check.cell());
        } else if (event instanceof Event.ForkFailed fork && fork.block() == 0) {
            dead.add(fork.cell());
        } else if (event instanceof Event.ForkFailed fork) {
            ended++;
            if (failures.merge(fork.block() + " " + fork.cell(), 1, Integer::sum) > 1) {
                dead.add(fork.cell());
            }
        } else if (event instanceof Event.ForkFinished fork) {
            ended++;
            counted.merge(fork.cell(), 1, Integer::sum);
        } else if (event instanceof Event.ForkRejected fork) {
            counted.merge(fork.cell(), -1, Integer::sum);
        } else if (event instanceof Event.Decided decided) {
            int known = blocksOfRow.getOrDefault(decided.row(), plan.profile().fewestForks());
            blocksOfRow.put(
                    decided.row(),
                    decided.more() ? Math.max(known, decided.block()) : Math.min(known, decided.block() - 1));
        } else if (event instanceof Event.ServiceTimeMeasured times) {
            sampled.add(times.cell());
            ended += times.times() == null ? 0 : 1;
        }
    }

    /** Forks that ended, well or not. */
    int ended() {
        return ended;
    }

    /** Those, and those that are still to come. */
    int planned() {
        int left = 0;
        for (Cell cell : plan.measured()) {
            boolean twinOfDead =
                    plan.twins().stream().anyMatch(twin -> twin.cell().equals(cell) && dead.contains(twin.of()));
            if (!dead.contains(cell.key()) && !twinOfDead) {
                int blocks =
                        blocksOfRow.getOrDefault(cell.rowKey(), plan.profile().fewestForks());
                left += Math.max(0, blocks - counted.getOrDefault(cell.key(), 0));
            }
        }
        if (plan.goal().percentiles()) {
            for (Cell cell : plan.cells()) {
                left += dead.contains(cell.key()) || sampled.contains(cell.key()) ? 0 : 1;
            }
        }
        return ended + left;
    }
}
