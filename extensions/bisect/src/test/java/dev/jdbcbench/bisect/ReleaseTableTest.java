package dev.jdbcbench.bisect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.bisect.VersionedRow.Point;
import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.event.OwnCost;
import dev.jdbcbench.expected.RowId;
import dev.jdbcbench.report.Rendered;
import dev.jdbcbench.report.TerminalLines;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Topology;
import java.util.List;
import java.util.stream.IntStream;
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
        TerminalLines.assertFit(columns -> Rendered.text(table.text(), columns));
        assertThat(Rendered.text(table.text(), 80))
                .contains("\nDo1 text   3.5.8 – 3.5.9            1  1 QUERY ", "mariadb 3.5.10, Do1 text: 1 RTT")
                .doesNotContain("|", "**");
        JsonNode json = Json.read(Json.pretty(table), JsonNode.class);
        assertThat(json.get("schema").asString()).isEqualTo("releases/1");
        assertThat(json.at("/rows/0/points/2/exchange/roundTrips").asDouble()).isEqualTo(3);
    }

    private static Results looked(String version, double own, boolean warm) {
        return new RunExample("20261121-091500-bisect-local-7f3a", Topology.LOCAL, 3, true)
                .measuredAt(version, "Do1", Mode.TEXT, DriverCatalogue.MARIADB, 62, 63, 61)
                .ownOfLast(new OwnCost(own, own, 424.2, 1000, 1, warm, null))
                .fold()
                .results();
    }

    @Test
    void ownAndAllocationsOfEachVersionAreALine() {
        ReleaseTable table = ReleaseTable.of(
                "mariadb",
                List.of(
                        counted("3.5.9", 1, 100),
                        looked("3.5.9", 1.5, true),
                        looked("3.5.9", 1.234, true),
                        looked("3.5.9", 9, true),
                        looked("3.5.10", 2, false)),
                List.of("bisect"));
        assertThat(table.markdown())
                .contains(
                        "| own, µs | Do1 text |\n| :-- | --: |\n| 3.5.9 | 1.23 |\n| 3.5.10 | 2.00\\* |",
                        "| bytes | Do1 text |\n| :-- | --: |\n| 3.5.9 | 424 |\n| 3.5.10 | 424 |",
                        "the lowest counts. Versions that differ by a few percent may cost the same.",
                        "the driver was still warming up");
        assertThat(ReleaseTable.of("mariadb", List.of(counted("3.5.9", 1, 9)), List.of("bisect"))
                        .markdown())
                .doesNotContain("allocates", "own code");
    }

    private static String steps(double newest) {
        List<Results> runs = IntStream.range(0, 25)
                .mapToObj(i -> looked(
                        "3.5." + i,
                        i == 24 ? newest : i == 17 ? 2.5 : i == 10 ? 1.15 : (i < 10 ? 1 : 1.2) + 0.01 * (i % 3),
                        true))
                .toList();
        return ReleaseTable.of("mariadb", runs, List.of("bisect")).markdown();
    }

    /** From 3.5.10 on it costs more, and with the newest version less. */
    @Test
    void stepIsAVersionFromWhichOnItCostsSomethingElse() {
        assertThat(steps(0.7))
                .contains("| version | operation | before | after | change |\n| :-- | :-- | --: | --: | --: |\n"
                        + "| 3.5.10 | Do1 text | 1.01 | 1.20 | +19 % |\n"
                        + "| 3.5.24 | Do1 text | 1.21 | 0.700 | -42 % |\n\nWhat it allocates")
                .containsOnlyOnce("Where it changed");
    }

    /** Other work on the machine makes a look too high, never too low. */
    @Test
    void newestVersionThatCostsMoreIsNoStep() {
        assertThat(steps(2)).doesNotContain("| 3.5.24 | Do1 text |").contains("| 3.5.10 | Do1 text |");
    }

    /** Allocations repeat within a few percent, so two versions suffice, wherever they are. */
    @Test
    void eachChangeOfAllocationsIsAStep() {
        double[] bytes = {100, 120, 121, 121, 90};
        List<String> versions =
                IntStream.range(0, bytes.length).mapToObj(i -> "3.5." + i).toList();
        List<Point> points = IntStream.range(0, bytes.length)
                .mapToObj(i -> new Point(versions.get(i), null, "not counted", 1.0, bytes[i], true))
                .toList();
        RowId row = new RowId("mariadb", "mariadb", "Do1 text");
        assertThat(new ReleaseTable(
                                "mariadb", versions, List.of(new VersionedRow(row, points)), List.of(), "bench bisect")
                        .markdown())
                .contains("| 3.5.1 | Do1 text | 100 | 120 | +20 % |\n| 3.5.4 | Do1 text | 121 | 90 | -26 % |\n")
                .containsOnlyOnce("Where it changed");
    }

    /** A page has no room for more columns than eight. */
    @Test
    void manyOperationsAreSeveralTables() {
        List<RowId> operations = IntStream.range(0, 9)
                .mapToObj(i -> new RowId("mariadb", "mariadb", "Scenario" + i + " text"))
                .toList();
        List<VersionedRow> rows = operations.stream()
                .map(row -> new VersionedRow(row, List.of(new Point("3.5.9", null, "not counted", 1.5, 100.0, true))))
                .toList();
        assertThat(new ReleaseTable("mariadb", List.of("3.5.9"), rows, List.of(), "bench bisect").markdown())
                .contains(
                        "Scenario6 text | Scenario7 text |\n",
                        "| own, µs | Scenario8 text |\n",
                        "| bytes | Scenario8 text |\n");
    }

    /** Each second version costs 10 % more, and one twice as much: that one is not what neighbours scatter. */
    @Test
    void scatterIsThatOfNeighboursThatExchangeTheSame() {
        List<Results> runs = IntStream.range(0, 42)
                .mapToObj(i -> looked("3.5." + i, i == 41 ? 2 : i % 2 == 0 ? 1 : 1.1, true))
                .toList();
        assertThat(ReleaseTable.of("mariadb", runs, List.of("bisect")).markdown())
                .contains("differ by a median factor of 1.10, and one in twenty by more than 1.10.");
    }
}
