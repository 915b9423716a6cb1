package dev.jdbcbench.preparation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.config.Cpus;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests which CPUs each side gets. */
class PlacementTest {
    private static void assertParted(Optional<Cpus> cpus, String client, String database, String warmUp) {
        assertThat(cpus).contains(Cpus.chosen(Optional.of(client), Optional.of(database), Optional.of(warmUp)));
    }

    /** Each CPU is a core, as in a virtual machine, or the host does not report its cores. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"0-1|1|0", "0-2|1-2|0", "0-3|2-3|0-1", "2,5,7-8|7-8|2,5", "0-7|4-7|0-3"})
    void clientAndDatabaseShareTheCoresEqually(String allowed, String client, String database) {
        assertParted(Placement.halves(allowed, List.of(), 1), client, database, allowed);
        List<String> single = List.of("0", "1", "2", "3", "4", "5", "6", "7", "8");
        assertParted(Placement.halves(allowed, single, 1), client, database, allowed);
    }

    @Test
    void hardwareThreadsOfACoreStayTogether() {
        List<String> eight = List.of("0,4", "1,5", "2,6", "3,7", "0,4", "1,5", "2,6", "3,7");
        assertParted(Placement.halves("0-7", eight, 1), "2-3,6-7", "0-1,4-5", "0-7");
        assertParted(
                Placement.halves("0-7", List.of("0-1", "0-1", "2-3", "2-3", "4-5", "4-5", "6-7", "6-7"), 4),
                "4-7",
                "0-3",
                "0-7");
        // Divides only allowed CPUs.
        assertParted(Placement.halves("0,4,1,5", eight, 1), "1,5", "0,4", "0-1,4-5");
    }

    @Test
    void hardwareThreadsOfASingleCoreAreSplit() {
        List<String> one = List.of("0-3", "0-3", "0-3", "0-3");
        assertParted(Placement.halves("0-3", one, 1), "2-3", "0-1", "0-3");
    }

    @Test
    void tooFewCpusAreNotPinned() {
        assertThat(Placement.halves("0", List.of("0"), 1)).isEmpty();
        assertThat(Placement.halves("0-1", List.of("0", "1"), 2))
                .as("the client would have one CPU for two connections")
                .isEmpty();
        assertThat(Placement.halves("0-3", List.of(), 3)).isEmpty();
        assertThat(Placement.halves("none", List.of(), 1)).isEmpty();
    }
}
