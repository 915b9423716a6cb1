package dev.jdbcbench.next;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.jdbcbench.event.Counted;
import dev.jdbcbench.event.DroppedRound;
import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.Event.Source;
import dev.jdbcbench.event.EventCheck;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.event.ForkFacts.ForkFinished;
import dev.jdbcbench.event.Jvm;
import dev.jdbcbench.event.RttMethod;
import dev.jdbcbench.run.Axis;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Goal;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.PlanExample;
import dev.jdbcbench.run.Profile;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Tests the steps of a run whose rows are measured in turns, and which of its results count. */
class GroupTest {
    private static final Instant AT = Instant.parse("2026-11-21T09:16:02Z");

    private Plan plan = PlanExample.plan(42, Profile.QUICK);
    private final List<Event> events = new ArrayList<>();
    private Function<Step.RunGroup, Optional<Cell>> fails = group -> Optional.empty();
    private Duration groupTime = Duration.ZERO;
    private Instant now = AT;

    private static ForkFinished fork(int block, Cell cell) {
        return new ForkFinished(
                block,
                cell.key(),
                AT,
                List.of(90.0, 10.0, 70.0, 20.0),
                List.of(1L, 30L, 1L, 10L),
                Map.of(),
                null,
                null,
                new Counted(1, List.of(2)),
                null,
                List.of());
    }

    private void add(Fact fact) {
        events.add(new Event(1, now, Source.AGENT, fact));
    }

    private void finish(Step.RunGroup group) {
        now = now.plus(groupTime);
        group.cells().forEach(cell -> add(fork(group.block(), cell)));
        add(new Fact.GroupFinished(group.block(), group.row(), 4, 1, List.of(new DroppedRound(2, "steal"))));
    }

    /** Takes steps until one is not supported or {@code atMost} groups have run, and returns the groups. */
    private List<Step.RunGroup> carryOut(int atMost) {
        List<Step.RunGroup> groups = new ArrayList<>();
        while (true) {
            Step step = Next.step(plan, events);
            if (step instanceof Step.Log decided) {
                add(decided.fact());
            } else if (step instanceof Step.CheckCell check) {
                add(new Fact.CellChecked(check.cell().key(), "1 row", "", null, null, Map.of(), 80, null, null));
            } else if (step instanceof Step.MeasureRtt rtt) {
                add(new Fact.RttMeasured(
                        rtt.server().topology(),
                        rtt.server().server(),
                        rtt.block(),
                        RttMethod.PROTOCOL,
                        List.of(350.0),
                        null));
            } else if (step instanceof Step.StartBlock start) {
                add(new Fact.BlockStarted(start.block()));
            } else if (step instanceof Step.RunGroup group && groups.size() < atMost) {
                groups.add(group);
                add(new Fact.GroupStarted(group.block(), group.row()));
                Optional<Cell> failed = fails.apply(group);
                if (failed.isPresent()) {
                    add(new Fact.ForkFailed(group.block(), failed.get().key(), "it died", "fork.log"));
                } else {
                    finish(group);
                }
            } else {
                return groups;
            }
        }
    }

    /** Records the start of another agent. */
    private void begin() {
        events.add(new Event(
                1,
                AT,
                Source.AGENT,
                new Fact.SessionStarted(
                        plan.run(), 1, new Jvm("java", "17", "vm", "17"), "ab", List.of(), List.of(), null)));
    }

    private History history() {
        return new History(plan, events);
    }

    @Test
    void rowIsOneGroupPerBlockInBothTopologies() {
        List<Step.RunGroup> groups = carryOut(100);
        assertThat(groups).as("two rows, three blocks").hasSize(6);
        assertThat(groups).allSatisfy(group -> {
            assertThat(group.cells()).hasSize(4);
            assertThat(group.cells().stream().map(Cell::topology).distinct()).hasSize(2);
            assertThat(group.cells().stream().map(Cell::rowKey).distinct()).containsExactly(group.row());
        });
        assertThat(Next.step(plan, events)).isEqualTo(new Step.Finish(Next.Outcome.COMPLETE));
        assertThat(history().forks().of(plan.cells().get(0).key())).hasSize(3);
    }

    @Test
    void budgetHoldsEvenIfGroupsBecomeSlower() {
        plan = plan.with(plan.profile(), new Goal(Axis.DRIVER, null, Duration.ofSeconds(100), false, false));
        begin();
        groupTime = Duration.ofSeconds(10);
        fails = group -> {
            if (group.block() == 3) {
                groupTime = Duration.ofSeconds(55);
            }
            return Optional.empty();
        };
        List<Step.RunGroup> groups = carryOut(100);
        assertThat(groups).as("two rows, two blocks, and a group of 55 s").hasSize(5);
        assertThat(Next.step(plan, events)).isEqualTo(new Step.Finish(Next.Outcome.COMPLETE));
    }

    @Test
    void rowDeferredByTheBudgetIsMeasuredLater() {
        plan = plan.with(plan.profile(), new Goal(Axis.DRIVER, null, Duration.ofSeconds(115), false, false));
        begin();
        String first = plan.order(3).get(0).rowKey();
        // The first row takes 10 s and the second 30 s, so 35 s are left after two blocks: enough for one more group.
        // The first row is faster than expected, so there is time for the second as well.
        fails = group -> {
            boolean one = group.row().equals(first);
            groupTime = Duration.ofSeconds(one ? group.block() == 3 ? 3 : 10 : 30);
            return Optional.empty();
        };
        List<Step.RunGroup> groups = carryOut(100);
        assertThat(groups.stream().filter(group -> group.row().equals(first))).hasSize(3);
        assertThat(groups.stream().filter(group -> !group.row().equals(first)).map(Step.RunGroup::block))
                .containsExactly(1, 2, 4);
        assertThat(Next.step(plan, events)).isEqualTo(new Step.Finish(Next.Outcome.COMPLETE));
        EventCheck check = new EventCheck(plan);
        assertThat(events).allSatisfy(event -> assertThat(check.check(event)).isEqualTo(event));
    }

    @Test
    void scoreIsCountedTimePerOperation() {
        Cell cell = plan.cells().get(0);
        assertThat(Forks.score(plan.profile(), fork(1, cell))).isCloseTo(500.0 / 40, within(1e-9));
        assertThat(Forks.warmUp(plan.profile(), fork(1, cell))).isEqualTo(1);
    }

    @Test
    void interruptedGroupIsRepeated() {
        carryOut(2);
        Step.RunGroup third = (Step.RunGroup) Next.step(plan, events);
        events.add(new Event(1, AT, Source.AGENT, new Fact.GroupStarted(third.block(), third.row())));
        events.add(
                new Event(1, AT, Source.AGENT, fork(third.block(), third.cells().get(0))));
        begin();
        assertThat(history().forks().of(third.cells().get(0).key()))
                .as("forks of the interrupted group do not count")
                .hasSize(third.block() - 1);
        assertThat(Next.step(plan, events)).isEqualTo(third);
        carryOut(100);
        assertThat(plan.cells())
                .allSatisfy(cell -> assertThat(history().forks().of(cell.key()))
                        .as(cell.key())
                        .hasSize(3));
    }

    @Test
    void cellIsGivenUpAfterItsSecondDeadJvm() {
        Cell broken = plan.cells().get(0);
        fails = group -> group.block() == 2 && group.cells().contains(broken) ? Optional.of(broken) : Optional.empty();
        List<Step.RunGroup> groups = carryOut(100);
        assertThat(history().done().givenUp(broken.key())).isTrue();
        assertThat(groups)
                .as("two more groups, because the failed one is repeated twice")
                .hasSize(8);
        assertThat(groups.stream()
                        .filter(group -> group.block() == 2 && group.row().equals(broken.rowKey())))
                .extracting(Step.RunGroup::attempt)
                .containsExactly(1, 2, 3);
        assertThat(plan.cells())
                .filteredOn(cell -> !cell.equals(broken))
                .allSatisfy(cell -> assertThat(history().forks().of(cell.key()))
                        .as(cell.key())
                        .hasSize(3));
        assertThat(Next.step(plan, events)).isEqualTo(new Step.Finish(Next.Outcome.INCOMPLETE));
    }

    @Test
    void repeatedGroupReplacesTheFirst() {
        Cell broken = plan.cells().get(0);
        fails = group -> group.cells().contains(broken) ? Optional.of(broken) : Optional.empty();
        carryOut(100);
        assertThat(history().forks().of(broken.key())).isEmpty();
        fails = group -> Optional.empty();
        begin();
        carryOut(100);
        assertThat(plan.cells()).allSatisfy(cell -> {
            List<ForkFinished> forks = history().forks().of(cell.key());
            assertThat(forks.stream().map(ForkFinished::block)).containsExactlyInAnyOrder(1, 2, 3);
        });
    }

    private static ForkFinished fork(List<Double> iterations, List<Long> operations, Counted counted) {
        return new ForkFinished(1, "cell", AT, iterations, operations, Map.of(), null, null, counted, null, List.of());
    }

    @Test
    void forkWithoutCountedRoundsIsRefused() {
        List<Double> iterations = List.of(90.0, 10.0, 70.0);
        List<Long> operations = List.of(1L, 30L, 1L);
        assertThatThrownBy(() -> fork(iterations, operations, new Counted(2, List.of(2))))
                .hasMessageContaining("no iteration of the fork counts");
        assertThatThrownBy(() -> fork(iterations, List.of(1L, 1L, 0L), new Counted(2, List.of())))
                .hasMessageContaining("no iteration of the fork counts");
        assertThatThrownBy(() -> fork(iterations, List.of(1L), new Counted(1, List.of())))
                .hasMessageContaining("3 iterations, and operations of 1");
    }

    @Test
    void droppedRoundsAreInOrderAndAfterTheWarmUp() {
        for (List<Integer> dropped : List.of(List.of(1), List.of(4, 3), List.of(3, 3), List.of(-1))) {
            assertThatThrownBy(() -> new Counted(2, dropped))
                    .as(dropped.toString())
                    .hasMessageContaining("dropped is from");
        }
    }

    @Test
    void forkInTurnsSurvivesJson() {
        Event fork = new Event(1, AT, Source.AGENT, fork(1, plan.cells().get(0)));
        assertThat(Json.read(Json.line(fork), Event.class)).isEqualTo(fork);
        assertThat(Json.read(Json.line(plan), Plan.class).profile().turns()).isTrue();
    }
}
