package dev.jdbcbench.bisect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.report.TerminalLines;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Topology;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class ReleaseTableTest {
    private static Results counted(String version, double roundTrips, long up) {
        return new RunExample("20261121-091500-explain-local-7f3a", Topology.LOCAL, 3, true)
                .measuredAt(version, "Do1", Mode.TEXT, DriverCatalogue.MARIADB, 62, 63, 61)
                .explained(roundTrips, up, 11)
                .fold()
                .results();
    }

    /** The change at 3.5.10 was taken back: the ends are equal, so a search would not see it. */
    @Test
    void changeBetweenEqualEndsIsShownInTheOrderOfVersions() {
        ReleaseTable table = ReleaseTable.of(
                "mariadb",
                List.of(
                        counted("3.5.10", 3, 90),
                        counted("3.5.9", 1, 9),
                        counted("3.5.8", 1, 9),
                        counted("3.5.11", 1, 9)),
                List.of(),
                List.of("bisect", "--all"));
        assertThat(table.versions()).containsExactly("3.5.8", "3.5.9", "3.5.10", "3.5.11");
        assertThat(table.markdown())
                .contains(
                        "4 versions of mariadb, 3.5.8 to 3.5.11",
                        "| Do1 text | 3.5.8 – 3.5.9 | 1 | 1 QUERY | 9 | 11 |",
                        "| Do1 text | 3.5.10 | 3 | 3 QUERY | 90 | 11 |",
                        "| Do1 text | 3.5.11 | 1 | 1 QUERY | 9 | 11 |",
                        "**mariadb 3.5.10**, Do1 text: 1 RTT, 1 QUERY, 9 + 11 B → 3 RTT, 3 QUERY, 90 + 11 B",
                        "**mariadb 3.5.11**, Do1 text: 3 RTT")
                .endsWith("    bench bisect --all\n");
        TerminalLines.assertFit(table::text);
        assertThat(table.text(80))
                .contains("\nDo1 text   3.5.8 – 3.5.9            1  1 QUERY ", "mariadb 3.5.10, Do1 text: 1 RTT")
                .doesNotContain("|", "**");
        JsonNode json = Json.read(Json.pretty(table), JsonNode.class);
        assertThat(json.get("schema").asString()).isEqualTo("releases/1");
        assertThat(json.at("/rows/0/points/2/exchange/roundTrips").asDouble()).isEqualTo(3);
    }
}
