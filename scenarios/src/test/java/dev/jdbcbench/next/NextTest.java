package dev.jdbcbench.next;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.Event.Source;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.event.ForkFacts.ForkFailed;
import dev.jdbcbench.event.ForkFacts.ForkFinished;
import dev.jdbcbench.event.Jvm;
import dev.jdbcbench.event.Noise;
import dev.jdbcbench.event.RttMethod;
import dev.jdbcbench.event.ServerPathFacts.RttMeasured;
import dev.jdbcbench.event.ServiceTime;
import dev.jdbcbench.run.Axis;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Goal;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.PlanExample;
import dev.jdbcbench.run.Profile;
import dev.jdbcbench.run.Topology;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
class NextTest {
    private static final Instant AT = Instant.parse("2026-11-21T09:16:02Z");
    private Plan plan = PlanExample.plan();
    private final List<Event> events = new ArrayList<>();
    private Function<Cell, Event> checks = cell -> checked(cell, null);
    private ToDoubleFunction<Step.RunFork> scores = fork -> 1;
    private Function<Step.RunFork, @Nullable Noise> noise = fork -> null;
    private Duration forkTime = Duration.ZERO;
    private Instant now = AT;

    private static Event checked(Cell cell, @Nullable String unsupported) {
        return new Event(
                1,
                AT,
                Source.AGENT,
                new Fact.CellChecked(
                        cell.key(), "1 row", "", null, unsupported, Map.of("Questions", 1.0), 80, null, null));
    }

    @Test
    void failedCheckGivesUpTheCell() {
        Cell wrong = plan.cells().get(3);
        checks = cell -> cell.equals(wrong)
                ? new Event(1, AT, Source.AGENT, new ForkFailed(0, cell.key(), "wrong result", "agent.log"))
                : checked(cell, null);
        carryOut(step -> false);
        assertThat(givenUp(wrong)).isTrue();
        assertThat(events)
                .noneMatch(event ->
                        event.fact() instanceof ForkFinished fork && fork.cell().equals(wrong.key()));
        assertThat(Event.facts(events, ForkFinished.class)).hasSize(3 * 7);
    }

    @Test
    void unsupportedCellIsNeitherMeasuredNorGivenUp() {
        Cell cannot = plan.cells().get(5);
        checks = cell -> checked(cell, cell.equals(cannot) ? "cannot log in" : null);
        carryOut(step -> false);
        assertThat(givenUp(cannot)).isFalse();
        assertThat(Event.facts(events, ForkFinished.class)).hasSize(3 * 7);
    }

    @Test
    void everyCellIsMeasuredOncePerBlockBetweenPings() {
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
        // for two servers, before each of three blocks and after the last one
        assertThat(steps.stream().filter(Step.MeasureRtt.class::isInstance)).hasSize(2 * 4);
        assertThat(steps.get(8)).isInstanceOf(Step.MeasureRtt.class);
        assertThat(steps.get(10)).isEqualTo(new Step.StartBlock(1));
        assertThat(steps.get(steps.size() - 2)).isInstanceOf(Step.MeasureRtt.class);
    }

    @Test
    void withoutClaimsTheRttIsMeasuredOnce() {
        plan = plan.with(plan.profile().withIterations(1), plan.goal());
        assertThat(plan.profile().claims()).isFalse();
        assertThat(carryOut(step -> false).stream().filter(Step.MeasureRtt.class::isInstance))
                .extracting(step -> ((Step.MeasureRtt) step).block())
                .as("once for each of two servers")
                .containsExactly(1, 1);
    }

    @Test
    void rttIsMeasuredOnceIfAllIsAnsweredFromMemory() {
        plan = plan.withEntries(plan.cells().stream()
                .map(cell -> new Plan.Entry(cell.withTransport(Transport.MEMORY), null))
                .toList());
        assertThat(carryOut(step -> false).stream().filter(Step.MeasureRtt.class::isInstance))
                .extracting(step -> ((Step.MeasureRtt) step).block())
                .containsExactly(1, 1);
    }

    @Test
    void exchangesAreCountedOnceBeforeMeasuring() {
        plan = plan.with(Goal.DEFAULT.explaining(true, Goal.Extent.MEASURE));
        List<Step> steps = carryOut(step -> false);
        assertThat(steps.subList(8, 12))
                .as("eight cells, with the same traffic local and distant")
                .allSatisfy(step -> assertThat(step).isInstanceOf(Step.ExplainCell.class));
        assertThat(steps.subList(12, 14))
                .containsExactlyElementsOf(plan.servers().stream()
                        .<Step>map(Step.MeasureBandwidth::new)
                        .toList());
        assertThat(steps.get(14)).isInstanceOf(Step.MeasureRtt.class);
    }

    @Test
    void explainEndsBeforeMeasuring() {
        plan = plan.with(Goal.DEFAULT.explaining(true, Goal.Extent.EXPLAIN));
        List<Step> steps = carryOut(step -> false);
        assertThat(steps).noneMatch(Step.RunFork.class::isInstance).noneMatch(Step.StartBlock.class::isInstance);
        assertThat(Next.step(plan, events)).isEqualTo(new Step.Finish(Next.Outcome.COMPLETE));
    }

    @Test
    void profileRecordsEachMeasurableCellOnce() {
        plan = plan.with(Profile.recording(10), Goal.DEFAULT.explaining(false, Goal.Extent.PROFILE));
        Cell cannot = plan.cells().get(5);
        checks = cell -> checked(cell, cell.equals(cannot) ? "cannot log in" : null);
        List<Step> steps = carryOut(step -> false);
        assertThat(steps).hasSize(8 + 7);
        assertThat(steps.subList(8, 15))
                .containsExactlyElementsOf(plan.cells().stream()
                        .filter(cell -> !cell.equals(cannot))
                        .<Step>map(Step.ProfileCell::new)
                        .toList());
        assertThat(Next.step(plan, events)).isEqualTo(new Step.Finish(Next.Outcome.COMPLETE));
    }

    @Test
    void pingHasOneRttRoundPerFork() {
        plan = plan.with(Goal.DEFAULT.explaining(false, Goal.Extent.PING));
        List<Step> steps = carryOut(step -> false);
        assertThat(steps).hasSize(2 * 3).allSatisfy(step -> assertThat(step).isInstanceOf(Step.MeasureRtt.class));
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
    void failedForkIsRepeatedAtTheEndOfItsBlock() {
        Cell unlucky = plan.order(2).get(0);
        List<Step> steps = carryOut(fork -> fork.block() == 2 && fork.cell().equals(unlucky) && fork.attempt() == 1);
        assertThat(steps).contains(new Step.RunFork(2, unlucky, 2));
        assertThat(givenUp(unlucky)).isFalse();
        assertThat(Event.facts(events, ForkFinished.class)).hasSize(24);
    }

    @Test
    void cellIsGivenUpAfterTwoFailuresInABlock() {
        Cell broken = plan.order(1).get(3);
        carryOut(fork -> fork.cell().equals(broken));
        assertThat(givenUp(broken)).isTrue();
        assertThat(Event.facts(events, ForkFailed.class)).hasSize(2);
        assertThat(Event.facts(events, ForkFinished.class)).hasSize(3 * 7);
    }

    @Test
    void restartedAgentContinuesAfterTheLastEvent() {
        carryOut(step -> false);
        List<Event> all = List.copyOf(events);
        // One step after any of the events leads to the next of them, so all further steps lead to the others.
        for (int known = 0; known < all.size(); known++) {
            List<Event> before = all.subList(0, known);
            events.clear();
            events.addAll(before);
            carryOut(Next.step(plan, events), fork -> false);
            assertThat(ended(events))
                    .as("after %d events", known)
                    .hasSizeGreaterThan(ended(before).size());
            assertThat(ended(all))
                    .as("after %d events", known)
                    .startsWith(ended(events).toArray(Event[]::new));
        }
    }

    /** Leaves out fork starts: a fork that was running when its agent died is restarted. */
    private static List<Event> ended(List<Event> all) {
        return all.stream()
                .filter(event -> !(event.fact() instanceof Fact.ForkStarted))
                .toList();
    }

    private boolean givenUp(Cell cell) {
        return new History(plan, events).done().givenUp(cell.key());
    }

    /** The example's plan with up to twelve forks. */
    private Plan adaptive(Goal goal, List<Plan.Twin> twins) {
        return with(PlanExample.plan().profile().withForks(6, 12).withTarget(0.03), goal, twins);
    }

    private static Plan with(Profile profile, Goal goal, List<Plan.Twin> twins) {
        return with(profile, goal, PlanExample.plan().entries(), twins);
    }

    private static Plan with(Profile profile, Goal goal, List<Plan.Entry> entries, List<Plan.Twin> twins) {
        return PlanExample.with(PlanExample.plan().with(profile, goal), entries, twins);
    }

    private long forksOf(Predicate<String> key) {
        return events.stream()
                .filter(event -> event.fact() instanceof ForkFinished fork && key.test(fork.cell()))
                .count();
    }

    private List<Fact.Decided> decisions(String scenario) {
        return Event.facts(events, Fact.Decided.class).stream()
                .filter(decided -> decided.row().contains(scenario))
                .toList();
    }

    /** Alternates from fork to fork between 100 · (1 + size) and 100 / (1 + size). */
    private static double swing(int block, double size) {
        return block % 2 == 0 ? 100 * (1 + size) : 100 / (1 + size);
    }

    /** mysql is 10 % slower and scatters by these sizes. mariadb is steady, so comparisons scatter like mysql. */
    private void scatter(double select, double insert) {
        scores = fork -> fork.cell().driver().equals("mysql")
                ? 1.1 * swing(fork.block(), fork.cell().scenario().equals("Select1Row") ? select : insert)
                : 100;
    }

    @Test
    void decidedRowStopsAndNoisyRowContinues() {
        plan = adaptive(Goal.DEFAULT, List.of());
        scatter(0.005, 0.2);
        carryOut(step -> false);
        assertThat(forksOf(key -> key.contains("Select1Row"))).isEqualTo(4 * 6);
        assertThat(forksOf(key -> key.contains("Insert1Row"))).isEqualTo(4 * 12);
        assertThat(decisions("Select1Row")).extracting(Fact.Decided::more).containsExactly(false);
        assertThat(decisions("Insert1Row")).hasSize(7).last().satisfies(last -> {
            assertThat(last.more()).isFalse();
            assertThat(last.decision()).contains("12 groups");
        });
        assertThat(Next.step(plan, events)).isEqualTo(new Step.Finish(Next.Outcome.COMPLETE));
    }

    /** mysql is certainly slower in both rows, by about 5 % in one and by 20 % in the other. */
    @Test
    void rowWithALimitStopsOnceAboveOrBelowIsCertain() {
        scores = fork -> fork.cell().driver().equals("mysql")
                ? (fork.cell().scenario().equals("Select1Row") ? 1.05 : 1.2) * swing(fork.block(), 0.005)
                : 100;
        plan = adaptive(Goal.DEFAULT.withFailAbove(0.05), List.of());
        carryOut(step -> false);
        assertThat(forksOf(key -> key.contains("Insert1Row"))).isEqualTo(4 * 6);
        assertThat(forksOf(key -> key.contains("Select1Row"))).isEqualTo(4 * 12);
        assertThat(decisions("Select1Row"))
                .last()
                .satisfies(last -> assertThat(last.decision()).contains("not decided"));
    }

    @Test
    void expectedGroupsAreCloseToActualGroups() {
        plan = adaptive(Goal.DEFAULT, List.of());
        scatter(0.005, 0.2);
        carryOut(step -> false);
        String narrow = PlanExample.cell(Topology.LOCAL, "Select1Row", Mode.TEXT, "mysql")
                .rowKey();
        String wide = PlanExample.cell(Topology.LOCAL, "Insert1Row", Mode.TEXT, "mysql")
                .rowKey();
        assertThat(Next.expectedBlocks(plan, new History(plan, List.of())))
                .containsOnly(Map.entry(narrow, 9), Map.entry(wide, 9));
        for (int block = 5; block <= 12; block++) {
            assertThat(Next.expectedBlocks(plan, new History(plan, upToBlock(block))))
                    .as("when block %d begins", block)
                    .containsOnly(Map.entry(narrow, 6), Map.entry(wide, 12));
        }
    }

    @Test
    void expectedGroupsAreFixedOrLimitedByTheBudget() {
        String row = plan.cells().get(0).rowKey();
        assertThat(Next.expectedBlocks(plan, new History(plan, List.of()))).containsEntry(row, 3);
        events.add(
                new Event(1, AT, Source.AGENT, new Fact.Decided(row, 2, false, "no time", Fact.Decided.Kind.BUDGET)));
        assertThat(Next.expectedBlocks(plan, new History(plan, events)))
                .as("the row had no groups yet")
                .containsEntry(row, 0);
    }

    @Test
    void extendedRunReopensItsRows() {
        plan = adaptive(Goal.DEFAULT, List.of());
        scatter(0.02, 0.2);
        events.add(session(plan.effort()));
        carryOut(step -> false);
        long before = forksOf(key -> key.contains("Select1Row"));
        assertThat(before).isLessThan(4 * 12);
        events.add(session(plan.effort()));
        assertThat(carryOut(step -> false))
                .as("with the same effort, nothing is left to do")
                .isEmpty();
        plan = plan.with(plan.profile().withForks(6, 16).withTarget(0.001), plan.goal());
        events.add(session(plan.effort()));
        List<Step> steps = carryOut(step -> false);
        assertThat(steps.stream()
                        .filter(Step.RunFork.class::isInstance)
                        .mapToInt(step -> ((Step.RunFork) step).block())
                        .min())
                .as("completed blocks are not extended")
                .hasValue(13);
        assertThat(forksOf(key -> key.contains("Insert1Row"))).isEqualTo(4 * 16);
        assertThat(forksOf(key -> key.contains("Select1Row")))
                .as("decided rows get no more forks")
                .isEqualTo(before);
        assertThat(Next.step(plan, events)).isEqualTo(new Step.Finish(Next.Outcome.COMPLETE));
    }

    @Test
    void blocksStayComplete() {
        plan = adaptive(Goal.DEFAULT, List.of());
        scores = fork -> swing(fork.block(), fork.cell().key().contains("distant") ? 0.2 : 0.001);
        carryOut(step -> false);
        assertThat(forksOf(key -> key.contains("distant"))).isEqualTo(forksOf(key -> key.contains("local")));
    }

    /** The plan with the local cells only: two rows of one comparison each. */
    private static Plan near(Plan like) {
        return PlanExample.with(
                like,
                like.entries().stream()
                        .filter(entry -> entry.cell().topology() == Topology.LOCAL)
                        .toList(),
                List.of());
    }

    /** 4.4 standard errors with 5 degrees of freedom, p = 0.007: enough beside a certain difference, not among two open ones. */
    @Test
    void certainDifferenceMakesTheLimitOfOthersLessStrict() {
        plan = near(adaptive(Goal.DEFAULT, List.of()));
        scatter(0.0496, 0.005);
        carryOut(step -> false);
        assertThat(forksOf(key -> key.contains("Select1Row"))).isEqualTo(2 * 6);
        assertThat(decisions("Select1Row")).extracting(Fact.Decided::more).containsExactly(false);
    }

    /** After six groups, one row has p = 0.009 among two, which is not certain enough to end. The other has p = 0.05. */
    @Test
    void certaintyWaitsForARowThatCanBeDecidedInTime() {
        forkTime = Duration.ofSeconds(10);
        // Six groups of two rows of two cells take 240 s. The open row is expected to need two more, 40 s of 50.
        plan = near(adaptive(new Goal(Axis.DRIVER, null, Duration.ofSeconds(290), false, false), List.of()));
        scatter(0.0520, 0.0854);
        carryOut(step -> false);
        assertThat(decisions("Select1Row").get(0).decision()).isEqualTo("waits for rows that come first");
        assertThat(decisions("Insert1Row").get(0).more()).isTrue();
    }

    @Test
    void confirmationWaitsForARowThatCanBeDecidedInTime() {
        forkTime = Duration.ofSeconds(10);
        // Eight groups of two rows of four cells take 640 s. One row is decided by then, and 60 s are left.
        plan = adaptive(new Goal(Axis.DRIVER, null, Duration.ofSeconds(700), false, false), List.of());
        scatter(0.06, 0.065);
        carryOut(step -> false);
        assertThat(decisions("Insert1Row"))
                .filteredOn(one -> one.block() == 9)
                .extracting(Fact.Decided::more)
                .containsExactly(true);
        assertThat(decisions("Select1Row"))
                .filteredOn(one -> one.block() == 9)
                .extracting(Fact.Decided::decision)
                .containsExactly("waits for rows that come first");
    }

    /**
     * After seven groups, one row can be decided with one more and another with some more, but the time does not suffice for both. A
     * third row lacks only certainty, and one group of it would fit.
     */
    @Test
    void confirmationLeavesItsTimeToARowThatDoesNotYetFit() {
        forkTime = Duration.ofSeconds(10);
        Plan two = adaptive(new Goal(Axis.DRIVER, null, Duration.ofSeconds(8 * 120 + 110), false, false), List.of());
        List<Plan.Entry> entries = new ArrayList<>(two.entries());
        for (Topology topology : Topology.values()) {
            for (String driver : List.of("mariadb", "mysql")) {
                entries.add(new Plan.Entry(PlanExample.cell(topology, "Do1", Mode.TEXT, driver), null));
            }
        }
        plan = with(two.profile(), two.goal(), entries, List.of());
        Map<String, Double> sizes = Map.of("Select1Row", 0.05, "Insert1Row", 0.08, "Do1", 0.085);
        scores = fork -> fork.cell().driver().equals("mysql")
                ? 1.1 * swing(fork.block(), sizes.getOrDefault(fork.cell().scenario(), 0.0))
                : 100;
        carryOut(step -> false);
        assertThat(Event.facts(events, Fact.Decided.class))
                .filteredOn(one -> one.block() == 8)
                .extracting(Fact.Decided::more)
                .as("Select1Row, Insert1Row, Do1")
                .containsExactly(false, true, false);
    }

    @Test
    void budgetGoesFirstToTheRowNearestToADecision() {
        forkTime = Duration.ofSeconds(10);
        // Six groups of two rows of four cells take 480 s. One row is decided after two more, 80 s, which leaves 130 s.
        plan = adaptive(new Goal(Axis.DRIVER, null, Duration.ofSeconds(690), false, false), List.of());
        scatter(0.06, 0.3);
        carryOut(step -> false);
        assertThat(decisions("Select1Row")).last().satisfies(last -> {
            assertThat(last.more()).isFalse();
            assertThat(last.decision()).doesNotContain("budget").contains("decided");
        });
        assertThat(decisions("Insert1Row").get(0).decision()).startsWith("waits for rows");
        assertThat(decisions("Insert1Row")).last().satisfies(last -> {
            assertThat(last.more()).isFalse();
            assertThat(last.decision()).matches("budget exhausted, ±\\d+\\.\\d %");
        });
        long select = forksOf(key -> key.contains("Select1Row")) / 4;
        long insert = forksOf(key -> key.contains("Insert1Row")) / 4;
        assertThat(select).isBetween(7L, 9L);
        assertThat(select + insert).as("uses the whole budget").isEqualTo(17);
        assertThat(now).isBefore(AT.plusSeconds(691));
    }

    @Test
    void tooSmallBudgetCutsTheFirstBlocks() {
        forkTime = Duration.ofSeconds(10);
        plan = adaptive(new Goal(Axis.DRIVER, null, Duration.ofMinutes(2), false, false), List.of());
        carryOut(step -> false);
        assertThat(Event.facts(events, ForkFinished.class)).hasSize(12);
    }

    @Test
    void disturbedForkIsRepeatedRegardlessOfItsScore() {
        Noise stolen = new Noise(4.0, 1.0, null, 1.0, 0L, 0L, 0L, null, null, null, 0L);
        Cell unlucky = plan.order(2).get(0);
        noise = fork -> fork.block() == 2 && fork.cell().equals(unlucky) && fork.attempt() == 1 ? stolen : null;
        List<Step> steps = carryOut(step -> false);
        assertThat(steps).contains(new Step.Log(new Fact.ForkRejected(2, unlucky.key(), "steal 4.0 %")));
        assertThat(steps).contains(new Step.RunFork(2, unlucky, 2));
        assertThat(new History(plan, events).forks().of(unlucky.key())).hasSize(3);
        assertThat(new History(plan, events).forks().rejected()).hasSize(1);
    }

    @Test
    void atMostAFifthOfTheForksIsRepeated() {
        Noise stolen = new Noise(4.0, 1.0, null, 1.0, 0L, 0L, 0L, null, null, null, 0L);
        noise = fork -> stolen;
        carryOut(step -> false);
        assertThat(new History(plan, events).forks().rejected()).hasSizeBetween(4, 5); // 24 forks were planned
        plan.cells()
                .forEach(cell -> assertThat(new History(plan, events).forks().of(cell.key()))
                        .hasSize(3));
    }

    @Test
    void unfitHostEndsOnlyDecidingRuns() {
        Noise stolen = new Noise(9.0, 1.0, null, 1.0, 0L, 0L, 0L, null, null, null, 0L);
        noise = fork -> stolen;
        assertThat(carryOut(step -> false))
                .anyMatch(step -> step instanceof Step.Log logged && logged.fact() instanceof Fact.HostUnfit);
        assertThat(Next.step(plan, events)).isEqualTo(new Step.Finish(Next.Outcome.COMPLETE));
        Plan adaptive = adaptive(Goal.DEFAULT, List.of());
        for (boolean force : List.of(false, true)) {
            events.clear();
            plan = adaptive.with(Profile.THOROUGH.singleJvm(), new Goal(Axis.DRIVER, null, null, false, force));
            carryOut(step -> false);
            assertThat(Next.step(plan, events))
                    .isEqualTo(new Step.Finish(force ? Next.Outcome.COMPLETE : Next.Outcome.UNFIT));
            assertThat(new History(plan, events).done().lastBlock()).isEqualTo(force ? 4 : 1);
        }
    }

    @Test
    void percentilesAreMeasuredInOneMoreForkOfEachCell() {
        Plan adaptive = adaptive(new Goal(Axis.DRIVER, null, null, true, false), List.of());
        plan = adaptive;
        List<Step> steps = carryOut(step -> false);
        assertThat(steps.stream().filter(Step.SampleServiceTime.class::isInstance))
                .hasSize(8);
        assertThat(steps.get(steps.size() - 1)).isInstanceOf(Step.MeasureRtt.class);
    }

    @Test
    void controlIsMeasuredBesideItsOriginal() {
        Cell original = plan.cells().get(0);
        Cell twin = twin(original);
        plan = adaptive(Goal.DEFAULT, List.of(new Plan.Twin(twin, original.key())));
        scores = fork -> fork.cell().equals(twin) ? 104 : 100;
        carryOut(step -> false);
        assertThat(forksOf(twin.key()::equals)).isEqualTo(6);
        Comparing comparing = new History(plan, events).comparing();
        assertThat(comparing.ofTwin(plan.twins().get(0)).orElseThrow().ratio()).isCloseTo(1.04, within(1e-9));
        assertThat(comparing.control().orElseThrow().floor()).isCloseTo(Math.log(1.04), within(1e-9));
        assertThat(plan.order(1).indexOf(twin))
                .isBetween(plan.order(1).indexOf(original) - 4, plan.order(1).indexOf(original) + 4);
    }

    private static Cell twin(Cell original) {
        return new Cell(
                original.topology(),
                original.client(),
                original.database(),
                original.server(),
                original.scenario(),
                Map.of(),
                original.mode(),
                "mysql",
                "twin",
                original.transport(),
                1,
                null);
    }

    /** Eight iterations around a score. */
    private List<Double> iterations(Step.RunFork fork) {
        double score = scores.applyAsDouble(fork);
        List<Double> iterations = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            iterations.add(score * (i % 2 == 0 ? 1.0001 : 0.9999));
        }
        return iterations;
    }

    private void add(Fact fact) {
        events.add(new Event(1, now, Source.AGENT, fact));
    }

    /** Executes each step as an agent would, until there are no more. */
    private List<Step> carryOut(Predicate<Step.RunFork> fails) {
        List<Step> steps = new ArrayList<>();
        for (Step step = Next.step(plan, events); !(step instanceof Step.Finish); step = Next.step(plan, events)) {
            steps.add(step);
            carryOut(step, fails);
            assertThat(steps).hasSizeLessThan(2000);
        }
        return steps;
    }

    private void carryOut(Step step, Predicate<Step.RunFork> fails) {
        if (step instanceof Step.CheckCell check) {
            events.add(checks.apply(check.cell()));
        } else if (step instanceof Step.MeasureRtt rtt) {
            add(new RttMeasured(
                    rtt.server().topology(), "mariadb", rtt.block(), RttMethod.PROTOCOL, List.of(350.0), null));
        } else if (step instanceof Step.ExplainCell explain) {
            add(new Fact.CellExplained(explain.cell().key(), null, "not watched"));
        } else if (step instanceof Step.ProfileCell profile) {
            add(new Fact.CellProfiled(profile.cell().key(), now, "profile-1.jfr", "JFR", null));
        } else if (step instanceof Step.MeasureBandwidth bandwidth) {
            Plan.Server server = bandwidth.server();
            add(new Fact.BandwidthMeasured(server.topology(), server.server(), List.of(), List.of(), "too far"));
        } else if (step instanceof Step.StartBlock block) {
            add(new Fact.BlockStarted(block.block()));
        } else if (step instanceof Step.Log decided) {
            add(decided.fact());
        } else if (step instanceof Step.SkipServiceTime skip) {
            add(new Fact.ServiceTimeMeasured(skip.cell().key(), now, null, skip.reason()));
        } else if (step instanceof Step.SampleServiceTime sample) {
            now = now.plus(forkTime);
            add(new Fact.ServiceTimeMeasured(sample.cell().key(), now, new ServiceTime(9, 1, 2, 3), null));
        } else if (step instanceof Step.RunFork fork && fails.test(fork)) {
            events.add(new Event(
                    1,
                    AT,
                    Source.AGENT,
                    new ForkFailed(fork.block(), fork.cell().key(), "no", "log")));
        } else if (step instanceof Step.RunFork fork) {
            Instant start = now;
            add(new Fact.ForkStarted(fork.block(), fork.cell().key()));
            now = now.plus(forkTime);
            add(new ForkFinished(
                    fork.block(),
                    fork.cell().key(),
                    start,
                    iterations(fork),
                    Collections.nCopies(iterations(fork).size(), 1L),
                    Map.of(),
                    noise.apply(fork),
                    null));
        }
    }

    /** A plan with one driver in two modes of one scenario. */
    private static Plan ofTwoModes(Plan like) {
        List<Plan.Entry> entries = new ArrayList<>();
        for (Mode mode : List.of(Mode.TEXT, Mode.HIT)) {
            entries.add(new Plan.Entry(PlanExample.cell(Topology.LOCAL, "Select1Row", mode, "mysql"), null));
        }
        return PlanExample.with(like, entries, List.of());
    }

    /** Along modes, a comparison spans two rows. */
    @Test
    void comparedRowsStopTogether() {
        plan = ofTwoModes(adaptive(new Goal(Axis.MODE, null, null, false, false), List.of()));
        // text becomes narrow at once, but hit does not, so neither does the comparison
        scores = fork -> swing(fork.block(), fork.cell().mode() == Mode.TEXT ? 0.005 : 0.2);
        carryOut(step -> false);
        assertThat(forksOf(key -> key.contains("/text/"))).isEqualTo(12);
        assertThat(forksOf(key -> key.contains("/hit/"))).isEqualTo(12);
        assertThat(decisions("/hit/").get(0).decision()).contains("hit mysql 9.7.0");
    }

    private Event sessionStarted() {
        return session(null);
    }

    private Event session(@Nullable String effort) {
        Jvm jvm = new Jvm("java", "17", "vm", "17");
        return new Event(
                9, now, Source.AGENT, new Fact.SessionStarted("run", 1, jvm, "ab", List.of(), List.of(), effort));
    }

    private List<Event> upToBlock(int block) {
        int start = 0;
        while (!(events.get(start).fact() instanceof Fact.BlockStarted started && started.block() == block)) {
            start++;
        }
        return events.subList(0, start + 1);
    }

    @Test
    void budgetReservesTimeForPercentiles() {
        forkTime = Duration.ofSeconds(10);
        scatter(0.3, 0.3);
        plan = adaptive(new Goal(Axis.DRIVER, null, Duration.ofSeconds(690), true, false), List.of());
        assertThat(carryOut(step -> false).stream().filter(Step.SampleServiceTime.class::isInstance))
                .hasSize(8);
        assertThat(forksOf(key -> true))
                .as("six forks of each cell, and one more block")
                .isBetween(56L, 60L);
        events.clear();
        now = AT;
        plan = adaptive(new Goal(Axis.DRIVER, null, Duration.ofSeconds(500), true, false), List.of());
        List<Step> steps = carryOut(step -> false);
        assertThat(forksOf(key -> true)).isEqualTo(8 * 6);
        assertThat(steps.stream().filter(Step.SampleServiceTime.class::isInstance))
                .hasSize(2);
        assertThat(steps.stream().filter(Step.SkipServiceTime.class::isInstance))
                .hasSize(6);
    }

    @Test
    void restartedAgentRejectsADisturbedFork() {
        Noise stolen = new Noise(4.0, 1.0, null, 1.0, 0L, 0L, 0L, null, null, null, 0L);
        noise = fork -> fork.block() == 2 ? stolen : null;
        carryOut(step -> false);
        int finished = 0;
        while (!(events.get(finished).fact() instanceof ForkFinished fork && fork.block() == 2)) {
            finished++;
        }
        events.subList(finished + 1, events.size()).clear();
        events.add(sessionStarted());
        assertThat(Next.step(plan, events))
                .isInstanceOfSatisfying(
                        Step.Log.class, logged -> assertThat(logged.fact()).isInstanceOf(Fact.ForkRejected.class));
    }

    @Test
    void resumedAgentRetriesOnlyFailedForks() {
        Cell unchecked = plan.cells().get(3);
        Cell failing = plan.cells().get(0);
        checks = cell -> cell.equals(unchecked)
                ? new Event(1, AT, Source.AGENT, new ForkFailed(0, cell.key(), "wrong result", "agent.log"))
                : checked(cell, null);
        carryOut(fork -> fork.cell().equals(failing) && fork.block() == 2);
        assertThat(Next.step(plan, events)).isEqualTo(new Step.Finish(Next.Outcome.INCOMPLETE));
        assertThat(givenUp(failing)).isTrue();
        events.add(sessionStarted());
        checks = cell -> checked(cell, null);
        List<Step> more = carryOut(step -> false);
        assertThat(more.stream().filter(Step.CheckCell.class::isInstance))
                .containsExactly(new Step.CheckCell(unchecked));
        assertThat(more.stream().filter(Step.RunFork.class::isInstance).map(step -> ((Step.RunFork) step).cell()))
                .containsOnly(unchecked, failing)
                .hasSize(3 + 2);
        assertThat(Next.step(plan, events)).isEqualTo(new Step.Finish(Next.Outcome.COMPLETE));
    }

    @Test
    void runCutByItsBudgetIsIncomplete() {
        forkTime = Duration.ofSeconds(10);
        plan = adaptive(new Goal(Axis.DRIVER, null, Duration.ofSeconds(60), false, false), List.of());
        carryOut(step -> false);
        assertThat(Next.step(plan, events)).isEqualTo(new Step.Finish(Next.Outcome.INCOMPLETE));
    }
}
