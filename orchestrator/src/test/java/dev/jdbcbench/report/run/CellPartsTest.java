package dev.jdbcbench.report.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.result.CellResult;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.run.Topology;
import org.junit.jupiter.api.Test;

class CellPartsTest {
    @Test
    void driversThatSendTheSameBytesHaveTheSameFloor() {
        Results results = new RunExample("20261125-120000-local-0001", Topology.LOCAL, 3, true)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, 80, 82, 81)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MYSQL, 90, 92, 94)
                .transport(Transport.FLOOR)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, 78, 79, 80)
                .sharesFloor("Do1", Mode.TEXT, DriverCatalogue.MYSQL, DriverCatalogue.MARIADB)
                .fold()
                .results();
        CellResult mysql = results.cells().stream()
                .filter(cell -> cell.cell().transport() == Transport.TCP
                        && cell.cell().driver().equals("mysql"))
                .findFirst()
                .orElseThrow();
        CellParts parts = new CellParts(results, mysql);
        assertThat(parts.floor()).isCloseTo(79, within(0.1));
        assertThat(parts.inPlace()).isCloseTo(13, within(0.01));
    }
}
