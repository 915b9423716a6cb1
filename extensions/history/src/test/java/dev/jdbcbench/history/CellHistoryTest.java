package dev.jdbcbench.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.jdbcbench.comparison.HistoryExample;
import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.history.CellHistory.Apart;
import dev.jdbcbench.history.CellHistory.Point;
import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.run.Profile;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class CellHistoryTest {
    private static CellHistory only(RunExample... runs) {
        List<CellHistory> cells = Histories.of(List.of(runs));
        assertThat(cells).hasSize(1);
        return cells.get(0);
    }

    private static RunExample night(int day) {
        return HistoryExample.night(day, "4.0.0", 60);
    }

    private static List<String> days(List<Observation> runs) {
        return runs.stream().map(run -> run.run().substring(6, 8)).toList();
    }

    @Test
    void runsAreSortedByTimeWithRatiosToThePreviousOne() {
        List<RunExample> shuffled = new ArrayList<>(HistoryExample.nights().subList(1, 4));
        Collections.reverse(shuffled);
        CellHistory cell = only(shuffled.toArray(RunExample[]::new));
        assertThat(cell.key()).isEqualTo("local/client/client/mariadb/Select1Row/text/mariadb/tcp/1");
        assertThat(days(cell.points().stream().map(Point::found).toList())).containsExactly("02", "03", "04");
        assertThat(cell.points().get(0).ratio()).isNull();
        assertThat(cell.points().get(1).ratio()).isCloseTo(60 / 60.6, within(1e-9));
        assertThat(cell.points().get(2).ratio()).isCloseTo(1.1, within(1e-9));
        assertThat(cell.points())
                .extracting(point -> point.found().cell().driverVersion())
                .containsExactly("3.5.9", "3.5.10", "4.0.0");
    }

    @Test
    void newestRunDefinesTheComparableRuns() {
        CellHistory cell = only(
                night(1).jdk("17.0.1+1"), night(2).jdk("21.0.1+1"), night(3).jdk("17.0.1+1"), night(4).jdk("21.0.1+1"));
        assertThat(days(cell.points().stream().map(Point::found).toList())).containsExactly("02", "04");
        assertThat(cell.apart()).hasSize(1);
        Apart apart = cell.apart().get(0);
        assertThat(days(apart.runs())).containsExactly("01", "03");
        assertThat(apart.differences())
                .containsExactly("JDK: OpenJDK 64-Bit Server VM 17.0.1+1; newest: OpenJDK 64-Bit Server VM 21.0.1+1");
    }

    private static void assertApart(UnaryOperator<RunExample> change, String... differences) {
        CellHistory cell = only(change.apply(night(1)), night(2).fact("cpu", "Xeon 1"));
        assertThat(cell.points()).hasSize(1);
        assertThat(cell.apart()).extracting(Apart::differences).containsExactly(List.of(differences));
    }

    @Test
    void differentHostServerOrIterationsSeparateRuns() {
        assertApart(run -> run.fact("cpu", "Xeon 2"), "cpu of client: Xeon 2; newest: Xeon 1");
        assertApart(
                run -> run.variables(Map.of("sql_mode", "ANSI")),
                "setting skip_log_bin: its default; newest: ON",
                "setting sql_mode: ANSI; newest: its default");
        assertApart(
                run -> run.profile(Profile.of("publish").orElseThrow().withForks(3, 3)),
                "iterations: 80 × 25 ms in turns; newest: 6 × 250 ms");
    }

    /** Unknown facts, other builds of the driver and other numbers of forks do not separate runs. */
    @Test
    void unknownConditionsAndDriversDoNotSeparateRuns() {
        CellHistory cell = only(
                night(1).jars("f".repeat(64)),
                HistoryExample.empty(2)
                        .measuredAt("4.0.0", "Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 60, 61, 60, 59, 60),
                night(3).fact("cpu", "Xeon 1"),
                night(4).fact("cpu", "unknown: no permission"));
        assertThat(cell.points()).hasSize(4);
        assertThat(cell.apart()).isEmpty();
    }

    /** A run of two versions compares them; each cell has its own history. */
    @Test
    void eachVersionOfARunHasItsOwnHistory() {
        RunExample both = night(3).measuredAt("3.5.9", "Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 70, 71, 72);
        List<CellHistory> cells = Histories.of(List.of(night(1), night(2), both));
        assertThat(cells)
                .extracting(CellHistory::key)
                .containsExactlyInAnyOrder(
                        "local/client/client/mariadb/Select1Row/text/mariadb/tcp/1",
                        "local/client/client/mariadb/Select1Row/text/mariadb@4.0.0/tcp/1",
                        "local/client/client/mariadb/Select1Row/text/mariadb@3.5.9/tcp/1");
        assertThat(cells)
                .allSatisfy(cell -> assertThat(cell.points().get(0).ratio()).isNull());
    }

    @Test
    void onlyCellsWithTimesAreObserved() {
        RunExample run = RunExample.distant().found("Do1", Mode.TEXT, DriverCatalogue.MYSQL, "", "no such function");
        assertThat(Observation.of(run.plan(), run.fold().times(), cell -> true))
                .extracting(
                        found -> found.cell().scenario() + " " + found.cell().driver())
                .containsExactly("Select1Row mariadb", "Select1Row mysql", "InsertBatch100 mysql");
        assertThat(Observation.of(
                                run.plan(),
                                run.fold().times(),
                                cell -> cell.driver().equals("mariadb"))
                        .get(0)
                        .forks())
                .hasSize(3);
    }
}
