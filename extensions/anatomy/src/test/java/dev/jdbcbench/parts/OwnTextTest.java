package dev.jdbcbench.parts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.DriverKind;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.event.OwnCost;
import dev.jdbcbench.event.RttMethod;
import dev.jdbcbench.report.Parts;
import dev.jdbcbench.report.Rendered;
import dev.jdbcbench.report.TerminalLines;
import dev.jdbcbench.report.traffic.ExplainJson;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Topology;
import java.util.List;
import org.junit.jupiter.api.Test;

class OwnTextTest {
    private static final DriverKind MARIADB = kind("mariadb");
    private static final DriverKind MYSQL = kind("mysql");

    private final OwnText text = new OwnText();

    private static DriverKind kind(String id) {
        return DriverCatalogue.of(id).orElseThrow();
    }

    private static OwnCost own(double micros, boolean warm) {
        return new OwnCost(micros, 1.1 * micros, 1288.4, 1_000_000, 1, warm, null);
    }

    private static RunExample two() {
        return new RunExample("run", Topology.LOCAL, 5, true)
                .measured("Do1", Mode.TEXT, MARIADB, 60, 60.1, 59.9, 60, 60.05)
                .measured("Do1", Mode.TEXT, MYSQL, 80, 80.1, 79.9, 80, 80.05)
                .rtt(RttMethod.PROTOCOL, 55.0, 56.0, 57.0);
    }

    private static Results results(OwnCost mariadb, OwnCost mysql) {
        return two().own("Do1", Mode.TEXT, MARIADB, mariadb)
                .own("Do1", Mode.TEXT, MYSQL, mysql)
                .fold()
                .results();
    }

    @Test
    void explainShowsOwnBesideRoundTripsAndTheTimeAtEachDistance() {
        assertThat(Rendered.text(text.explained(results(own(0.25, true), own(5, true))), 200))
                .containsPattern("driver +round trips +own µs +× first +B alloc +50 µs +0\\.5 ms +5 ms +50 ms")
                .containsPattern("Do1 +text +mariadb \\S+ +1 +0\\.250 +1288 +50\\.3 µs +500 µs +5\\.00 ms +50\\.0 ms")
                .containsPattern("Do1 +text +mysql \\S+ +1 +5\\.00 +20\\.0 +1288 +55\\.0 µs +505 µs")
                .doesNotContain("*");
    }

    @Test
    void tableFitsATerminal() {
        RunExample run = new RunExample("run", Topology.LOCAL, 1, true);
        for (DriverKind driver : List.of(MARIADB, MYSQL)) {
            run.measured("CallableStatementWithOutParameter", Mode.TEXT, driver, 60)
                    .own("CallableStatementWithOutParameter", Mode.TEXT, driver, own(1234, true))
                    .measured("Do1", Mode.TEXT, driver, 60)
                    .own(
                            "Do1",
                            Mode.TEXT,
                            driver,
                            OwnCost.unknown("the connection is encrypted, so that it is not read"));
        }
        Results results = run.fold().results();
        TerminalLines.assertFit(columns -> Rendered.text(text.explained(results), columns));
        assertThat(Rendered.text(text.explained(results), 80)).contains("\nCallableStatementWithOutParameter\n  text ");
    }

    @Test
    void coldLookIsMarked() {
        assertThat(Rendered.text(text.explained(results(own(0.25, true), own(5, false))), 200))
                .contains("5.00*", "still warming up");
    }

    @Test
    void whatCannotBeReplayedHasItsReasonAndNoNumber() {
        Results results = results(own(0.25, true), OwnCost.unknown("the connection is encrypted"));
        assertThat(Rendered.text(text.explained(results), 200))
                .containsPattern("mysql \\S+ +1 +– +– +– +– +– +–\n")
                .containsPattern("no own, the connection is encrypted: Do1 text mysql");
        assertThat(text.compared(results)).isEmpty();
    }

    @Test
    void nothingIsSaidOfRunsThatDidNotLook() {
        Results results = two().fold().results();
        assertThat(Rendered.text(text.explained(results), 200)).isEmpty();
        assertThat(text.compared(results)).isEmpty();
        assertThat(Json.pretty(ExplainJson.of(results))).doesNotContain("\"own\"", "predicted");
    }

    @Test
    void jsonHasOwnAndPredictions() {
        assertThat(Json.pretty(ExplainJson.of(results(own(0.25, true), own(5, true)))))
                .contains("\"allocBytes\" : 1288.4", "\"rttMicros\" : 500.0", "\"micros\" : 505.0");
    }

    @Test
    void runSaysWhatPartOfADifferenceIsOwn() {
        List<String> lines = text.compared(results(own(0.25, true), own(5.25, true)));
        assertThat(lines).hasSize(2);
        assertThat(lines.get(0))
                .startsWith("mysql ")
                .contains("own code: 25 % of the difference in Do1 text (5.00 µs of 20.0 µs)");
        assertThat(lines.get(1)).contains("A round trip to the database took 56.0 µs");
    }

    @Test
    void coldOwnIsOnlyALimit() {
        assertThat(text.compared(results(own(0.25, true), own(5.25, false))).get(0))
                .contains("own code: ≤ 25 % of the difference in Do1 text (5.00 µs of 20.0 µs)");
    }

    @Test
    void severalRowsAreARangeFromTheSmallestPart() {
        Results results = two().measured("Select1Row", Mode.TEXT, MARIADB, 60, 60.1, 59.9, 60, 60.05)
                .measured("Select1Row", Mode.TEXT, MYSQL, 90, 90.1, 89.9, 90, 90.05)
                .own("Do1", Mode.TEXT, MARIADB, own(0.25, true))
                .own("Do1", Mode.TEXT, MYSQL, own(5.25, false))
                .own("Select1Row", Mode.TEXT, MARIADB, own(0.25, true))
                .own("Select1Row", Mode.TEXT, MYSQL, own(2.35, true))
                .fold()
                .results();
        assertThat(text.compared(results).get(0))
                .contains("own code: from 7.0 % of the difference in Select1Row text (2.10 µs of 30.0 µs)"
                        + " to ≤ 25 % in Do1 text (5.00 µs of 20.0 µs)");
    }

    @Test
    void extensionIsFound() {
        assertThat(Parts.provided()).get().isInstanceOf(OwnText.class);
    }
}
