package dev.jdbcbench.next;

import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Goal;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Topology;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the agent does next, as a function of the plan and of what happened. Order, repetition and the end are decided here and
 * nowhere else, so an agent that starts again after a crash goes on where the events end.
 */
public final class Next {
    /** A failure, a disturbance, and one that ends well. */
    private static final int ATTEMPTS = Done.ATTEMPTS + 1;

    private Next() {}

    /** One thing to do. */
    public sealed interface Step {
        /** Measure the RTT to a server before {@code block}; one more than the last block: after it. */
        record MeasureRtt(int block, Plan.Server server) implements Step {}

        /** Carry out a cell's operation once and look at its result, before anything is measured. */
        record CheckCell(Cell cell) implements Step {}

        /** Count how often a cell's operation waits for the network, before anything is measured. */
        record ExplainCell(Cell cell) implements Step {}

        /** Measure how fast the way to a server is for large payloads. */
        record MeasureBandwidth(Plan.Server server) implements Step {}

        /** Say why a row is in a block, or why it is not, and in no later one. */
        record Decide(int block, String row, boolean more, String reason) implements Step {}

        /** Say that a block begins. */
        record StartBlock(int block) implements Step {}

        /**
         * Run one measured JVM.
         *
         * @param attempt from 1; more when one failed or was disturbed in this block
         */
        record RunFork(int block, Cell cell, int attempt) implements Step {}

        /**
         * Measure the cells of a row in turns, one JVM each.
         *
         * @param attempt from 1; more when a JVM of the row failed in this block
         */
        record RunGroup(int block, String row, List<Cell> cells, int attempt) implements Step {}

        /** Say that the last fork does not count, because something from outside disturbed it. */
        record RejectFork(int block, String cell, String reason) implements Step {}

        /** Say that a host is unsuitable for measuring. */
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
        Done done = history.done();
        Optional<Step> disturbed = disturbed(history, events);
        if (disturbed.isPresent()) {
            return disturbed.get();
        }
        if (plan.goal().extent() == Goal.Extent.PING) {
            return ping(plan, done);
        }
        for (Cell cell : plan.measured()) {
            if (!done.checked(cell.key()) && done.lost(cell).isEmpty()) {
                return new Step.CheckCell(cell);
            }
        }
        Optional<Step> explain = explain(plan, done);
        if (explain.isPresent()) {
            return explain.get();
        }
        if (plan.goal().extent() == Goal.Extent.EXPLAIN) {
            return new Step.Finish(outcome(plan, history, 0));
        }
        int mostBlocks = plan.mostBlocks();
        for (int block = 1; block <= mostBlocks + 1; block++) {
            if (!done.started(block)) {
                List<Decisions.Decision> decisions = new Decisions(plan, history, block).all();
                for (Decisions.Decision decision : decisions) {
                    for (String row : decision.rows()) {
                        if (!decision.reason().isEmpty() && !done.decided(block, row)) {
                            return new Step.Decide(block, row, decision.more(), decision.reason());
                        }
                    }
                }
                if (decisions.stream().noneMatch(Decisions.Decision::more)) {
                    break;
                }
            }
            Optional<Step> step = inBlock(plan, done, block);
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

    /**
     * How many groups each row is going to have had at the end, by its key: as many as the profile says, or, where that depends on what the
     * forks show, as many as those so far let expect. A budget may leave fewer.
     */
    public static Map<String, Integer> expectedBlocks(Plan plan, History history) {
        return Decisions.expected(plan, history);
    }

    /** As many rounds as the profile has forks. */
    private static Step ping(Plan plan, Done done) {
        for (int round = 1; round <= plan.profile().mostForks(); round++) {
            Optional<Step> rtt = rtt(plan, done, round);
            if (rtt.isPresent()) {
                return rtt.get();
            }
        }
        return new Step.Finish(plan.servers().stream().noneMatch(done::lost) ? Outcome.COMPLETE : Outcome.INCOMPLETE);
    }

    /** The next server to which the RTT is not measured yet before a block. */
    private static Optional<Step> rtt(Plan plan, Done done, int block) {
        return plan.servers().stream()
                .filter(server -> !done.lost(server) && !done.pinged(block, server))
                .findFirst()
                .map(server -> new Step.MeasureRtt(block, server));
    }

    /** Where nothing is claimed it is enough to know it once. */
    private static Optional<Step> rttOfBlock(Plan plan, Done done, int block) {
        return plan.profile().claims() || block == 1 ? rtt(plan, done, block) : Optional.empty();
    }

    /** What an operation exchanges does not depend on where the server is, nor on how many do it: it is counted once. */
    private static Optional<Step> explain(Plan plan, Done done) {
        if (!plan.goal().explain()) {
            return Optional.empty();
        }
        for (Cell cell : plan.cells()) {
            if (done.alive(cell.key()) && !done.explained(cell)) {
                return Optional.of(new Step.ExplainCell(cell));
            }
        }
        boolean distant = plan.servers().stream().anyMatch(server -> server.topology() == Topology.DISTANT);
        for (Plan.Server server : plan.servers()) {
            if (distant && !done.swept(server) && !done.lost(server)) {
                return Optional.of(new Step.MeasureBandwidth(server));
            }
        }
        return Optional.empty();
    }

    private static Optional<Step> inBlock(Plan plan, Done done, int block) {
        Optional<Step> rtt = rttOfBlock(plan, done, block);
        if (rtt.isPresent()) {
            return rtt;
        }
        if (!done.started(block)) {
            return Optional.of(new Step.StartBlock(block));
        }
        if (plan.profile().turns()) {
            return nextGroup(plan, done, block);
        }
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            for (Cell cell : plan.order(block)) {
                if (done.in(cell.rowKey(), block) && done.wants(block, cell.key(), attempt)) {
                    return Optional.of(new Step.RunFork(block, cell, attempt));
                }
            }
        }
        return Optional.empty();
    }

    private static Optional<Step> nextGroup(Plan plan, Done done, int block) {
        List<String> rows =
                plan.order(block).stream().map(Cell::rowKey).distinct().toList();
        for (String row : rows) {
            List<Cell> group = done.in(row, block) ? done.group(block, row) : List.of();
            if (!group.isEmpty()) {
                return Optional.of(new Step.RunGroup(block, row, group, done.attempt(block, row)));
            }
        }
        return Optional.empty();
    }

    /** The fork that ended last: did something from outside disturb it? */
    private static Optional<Step> disturbed(History history, List<Event> events) {
        int last = events.size() - 1;
        // An agent that starts again, or says something, has not measured anything since.
        while (last >= 0
                && (events.get(last).fact() instanceof Fact.SessionStarted
                        || events.get(last).fact() instanceof Fact.Note)) {
            last--;
        }
        return last >= 0 && events.get(last).fact() instanceof Fact.ForkFinished fork
                ? history.outside().rejects(fork).map(reason -> new Step.RejectFork(fork.block(), fork.cell(), reason))
                : Optional.empty();
    }

    /** The first block has shown how the client host is. */
    private static Optional<Step> afterPilot(Plan plan, History history) {
        if (history.outside().unfitSaidByAgent()) {
            return plan.profile().gated() && !plan.goal().force()
                    ? Optional.of(new Step.Finish(Outcome.UNFIT))
                    : Optional.empty();
        }
        List<String> reasons = history.outside().pilot();
        return reasons.isEmpty()
                ? Optional.empty()
                : Optional.of(new Step.SayUnfit(plan.servers().get(0).client(), reasons));
    }

    private static Step afterBlocks(Plan plan, History history) {
        Done done = history.done();
        if (plan.goal().percentiles()) {
            for (Cell cell : plan.cells()) {
                if (done.sampled(cell.key())) {
                    continue;
                }
                Optional<String> lost = done.lost(cell);
                if (lost.isPresent() && !done.givenUp(cell.key())) {
                    return new Step.SkipServiceTime(cell, lost.get());
                }
                if (done.alive(cell.key())) {
                    return history.costs().affords(cell)
                            ? new Step.SampleServiceTime(cell)
                            : new Step.SkipServiceTime(cell, Goal.BUDGET_EXHAUSTED);
                }
            }
        }
        Optional<Step> rtt = rttOfBlock(plan, done, done.lastBlock() + 1);
        return rtt.orElseGet(
                () -> new Step.Finish(outcome(plan, history, plan.profile().fewestToShow())));
    }

    /** Whether no cell was given up, and each has so many forks. */
    private static Outcome outcome(Plan plan, History history, int forks) {
        Done done = history.done();
        boolean complete = plan.cells().stream()
                .noneMatch(cell -> done.givenUp(cell.key())
                        || (done.alive(cell.key())
                                && history.forks().of(cell.key()).size() < forks));
        return complete ? Outcome.COMPLETE : Outcome.INCOMPLETE;
    }
}
