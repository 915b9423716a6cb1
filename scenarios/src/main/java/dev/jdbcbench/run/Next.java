package dev.jdbcbench.run;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the agent does next, as a function of the plan and of what happened. Order and repetition are decided here and
 * nowhere else, so that an agent that starts again after a crash goes on where the events end.
 */
public final class Next {
    /** How often a cell may fail in one block before it is given up for the rest of the run. */
    private static final int ATTEMPTS = 2;

    private Next() {}

    /** One thing to do. */
    public sealed interface Step {
        /** Measure the RTT to a server before {@code block}; one more than the last block: after it. */
        record MeasureRtt(int block, Plan.Server server) implements Step {}

        /** Carry out a cell's operation once and look at its result, before anything is measured. */
        record CheckCell(Cell cell) implements Step {}

        /** Say that a block begins. */
        record StartBlock(int block) implements Step {}

        /**
         * Run one measured JVM.
         *
         * @param attempt 1, or 2 when the first attempt of this block failed
         */
        record RunFork(int block, Cell cell, int attempt) implements Step {}

        /** There is nothing left to do. */
        record Finish() implements Step {}
    }

    /** The next step. The same plan and events always give the same step. */
    public static Step step(Plan plan, List<Event> events) {
        Progress progress = new Progress(events);
        for (Cell cell : plan.cells()) {
            if (!progress.checked.contains(cell.key())) {
                return new Step.CheckCell(cell);
            }
        }
        for (int block = 1; block <= plan.profile().forks(); block++) {
            for (Plan.Server server : plan.servers()) {
                if (!progress.pinged(block, server)) {
                    return new Step.MeasureRtt(block, server);
                }
            }
            if (!progress.blocks.contains(block)) {
                return new Step.StartBlock(block);
            }
            for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
                for (Cell cell : plan.order(block)) {
                    if (progress.wants(block, cell.key(), attempt)) {
                        return new Step.RunFork(block, cell, attempt);
                    }
                }
            }
        }
        int after = plan.profile().forks() + 1;
        for (Plan.Server server : plan.servers()) {
            if (!progress.pinged(after, server)) {
                return new Step.MeasureRtt(after, server);
            }
        }
        return new Step.Finish();
    }

    /** Whether a cell was given up: its check failed, or it failed as often as it may in one block. */
    public static boolean givenUp(List<Event> events, Cell cell) {
        return new Progress(events).givenUp.contains(cell.key());
    }

    private static final class Progress {
        final Set<Integer> blocks = new HashSet<>();
        final Set<String> checked = new HashSet<>();
        private final Set<String> unsupported = new HashSet<>();
        final Set<String> givenUp = new HashSet<>();
        private final Set<String> pings = new HashSet<>();
        private final Set<String> finished = new HashSet<>();
        private final Map<String, Integer> failures = new HashMap<>();

        Progress(List<Event> events) {
            for (Event event : events) {
                if (event instanceof Event.CellChecked check) {
                    checked.add(check.cell());
                    if (check.unsupported() != null) {
                        unsupported.add(check.cell());
                    }
                } else if (event instanceof Event.ForkFailed fork && fork.block() == 0) {
                    checked.add(fork.cell());
                    givenUp.add(fork.cell());
                } else if (event instanceof Event.BlockStarted started) {
                    blocks.add(started.block());
                } else if (event instanceof Event.ForkFinished fork) {
                    finished.add(fork.block() + " " + fork.cell());
                } else if (event instanceof Event.ForkFailed fork) {
                    if (failures.merge(fork.block() + " " + fork.cell(), 1, Integer::sum) >= ATTEMPTS) {
                        givenUp.add(fork.cell());
                    }
                } else if (event instanceof Event.RttMeasured rtt && rtt.method() == Event.RttMethod.PROTOCOL) {
                    pings.add(rtt.block() + " " + rtt.topology() + " " + rtt.server());
                }
            }
        }

        boolean pinged(int block, Plan.Server server) {
            return pings.contains(block + " " + server.topology() + " " + server.server());
        }

        boolean wants(int block, String key, int attempt) {
            String id = block + " " + key;
            return !finished.contains(id)
                    && !givenUp.contains(key)
                    && !unsupported.contains(key)
                    && failures.getOrDefault(id, 0) == attempt - 1;
        }
    }
}
