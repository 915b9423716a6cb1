package dev.jdbcbench.report.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.event.Exchange;
import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.run.Topology;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExchangeDiffTest {
    private static RunExample run() {
        return new RunExample("20261121-091500-explain-local-7f3a", Topology.LOCAL, 3, true)
                .measured("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 62, 63, 61)
                .measured("Select1Row", Mode.TEXT, DriverCatalogue.MYSQL, 83, 84, 82.5)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, 62, 63, 61)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MYSQL, 83, 84, 82.5)
                .explained("Do1", Mode.TEXT, DriverCatalogue.MARIADB, 1, 9, 11);
    }

    private static ExchangeDiff of(double roundTrips, long up, long down) {
        return ExchangeDiff.of(run().explained("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 1, 1000, 1000)
                .explained("Select1Row", Mode.TEXT, DriverCatalogue.MYSQL, roundTrips, up, down)
                .explained("Do1", Mode.TEXT, DriverCatalogue.MYSQL, 1, 9, 11)
                .fold()
                .results());
    }

    @Test
    void additionalRoundTripIsWorse() {
        ExchangeDiff diff = of(3, 1000, 1000);
        assertThat(diff.worse())
                .singleElement()
                .extracting(ExchangeDiff.Operation::summary)
                .isEqualTo("Select1Row text: round trips 1 → 3; commands 1 QUERY → 3 QUERY");
        assertThat(diff.text()).isEqualTo("""
                mariadb 4.0.0 → mysql 9.7.0

                ▲ Select1Row text
                    round trips        1 → 3
                    bytes up           1000
                    bytes down         1000
                    QUERY              1 → 3

                1 of 2 operations exchange the same with the server; 1 became worse.
                """);
        assertThat(diff.markdown())
                .contains("| ▲ Select1Row text | 1 → 3 | 1000 | 1000 | 1 QUERY | 3 QUERY |")
                .endsWith("1 of 2 operations exchange the same with the server.\n");
    }

    @Test
    void fewerRoundTripsAreShownWithoutFailure() {
        ExchangeDiff diff =
                ExchangeDiff.of(run().explained("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 3, 1000, 1000)
                        .explained("Select1Row", Mode.TEXT, DriverCatalogue.MYSQL, 1, 400, 1000)
                        .fold()
                        .results());
        assertThat(diff.worse()).isEmpty();
        assertThat(diff.text())
                .contains("  Select1Row text\n", "round trips        3 → 1", "bytes up           1000 → 400")
                .contains("! Do1 text: only mariadb 4.0.0 (")
                .doesNotContain("▲");
    }

    @Test
    void growthOfOnePercentInBytesIsAccepted() {
        assertThat(of(1, 1010, 1010).worse()).isEmpty();
        assertThat(of(1, 1012, 1000).worse())
                .singleElement()
                .extracting(ExchangeDiff.Operation::summary)
                .isEqualTo("Select1Row text: bytes up 1000 → 1012");
        assertThat(of(1, 1000, 1012).worse()).hasSize(1);
        assertThat(of(1.2, 1000, 1000).worse())
                .as("less than half a round trip is not a change")
                .isEmpty();
    }

    @Test
    void singleDriverCannotBeCompared() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ExchangeDiff.of(new RunExample("20261121-091500-local-7f3a", Topology.LOCAL, 3, true)
                        .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, 62, 63, 61)
                        .fold()
                        .results()));
    }

    private static Exchange exchange(double roundTrips, String... statements) {
        return new Exchange(
                roundTrips, roundTrips, 0, 20, 50, 0, Map.of("COM_QUERY", roundTrips), 5, null, List.of(statements));
    }

    @Test
    void statementsOfBothSidesAreShown() {
        ExchangeDiff diff = new ExchangeDiff(
                "mariadb 3.5.9",
                "mariadb 3.5.10",
                List.of(new ExchangeDiff.Operation(
                        "PoolReadOnly text",
                        exchange(1, "SELECT 1"),
                        exchange(3, "set read only", "SELECT 1", "set read write"))),
                List.of());
        assertThat(diff.text()).contains("""
                    statements         SELECT 1
                                       → set read only
                                         SELECT 1
                                         set read write
                """);
        assertThat(diff.markdown()).contains("PoolReadOnly text\n\n~~~~\n    statements         SELECT 1\n");
    }
}
