package dev.jdbcbench.preparation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.config.Cpus;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which CPUs each side is given. */
class PlacementTest {
    private static Optional<Cpus> of(String client, String database) {
        return Optional.of(Cpus.of(Optional.of(client), Optional.of(database)));
    }

    /** A virtual machine's CPUs, each a core; what the host does not say of its cores. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"0-2|1-2|0", "0-3|2-3|0-1", "2,5,7-8|7-8|2,5", "0-7|4-7|0-3"})
    void eachSideHasHalfOfTheCores(String allowed, String client, String database) {
        assertThat(Placement.apart(allowed, List.of(), 1)).isEqualTo(of(client, database));
        List<String> single = List.of("0", "1", "2", "3", "4", "5", "6", "7", "8");
        assertThat(Placement.apart(allowed, single, 1)).isEqualTo(of(client, database));
    }

    @Test
    void theThreadsOfACoreStayTogether() {
        List<String> eight = List.of("0,4", "1,5", "2,6", "3,7", "0,4", "1,5", "2,6", "3,7");
        assertThat(Placement.apart("0-7", eight, 1)).isEqualTo(of("2-3,6-7", "0-1,4-5"));
        assertThat(Placement.apart("0-7", List.of("0-1", "0-1", "2-3", "2-3", "4-5", "4-5", "6-7", "6-7"), 4))
                .isEqualTo(of("4-7", "0-3"));
        assertThat(Placement.apart("0,4,1,5", eight, 1))
                .as("of those that may be used")
                .isEqualTo(of("1,5", "0,4"));
    }

    @Test
    void theThreadsOfTheOnlyCoreArePartedWhereThereIsNoOther() {
        List<String> one = List.of("0-3", "0-3", "0-3", "0-3");
        assertThat(Placement.apart("0-3", one, 1)).isEqualTo(of("2-3", "0-1"));
    }

    @Test
    void nothingIsPinnedWhereThereAreNotEnough() {
        assertThat(Placement.apart("0", List.of("0"), 1)).isEmpty();
        assertThat(Placement.apart("0-1", List.of("0", "1"), 1))
                .as("the client would have one")
                .isEmpty();
        assertThat(Placement.apart("0-3", List.of(), 3)).isEmpty();
        assertThat(Placement.apart("none", List.of(), 1)).isEmpty();
    }
}
