package dev.jdbcbench.agent.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Topology;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FloorsTest {
    private static final FloorBytes SENT = new FloorBytes("aa", 248);

    private final Floors floors = new Floors();

    private static Cell cell(Topology topology, String driver) {
        return new Cell(
                topology,
                "client",
                "db",
                "mariadb",
                "Do1",
                Map.of(),
                Mode.TEXT,
                driver,
                "1.0",
                Transport.FLOOR,
                1,
                null);
    }

    @Test
    void driversThatSendTheSameBytesShareTheFirstFloor() {
        Cell first = cell(Topology.LOCAL, "mariadb");
        assertThat(floors.sameAs(first, SENT)).isEmpty();
        assertThat(floors.sameAs(cell(Topology.LOCAL, "mysql"), SENT)).contains(first);
        assertThat(floors.sameAs(cell(Topology.LOCAL, "drizzle"), new FloorBytes("bb", 248)))
                .isEmpty();
    }

    /** They are in one row, but the way to the server is another. */
    @Test
    void nearAndFarHaveFloorsOfTheirOwn() {
        Cell near = cell(Topology.LOCAL, "mariadb");
        Cell far = cell(Topology.DISTANT, "mariadb");
        assertThat(near.rowKey()).isEqualTo(far.rowKey());
        assertThat(floors.sameAs(near, SENT)).isEmpty();
        assertThat(floors.sameAs(far, SENT)).isEmpty();
        assertThat(floors.sameAs(cell(Topology.DISTANT, "mysql"), SENT)).contains(far);
    }
}
