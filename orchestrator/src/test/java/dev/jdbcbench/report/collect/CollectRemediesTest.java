package dev.jdbcbench.report.collect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.comparison.Collected;
import dev.jdbcbench.comparison.CollectedExample;
import dev.jdbcbench.comparison.SideBySide;
import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.event.RttMethod;
import dev.jdbcbench.report.Rendered;
import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.run.Topology;
import java.util.List;
import org.junit.jupiter.api.Test;

class CollectRemediesTest {
    private final RunExample local = new RunExample("20261121-091500-local-7f3a", Topology.LOCAL, 5, true)
            .rtt(RttMethod.PROTOCOL, 20.0, 20.0, 20.0);
    private final RunExample distant = new RunExample("20261121-094500-distant-1c9d", Topology.DISTANT, 5, true)
            .rtt(RttMethod.PROTOCOL, 520.0, 520.0, 520.0);

    private void measured(String scenario, Mode mode, double trips, double near) {
        local.measured(scenario, mode, DriverCatalogue.MARIADB, forks(near));
        distant.measured(scenario, mode, DriverCatalogue.MARIADB, forks(near + 500 * trips))
                .explained(scenario, mode, DriverCatalogue.MARIADB, trips, 100, 100);
    }

    private static double[] forks(double micros) {
        return new double[] {micros, 1.002 * micros, 0.998 * micros, micros, 1.001 * micros};
    }

    private Collected collected() {
        return SideBySide.of(List.of(local.fold(), distant.fold()), SideBySide.Question.DEFAULT);
    }

    @Test
    void scenariosWithTheSameRemedyShareASentence() {
        measured("Do1", Mode.TEXT, 1, 60);
        measured("Select1Row", Mode.TEXT, 1, 70);
        assertThat(CollectRemedies.of(collected()))
                .containsExactly("Do1, Select1Row: one round trip is the least. Only fewer operations or a shorter"
                        + " distance help.");
        assertThat(CollectRemedies.command(collected())).isEmpty();
    }

    @Test
    void fasterModeIsNamedForEachDriverThatHasOne() {
        measured("InsertBatch100", Mode.TEXT, 100, 1500);
        measured("InsertBatch100", Mode.REWRITE, 1, 300);
        assertThat(CollectRemedies.of(collected()))
                .singleElement()
                .asString()
                .startsWith("InsertBatch100: mode rewrite (mariadb 800 µs instead of 51.5 ms in text)");
        assertThat(CollectRemedies.command(collected()))
                .isEqualTo("  Where round trips come from:\n  ./bench explain --scenario InsertBatch100\n");
    }

    @Test
    void modeThatWasNotMeasuredIsProposed() {
        measured("InsertBatch100", Mode.TEXT, 100, 1500);
        assertThat(CollectRemedies.of(collected()))
                .containsExactly("InsertBatch100: each makes 100 round trips. Not measured yet: --mode rewrite,bulk.");
    }

    /** No scenario that is slower is without a sentence. */
    @Test
    void eachSlowerScenarioOfTheTableHasASentence() {
        Collected full = CollectedExample.full().collected();
        String sentences = String.join("\n", CollectRemedies.of(full));
        full.rows().forEach(row -> assertThat(sentences).contains(row.subject().scenario()));
        assertThat(Rendered.in("text", full)).contains("WHAT TO DO\n  Select1Row: ");
    }
}
