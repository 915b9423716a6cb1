package dev.jdbcbench.result.fold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.result.Results.Contrast;
import dev.jdbcbench.result.Results.Mean;
import dev.jdbcbench.result.Results.TwinResult;
import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.run.Axis;
import dev.jdbcbench.run.Goal;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.statistics.contrast.Verdict;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/**
 * The expected numbers were computed independently of this code; the p values by integrating Student's density
 * numerically. They match R's {@code t.test(log(cell / base))} for ratio (exponentiated), interval and p value, and of
 * {@code p.adjust(p, "holm")} for the family.
 */
class ContrastsTest {
    private static final double[] BASE = {100, 120, 90, 110};

    /** One driver is slower, one is slower alone but not among three comparisons, and one is equal. */
    private static RunExample three() {
        return new RunExample("r", Topology.LOCAL, 4, true)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, BASE)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MYSQL, 110, 134.4, 102.6, 121)
                .measured("Do1", Mode.TEXT, DriverCatalogue.DRIZZLE, 101.5, 126, 95.4, 113.3)
                .measured("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, BASE)
                .measured("Select1Row", Mode.TEXT, DriverCatalogue.MYSQL, 100.5, 120.2, 90.1, 109.9);
    }

    private static List<Contrast> contrasts(RunExample run, Axis axis) {
        return run.fold().results().contrasts().stream()
                .filter(contrast -> contrast.axis() == axis)
                .toList();
    }

    @Test
    void contrastIsTheAdjustedMeanOfItsBlocks() {
        List<Contrast> contrasts = contrasts(three(), Axis.DRIVER);
        assertThat(contrasts).hasSize(3);
        Contrast slower = contrasts.get(0);
        assertThat(slower.base()).isEqualTo("local/client/client/mariadb/Do1/text/mariadb@4.0.0/tcp/1");
        assertThat(slower.cell()).isEqualTo("local/client/client/mariadb/Do1/text/mysql@9.7.0/tcp/1");
        assertThat(slower.ratio()).isCloseTo(1.114877, within(1e-6));
        assertThat(Objects.requireNonNull(slower.low())).isCloseTo(1.084928, within(1e-6));
        assertThat(Objects.requireNonNull(slower.high())).isCloseTo(1.145653, within(1e-6));
        assertThat(slower.pAdjusted()).as("0.001051 · 3").isCloseTo(0.003152, within(1e-6));
        assertThat(slower.blocks()).isEqualTo(4);
        assertThat(slower.margin()).isEqualTo(0.02);
        assertThat(contrasts)
                .extracting(Contrast::verdict)
                .containsExactly(Verdict.SLOWER, Verdict.UNDECIDED, Verdict.EQUAL);
        assertThat(contrasts.get(1).pAdjusted()).as("0.029946 · 2").isCloseTo(0.059892, within(1e-6));
        assertThat(contrasts.get(2).pAdjusted()).isCloseTo(0.255907, within(1e-6));
    }

    @Test
    void eachServerIsItsOwnFamily() {
        RunExample run = three().server("mysql")
                .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, BASE)
                .measured("Do1", Mode.TEXT, DriverCatalogue.DRIZZLE, 101.5, 126, 95.4, 113.3);
        Contrast alone = contrasts(run, Axis.DRIVER).get(3);
        assertThat(alone.cell()).contains("/mysql/Do1/text/drizzle");
        assertThat(alone.pAdjusted()).isCloseTo(0.029946, within(1e-6));
        assertThat(alone.verdict()).isEqualTo(Verdict.SLOWER);
    }

    @Test
    void serversAndTopologiesAreSeparateFamilies() {
        RunExample servers = new RunExample("r", Topology.LOCAL, 4, true)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, BASE)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MYSQL, BASE)
                .server("b")
                .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, 110, 134.4, 102.6, 121)
                .server("c")
                .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, 101.5, 126, 95.4, 113.3)
                .at(Topology.DISTANT)
                .server("b")
                .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, 110, 134.4, 102.6, 121)
                .server("c")
                .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, 101.5, 126, 95.4, 113.3);
        assertThat(contrasts(servers, Axis.SERVER))
                .extracting(Contrast::pAdjusted)
                .usingComparatorForType((a, b) -> Math.abs(a - b) < 1e-6 ? 0 : Double.compare(a, b), Double.class)
                .as("two local comparisons; one distant comparison, c against b")
                .startsWith(0.001051 * 2, 0.029946)
                .hasSize(3);
        assertThat(contrasts(servers, Axis.TOPOLOGY))
                .extracting(Contrast::pAdjusted)
                .as("equal local and distant, each in a family of one")
                .containsExactly(1.0, 1.0);
    }

    @Test
    void everyDifferingAxisIsCompared() {
        RunExample run = new RunExample("r", Topology.LOCAL, 4, true)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, BASE)
                .measured("Do1", Mode.HIT, DriverCatalogue.MARIADB, 90, 108, 81, 99)
                .measuredAt("3.5.11", "Do1", Mode.TEXT, DriverCatalogue.MARIADB, 110, 134.4, 102.6, 121)
                .threads(4)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, BASE);
        assertThat(run.fold().results().contrasts())
                .extracting(Contrast::axis)
                .containsExactly(Axis.DRIVER, Axis.VERSION, Axis.MODE, Axis.THREADS, Axis.SCENARIO, Axis.SCENARIO);
        assertThat(contrasts(run, Axis.MODE).get(0).ratio()).isCloseTo(0.9, within(1e-9));
    }

    @Test
    void onlySuccessfulCellsAreCompared() {
        RunExample run = three().failed("Select1Row", Mode.TEXT, DriverCatalogue.DRIZZLE, "no")
                .measured("Select1Row", Mode.HIT, DriverCatalogue.MARIADB, BASE)
                .measured("Select1Row", Mode.HIT, DriverCatalogue.MYSQL, 83);
        assertThat(contrasts(run, Axis.DRIVER)).hasSize(3);
    }

    @Test
    void comparisonNeedsCommonBlocks() {
        double gap = Double.NaN;
        RunExample run = new RunExample("r", Topology.LOCAL, 4, true)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, 100, 120, gap, gap)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MYSQL, gap, gap, 90, 110)
                .measured("Do1", Mode.TEXT, DriverCatalogue.DRIZZLE, gap, 132, 99, gap);
        Contrast one = contrasts(run, Axis.DRIVER).get(0);
        assertThat(contrasts(run, Axis.DRIVER)).hasSize(1);
        assertThat(one.blocks()).isEqualTo(1);
        assertThat(one.ratio()).isCloseTo(1.1, within(1e-9));
        assertThat(one.low()).isNull();
        assertThat(one.high()).isNull();
        assertThat(one.verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(run.fold().results().means())
                .extracting(Mean::value)
                .as("mysql has no forks")
                .containsExactly("drizzle@1.4");
    }

    @Test
    void profileWithoutClaimsComparesNothing() {
        Results results = new RunExample("r", Topology.LOCAL, 4, false)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, BASE)
                .twin("Do1", Mode.TEXT, DriverCatalogue.MARIADB, BASE)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MYSQL, BASE)
                .fold()
                .results();
        assertThat(results.contrasts()).isEmpty();
        assertThat(results.means()).isEmpty();
        assertThat(results.twins()).isEmpty();
    }

    @Test
    void differenceOfTheControlIsTheFloor() {
        // t.test(log(c(1.05, 1.06, 1.055, 1.052)))
        RunExample run = three().twin("Do1", Mode.TEXT, DriverCatalogue.MARIADB, 105, 127.2, 94.95, 115.72);
        TwinResult twin = run.fold().results().twins().get(0);
        assertThat(twin.cell()).isEqualTo("local/client/client/mariadb/Do1/text/mariadb@4.0.0/tcp/1");
        assertThat(twin.twin()).isEqualTo("local/client/client/mariadb/Do1/text/mariadb~twin@4.0.0/tcp/1");
        assertThat(twin.ratio()).isCloseTo(1.054243, within(1e-6));
        assertThat(Objects.requireNonNull(twin.low())).isCloseTo(1.047351, within(1e-6));
        assertThat(Objects.requireNonNull(twin.high())).isCloseTo(1.061181, within(1e-6));
        assertThat(twin.floor()).isCloseTo(0.054243, within(1e-6));
        assertThat(twin.verdict()).isEqualTo(Verdict.SLOWER);
        List<Contrast> contrasts = contrasts(run, Axis.DRIVER);
        assertThat(contrasts)
                .as("the A/A control is in no comparison and does not affect the adjustment")
                .hasSize(3)
                .noneMatch(contrast -> (contrast.cell() + contrast.base()).contains("~twin"))
                .allSatisfy(contrast -> assertThat(contrast.margin()).isEqualTo(0.02));
        assertThat(Objects.requireNonNull(run.fold().results().control()).floor())
                .as("the floor of the run is the lower limit of the control's interval")
                .isCloseTo(0.047351, within(1e-6));
        assertThat(contrasts.get(0).pAdjusted()).isCloseTo(0.003152, within(1e-6));
        assertThat(contrasts.get(1).verdict()).isEqualTo(Verdict.UNDECIDED);
    }

    @Test
    void fasterControlAlsoRaisesTheFloor() {
        TwinResult twin = three().twin("Do1", Mode.TEXT, DriverCatalogue.MARIADB, 80, 96, 72, 88)
                .fold()
                .results()
                .twins()
                .get(0);
        assertThat(twin.ratio()).isCloseTo(0.8, within(1e-9));
        assertThat(twin.floor()).isCloseTo(0.25, within(1e-9));
        assertThat(twin.verdict()).isEqualTo(Verdict.FASTER);
    }

    private static TwinResult twin(int groups, double scatter) {
        double[] base = new double[groups];
        double[] twin = new double[groups];
        for (int i = 0; i < groups; i++) {
            base[i] = 100;
            twin[i] = 100 * Math.exp(i % 2 == 0 ? scatter : -scatter);
        }
        return new RunExample("r", Topology.LOCAL, groups, true)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, base)
                .twin("Do1", Mode.TEXT, DriverCatalogue.MARIADB, twin)
                .fold()
                .results()
                .twins()
                .get(0);
    }

    @Test
    void controlSaysHowManyGroupsWouldTell() {
        TwinResult narrow = twin(8, 0.005);
        assertThat(narrow.verdict()).isEqualTo(Verdict.EQUAL);
        assertThat(narrow.groupsToDecide()).isNull();
        TwinResult wide = twin(4, 0.05);
        assertThat(wide.verdict()).isEqualTo(Verdict.UNDECIDED);
        int needed = Objects.requireNonNull(wide.groupsToDecide());
        assertThat(twin(needed % 2 == 0 ? needed : needed + 1, 0.049).verdict())
                .as(needed + " groups of the same spread")
                .isEqualTo(Verdict.EQUAL);
        assertThat(needed).isGreaterThan(8);
        TwinResult two = twin(2, 0.0001);
        assertThat(two.low()).isNull();
        assertThat(two.verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(two.groupsToDecide()).isNull();
        assertThat(two.groups()).isEqualTo(2);
    }

    @Test
    void twoGroupsGiveNoInterval() {
        Results results = new RunExample("r", Topology.LOCAL, 2, true)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, 100, 101)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MYSQL, 23_500, 31_000)
                .measured("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 100, 101)
                .measured("Select1Row", Mode.TEXT, DriverCatalogue.MYSQL, 250, 251)
                .twin("Do1", Mode.TEXT, DriverCatalogue.MARIADB, 100, 102)
                .fold()
                .results();
        assertThat(results.contrasts()).allSatisfy(contrast -> {
            assertThat(contrast.low()).isNull();
            assertThat(contrast.high()).isNull();
            assertThat(contrast.verdict()).isEqualTo(Verdict.UNDECIDED);
        });
        assertThat(results.means())
                .isNotEmpty()
                .allSatisfy(mean -> assertThat(mean.low()).isNull());
        assertThat(results.cells())
                .allSatisfy(cell -> assertThat(cell.time().low()).isNull());
        assertThat(results.control()).isNull();
    }

    /** The rows agree so well that their mean would differ from 1, although no row does. */
    @Test
    void meanIsNotDecidedIfNoRowIs() {
        RunExample run = new RunExample("r", Topology.LOCAL, 3, true);
        for (String scenario : List.of("Do1", "Select1Row", "Insert1Row", "CallFunction")) {
            run.measured(scenario, Mode.TEXT, DriverCatalogue.MARIADB, 100, 100, 100)
                    .measured(scenario, Mode.TEXT, DriverCatalogue.MYSQL, 105, 125, 140);
        }
        Results results = run.fold().results();
        assertThat(results.contrasts()).allMatch(contrast -> contrast.verdict() == Verdict.UNDECIDED);
        assertThat(results.means()).singleElement().satisfies(mean -> {
            assertThat(mean.low()).isNull();
            assertThat(mean.high()).isNull();
        });
    }

    @Test
    void meanOverRowsAddsTheirVariances() {
        // Satterthwaite of log(1.10, 1.12, 1.14, 1.10) and log(1.30, 1.28, 1.33, 1.31): 5.970725 degrees of freedom
        RunExample run = new RunExample("r", Topology.LOCAL, 4, true)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, BASE)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MYSQL, 110, 134.4, 102.6, 121)
                .measured("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 100, 100, 100, 100)
                .measured("Select1Row", Mode.TEXT, DriverCatalogue.MYSQL, 130, 128, 133, 131);
        Mean mean = run.fold().results().means().get(0);
        assertThat(run.fold().results().means()).hasSize(1);
        assertThat(mean.axis()).isEqualTo(Axis.DRIVER);
        assertThat(mean.server()).isEqualTo("mariadb");
        assertThat(mean.base()).isEqualTo("mariadb@4.0.0");
        assertThat(mean.value()).isEqualTo("mysql@9.7.0");
        assertThat(mean.rows()).isEqualTo(2);
        assertThat(mean.blocks()).isEqualTo(4);
        assertThat(mean.ratio()).isCloseTo(1.206141, within(1e-6));
        assertThat(Objects.requireNonNull(mean.low())).isCloseTo(1.188981, within(1e-6));
        assertThat(Objects.requireNonNull(mean.high())).isCloseTo(1.223548, within(1e-6));
    }

    @Test
    void rowWithAMissingBlockIsInTheMean() {
        // as above, but without the third block of the second row
        Mean mean = new RunExample("r", Topology.LOCAL, 4, true)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, BASE)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MYSQL, 110, 134.4, 102.6, 121)
                .measured("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 100, 100, 100, 100)
                .measured("Select1Row", Mode.TEXT, DriverCatalogue.MYSQL, 130, 128, Double.NaN, 131)
                .fold()
                .results()
                .means()
                .get(0);
        assertThat(mean.blocks()).isEqualTo(3);
        assertThat(mean.ratio()).isCloseTo(1.202313, within(1e-6));
        assertThat(Objects.requireNonNull(mean.low())).isCloseTo(1.185525, within(1e-6));
    }

    @Test
    void meansCoverOnlyTheAxisOfTheGoal() {
        RunExample run = new RunExample("r", Topology.LOCAL, 2, true)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, 100, 100)
                .measured("Do1", Mode.HIT, DriverCatalogue.MARIADB, 90, 90)
                .transport(Transport.SOCKET)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, 50, 50)
                .transport(Transport.TCP)
                .server("b")
                .measuredAt("3.5.11", "Do1", Mode.TEXT, DriverCatalogue.MARIADB, 200, 200)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, 100, 100);
        assertThat(run.contrast(Axis.MODE).fold().results().means()).isEmpty();
        assertThat(run.contrast(Axis.TRANSPORT).fold().results().means())
                .singleElement()
                .satisfies(mean -> assertThat(mean.value()).isEqualTo("socket"));
        assertThat(run.contrast(Axis.SERVER).fold().results().means())
                .singleElement()
                .satisfies(mean -> {
                    assertThat(mean.server()).isNull();
                    assertThat(mean.base() + " " + mean.value()).isEqualTo("mariadb b");
                });
        assertThat(run.contrast(Axis.VERSION).fold().results().means())
                .singleElement()
                .satisfies(mean -> {
                    assertThat(mean.base() + " " + mean.value()).isEqualTo("mariadb@3.5.11 mariadb@4.0.0");
                    assertThat(mean.ratio()).isCloseTo(0.5, within(1e-9));
                });
    }

    @Test
    void namedBaseIsUsed() {
        RunExample run = three().goal(new Goal(Axis.DRIVER, "mysql", null, false, false));
        assertThat(contrasts(run, Axis.DRIVER))
                .allMatch(contrast -> contrast.base().contains("/mysql@"));
        assertThat(contrasts(run, Axis.DRIVER).get(0).verdict()).isEqualTo(Verdict.FASTER);
    }

    @Test
    void rejectedForkIsInNoComparison() {
        RunExample run = three().rejected("Do1", Mode.TEXT, DriverCatalogue.MYSQL, 2, 9999, "steal 12.0 %");
        assertThat(contrasts(run, Axis.DRIVER).get(0).ratio()).isCloseTo(1.114877, within(1e-6));
    }
}
