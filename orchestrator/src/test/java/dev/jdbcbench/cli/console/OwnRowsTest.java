package dev.jdbcbench.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.event.OwnCost;
import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Topology;
import java.util.List;
import org.junit.jupiter.api.Test;

class OwnRowsTest {
    private static final List<Cell> CELLS = new RunExample("run", Topology.LOCAL, 3, true)
            .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, 60, 60, 60)
            .measured("Do1", Mode.TEXT, DriverCatalogue.MYSQL, 80, 80, 80)
            .measured("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 60, 60, 60)
            .plan()
            .cells();

    private final OwnRows rows = new OwnRows();

    private static OwnCost own(double micros, boolean warm) {
        return new OwnCost(micros, micros, 100.0, 1000, 1, warm, null);
    }

    @Test
    void rowIsShownWhenTheNextOneBegins() {
        assertThat(rows.add(CELLS.get(0), own(0.1, true))).isEmpty();
        assertThat(rows.add(CELLS.get(1), own(1.5, true))).isEmpty();
        assertThat(rows.add(CELLS.get(2), own(0.2, true)).orElseThrow())
                .matches("own code, Do1 text: mariadb \\S+ 0\\.100 µs, mysql \\S+ 1\\.50 µs \\(15\\.0×\\)");
        assertThat(rows.end().orElseThrow()).matches("own code, Select1Row text: mariadb \\S+ 0\\.200 µs");
        assertThat(rows.end()).isEmpty();
    }

    @Test
    void thereIsNoFactorOfAJvmThatWasStillWarmingUp() {
        rows.add(CELLS.get(0), own(0.1, true));
        rows.add(CELLS.get(1), own(1.5, false));
        assertThat(rows.end().orElseThrow())
                .matches("own code, Do1 text: mariadb \\S+ 0\\.100 µs, mysql \\S+ at most 1\\.50 µs");
        rows.add(CELLS.get(0), own(0.1, false));
        rows.add(CELLS.get(1), own(1.5, true));
        assertThat(rows.end().orElseThrow())
                .matches("own code, Do1 text: mariadb \\S+ at most 0\\.100 µs, mysql \\S+ 1\\.50 µs");
    }

    @Test
    void whatIsNotKnownIsLeftOut() {
        rows.add(CELLS.get(0), OwnCost.unknown("it is encrypted"));
        assertThat(rows.add(CELLS.get(1), own(1.5, true))).isEmpty();
        assertThat(rows.end().orElseThrow()).matches("own code, Do1 text: mysql \\S+ 1\\.50 µs");
        rows.add(CELLS.get(2), OwnCost.unknown("it is encrypted"));
        assertThat(rows.end()).isEmpty();
    }
}
