package dev.jdbcbench.run;

import java.util.List;
import java.util.Optional;

/**
 * What the agent does next, as a function of the plan and of what happened. Order, repetition and the end are decided here and
 * nowhere else, so that an agent that starts again after a crash goes on where the events end.
 */
public final class Next {
    /** A failure, a disturbance, and one that ends well. */
    private static final int ATTEMPTS = History.ATTEMPTS + 1;

    private Next() {}

    /** One thing to do. */
    public sealed interface Step {
        /** Measure the RTT to a server before {@code block}; one more than the last block: after it. */
        record MeasureRtt(int block, Plan.Server server) implements Step {}

        /** Carry out a cell's operation once and look at its result, before anything is measured. */
        record CheckCell(Cell cell) implements Step {}

        /** Say why a row is in a block, or why it is not, and in no later one. */
        record Decide(int block, String row, boolean more, String reason) implements Step {}

        /** Say that a block begins. */
        record StartBlock(int block) implements Step {}

        /**
         * Run one measured JVM.
         *
         * @param attempt from 1; more when one failed or was disturbed in this block
         * @param longer whether it has twice the iterations, because the cell did not settle
         */
        record RunFork(int block, Cell cell, int attempt, boolean longer) implements Step {}

        /** Say that the last fork does not count, because something from outside disturbed it. */
        record RejectFork(int block, String cell, String reason) implements Step {}

        /** Say that a host is not fit to measure on. */
        record SayUnfit(String host, List<String> reasons) implements Step {}

        /** Run one JVM for the percentiles of a cell's service time. */
        record SampleServiceTime(Cell cell) implements Step {}

        /** Say why there are no percentiles of a cell. */
        record SkipServiceTime(Cell cell, String reason) implements Step {}

        /** There is nothing left to do. */
        record Finish(Outcome outcome) implements Step {}
    }

    /** How a run ends. */
    public enum Outcome {
        /** Every cell has its forks. */
        COMPLETE,
        /** A cell was given up, or the budget left too few forks of it to say anything. */
        INCOMPLETE,
        /** The hosts are not fit to go on. */
        UNFIT
    }

    /** The next step. The same plan and events always give the same step. */
    public static Step step(Plan plan, List<Event> events) {
        History history = new History(plan, events);
        Optional<Step> disturbed = disturbed(history, events);
        if (disturbed.isPresent()) {
            return disturbed.get();
        }
        for (Cell cell : plan.measured()) {
            if (!history.checked(cell.key())) {
                return new Step.CheckCell(cell);
            }
        }
        for (int block = 1; block <= plan.profile().mostForks() + 1; block++) {
            if (!history.started(block)) {
                List<Decisions.Decision> decisions = new Decisions(plan, history, block).all();
                for (Decisions.Decision decision : decisions) {
                    for (String row : decision.rows()) {
                        if (!decision.reason().isEmpty() && !history.decided(block, row)) {
                            return new Step.Decide(block, row, decision.more(), decision.reason());
                        }
                    }
                }
                if (decisions.stream().noneMatch(Decisions.Decision::more)) {
                    break;
                }
            }
            Optional<Step> step = inBlock(plan, history, block);
            if (step.isPresent()) {
                return step.get();
            }
            if (block == 1) {
                Optional<Step> unfit = afterPilot(plan, history);
                if (unfit.isPresent()) {
                    return unfit.get();
                }
            }
        }
        return afterBlocks(plan, history);
    }

    private static Optional<Step> inBlock(Plan plan, History history, int block) {
        for (Plan.Server server : plan.servers()) {
            if (!history.pinged(block, server)) {
                return Optional.of(new Step.MeasureRtt(block, server));
            }
        }
        if (!history.started(block)) {
            return Optional.of(new Step.StartBlock(block));
        }
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            for (Cell cell : plan.order(block)) {
                boolean in = !history.closed(cell.rowKey(), block + 1);
                if (in && history.wants(block, cell.key(), attempt)) {
                    return Optional.of(new Step.RunFork(block, cell, attempt, history.longer(cell.rowKey(), block)));
                }
            }
        }
        return Optional.empty();
    }

    /** The fork that ended last: did something from outside disturb it? */
    private static Optional<Step> disturbed(History history, List<Event> events) {
        int last = events.size() - 1;
        // An agent that starts again, or says something, has not measured anything since.
        while (last >= 0
                && (events.get(last) instanceof Event.SessionStarted || events.get(last) instanceof Event.Note)) {
            last--;
        }
        return last >= 0 && events.get(last) instanceof Event.ForkFinished fork
                ? history.disturbed(fork).map(reason -> new Step.RejectFork(fork.block(), fork.cell(), reason))
                : Optional.empty();
    }

    /** The first block has shown how the client host is. */
    private static Optional<Step> afterPilot(Plan plan, History history) {
        boolean said = history.unfit().stream().anyMatch(host -> host.source() == Event.Source.AGENT);
        if (said) {
            return plan.profile().gated() && !plan.goal().force()
                    ? Optional.of(new Step.Finish(Outcome.UNFIT))
                    : Optional.empty();
        }
        List<String> reasons = history.pilot();
        return reasons.isEmpty()
                ? Optional.empty()
                : Optional.of(new Step.SayUnfit(plan.servers().get(0).client(), reasons));
    }

    private static Step afterBlocks(Plan plan, History history) {
        if (plan.goal().percentiles()) {
            for (Cell cell : plan.cells()) {
                if (history.alive(cell.key()) && !history.sampled(cell.key())) {
                    return history.affords(cell)
                            ? new Step.SampleServiceTime(cell)
                            : new Step.SkipServiceTime(cell, "budget exhausted");
                }
            }
        }
        for (Plan.Server server : plan.servers()) {
            if (!history.pinged(history.lastBlock() + 1, server)) {
                return new Step.MeasureRtt(history.lastBlock() + 1, server);
            }
        }
        boolean complete = plan.cells().stream()
                .noneMatch(cell -> history.givenUp(cell.key())
                        || (history.alive(cell.key())
                                && history.forks(cell.key()).size()
                                        < plan.profile().fewestToShow()));
        return new Step.Finish(complete ? Outcome.COMPLETE : Outcome.INCOMPLETE);
    }
}
