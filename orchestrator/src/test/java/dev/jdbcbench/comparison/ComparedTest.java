package dev.jdbcbench.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.statistics.contrast.LimitTest.Outcome;
import dev.jdbcbench.statistics.contrast.Verdict;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class ComparedTest {
    private static final double[] BASE = {100, 103, 98, 101, 99, 102};

    private static RunExample run(String end) {
        return new RunExample("20261121-091500-local-" + end, Topology.LOCAL, 6, true);
    }

    private static double[] times(double factor) {
        return DoubleStream.of(BASE).map(time -> factor * time + (time % 2)).toArray();
    }

    /** Both versions in one run: rows that are 20 % slower, equal, 4 % slower, and much faster. */
    private static RunExample both(String end) {
        return run(end).measuredAt("1.0", "Do1", Mode.TEXT, DriverCatalogue.MARIADB, BASE)
                .measuredAt("2.0", "Do1", Mode.TEXT, DriverCatalogue.MARIADB, times(1.2))
                .measuredAt("1.0", "Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, BASE)
                .measuredAt("2.0", "Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, times(1))
                .measuredAt("1.0", "Insert1Row", Mode.TEXT, DriverCatalogue.MARIADB, BASE)
                .measuredAt("2.0", "Insert1Row", Mode.TEXT, DriverCatalogue.MARIADB, times(1.042))
                .measuredAt("1.0", "Select1000Rows", Mode.TEXT, DriverCatalogue.MARIADB, BASE)
                .measuredAt("2.0", "Select1000Rows", Mode.TEXT, DriverCatalogue.MARIADB, times(0.5));
    }

    @Test
    void rowsOfTwoDriversAreComparedWorstFirst() {
        Compared compared = Compared.of(both("7f3a").fold(), Limits.of(0.05), true);
        assertThat(compared.base()).isEqualTo("mariadb 1.0");
        assertThat(compared.candidate()).isEqualTo("mariadb 2.0");
        assertThat(compared.rows().stream()
                        .map(row -> row.base().cell().scenario())
                        .toList())
                .containsExactly("Do1", "Insert1Row", "Select1Row", "Select1000Rows");
        assertThat(compared.rows().stream().map(Compared.Row::outcome).toList())
                .containsExactly(Outcome.ABOVE, Outcome.OPEN, Outcome.BELOW, Outcome.BELOW);
        assertThat(compared.rows().get(0).change().ratio().ratio()).isCloseTo(1.2, within(0.02));
        assertThat(compared.rows().get(0).change().low()).isGreaterThan(1.05);
        assertThat(compared.rows().get(1).change().groupsToDecide()).isBetween(7, 999);
        assertThat(compared.rows().get(3).change().verdict()).isEqualTo(Verdict.FASTER);
        assertThat(compared.suspicious()).hasSize(1);
    }

    @Test
    void onlyEqualRowsAreCalm() {
        assertThat(Compared.of(both("7f3a").fold(), Limits.of(0.05), true).rows())
                .extracting(Compared.Row::calm)
                .as("slower, open, equal, faster")
                .containsExactly(false, false, true, false);
        Compared noLimit = Compared.of(both("7f3a").fold(), null, true);
        assertThat(noLimit.rows().stream()
                        .filter(row -> row.change().verdict() == Verdict.UNDECIDED)
                        .map(Compared.Row::calm))
                .as("undecided without a limit")
                .doesNotContain(true);
    }

    @Test
    void withoutALimitRowsKeepTheirVerdicts() {
        Compared compared = Compared.of(both("7f3a").fold(), null, true);
        assertThat(compared.rows().get(0).change().verdict()).isEqualTo(Verdict.SLOWER);
        assertThat(compared.rows()).allMatch(row -> row.outcome() == Outcome.OPEN);
        assertThat(compared.suspicious()).isEmpty();
    }

    @Test
    void regressionNeedsConfirmationByNewForks() {
        Compared first = Compared.of(both("7f3a").fold(), Limits.of(0.05), true);
        RunExample slow = run("1111")
                .measuredAt("1.0", "Do1", Mode.TEXT, DriverCatalogue.MARIADB, BASE)
                .measuredAt("2.0", "Do1", Mode.TEXT, DriverCatalogue.MARIADB, times(1.19));
        Compared confirmed = first.confirmedBy(slow.fold());
        assertThat(confirmed.with(Outcome.ABOVE)).hasSize(1);
        assertThat(confirmed.runs()).hasSize(2);
        RunExample equal = run("2222")
                .measuredAt("1.0", "Do1", Mode.TEXT, DriverCatalogue.MARIADB, BASE)
                .measuredAt("2.0", "Do1", Mode.TEXT, DriverCatalogue.MARIADB, times(1));
        Compared doubted = first.confirmedBy(equal.fold());
        assertThat(doubted.with(Outcome.ABOVE)).isEmpty();
        assertThat(doubted.with(Outcome.OPEN)).hasSize(2);
    }

    /** A quarter of the forks are 40 % slower: the mean is above the limit, but the median is not. */
    @Test
    void fewSlowForksDoNotDecide() {
        double[] steady = DoubleStream.generate(() -> 100).limit(20).toArray();
        double[] some = steady.clone();
        for (int fork = 0; fork < some.length; fork += 4) {
            some[fork] = 140;
        }
        RunExample run = new RunExample("20261121-091500-local-7f3a", Topology.LOCAL, steady.length, true)
                .measuredAt("1.0", "Do1", Mode.TEXT, DriverCatalogue.MARIADB, steady)
                .measuredAt("2.0", "Do1", Mode.TEXT, DriverCatalogue.MARIADB, some);
        Compared compared = Compared.of(run.fold(), Limits.of(0.01), true);
        assertThat(compared.rows().get(0).change().low()).isGreaterThan(1.01);
        assertThat(compared.with(Outcome.ABOVE)).isEmpty();
    }

    private static RunExample allocating(String end, double bytes) {
        return run(end).measuredAt("1.0", "Do1", Mode.TEXT, DriverCatalogue.MARIADB, BASE)
                .allocating(bytes)
                .measuredAt("2.0", "Do1", Mode.TEXT, DriverCatalogue.MARIADB, times(1));
    }

    @Test
    void higherAllocationNeedsConfirmationByNewForks() {
        assertThat(Compared.of(allocating("7f3a", 1494).fold(), Limits.of(0.05), true)
                        .failing())
                .isEmpty();
        Compared more = Compared.of(allocating("7f3a", 1496).fold(), Limits.of(0.05), true);
        assertThat(more.failing()).hasSize(1);
        assertThat(more.suspicious()).hasSize(1);
        assertThat(more.confirmedBy(allocating("1111", 1500).fold()).failing()).hasSize(1);
        assertThat(more.confirmedBy(allocating("2222", 1480).fold()).failing()).isEmpty();
        assertThat(Compared.of(allocating("7f3a", 3000).fold(), Limits.of(0.05), false)
                        .failing())
                .as("without a gate for allocation")
                .isEmpty();
        assertThat(Compared.of(allocating("7f3a", 3000).fold(), null, true).failing())
                .as("without a limit")
                .isEmpty();
    }

    @Test
    void separateRunsAreComparedUnpairedWithAWarning() {
        RunExample base = run("7f3a").measuredAt("1.0", "Do1", Mode.TEXT, DriverCatalogue.MARIADB, BASE);
        RunExample candidate = run("1c9d")
                .measuredAt("2.0", "Do1", Mode.TEXT, DriverCatalogue.MARIADB, times(1.2))
                .measuredAt("2.0", "Insert1Row", Mode.TEXT, DriverCatalogue.MARIADB, BASE);
        assertThat(Compared.differences(base.fold(), candidate.fold())).isEmpty();
        Compared compared = Compared.of(base.fold(), candidate.fold(), Limits.of(0.05), true);
        assertThat(compared.paired()).isFalse();
        assertThat(compared.rows()).singleElement().satisfies(row -> {
            assertThat(row.outcome()).isEqualTo(Outcome.ABOVE);
            assertThat(row.change().verdict()).isEqualTo(Verdict.SLOWER);
        });
        assertThat(compared.unpaired()).singleElement().satisfies(row -> {
            assertThat(row.line()).contains("Insert1Row", "only run 20261121-091500-local-1c9d has a result");
            assertThat(row.incomplete()).as("the base was not asked for it").isFalse();
        });
        assertThat(compared.warnings()).singleElement().asString().contains("not in turns");
    }

    @Test
    void otherDifferencesOfRunsAreReported() {
        RunExample base = run("7f3a").measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, BASE);
        RunExample candidate = run("1c9d")
                .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, BASE)
                .jdk("21.0.1");
        assertThat(Compared.differences(base.fold(), candidate.fold()))
                .singleElement()
                .asString()
                .startsWith("JDK: ");
    }

    @Test
    void rowThatTheCandidateLostIsNotSilentlyLeftOut() {
        Compared within = Compared.of(
                run("7f3a")
                        .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, BASE)
                        .found("Do1", Mode.TEXT, DriverCatalogue.MYSQL, "", "cannot")
                        .fold(),
                Limits.of(0.05),
                true);
        assertThat(within.rows()).isEmpty();
        assertThat(within.unpaired()).singleElement().satisfies(row -> {
            assertThat(row.lost()).isTrue();
            assertThat(row.line()).isEqualTo("Do1 text: only mariadb 4.0.0 has a result; mysql 9.7.0: cannot");
        });
        RunExample base = run("7f3a").measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, BASE);
        RunExample candidate = run("1c9d").found("Do1", Mode.TEXT, DriverCatalogue.MARIADB, "", "cannot");
        Compared apart = Compared.of(base.fold(), candidate.fold(), Limits.of(0.05), true);
        assertThat(apart.unpaired())
                .singleElement()
                .satisfies(row -> assertThat(row.lost()).isTrue());
        assertThat(apart.judged()).isEqualTo(1);
        RunExample smaller = run("1c9e").measured("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, BASE);
        RunExample larger = run("1c9f")
                .measured("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, BASE)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, BASE);
        assertThat(Compared.of(larger.fold(), smaller.fold(), Limits.of(0.05), true)
                        .unpaired())
                .singleElement()
                .satisfies(row -> assertThat(row.lost())
                        .as("the candidate's run does not have it")
                        .isTrue());
    }

    @Test
    void runsWithoutACommonRowCannotBeCompared() {
        RunExample base = run("7f3a").measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, BASE);
        RunExample other = run("1c9d").measured("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, BASE);
        assertThatThrownBy(() -> Compared.of(base.fold(), other.fold(), null, true))
                .isInstanceOf(Failure.Input.class)
                .hasMessageContaining("no row in common");
        assertThatThrownBy(() -> Compared.of(both("7f3a").fold(), base.fold(), null, true))
                .hasMessageContaining("several versions");
        assertThatThrownBy(() -> Compared.of(base.fold(), null, true)).hasMessageContaining("two drivers");
    }

    /** A database that dies under the candidate says nothing about the driver. */
    @Test
    void rowWhoseServerWasLostIsUnknownAndNotLost() {
        RunExample run = run("7f3a")
                .measuredAt("1.0", "Do1", Mode.TEXT, DriverCatalogue.MARIADB, BASE)
                .measuredAt("2.0", "Do1", Mode.TEXT, DriverCatalogue.MARIADB, 100, 101)
                .lost(3, "its database died twice", true, false)
                .ended("incomplete");
        assertThat(Compared.of(run.fold(), Limits.of(0.05), true).unpaired())
                .singleElement()
                .satisfies(row -> {
                    assertThat(row.candidate()).isEqualTo(Unpaired.Side.UNKNOWN);
                    assertThat(row.lost()).isFalse();
                    assertThat(row.judged()).isFalse();
                    assertThat(row.incomplete()).isTrue();
                    assertThat(row.line()).contains("Do1 text", "mariadb 2.0: its database died twice");
                });
    }

    @Test
    void rowsOfDifferentPlacesAndThreadsHaveDifferentNames() {
        RunExample run = run("7f3a");
        for (Topology topology : Topology.values()) {
            for (int threads : new int[] {1, 4}) {
                run.at(topology)
                        .threads(threads)
                        .measuredAt("1.0", "Do1", Mode.TEXT, DriverCatalogue.MARIADB, BASE)
                        .failed("Do1", Mode.TEXT, DriverCatalogue.MARIADB, "no");
            }
        }
        assertThat(Compared.of(run.fold(), Limits.of(0.05), true).unpaired())
                .extracting(Unpaired::row)
                .containsExactly(
                        "local Do1 text ×1", "local Do1 text ×4", "distant Do1 text ×1", "distant Do1 text ×4");
        RunExample one = run("7f3a")
                .measuredAt("1.0", "Do1", Mode.TEXT, DriverCatalogue.MARIADB, BASE)
                .failed("Do1", Mode.TEXT, DriverCatalogue.MARIADB, "no");
        assertThat(Compared.of(one.fold(), Limits.of(0.05), true).unpaired())
                .extracting(Unpaired::row)
                .containsExactly("Do1 text");
    }
}
