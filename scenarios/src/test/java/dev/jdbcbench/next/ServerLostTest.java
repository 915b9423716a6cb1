package dev.jdbcbench.next;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.Event.Source;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.event.ForkFacts.ForkFinished;
import dev.jdbcbench.event.Jvm;
import dev.jdbcbench.event.RttMethod;
import dev.jdbcbench.event.ServiceTime;
import dev.jdbcbench.run.Axis;
import dev.jdbcbench.run.Goal;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.PlanExample;
import dev.jdbcbench.run.Topology;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests how a run reacts when its databases die. The plan has two servers, one of each topology. */
class ServerLostTest {
    private static final Instant AT = Instant.parse("2026-11-21T09:16:02Z");
    private static final String REASON = "its database died twice";

    private Plan plan = PlanExample.plan();
    private final List<Event> events = new ArrayList<>();

    private static Event lost(Topology topology, boolean returned) {
        return new Event(1, AT, Source.AGENT, new Fact.ServerLost(topology, "mariadb", REASON, true, returned));
    }

    private static Event session() {
        return new Event(
                1,
                AT,
                Source.AGENT,
                new Fact.SessionStarted("run", 1, new Jvm("java", "17", "vm", "17"), "ab", List.of(), List.of(), null));
    }

    private void add(Fact fact) {
        events.add(new Event(1, AT, Source.AGENT, fact));
    }

    /** Executes a step successfully, as an agent would. */
    private void take(Step step) {
        if (step instanceof Step.CheckCell check) {
            add(new Fact.CellChecked(check.cell().key(), "1 row", "", null, null, Map.of(), 80, null, null));
        } else if (step instanceof Step.ExplainCell explain) {
            add(new Fact.CellExplained(explain.cell().key(), null, "not watched"));
        } else if (step instanceof Step.MeasureBandwidth bandwidth) {
            Plan.Server server = bandwidth.server();
            add(new Fact.BandwidthMeasured(server.topology(), server.server(), List.of(), List.of(), "too far"));
        } else if (step instanceof Step.MeasureRtt rtt) {
            add(new Fact.RttMeasured(
                    rtt.server().topology(),
                    rtt.server().server(),
                    rtt.block(),
                    RttMethod.PROTOCOL,
                    List.of(350.0),
                    null));
        } else if (step instanceof Step.StartBlock block) {
            add(new Fact.BlockStarted(block.block()));
        } else if (step instanceof Step.SkipServiceTime skip) {
            add(new Fact.ServiceTimeMeasured(skip.cell().key(), AT, null, skip.reason()));
        } else if (step instanceof Step.SampleServiceTime sample) {
            add(new Fact.ServiceTimeMeasured(sample.cell().key(), AT, new ServiceTime(9, 1, 2, 3), null));
        } else if (step instanceof Step.RunFork fork) {
            add(new Fact.ForkStarted(fork.block(), fork.cell().key()));
            add(new ForkFinished(fork.block(), fork.cell().key(), AT, List.of(1.0), List.of(1L), Map.of(), null, null));
        } else {
            throw new AssertionError("not expected: " + step);
        }
    }

    /** Executes steps until there are {@code count} facts of that type, or until the run ends. */
    private Step until(Class<? extends Fact> type, int count) {
        Step step = Next.step(plan, events);
        while (!(step instanceof Step.Finish) && Event.facts(events, type).size() < count) {
            take(step);
            assertThat(events).hasSizeLessThan(500);
            step = Next.step(plan, events);
        }
        return step;
    }

    private Step toTheEnd() {
        return until(Fact.RunFinished.class, 1);
    }

    private long forks(Topology topology) {
        return plan.cells().stream()
                .filter(cell -> cell.topology() == topology)
                .mapToLong(
                        cell -> new History(plan, events).forks().of(cell.key()).size())
                .sum();
    }

    @Test
    void forkInterruptedByADeadDatabaseIsRepeated() {
        Step.RunFork fork = (Step.RunFork) until(ForkFinished.class, 3);
        for (int deaths = 0; deaths < 5; deaths++) {
            add(new Fact.ForkStarted(fork.block(), fork.cell().key()));
            events.add(lost(fork.cell().topology(), true));
            assertThat(Next.step(plan, events)).isEqualTo(fork);
        }
        assertThat(toTheEnd()).isEqualTo(new Step.Finish(Next.Outcome.COMPLETE));
        assertThat(forks(Topology.LOCAL) + forks(Topology.DISTANT)).isEqualTo(24);
    }

    @Test
    void lostServerFailsOnlyItsOwnCells() {
        until(ForkFinished.class, 10);
        long distant = forks(Topology.DISTANT);
        events.add(lost(Topology.DISTANT, false));
        int before = events.size();
        assertThat(toTheEnd()).isEqualTo(new Step.Finish(Next.Outcome.INCOMPLETE));
        assertThat(forks(Topology.LOCAL)).isEqualTo(12);
        assertThat(forks(Topology.DISTANT)).isEqualTo(distant);
        assertThat(events.subList(before, events.size()))
                .as("no step waits for the lost server")
                .noneMatch(event -> event.fact() instanceof Fact.RttMeasured rtt && rtt.topology() == Topology.DISTANT);
        History history = new History(plan, events);
        assertThat(plan.cells()).allSatisfy(cell -> {
            assertThat(history.done().givenUp(cell.key())).isEqualTo(cell.topology() == Topology.DISTANT);
            assertThat(history.done().givenUpWithServer(cell.key()).isPresent())
                    .isEqualTo(cell.topology() == Topology.DISTANT);
        });
        assertThat(history.done()
                        .givenUpWithServer(PlanExample.cell(
                                        Topology.DISTANT, "Select1Row", dev.jdbcbench.driver.Mode.TEXT, "mysql")
                                .key()))
                .contains(REASON);
    }

    @Test
    void runEndsIfEveryServerIsLost() {
        until(ForkFinished.class, 10);
        events.add(lost(Topology.DISTANT, false));
        events.add(lost(Topology.LOCAL, false));
        assertThat(Next.step(plan, events)).isEqualTo(new Step.Finish(Next.Outcome.INCOMPLETE));
    }

    @Test
    void serverLostDuringChecksIsNotCheckedAgain() {
        plan = plan.with(Goal.DEFAULT.explaining(true, Goal.Extent.MEASURE));
        until(Fact.CellChecked.class, 1);
        events.add(lost(Topology.DISTANT, false));
        assertThat(toTheEnd()).isEqualTo(new Step.Finish(Next.Outcome.INCOMPLETE));
        assertThat(forks(Topology.LOCAL)).isEqualTo(12);
        assertThat(events)
                .noneMatch(event -> event.fact() instanceof Fact.CellChecked check
                        && check.cell().startsWith("distant"))
                .noneMatch(event -> event.fact() instanceof Fact.BandwidthMeasured bandwidth
                        && bandwidth.topology() == Topology.DISTANT);
    }

    @Test
    void completeCellSurvivesTheLossOfItsServer() {
        plan = plan.with(new Goal(Axis.DRIVER, null, null, true, false));
        until(ForkFinished.class, 24);
        events.add(lost(Topology.DISTANT, false));
        assertThat(toTheEnd()).isEqualTo(new Step.Finish(Next.Outcome.COMPLETE));
        assertThat(events.stream()
                        .filter(event -> event.fact() instanceof Fact.ServiceTimeMeasured times
                                && REASON.equals(times.unavailable())))
                .as("the events record why percentiles are missing")
                .hasSize(4);
        assertThat(plan.cells())
                .noneMatch(cell -> new History(plan, events).done().givenUp(cell.key()));
    }

    @Test
    void nextSessionMeasuresMissingCellsOnANewDatabase() {
        until(ForkFinished.class, 10);
        events.add(lost(Topology.DISTANT, false));
        toTheEnd();
        events.add(session());
        assertThat(new History(plan, events).done().lost(plan.servers().get(1))).isFalse();
        assertThat(toTheEnd()).isEqualTo(new Step.Finish(Next.Outcome.COMPLETE));
        assertThat(forks(Topology.DISTANT)).isEqualTo(12);
        assertThat(forks(Topology.LOCAL)).isEqualTo(12);
    }

    @Test
    void pingOfALostServerIsIncomplete() {
        plan = plan.with(Goal.DEFAULT.explaining(false, Goal.Extent.PING));
        until(Fact.RttMeasured.class, 3);
        events.add(lost(Topology.LOCAL, false));
        assertThat(toTheEnd()).isEqualTo(new Step.Finish(Next.Outcome.INCOMPLETE));
        assertThat(Event.facts(events, Fact.RttMeasured.class)).hasSize(2 + 3);
    }

    @Test
    void serverThatDidNotStartIsAbsentInTheNextSessionOnly() {
        Plan.Server server = plan.servers().get(0);
        events.add(new Event(
                1,
                AT,
                Source.ORCHESTRATOR,
                new Fact.ServerLost(server.topology(), server.server(), "it has no programs", false, false, true)));
        events.add(session());
        assertThat(new History(plan, events).done().lost(server)).isTrue();
        events.add(session());
        assertThat(new History(plan, events).done().lost(server)).isFalse();
    }
}
