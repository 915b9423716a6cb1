package dev.jdbcbench.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.load.Arrivals;
import dev.jdbcbench.load.Rate;
import dev.jdbcbench.run.Subject;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CellNameTest {
    private static final CellName ALONE = new CellName(false, false);
    private static final CellName SERVERS = new CellName(true, false);

    private static Subject cell(Mode mode, Transport transport, int threads) {
        return new Subject(
                "mysql",
                "Rows",
                Map.of("count", "1000"),
                mode,
                "mariadb",
                "4.0.0",
                transport,
                threads,
                threads == 1 ? null : Rate.perSecond(2000, Arrivals.POISSON));
    }

    @Test
    void onlyWhatIsUnusualIsNamed() {
        assertThat(ALONE.of(cell(Mode.TEXT, Transport.TCP, 1))).isEqualTo("Rows(count=1000) text");
        assertThat(SERVERS.of(cell(Mode.TEXT, Transport.SOCKET, 4)))
                .startsWith("mysql Rows(count=1000) text socket ×4 at 2000/s");
        assertThat(ALONE.of(cell(Mode.TLS, Transport.TLS, 1))).isEqualTo("Rows(count=1000) tls");
    }

    @Test
    void rowAndSeriesLeaveOutWhatTheirCellsDifferIn() {
        Subject cell = cell(Mode.TEXT, Transport.SOCKET, 4);
        assertThat(ALONE.row(cell))
                .startsWith("Rows(count=1000) socket ×4 at 2000/s")
                .endsWith(" text");
        assertThat(ALONE.series(cell)).doesNotContain("×4");
        assertThat(SERVERS.on("", "advice")).isEqualTo("advice");
    }
}
