package dev.jdbcbench.cli.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.event.Noise;
import dev.jdbcbench.event.RttAround;
import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.run.Axis;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Goal;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Profile;
import dev.jdbcbench.run.Topology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class RunProgressTest {
    private static final int WIDE = 500;

    /** Two scenarios, two drivers, both topologies. */
    private static Plan plan(Profile profile, Goal goal) {
        RunExample example = new RunExample("run-1", Topology.LOCAL, 5, true)
                .profile(profile)
                .goal(goal);
        for (Topology topology : Topology.values()) {
            for (String scenario : List.of("Do1", "InsertBatch100")) {
                example.at(topology)
                        .measured(scenario, Mode.TEXT, DriverCatalogue.MARIADB)
                        .measured(scenario, Mode.TEXT, DriverCatalogue.MYSQL);
            }
        }
        return example.plan();
    }

    private static boolean batch(Cell cell) {
        return cell.scenario().equals("InsertBatch100");
    }

    /** A run with forks that take a little longer than planned, and batch forks that take three times as long. */
    private static SimulatedRun uneven(Plan plan) {
        SimulatedRun run = new SimulatedRun(plan);
        run.operationMicros = cell -> batch(cell) ? 200_000 : 100;
        run.takes = fork -> Duration.ofSeconds(batch(fork.cell()) ? 45 : 8);
        return run;
    }

    /** The time left as shown after an event, and the actual time left. */
    private record Said(Event event, Duration left, Duration truth) {
        double error() {
            return Math.abs(left.toMillis() - truth.toMillis()) / (double) truth.toMillis();
        }
    }

    private static List<Said> said(Plan plan, List<Event> events) {
        RunProgress progress = new RunProgress(plan, List.of());
        Instant end = events.get(events.size() - 1).at();
        List<Said> said = new ArrayList<>();
        for (Event event : events) {
            progress.onEvent(event);
            if (event.fact() instanceof Fact.ForkStarted || event.fact() instanceof Fact.ForkFinished) {
                said.add(new Said(event, progress.left(), Duration.between(event.at(), end)));
            }
        }
        return said;
    }

    private static Predicate<Said> inBlock(Predicate<Integer> block) {
        return one -> one.event().fact() instanceof Fact.ForkStarted fork && block.test(fork.block());
    }

    @Test
    void documentedProgressLineIsReal() throws IOException {
        assertThat(Files.readAllLines(Path.of("..", "docs", "tutorials", "first-run.md")))
                .anyMatch(
                        line -> line.matches(
                                "group \\d+/\\d+ · Select1Row text: (local|distant|mariadb) .*mysql [▲↑?] \\+[0-9.]+ % \\[.*\\].* left"));
    }

    @Test
    void timeLeftIsRightAfterOneForkOfEachCell() {
        Plan plan = plan(SimulatedRun.FIVE_FORKS, Goal.DEFAULT);
        List<Said> said = said(plan, uneven(plan).toTheEnd().events());
        assertThat(said)
                .filteredOn(inBlock(block -> block > 1))
                .hasSize(4 * 8)
                .allSatisfy(one -> assertThat(one.error())
                        .as("%s: %s left, estimated %s", one.event(), one.truth(), one.left())
                        .isLessThan(0.02));
        assertThat(said)
                .filteredOn(inBlock(block -> block == 1))
                .allSatisfy(one -> assertThat(one.error())
                        .as("%s: %s left, estimated %s", one.event(), one.truth(), one.left())
                        .isLessThan(0.6));
    }

    @Test
    void timeOfChecksIsNotForkTime() {
        Plan plan = plan(SimulatedRun.FIVE_FORKS, Goal.DEFAULT);
        List<Event> events = new SimulatedRun(plan).session(1).events();
        Duration checks = Duration.between(
                events.get(0).at(), events.get(events.size() - 1).at());
        assertThat(checks).isGreaterThan(Duration.ofMinutes(4));
        Said first = said(plan, events).get(1);
        // 39 forks of 8 s, and five more times the RTTs of two servers, 2 s each
        assertThat(first.left().toSeconds()).isCloseTo(39 * 8 + 5 * 4, within(1L));
    }

    @Test
    void onlyForksOfThisSessionCountAfterAResume() {
        Plan plan = plan(SimulatedRun.FIVE_FORKS, Goal.DEFAULT);
        SimulatedRun run = new SimulatedRun(plan);
        run.takes = fork -> Duration.ofSeconds(80);
        run.session(20);
        run.takes = fork -> Duration.ofSeconds(8);
        List<Event> events = run.toTheEnd().events();
        List<Said> said = said(plan, events);
        assertThat(said)
                .filteredOn(one -> one.event()
                        .at()
                        .isAfter(SimulatedRun.BEGIN.plus(Duration.ofHours(2)).plusSeconds(2000)))
                .isNotEmpty()
                .allSatisfy(one -> assertThat(one.error()).as(one.toString()).isLessThan(0.05));
        assertThat(Event.facts(events, Fact.ForkFinished.class)).hasSize(40);
        RunProgress progress = new RunProgress(plan, List.of());
        events.forEach(progress::onEvent);
        assertThat(progress.line(WIDE)).startsWith("fork 40/40, cells 8/8 · ");
    }

    @Test
    void settingTheClockChangesNothing() {
        Plan plan = plan(SimulatedRun.FIVE_FORKS, Goal.DEFAULT);
        for (Duration set : List.of(Duration.ofHours(-1), Duration.ofHours(1))) {
            SimulatedRun run = new SimulatedRun(plan);
            Instant when = SimulatedRun.BEGIN.plus(Duration.ofHours(1)).plusSeconds(8 * 30 + 8 * 12 + 5);
            run.clock = instant -> instant.isAfter(when) ? instant.plus(set) : instant;
            run.session(20);
            List<Said> said = said(plan, run.events());
            assertThat(said.get(said.size() - 1).left().toSeconds())
                    .as("set by %s", set)
                    .isCloseTo(20 * 8 + 3 * 4, within(4L));
        }
    }

    @Test
    void adaptiveRunIsEstimatedFromItsForks() {
        Profile profile = SimulatedRun.FIVE_FORKS.withForks(6, 16).withTarget(0.03);
        Plan plan = plan(profile, Goal.DEFAULT);
        SimulatedRun run = uneven(plan);
        run.score = fork -> 100
                * (batch(fork.cell()) ? 10 : 1)
                * (fork.cell().driver().equals("mysql")
                        ? 1.5 * Math.exp((fork.block() % 2 == 0 ? 1 : -1) * (batch(fork.cell()) ? 0.9 : 0.002))
                        : 1);
        List<Event> events = run.toTheEnd().events();
        long batches = events.stream()
                .filter(event -> event.fact() instanceof Fact.ForkFinished fork
                        && fork.cell().contains("Batch"))
                .count();
        assertThat(batches).as("a noisy row has the maximum number of forks").isEqualTo(4 * 16);
        assertThat(Event.facts(events, Fact.ForkFinished.class)).hasSize(4 * 16 + 4 * 6);
        List<Said> said = said(plan, events);
        assertThat(said)
                .filteredOn(inBlock(block -> block > 4))
                .allSatisfy(one -> assertThat(one.error())
                        .as("%s: %s left, estimated %s", one.event(), one.truth(), one.left())
                        .isLessThan(0.03));
        assertThat(said.get(0).left())
                .isBetween(said.get(0).truth().dividedBy(3), said.get(0).truth());
    }

    @Test
    void noTimeIsLeftWhenTheBudgetIsUsedUp() {
        Goal goal = new Goal(Axis.DRIVER, null, Duration.ofMinutes(10), false, false);
        List<Event> events =
                uneven(plan(SimulatedRun.FIVE_FORKS, goal)).toTheEnd().events();
        Goal second = new Goal(Axis.DRIVER, null, Duration.ofSeconds(1), false, false);
        RunProgress progress =
                new RunProgress(plan(SimulatedRun.FIVE_FORKS, second), events.subList(0, events.size() / 2));
        assertThat(progress.rest()).isEqualTo(" · budget used up");
        assertThat(progress.line(WIDE)).contains(", budget used up · ").doesNotContain(" left");
    }

    @Test
    void budgetLimitsTheEstimate() {
        Goal goal = new Goal(Axis.DRIVER, null, Duration.ofMinutes(10), false, false);
        Plan plan = plan(SimulatedRun.FIVE_FORKS, goal);
        List<Event> events = uneven(plan).toTheEnd().events();
        List<Said> said = said(plan, events);
        assertThat(said).allSatisfy(one -> assertThat(one.left()).isLessThanOrEqualTo(Duration.ofMinutes(10)));
        RunProgress progress = new RunProgress(plan, List.of());
        int forks = Event.facts(events, Fact.ForkFinished.class).size();
        assertThat(forks).isLessThan(40);
        for (Event event : events) {
            progress.onEvent(event);
        }
        assertThat(progress.line(WIDE)).startsWith("fork " + forks + "/" + forks + ", cells 8/8 ");
    }

    private final Noise noise = new Noise(0.14, 2.34, null, null, null, null, null, null, null, null, null);
    private final RttAround around = new RttAround(List.of(900.0), List.of(340.0, 351.0, 370.0));

    private static RunProgress after(Plan plan, List<Event> events) {
        RunProgress progress = new RunProgress(plan, List.of());
        events.forEach(progress::onEvent);
        return progress;
    }

    private static Plan distant(boolean claims) {
        return new RunExample("run-1", Topology.DISTANT, 4, claims)
                .measured("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB)
                .measured("Select1Row", Mode.TEXT, DriverCatalogue.MYSQL)
                .plan();
    }

    @Test
    void lineShowsProgressCellRttAndNoise() {
        Plan plan = distant(true);
        SimulatedRun run = new SimulatedRun(plan);
        run.noise = noise;
        run.rtt = around;
        run.score = fork -> 455 * Math.exp((fork.block() % 2 == 0 ? 1 : -1) * 0.01);
        String first = after(plan, run.session(1).events()).line(WIDE);
        assertThat(first)
                .matches(
                        "fork 1/8, cells 0/2, 5.–8. s left · Select1Row text (mysql|mariadb): 450 µs/op ±\\? after 1 fork"
                                + " · RTT 351 µs · steal 0.1 %, others 2.3 %");
        // ln: s = 0.02/√2 · …; t of one degree of freedom is 12.706: exp(12.706 · 0.01) − 1
        String second = after(plan, run.session(3).events()).line(WIDE);
        assertThat(second).contains("fork 3/8, cells 0/2, ").contains(": 455 µs/op ±? after 2 forks · ");
        String last = after(plan, run.toTheEnd().events()).line(WIDE);
        assertThat(last).startsWith("fork 8/8, cells 2/2 · ").contains(" after 4 forks · RTT 352 µs · ");
    }

    @Test
    void repeatedCellShowsItsEarlierEstimate() {
        Plan plan = distant(true);
        List<Event> events = new ArrayList<>(new SimulatedRun(plan).session(3).events());
        String cell = plan.cells().get(1).key();
        events.add(new Event(1, events.get(events.size() - 1).at(), Event.Source.AGENT, new Fact.ForkStarted(2, cell)));
        assertThat(after(plan, events).line(WIDE))
                .contains("Select1Row text mysql: 100 µs/op ±")
                .contains(" after ");
    }

    @Test
    void intervalIsOmittedWithoutClaimsAndUnreadableNoiseToo() {
        Plan plan = distant(false);
        SimulatedRun run = new SimulatedRun(plan);
        run.noise = new Noise(null, 2.34, null, null, null, null, null, null, null, null, null);
        assertThat(after(plan, run.session(1).events()).line(WIDE))
                .contains(": 100 µs/op after 1 fork · RTT 352 µs · others 2.3 %")
                .doesNotContain("±", "steal");
    }

    @Test
    void localRunHasNoRtt() {
        Plan plan = new RunExample("run-1", Topology.LOCAL, 4, true)
                .measured("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB)
                .plan();
        assertThat(after(plan, new SimulatedRun(plan).session(1).events()).line(WIDE))
                .endsWith("left · Select1Row text mariadb: 100 µs/op ±? after 1 fork");
    }

    @Test
    void lineFitsItsWidthAndDropsTheLeastImportantFirst() {
        Plan plan = plan(SimulatedRun.FIVE_FORKS, Goal.DEFAULT);
        SimulatedRun run = new SimulatedRun(plan);
        run.noise = noise;
        run.rtt = around;
        RunProgress progress = after(plan, run.session(33).events());
        for (int width = 10; width <= 200; width++) {
            assertThat(progress.line(width).length()).isLessThanOrEqualTo(width);
        }
        assertThat(progress.line(200)).contains(", cells 1/8, ", " after 5 forks · ");
        assertThat(progress.line(120)).contains(" left", "±", "RTT 351 µs", "steal 0 %, others 2 %");
        assertThat(progress.line(100)).contains(" left", "±", "RTT 351 µs").doesNotContain("steal");
        assertThat(progress.line(80)).contains("fork 33/40, ", " left", "±").doesNotContain("RTT", "cells");
        assertThat(progress.line(30)).startsWith("fork 33/40, ").endsWith("…");
    }

    @Test
    void timesAreRoundedToTheirPrecision() {
        assertThat(RunProgress.rough(Duration.ZERO)).isEqualTo("1 s");
        assertThat(RunProgress.rough(Duration.ofSeconds(119))).isEqualTo("119 s");
        assertThat(RunProgress.rough(Duration.ofSeconds(155))).isEqualTo("3 min");
        assertThat(RunProgress.rough(Duration.ofMinutes(119))).isEqualTo("119 min");
        assertThat(RunProgress.rough(Duration.ofMinutes(125))).isEqualTo("2 h 5 min");
    }
}
