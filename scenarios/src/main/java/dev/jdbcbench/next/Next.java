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
 * Determines the agent's next step from the plan and the events so far. Order, repetition and the end of a run are decided only
 * here, so an agent that restarts after a crash continues where the events end.
 */
public final class Next {
    /** One failure, one disturbance, and one success. */
    private static final int ATTEMPTS = CompletedWork.ATTEMPTS + 1;

    private Next() {}

    /** The outcome of a run. */
    public enum Outcome {
        /** Every cell has its forks. */
        COMPLETE,
        /** A cell was given up, or the budget left it with too few forks for a result. */
        INCOMPLETE,
        /** The hosts are unsuitable for measuring. */
        UNFIT
    }

    /** The next step. The same plan and events always give the same result. */
    public static Step step(Plan plan, List<Event> events) {
        History history = new History(plan, events);
        CompletedWork done = history.done();
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
        if (plan.goal().extent() == Goal.Extent.PROFILE) {
            return profile(plan, history);
        }
        int mostBlocks = plan.mostBlocks();
        for (int block = 1; block <= mostBlocks + 1; block++) {
            if (!done.started(block)) {
                List<Decisions.Decision> decisions = new Decisions(plan, history, block).all();
                for (Decisions.Decision decision : decisions) {
                    for (String row : decision.rows()) {
                        if (!decision.reason().isEmpty() && !done.decided(block, row)) {
                            return new Step.Log(
                                    new Fact.Decided(row, block, decision.more(), decision.reason(), decision.kind()));
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

    /**
     * Expected final number of groups of each row, by its key: the profile's number, or, if that depends on the results, an
     * estimate from the forks so far. A budget may reduce it.
     */
    public static Map<String, Integer> expectedBlocks(Plan plan, History history) {
        return Decisions.expected(plan, history);
    }

    /** One recording of each cell. */
    private static Step profile(Plan plan, History history) {
        CompletedWork done = history.done();
        return plan.cells().stream()
                .filter(cell -> done.alive(cell.key()) && !done.profiled(cell))
                .findFirst()
                .<Step>map(Step.ProfileCell::new)
                .orElseGet(() -> new Step.Finish(outcome(plan, history, 0)));
    }

    /** One round for each fork of the profile. */
    private static Step ping(Plan plan, CompletedWork done) {
        for (int round = 1; round <= plan.profile().mostForks(); round++) {
            Optional<Step> rtt = rtt(plan, done, round);
            if (rtt.isPresent()) {
                return rtt.get();
            }
        }
        return new Step.Finish(plan.servers().stream().noneMatch(done::lost) ? Outcome.COMPLETE : Outcome.INCOMPLETE);
    }

    /** The next server whose RTT still has to be measured before a block. */
    private static Optional<Step> rtt(Plan plan, CompletedWork done, int block) {
        return plan.servers().stream()
                .filter(server -> !done.lost(server) && !done.pinged(block, server))
                .findFirst()
                .map(server -> new Step.MeasureRtt(block, server));
    }

    /** Without claims, a single measurement is enough, and so it is if no operation goes over the network. */
    private static Optional<Step> rttOfBlock(Plan plan, CompletedWork done, int block) {
        boolean again = plan.profile().claims() && !plan.cells().stream().allMatch(Cell::inMemory);
        return again || block == 1 ? rtt(plan, done, block) : Optional.empty();
    }

    /**
     * The traffic of an operation does not depend on the server's location or on the number of threads, so it is counted once.
     */
    private static Optional<Step> explain(Plan plan, CompletedWork done) {
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

    private static Optional<Step> inBlock(Plan plan, History history, int block) {
        CompletedWork done = history.done();
        Optional<Step> rtt = rttOfBlock(plan, done, block);
        if (rtt.isPresent()) {
            return rtt;
        }
        if (!done.started(block)) {
            return Optional.of(new Step.StartBlock(block));
        }
        if (plan.profile().turns()) {
            return nextGroup(plan, history, block);
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

    /** The next group of a block. Groups may take longer than was estimated when the block began, so each must fit into the budget. */
    private static Optional<Step> nextGroup(Plan plan, History history, int block) {
        CompletedWork done = history.done();
        boolean needed = block <= plan.profile().fewestToShow();
        List<String> rows =
                plan.order(block).stream().map(Cell::rowKey).distinct().toList();
        for (String row : rows) {
            List<Cell> group = done.in(row, block) ? done.group(block, row) : List.of();
            if (!group.isEmpty() && (needed || history.costs().affords(group))) {
                return Optional.of(new Step.RunGroup(block, row, group, done.attempt(block, row)));
            }
        }
        return Optional.empty();
    }

    /** Whether the last fork had an outside disturbance. */
    private static Optional<Step> disturbed(History history, List<Event> events) {
        int last = events.size() - 1;
        // Skip session starts and notes: nothing was measured since.
        while (last >= 0
                && (events.get(last).is(Fact.SessionStarted.class)
                        || events.get(last).is(Fact.Note.class))) {
            last--;
        }
        return last < 0
                ? Optional.empty()
                : events.get(last)
                        .as(Fact.ForkFinished.class)
                        .flatMap(fork -> history.outside()
                                .rejects(fork)
                                .map(reason -> new Step.Log(new Fact.ForkRejected(fork.block(), fork.cell(), reason))));
    }

    /** After the first block, decides whether the client host is suitable. */
    private static Optional<Step> afterPilot(Plan plan, History history) {
        if (history.outside().unfitReported()) {
            return plan.profile().gated() && !plan.goal().force()
                    ? Optional.of(new Step.Finish(Outcome.UNFIT))
                    : Optional.empty();
        }
        List<String> reasons = history.outside().pilot();
        return reasons.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new Step.Log(new Fact.HostUnfit(plan.servers().get(0).client(), reasons)));
    }

    private static Step afterBlocks(Plan plan, History history) {
        CompletedWork done = history.done();
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
                    return history.costs().affords(List.of(cell))
                            ? new Step.SampleServiceTime(cell)
                            : new Step.SkipServiceTime(cell, Decisions.BUDGET_EXHAUSTED);
                }
            }
        }
        Optional<Step> rtt = rttOfBlock(plan, done, done.lastBlock() + 1);
        return rtt.orElseGet(
                () -> new Step.Finish(outcome(plan, history, plan.profile().fewestToShow())));
    }

    /** Complete if no cell was given up and each has at least this many forks. */
    private static Outcome outcome(Plan plan, History history, int forks) {
        CompletedWork done = history.done();
        boolean complete = plan.cells().stream()
                .noneMatch(cell -> done.givenUp(cell.key())
                        || (done.alive(cell.key())
                                && history.forks().of(cell.key()).size() < forks));
        return complete ? Outcome.COMPLETE : Outcome.INCOMPLETE;
    }
}
