package dev.jdbcbench.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jdbcbench.scenario.table.KeyDistribution;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OltpTablesTest {
    /** Runs of earlier versions have cells without these parameters. */
    @Test
    void defaultTablesAreNotPartOfTheKey() {
        assertThat(OltpTables.DEFAULT.params()).isEmpty();
        assertThat(OltpTables.of(Map.of())).isEqualTo(OltpTables.DEFAULT);
    }

    @Test
    void otherTablesArePartOfTheKey() {
        OltpTables data = new OltpTables(8, 250_000, KeyDistribution.SPECIAL);
        assertThat(data.params()).isEqualTo(Map.of("tables", "8", "tableSize", "250000", "distribution", "special"));
        assertThat(OltpTables.of(data.params())).isEqualTo(data);
        assertThat(new OltpTables(1, 10_000, KeyDistribution.SPECIAL).params())
                .isEqualTo(Map.of("distribution", "special"));
        assertThat(data.rows()).isEqualTo(2_000_000);
    }

    @Test
    void impossibleTablesAreRefused() {
        assertThatThrownBy(() -> OltpTables.of(Map.of("tables", "0"))).hasMessage("tables is from 1 to 1000, not 0");
        assertThatThrownBy(() -> OltpTables.of(Map.of("tableSize", "999")))
                .hasMessage("tableSize is from 1000 to 100000000, not 999");
        assertThatThrownBy(() -> OltpTables.of(Map.of("tableSize", "many")))
                .hasMessage("tableSize is a whole number, not many");
        assertThatThrownBy(() -> OltpTables.of(Map.of("distribution", "pareto")))
                .hasMessage("unknown distribution: pareto");
    }

    @Test
    void scenarioWithoutTablesHasNoParameters() {
        new Do1().parameters(Map.of());
        assertThatThrownBy(() -> new Do1().parameters(Map.of("tables", "2")))
                .hasMessage("Do1 has no parameters: {tables=2}");
        OltpReadOnly scenario = new OltpReadOnly();
        scenario.parameters(Map.of("tables", "2", "distribution", "special"));
        assertThat(scenario.tables).isEqualTo(2);
        assertThat(scenario.tableSize).isEqualTo(10_000);
        assertThat(scenario.distribution).isEqualTo("special");
    }
}
