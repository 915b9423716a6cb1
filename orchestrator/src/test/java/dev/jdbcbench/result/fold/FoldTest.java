package dev.jdbcbench.result.fold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.DriverKind;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.event.ServiceTime;
import dev.jdbcbench.load.Arrivals;
import dev.jdbcbench.load.ForkLoad;
import dev.jdbcbench.load.Rate;
import dev.jdbcbench.load.Times;
import dev.jdbcbench.report.Rendered;
import dev.jdbcbench.report.run.MissingWords;
import dev.jdbcbench.result.CellResult;
import dev.jdbcbench.result.CellResult.Status;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.result.TopologyResult;
import dev.jdbcbench.run.Axis;
import dev.jdbcbench.run.Goal;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Profile;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.statistics.sample.Bimodality;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class FoldTest {
    private static CellResult cell(Results results, String scenario, DriverKind kind) {
        return results.cells().stream()
                .filter(cell -> cell.cell().scenario().equals(scenario)
                        && cell.cell().driver().equals(kind.id()))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void scoreIsTheMeanOfForkMeansAfterWarmUp() {
        CellResult cell = cell(RunExample.local().fold().results(), "Select1Row", DriverCatalogue.MARIADB);
        assertThat(cell.status()).isEqualTo(Status.OK);
        assertThat(cell.forks()).hasSize(3).allMatch(fork -> fork.cut() == 2 && fork.iterations() == 6);
        assertThat(cell.forks().get(0).score()).isCloseTo(62, within(1e-9));
        // geometric mean of 62, 63, 61; interval ȳ ± t(2) s/√3 with t = 4.30265, s = 0.016130
        assertThat(Objects.requireNonNull(cell.time().score())).isCloseTo(61.9946, within(1e-3));
        assertThat(Objects.requireNonNull(cell.time().low())).isCloseTo(61.9946 * Math.exp(-0.04007), within(0.01));
        assertThat(Objects.requireNonNull(cell.time().high())).isCloseTo(61.9946 * Math.exp(0.04007), within(0.01));
        assertThat(cell.cost().allocBytesPerOp()).isEqualTo(1480.0);
    }

    @Test
    void scoreHasTheCostsOfAnOperation() {
        CellResult cell = cell(RunExample.local().fold().results(), "Select1Row", DriverCatalogue.MARIADB);
        assertThat(cell.counters()).containsEntry("Questions", 1.0);
        assertThat(cell.traffic().bytesUp()).isEqualTo(140);
        assertThat(cell.traffic().bytesDown()).isEqualTo(180);
        assertThat(cell.cost().cpuMicrosPerOp()).as("after the warm-up").isEqualTo(71.0);
        assertThat(Objects.requireNonNull(cell.cost().operationsPerSecond())).isCloseTo(1e6 / 61.9946, within(0.1));
    }

    @Test
    void resultIncludesTheCheck() {
        Results results = RunExample.local()
                .found("Do1", Mode.HIT, DriverCatalogue.MYSQL, "", "cannot log in: no")
                .found("InsertBatch100Keys", Mode.REWRITE, DriverCatalogue.MYSQL, "keys are lost", null)
                .fold()
                .results();
        CellResult cannot = cell(results, "Do1", DriverCatalogue.MYSQL);
        assertThat(cannot.status()).isEqualTo(Status.UNSUPPORTED);
        assertThat(cannot.reason()).isEqualTo("cannot log in: no");
        assertThat(cell(results, "InsertBatch100Keys", DriverCatalogue.MYSQL).remark())
                .isEqualTo("keys are lost");
    }

    @Test
    void pinnedCarriersComeFromTheCheck() {
        Results results = RunExample.local()
                .virtual("Select1Pool", Mode.TEXT, DriverCatalogue.MYSQL, 87.5)
                .virtual("Select1Pool", Mode.TEXT, DriverCatalogue.MARIADB, null)
                .fold()
                .results();
        assertThat(cell(results, "Select1Pool", DriverCatalogue.MYSQL).cost().pinnedPerOp())
                .isEqualTo(87.5);
        assertThat(cell(results, "Select1Pool", DriverCatalogue.MARIADB).cost().pinnedPerOp())
                .isNull();
        assertThat(cell(results, "InsertBatch100", DriverCatalogue.MYSQL).cost().pinnedPerOp())
                .isNull();
    }

    @Test
    void scenariosWithTablesNameTheirEngine() {
        Results results = RunExample.local().fold().results();
        assertThat(cell(results, "InsertBatch100", DriverCatalogue.MYSQL).engine())
                .isEqualTo("MEMORY");
        assertThat(cell(results, "Select1Row", DriverCatalogue.MYSQL).engine()).isNull();
    }

    @Test
    void everyPlannedCellHasAnOutcome() {
        Results results = RunExample.distant().fold().results();
        assertThat(results.cells()).hasSize(5);
        assertThat(results.complete()).isFalse();
        CellResult failed = cell(results, "InsertBatch100", DriverCatalogue.MARIADB);
        assertThat(failed.status()).isEqualTo(Status.FAILED);
        assertThat(failed.reason()).isEqualTo("java.sql.SQLException: connection reset (logs/fork-01.log)");
        CellResult unsupported = cell(results, "Select1Row", DriverCatalogue.DRIZZLE);
        assertThat(unsupported.status()).isEqualTo(Status.UNSUPPORTED);
    }

    @Test
    void runWithoutFailuresIsComplete() {
        assertThat(RunExample.local().fold().results().complete()).isTrue();
        assertThat(RunExample.local().cutShort().fold().results().complete()).isFalse();
    }

    @Test
    void cellWithMissingForksKeepsItsScore() {
        Results results = new RunExample("r", Topology.LOCAL, 5, true)
                .measured("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 62)
                .measured("Select1Row", Mode.TEXT, DriverCatalogue.MYSQL, 83, 84)
                .fold()
                .results();
        CellResult one = cell(results, "Select1Row", DriverCatalogue.MARIADB);
        assertThat(one.status()).isEqualTo(Status.MISSING);
        assertThat(one.reason()).isEqualTo("1 of 5 forks was measured");
        assertThat(one.time().score()).isNotNull();
        assertThat(one.time().high()).isNull();
        assertThat(cell(results, "Select1Row", DriverCatalogue.MYSQL).status()).isEqualTo(Status.OK);
        assertThat(results.complete()).isFalse();
    }

    @Test
    void rttIsTheMedianOfAllSamplesByMethod() {
        TopologyResult distant = Objects.requireNonNull(
                RunExample.distant().fold().results().topologies().get(Topology.DISTANT));
        TopologyResult.RttResult protocol = Objects.requireNonNull(distant.rtt().get("protocol"));
        assertThat(protocol.medianMicros()).isEqualTo(352.0);
        assertThat(protocol.p95Micros()).isEqualTo(371.0);
        assertThat(protocol.samples()).isEqualTo(3);
    }

    @Test
    void noiseOfForksIsThatOfTheClientHost() {
        TopologyResult.HostNoise client = noise(RunExample.distant(), "client");
        // nine forks: six of Select1Row, three of InsertBatch100; the failed cell has none
        assertThat(client)
                .isEqualTo(new TopologyResult.HostNoise(
                        new TopologyResult.ClientNoise(
                                (6 * 0.1 + 3 * 0.5) / 9,
                                0.5,
                                1.5,
                                null,
                                1.1,
                                4500L,
                                null,
                                1800.0,
                                3200.0,
                                12L,
                                9,
                                List.of()),
                        Map.of()));
        assertThat(noise(RunExample.local(), "client").client()).satisfies(local -> {
            assertThat(Objects.requireNonNull(local).frequencyMinMHz()).isNull();
            assertThat(local.thermalThrottles()).isZero();
            assertThat(local.notReadable()).containsExactly("frequency: the hypervisor hides it");
        });
    }

    @Test
    void noiseOfTheDatabaseHostComesFromItsLog() {
        TopologyResult.HostNoise database = noise(RunExample.distant(), "db1");
        assertThat(database.client()).isNull();
        TopologyResult.DatabaseNoise server =
                Objects.requireNonNull(database.database().get("mariadb"));
        assertThat(server.samples()).isEqualTo(3);
        assertThat(server.loadMax()).isEqualTo(2.25);
    }

    @Test
    void onOneHostBothNoisesAreOfThatHost() {
        RunExample run = RunExample.local().noiseLog("1795258500 1 0 1 8 1 0 0 1 0 0 0.50");
        TopologyResult.HostNoise both = noise(run, "client");
        assertThat(both.client()).isNotNull();
        assertThat(both.database()).containsOnlyKeys("mariadb");
    }

    @Test
    void runWithoutNoiseRecordsHasNone() {
        Results results = new RunExample("r", Topology.LOCAL, 2, true)
                .measured("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 62, 63)
                .fold()
                .results();
        assertThat(Objects.requireNonNull(results.topologies().get(Topology.LOCAL))
                        .noise())
                .isEmpty();
    }

    private static TopologyResult.HostNoise noise(RunExample run, String host) {
        TopologyResult topology =
                run.fold().results().topologies().values().iterator().next();
        return Objects.requireNonNull(topology.noise().get(host));
    }

    @Test
    void rejectedForksDoNotCountAndAreNamed() {
        Results results = RunExample.local()
                .rejected("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 2, 9999, "steal 12.0 %")
                .fold()
                .results();
        CellResult cell = cell(results, "Select1Row", DriverCatalogue.MARIADB);
        assertThat(cell.forks()).hasSize(3).noneMatch(fork -> fork.score() > 100);
        assertThat(cell.rejectedForks()).isEqualTo(1);
        assertThat(results.outside().forks()).isEqualTo(13);
        assertThat(results.outside().rejectedForks()).isEqualTo(1);
        assertThat(results.outside().disturbedForks()).isZero();
        assertThat(results.outside().disturbances())
                .containsExactly(new Results.Disturbance(2, cell.key(), "steal 12.0 %", true));
    }

    @Test
    void disturbedForksMayStillCount() {
        Results results = RunExample.local()
                .disturbed("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 4, 70)
                .fold()
                .results();
        CellResult cell = cell(results, "Select1Row", DriverCatalogue.MARIADB);
        assertThat(cell.forks()).hasSize(4);
        assertThat(results.effort().blocks()).isEqualTo(4);
        assertThat(results.outside().rejectedForks()).isZero();
        assertThat(results.outside().disturbedForks()).isEqualTo(1);
        assertThat(results.outside().disturbances())
                .containsExactly(new Results.Disturbance(4, cell.key(), "steal 10.0 %", false));
    }

    @Test
    void fixedWarmUpIsExcluded() {
        Results results = RunExample.local()
                .profile(new Profile(
                        "fixed",
                        3,
                        3,
                        6,
                        Duration.ofSeconds(1),
                        4,
                        null,
                        true,
                        false,
                        "four of six are warm-up",
                        false))
                .fold()
                .results();
        CellResult cell = cell(results, "Select1Row", DriverCatalogue.MARIADB);
        assertThat(cell.forks()).allMatch(fork -> fork.cut() == 4);
        assertThat(cell.steadiness().settled()).isTrue();
    }

    @Test
    void cellIsUnsettledIfAThirdOfItsForksWarmUpTooLong() {
        RunExample run = new RunExample("r", Topology.LOCAL, 3, true)
                .unsettled("Do1", Mode.TEXT, DriverCatalogue.MARIADB, 62, 63, 61)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MYSQL, 62, 63, 61)
                .unsettled("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 62, 63);
        Results results = run.fold().results();
        assertThat(cell(results, "Do1", DriverCatalogue.MARIADB).steadiness().settled())
                .isFalse();
        assertThat(cell(results, "Do1", DriverCatalogue.MARIADB).forks()).allMatch(fork -> fork.cut() == 4);
        assertThat(cell(results, "Do1", DriverCatalogue.MYSQL).steadiness().settled())
                .isTrue();
        assertThat(cell(results, "Select1Row", DriverCatalogue.MARIADB)
                        .steadiness()
                        .settled())
                .as("two forks are too few to tell")
                .isTrue();
    }

    @Test
    void oneSlowWarmUpDoesNotUnsettleACell() {
        // an outside disturbance does not lengthen a fork's warm-up
        Results results = new RunExample("r", Topology.LOCAL, 3, true)
                .unsettled("Do1", Mode.TEXT, DriverCatalogue.MARIADB, 62)
                .disturbed("Do1", Mode.TEXT, DriverCatalogue.MARIADB, 2, 63)
                .disturbed("Do1", Mode.TEXT, DriverCatalogue.MARIADB, 3, 61)
                .unsettled("Do1", Mode.TEXT, DriverCatalogue.MYSQL, 62, 63)
                .disturbed("Do1", Mode.TEXT, DriverCatalogue.MYSQL, 3, 61)
                .fold()
                .results();
        assertThat(cell(results, "Do1", DriverCatalogue.MARIADB).steadiness().settled())
                .isTrue();
        assertThat(cell(results, "Do1", DriverCatalogue.MYSQL).steadiness().settled())
                .as("two of three forks are not settled")
                .isFalse();
    }

    @Test
    void tooShortFixedWarmUpIsFlagged() {
        RunExample run = new RunExample("r", Topology.LOCAL, 3, true)
                .profile(new Profile(
                        "fixed", 3, 3, 6, Duration.ofSeconds(1), 1, null, true, false, "one of six is warm-up", false))
                .unsettled("Do1", Mode.TEXT, DriverCatalogue.MARIADB, 62, 63, 61);
        CellResult cell = cell(run.fold().results(), "Do1", DriverCatalogue.MARIADB);
        assertThat(cell.steadiness().settled()).isFalse();
        assertThat(cell.forks()).allMatch(fork -> fork.cut() == 1);
    }

    @Test
    void bimodalForksAreReportedWithBothGroups() {
        Results results = new RunExample("r", Topology.LOCAL, 8, true)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, 60, 61, 80, 60.5, 81, 60.2, 80.5, 60.7)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MYSQL, 60, 61, 60.5, 80, 81, 80.5, 60.2, 60.7)
                .measured("Do1", Mode.TEXT, DriverCatalogue.DRIZZLE, 60, 61, 60.5, 60.8, 60.4, 60.1, 60.2, 60.7)
                .fold()
                .results();
        Bimodality spread = Objects.requireNonNull(
                cell(results, "Do1", DriverCatalogue.MARIADB).steadiness().bimodal());
        assertThat(spread.slowerShare()).isEqualTo(3 / 8.0);
        assertThat(spread.slowerScore()).isCloseTo(80.5, within(0.1));
        assertThat(spread.contiguous()).isFalse();
        assertThat(Objects.requireNonNull(cell(results, "Do1", DriverCatalogue.MYSQL)
                                .steadiness()
                                .bimodal())
                        .contiguous())
                .isTrue();
        assertThat(cell(results, "Do1", DriverCatalogue.DRIZZLE).steadiness().bimodal())
                .isNull();
    }

    @Test
    void scoreHasServiceTimes() {
        Results results = RunExample.local()
                .serviceTime("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 12345, 60, 66, 120)
                .noServiceTime("Select1Row", Mode.TEXT, DriverCatalogue.MYSQL, "it hung")
                .fold()
                .results();
        assertThat(cell(results, "Select1Row", DriverCatalogue.MARIADB)
                        .percentiles()
                        .serviceTime())
                .isEqualTo(new ServiceTime(12345, 60, 66, 120));
        assertThat(cell(results, "Select1Row", DriverCatalogue.MYSQL)
                        .percentiles()
                        .serviceTime())
                .isNull();
        assertThat(cell(results, "Select1Row", DriverCatalogue.MYSQL)
                        .percentiles()
                        .serviceTimeUnavailable())
                .isEqualTo("it hung");
        assertThat(cell(results, "InsertBatch100", DriverCatalogue.MYSQL)
                        .percentiles()
                        .serviceTimeUnavailable())
                .isNull();
    }

    private static ForkLoad load(long served, long unserved) {
        String none = Times.sum(List.of());
        return new ForkLoad(1, 0, 1.0, 1.0, served, unserved, 5000, none, none);
    }

    private static RunExample atRate(ForkLoad mysql) {
        Rate rate = Rate.perSecond(1000, Arrivals.CONSTANT);
        return new RunExample("20261121-091500-local-7f3a", Topology.LOCAL, 3, true)
                .atRate(rate, load(1000, 0))
                .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, 100, 101, 102)
                .atRate(rate, mysql)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MYSQL, 200, 201, 202);
    }

    @Test
    void cellsAtARateAreComparedIfBothKeepUp() {
        Results results = atRate(load(1000, 0)).fold().results();
        CellResult mysql = cell(results, "Do1", DriverCatalogue.MYSQL);
        assertThat(mysql.time().score()).isNotNull();
        assertThat(mysql.cost().operationsPerSecond()).isEqualTo(1000);
        assertThat(results.contrasts()).extracting(Results.Contrast::axis).containsExactly(Axis.DRIVER, Axis.SCENARIO);
        JsonNode json = Json.read(Json.pretty(results), JsonNode.class).at("/cells/1");
        assertThat(json.at("/rate/perSecond").asDouble()).isEqualTo(1000);
        assertThat(json.at("/load").propertyNames())
                .containsExactlyInAnyOrder(
                        "askedPerSecond",
                        "achievedPerSecond",
                        "capacityPerSecond",
                        "unserved",
                        "verdict",
                        "reason",
                        "response",
                        "service");
        assertThat(json.at("/load/response").propertyNames())
                .containsExactlyInAnyOrder(
                        "operations",
                        "meanMicros",
                        "p50Micros",
                        "p95Micros",
                        "p99Micros",
                        "p999Micros",
                        "maxMicros",
                        "histogram");
    }

    @Test
    void overloadedCellHasNoTimeAndNoComparison() {
        Results results = atRate(load(700, 300)).fold().results();
        CellResult mysql = cell(results, "Do1", DriverCatalogue.MYSQL);
        assertThat(mysql.status()).isEqualTo(Status.OK);
        assertThat(mysql.time().score()).isNull();
        assertThat(mysql.overloaded()).isTrue();
        assertThat(mysql.cost().operationsPerSecond()).isEqualTo(700);
        assertThat(results.contrasts()).isEmpty();
        assertThat(results.complete()).isTrue();
    }

    @Test
    void cellsShowTheDecisionOfTheirRow() {
        Results results = RunExample.local()
                .decided("Select1Row", Mode.TEXT, 4, "all within ±3 %, every contrast decided")
                .fold()
                .results();
        assertThat(cell(results, "Select1Row", DriverCatalogue.MYSQL).decision())
                .isEqualTo("all within ±3 %, every contrast decided");
        assertThat(cell(results, "InsertBatch100", DriverCatalogue.MYSQL).decision())
                .isNull();
    }

    @Test
    void cellBeyondTheBudgetIsMissing() {
        RunExample run = new RunExample("r", Topology.LOCAL, 2, true)
                .profile(RunExample.UNTIL_DECIDED)
                .goal(new Goal(Axis.DRIVER, null, Duration.ofMinutes(10), false, false))
                .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, 62)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MYSQL, 62, 63)
                .decided("Do1", Mode.TEXT, 3, "budget exhausted, ±7.0 %", Fact.Decided.Kind.BUDGET)
                .measured("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB);
        Results results = run.fold().results();
        assertThat(cell(results, "Do1", DriverCatalogue.MARIADB).reason())
                .isEqualTo("1 of at least 6 forks was measured: budget exhausted, ±7.0 %");
        assertThat(cell(results, "Select1Row", DriverCatalogue.MARIADB).reason())
                .isEqualTo("0 of at least 6 forks were measured");
        assertThat(cell(results, "Do1", DriverCatalogue.MYSQL).status())
                .as("two forks suffice for an interval")
                .isEqualTo(Status.OK);
        assertThat(results.effort().budget()).isEqualTo(Duration.ofMinutes(10));
        assertThat(results.effort().target()).isEqualTo(0.03);
        assertThat(results.complete()).isFalse();
        assertThat(Json.pretty(results)).contains("\"budget\" : \"PT10M\"");
    }

    @Test
    void singleDeathOfTheDatabaseIsReported() {
        Results results = RunExample.local()
                .lost(2, "it died, and was started again 1 s ago", true, true)
                .lost(3, "it could not be reached for 5 s: Connection refused", false, true)
                .fold()
                .results();
        assertThat(results.complete()).isTrue();
        assertThat(results.notes())
                .containsExactly(
                        "the database mariadb of local died during block 2 and was started again; interrupted work was"
                                + " repeated",
                        "the database mariadb of local was lost during block 3 and came back; interrupted work was"
                                + " repeated: it could not be reached for 5 s: Connection refused");
    }

    @Test
    void cellsOfALostDatabaseAreMissingButKeepTheirForks() {
        Results results = new RunExample("r", Topology.LOCAL, 3, true)
                .measured("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 62, 63)
                .measured("Select1Row", Mode.TEXT, DriverCatalogue.MYSQL, 83, 84, 85)
                .lost(3, "its database died twice", true, false)
                .ended("incomplete")
                .fold()
                .results();
        CellResult given = cell(results, "Select1Row", DriverCatalogue.MARIADB);
        assertThat(given.status()).as("this says nothing about the driver").isEqualTo(Status.MISSING);
        assertThat(given.reason()).isEqualTo("its database died twice");
        assertThat(given.forks()).hasSize(2);
        assertThat(cell(results, "Select1Row", DriverCatalogue.MYSQL).status())
                .as("the cell already had all its forks")
                .isEqualTo(Status.OK);
        assertThat(results.complete()).isFalse();
        assertThat(results.notes())
                .singleElement()
                .asString()
                .contains("was lost during block 3", "were given up: its database died twice");
    }

    @Test
    void runOnUnfitHostsIsIncomplete() {
        RunExample run = RunExample.local().unfit("client", "steal 7.0 % in the first block");
        assertThat(run.fold().results().complete())
                .as("the run measured everything anyway")
                .isTrue();
        Results results = run.ended("unfit").fold().results();
        assertThat(results.complete()).isFalse();
        assertThat(results.outside().unfit())
                .containsExactly(new Results.Unfit("client", List.of("steal 7.0 % in the first block")));
    }

    @Test
    void restartedAgentHasNotFinished() {
        RunExample run = RunExample.local();
        List<Event> events = new ArrayList<>(run.events());
        events.add(run.events().get(1));
        assertThat(new Fold(run.plan(), RunExample.numbered(events)).results().complete())
                .isFalse();
    }

    @Test
    void runWhoseBudgetCutTheFirstLookIsNotComplete() {
        RunExample run = new RunExample("20261121-091500-local-7f3a", Topology.LOCAL, 3, true)
                .goal(new Goal(Axis.DRIVER, null, Duration.ofMinutes(4), false, false))
                .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, 60, 61)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MYSQL, 80, 81, 82)
                .decided("Do1", Mode.TEXT, 3, "budget exhausted", Fact.Decided.Kind.BUDGET);
        Results results = run.fold().results();
        assertThat(results.complete()).isFalse();
        assertThat(results.cutByBudget()).hasSize(1);
        assertThat(results.usable()).as("each cell has a result").isTrue();
        assertThat(Rendered.run(results, 80))
                .contains("! INCOMPLETE: the budget ended before 1 of 2 cells had the planned 3 forks")
                .contains("next: ./bench resume 7f3a --groups 3 --budget 4m measures what is");
        assertThat(run.cutShort().fold().results().usable())
                .as("the run may still go on")
                .isFalse();
    }

    @Test
    void firstLookThatEndsAtItsLimitIsCompleteAndSaysWhatItLeft() {
        RunExample run = new RunExample("20261121-091500-local-7f3a", Topology.LOCAL, 3, true)
                .profile(Profile.QUICK)
                .goal(new Goal(Axis.DRIVER, null, Duration.ofMinutes(10), false, false))
                .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, 60, 61)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MYSQL, 80, 81)
                .decided("Do1", Mode.TEXT, 2, "budget exhausted", Fact.Decided.Kind.BUDGET);
        Results results = run.fold().results();
        assertThat(results.complete()).isTrue();
        assertThat(Rendered.run(results, 80))
                .contains("\nended at the limit of 10m, before 2 of 2 cells had the planned 3 groups\n")
                .contains("next: ./bench resume 7f3a --budget 10m, for the row that is not decided\n")
                .doesNotContain("INCOMPLETE");
    }

    /** A shortage has other causes: a lost server, Ctrl-C, forks that noise rejected. */
    @Test
    void budgetIsBlamedOnlyIfItEndedTheRow() {
        RunExample run = new RunExample("20261121-091500-local-7f3a", Topology.LOCAL, 3, true)
                .goal(new Goal(Axis.DRIVER, null, Duration.ofMinutes(4), false, false))
                .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, 60, 61)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MYSQL, 80, 81, 82);
        Results results = run.fold().results();
        assertThat(results.cutByBudget()).isEmpty();
        assertThat(results.usable()).isFalse();
        assertThat(Rendered.run(results, 80))
                .contains("! INCOMPLETE: some cells are not finished", "next: ./bench resume 7f3a measures what")
                .doesNotContain("budget");
        Results both = run.measured("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 60, 61)
                .measured("Select1Row", Mode.TEXT, DriverCatalogue.MYSQL, 80, 81, 82)
                .decided("Select1Row", Mode.TEXT, 3, "budget exhausted", Fact.Decided.Kind.BUDGET)
                .fold()
                .results();
        assertThat(both.usable()).isFalse();
        assertThat(MissingWords.incomplete(both))
                .contains(
                        "the budget ended before 1 of 4 cells had the planned 3 forks; 1 more is not finished for other"
                                + " reasons");
    }

    @Test
    void commandThatContinuesARunKeepsWhatWasAskedFor() {
        Profile adaptive =
                new Profile("example", 3, 20, 6, Duration.ofMillis(250), null, 0.025, true, false, "for tests", false);
        RunExample run = new RunExample("20261121-091500-local-7f3a", Topology.LOCAL, 3, true)
                .profile(adaptive)
                .goal(new Goal(Axis.DRIVER, null, Duration.ofMinutes(90), false, false))
                .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, 60)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MYSQL, 80)
                .decided("Do1", Mode.TEXT, 3, "budget exhausted", Fact.Decided.Kind.BUDGET);
        assertThat(MissingWords.resume(run.fold().results(), "7f3a"))
                .as("with one fork, no cell has a result")
                .isEqualTo("./bench resume 7f3a --target 2.5% --budget 1h30m");
        assertThat(MissingWords.resume(
                        run.profile(adaptive.untilDecided()).fold().results(), "7f3a"))
                .isEqualTo("./bench resume 7f3a --budget 1h30m");
    }

    @Test
    void controlIsNotACellButItsForksAreCounted() {
        Results results = RunExample.local()
                .twin("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 62, 63, 61)
                .fold()
                .results();
        assertThat(results.cells())
                .hasSize(5)
                .noneMatch(cell -> cell.cell().driver().contains("~"));
        assertThat(results.outside().forks()).isEqualTo(15);
        assertThat(results.twins()).hasSize(1);
    }

    @Test
    void resultsCanBeReadBack() {
        Results results = RunExample.distant()
                .twin("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 400, 401, 402)
                .rejected("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 2, 9999, "steal 12.0 %")
                .decided("Select1Row", Mode.TEXT, 4, "enough")
                .serviceTime("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 12345, 60, 66, 120)
                .unfit("client", "steal")
                .goal(new Goal(Axis.DRIVER, "maria*", Duration.ofMinutes(90), true, true))
                .fold()
                .results();
        assertThat(results.contrasts()).isNotEmpty();
        assertThat(Json.read(Json.pretty(results), Results.class)).isEqualTo(results);
    }

    /** Scripts read this file, so its keys are a published interface. */
    @Test
    void resultsMatchTheirSchema() {
        JsonNode json = Json.read(Json.pretty(RunExample.distant().fold().results()), JsonNode.class);
        assertThat(json.get("schema").asString()).isEqualTo("results/1");
        assertThat(json.propertyNames())
                .containsExactly(
                        "schema",
                        "run",
                        "complete",
                        "profile",
                        "claims",
                        "seed",
                        "createdAt",
                        "topologies",
                        "servers",
                        "cells",
                        "contrasts",
                        "fewestForks",
                        "mostForks",
                        "blocks",
                        "target",
                        "contrast",
                        "base",
                        "budget",
                        "forks",
                        "rejectedForks",
                        "disturbedForks",
                        "rounds",
                        "disturbances",
                        "unfit",
                        "forced",
                        "twins",
                        "control",
                        "means",
                        "bandwidths",
                        "notes",
                        "jdk",
                        "elapsed",
                        "ended");
        assertThat(json.at("/contrasts/0").propertyNames())
                .containsExactly(
                        "axis",
                        "base",
                        "cell",
                        "ratio",
                        "low",
                        "high",
                        "pAdjusted",
                        "blocks",
                        "margin",
                        "verdict",
                        "conclusion",
                        "asDisturbed",
                        "robust");
        assertThat(json.at("/contrasts/0/robust").propertyNames()).containsExactly("ratio", "low", "high", "agrees");
        assertThat(json.at("/contrasts/0/axis").asString()).isEqualTo("driver");
        assertThat(json.at("/contrasts/0/verdict").asString()).isEqualTo("slower");
        assertThat(json.at("/topologies/distant/rtt/protocol/medianMicros").asDouble())
                .isEqualTo(352.0);
        assertThat(json.at("/topologies/distant/client").asString()).isEqualTo("client");
        assertThat(json.at("/topologies/distant/database").asString()).isEqualTo("db1");
        assertThat(json.at("/topologies/distant/noise/client/client/stealMaxPercent")
                        .asDouble())
                .isEqualTo(0.5);
        assertThat(json.at("/topologies/distant/noise/db1/database/mariadb/samples")
                        .asInt())
                .isEqualTo(3);
        JsonNode cell = json.at("/cells/0");
        assertThat(cell.propertyNames())
                .containsExactlyInAnyOrder(
                        "key",
                        "topology",
                        "client",
                        "database",
                        "server",
                        "serverVersion",
                        "scenario",
                        "params",
                        "mode",
                        "driver",
                        "driverVersion",
                        "transport",
                        "threads",
                        "engine",
                        "status",
                        "reason",
                        "unit",
                        "score",
                        "low",
                        "high",
                        "forks",
                        "roundTrips",
                        "bytesUp",
                        "bytesDown",
                        "exchange",
                        "exchangeUnavailable",
                        "allocBytesPerOp",
                        "cpuMicrosPerOp",
                        "operationsPerSecond",
                        "counters",
                        "remark",
                        "settled",
                        "bimodal",
                        "bimodalEvidence",
                        "serviceTime",
                        "serviceTimeUnavailable",
                        "rejectedForks",
                        "decision");
        assertThat(cell.get("status").asString()).isEqualTo("ok");
        assertThat(cell.get("reason").isNull()).isTrue();
        assertThat(cell.at("/forks/0").propertyNames())
                .containsExactlyInAnyOrder("block", "score", "cut", "iterations", "startedAt");
        assertThat(cell.at("/forks/0/startedAt").asString()).isEqualTo("2026-11-21T09:15:00Z");
    }
}
