package dev.jdbcbench.report.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.DriverKind;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.event.Exchange;
import dev.jdbcbench.report.Rendered;
import dev.jdbcbench.report.TerminalLines;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Topology;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ExplainTextTest {
    private static String text(Results results) {
        return Rendered.text(ExplainText.of(results));
    }

    private static Results results(Exchange exchange) {
        return new RunExample("20261121-091500-local-7f3a", Topology.LOCAL, 3, true)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, 62, 63, 61)
                .explained("Do1", Mode.TEXT, DriverCatalogue.MARIADB, exchange)
                .fold()
                .results();
    }

    private static Exchange exchange(double slope, double halfWidth, int operations) {
        return new Exchange(
                102, slope, halfWidth, 9, 11, 0, Map.of("COM_QUERY", 102.0), operations, null, null, null, null);
    }

    @Test
    void tableFitsATerminal() {
        RunExample run = new RunExample("20261121-091500-local-7f3a", Topology.LOCAL, 3, true);
        for (String scenario : List.of("CallableStatementWithOutParameter", "Do1")) {
            for (DriverKind driver : List.of(DriverCatalogue.MARIADB, DriverCatalogue.MYSQL)) {
                run.measured(scenario, Mode.TEXT, driver, 62, 63, 61)
                        .explained(
                                scenario,
                                Mode.TEXT,
                                driver,
                                new Exchange(
                                        102,
                                        103.5,
                                        2,
                                        15_000,
                                        23_456,
                                        0,
                                        new TreeMap<>(Map.of(
                                                "COM_QUERY", 102.0, "COM_STMT_EXECUTE", 1.0, "COM_STMT_CLOSE", 1.0)),
                                        5,
                                        "counted 102 times, but the second count differs from that by more than it may",
                                        null,
                                        null,
                                        null));
            }
        }
        Results results = run.fold().results();
        TerminalLines.assertFit(columns -> Rendered.text(ExplainText.of(results), columns));
        assertThat(Rendered.text(ExplainText.of(results), 80)).containsPattern("23456  102 QUERY,.*\\n {50,}STMT_");
    }

    @Test
    void secondCountIsShown() {
        Results results = results(exchange(103.5, 2, 5));
        assertThat(text(results)).contains(" 102  (103.5) ");
        assertThat(ExplainJson.of(results).cells().get(0).counted().roundTripsBySlope())
                .isEqualTo(103.5);
    }

    /** Also in files of earlier versions. */
    @Test
    void singleOperationHasNoSecondCount() {
        Results results = results(exchange(141, 0, 1));
        assertThat(text(results)).contains(" 102 ").doesNotContain("141");
        assertThat(ExplainJson.of(results).cells().get(0).counted().roundTripsBySlope())
                .isNull();
        assertThat(ExplainJson.of(results).cells().get(0).counted().slopeHalfWidth())
                .isNull();
    }

    @Test
    void impreciseSecondCountIsLeftOut() {
        assertThat(text(results(exchange(141, 60, 2)))).contains(" 102 ").doesNotContain("141");
    }

    @Test
    void countThatIsNotCertainIsMarkedWithTheReason() {
        Results results = results(new Exchange(
                6, 5, 0.1, 9, 11, 0, Map.of(), 5, "counted 6, but", null, true, "not counted: 3 commands"));
        assertThat(text(results))
                .contains(
                        " 6?  (5.0) ", "Do1 text mariadb 4.0.0: counted 6, but\n", "4.0.0: not counted: 3 commands\n");
        assertThat(ExplainJson.of(results).cells().get(0).counted().doubtful()).isTrue();
    }

    /** Also where the cells of such a server are not known, as in the plan beside an agent. */
    @Test
    void serverThatWasLeftOutIsNamed() {
        RunExample run = new RunExample("20261121-091500-local-7f3a", Topology.LOCAL, 3, true)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, 62, 63, 61)
                .explained("Do1", Mode.TEXT, DriverCatalogue.MARIADB, exchange(102, 1, 5));
        assertThat(Json.pretty(ExplainJson.of(run.fold().results()))).doesNotContain("notes");
        Results results = run.absent("broken", "it has no programs").fold().results();
        String note = "the database broken of local did not start, so nothing was measured with it: it has no programs";
        assertThat(ExplainJson.of(results).notes()).containsExactly(note);
        assertThat(text(results).replaceAll("\\s+", " ")).contains("! " + note);
    }
}
