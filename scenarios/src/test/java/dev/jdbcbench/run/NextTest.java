package dev.jdbcbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.run.Event.ForkFailed;
import dev.jdbcbench.run.Event.ForkFinished;
import dev.jdbcbench.run.Event.RttMeasured;
import dev.jdbcbench.run.Event.RttMethod;
import dev.jdbcbench.run.Event.Source;
import dev.jdbcbench.run.Next.Step;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class NextTest {
    private static final Instant AT = Instant.parse("2026-11-21T09:16:02Z");
    private final Plan plan = PlanExample.plan();
    private final List<Event> events = new ArrayList<>();
    private Function<Cell, Event> checks = cell -> checked(cell, null);

    private static Event checked(Cell cell, @Nullable String unsupported) {
        return new Event.CellChecked(
                1, AT, Source.AGENT, cell.key(), "1 row", "", null, unsupported, Map.of("Questions", 1.0), 80);
    }

    @Test
    void aCellWhoseCheckFailedIsGivenUpAndNeverMeasured() {
        Cell wrong = plan.cells().get(3);
        checks = cell -> cell.equals(wrong)
                ? new ForkFailed(1, AT, Source.AGENT, 0, cell.key(), "wrong result", "agent.log")
                : checked(cell, null);
        carryOut(step -> false);
        assertThat(Next.givenUp(events, wrong)).isTrue();
        assertThat(events)
                .noneMatch(event ->
                        event instanceof ForkFinished fork && fork.cell().equals(wrong.key()));
        assertThat(events.stream().filter(ForkFinished.class::isInstance)).hasSize(3 * 7);
    }

    @Test
    void aCellThatTheDriverCannotDoIsNotMeasuredAndNotGivenUp() {
        Cell cannot = plan.cells().get(5);
        checks = cell -> checked(cell, cell.equals(cannot) ? "cannot log in" : null);
        carryOut(step -> false);
        assertThat(Next.givenUp(events, cannot)).isFalse();
        assertThat(events.stream().filter(ForkFinished.class::isInstance)).hasSize(3 * 7);
    }

    @Test
    void aRunMeasuresEveryCellOncePerBlockBetweenPings() {
        List<Step> steps = carryOut(step -> false);
        Map<String, Long> forks = steps.stream()
                .filter(Step.RunFork.class::isInstance)
                .map(step -> ((Step.RunFork) step).block() + " "
                        + ((Step.RunFork) step).cell().key())
                .collect(Collectors.groupingBy(key -> key, LinkedHashMap::new, Collectors.counting()));
        assertThat(forks)
                .hasSize(3 * 8)
                .allSatisfy((key, count) -> assertThat(count).isEqualTo(1));
        assertThat(steps.subList(0, 8)).allSatisfy(step -> assertThat(step).isInstanceOf(Step.CheckCell.class));
        // two servers, before each of three blocks and after the last
        assertThat(steps.stream().filter(Step.MeasureRtt.class::isInstance)).hasSize(2 * 4);
        assertThat(steps.get(8)).isInstanceOf(Step.MeasureRtt.class);
        assertThat(steps.get(10)).isEqualTo(new Step.StartBlock(1));
        assertThat(steps.get(steps.size() - 2)).isInstanceOf(Step.MeasureRtt.class);
    }

    @Test
    void forksRunInTheOrderOfThePlan() {
        List<Cell> cells = carryOut(step -> false).stream()
                .filter(Step.RunFork.class::isInstance)
                .map(step -> ((Step.RunFork) step).cell())
                .toList();
        assertThat(cells.subList(0, 8)).isEqualTo(plan.order(1));
        assertThat(cells.subList(8, 16)).isEqualTo(plan.order(2));
    }

    @Test
    void aForkThatFailedOnceIsTriedAgainAtTheEndOfItsBlock() {
        Cell unlucky = plan.order(2).get(0);
        List<Step> steps = carryOut(fork -> fork.block() == 2 && fork.cell().equals(unlucky) && fork.attempt() == 1);
        assertThat(steps).contains(new Step.RunFork(2, unlucky, 2));
        assertThat(Next.givenUp(events, unlucky)).isFalse();
        assertThat(events.stream().filter(ForkFinished.class::isInstance)).hasSize(24);
    }

    @Test
    void aCellThatFailsTwiceInABlockIsGivenUp() {
        Cell broken = plan.order(1).get(3);
        carryOut(fork -> fork.cell().equals(broken));
        assertThat(Next.givenUp(events, broken)).isTrue();
        assertThat(events.stream().filter(ForkFailed.class::isInstance)).hasSize(2);
        assertThat(events.stream().filter(ForkFinished.class::isInstance)).hasSize(3 * 7);
    }

    @Test
    void anAgentThatStartsAgainGoesOnWhereTheEventsEnd() {
        carryOut(step -> false);
        List<Event> all = List.copyOf(events);
        for (int known = 0; known < all.size(); known++) {
            events.clear();
            events.addAll(all.subList(0, known));
            carryOut(step -> false);
            assertThat(events).as("after %d events", known).isEqualTo(all);
        }
    }

    /** Does each step as an agent would, until there is none. */
    private List<Step> carryOut(Predicate<Step.RunFork> fails) {
        List<Step> steps = new ArrayList<>();
        for (Step step = Next.step(plan, events); !(step instanceof Step.Finish); step = Next.step(plan, events)) {
            steps.add(step);
            if (step instanceof Step.CheckCell check) {
                events.add(checks.apply(check.cell()));
            } else if (step instanceof Step.MeasureRtt rtt) {
                events.add(new RttMeasured(
                        1,
                        AT,
                        Source.AGENT,
                        rtt.server().topology(),
                        "mariadb",
                        rtt.block(),
                        RttMethod.PROTOCOL,
                        List.of(350.0),
                        null));
            } else if (step instanceof Step.StartBlock block) {
                events.add(new Event.BlockStarted(1, AT, Source.AGENT, block.block()));
            } else if (step instanceof Step.RunFork fork && fails.test(fork)) {
                events.add(new ForkFailed(
                        1, AT, Source.AGENT, fork.block(), fork.cell().key(), "no", "log"));
            } else if (step instanceof Step.RunFork fork) {
                events.add(new ForkFinished(
                        1,
                        AT,
                        Source.AGENT,
                        fork.block(),
                        fork.cell().key(),
                        AT,
                        List.of(1.0),
                        List.of(1L),
                        Map.of(),
                        null));
            }
            assertThat(steps).hasSizeLessThan(100);
        }
        return steps;
    }
}
