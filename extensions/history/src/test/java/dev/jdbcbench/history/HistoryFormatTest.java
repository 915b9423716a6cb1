package dev.jdbcbench.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.comparison.HistoryExample;
import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.report.Golden;
import dev.jdbcbench.report.TerminalLines;
import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Topology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

@Isolated("changes the default locale")
class HistoryFormatTest {
    private static final String KEY = "local/client/client/mariadb/Select1Row/text/mariadb/tcp/1";

    private final List<CellHistory> nights = Histories.of(HistoryExample.nights());

    private static HistoryFormat format(String id) {
        return Objects.requireNonNull(HistoryFormat.all().get(id));
    }

    @ParameterizedTest
    @CsvSource({
        "text, history.txt",
        "markdown, history.md",
        "csv, history.csv",
        "json, history.json",
        "otava-config, history-otava.yaml",
        "benchfmt, history-benchfmt.txt",
        "bmf, history-bmf.json"
    })
    void eachFormatMatchesItsGoldenFile(String id, String file) throws IOException {
        assertReviewed(id, file);
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY);
            assertReviewed(id, file);
        } finally {
            Locale.setDefault(before);
        }
    }

    /** Git stores the files with line feeds only. */
    private void assertReviewed(String id, String file) throws IOException {
        Golden.assertSame(file, format(id).render(nights).replace("\r\n", "\n"));
    }

    /** The page shows the reviewed examples. */
    @Test
    void documentationShowsTheGoldenFiles() throws IOException {
        String page = Files.readString(Path.of("..", "..", "docs", "how-to", "history.md"));
        assertThat(page)
                .contains("```\n" + format("text").render(nights) + "```")
                .contains("```yaml\n" + format("otava-config").render(nights) + "```")
                .contains("`" + BenchFormat.name(nights.get(0).newest().cell()) + "`");
    }

    @Test
    void otavaHasARowPerRunAndAColumnPerCell() {
        assertThat(format("otava").render(nights))
                .isEqualTo("time,run,commit,version,name,tags," + KEY + "\r\n"
                        + "2026-11-02T03:00:00Z,20261102-030000-local-0002,,3.5.9,first on the new JDK,nightly,60.59798\r\n"
                        + "2026-11-03T03:00:00Z,20261103-030000-local-0003,c0000003,3.5.10,,nightly commit/c0000003,59.998\r\n"
                        + "2026-11-04T03:00:00Z,20261104-030000-local-0004,,4.0.0,,,65.9978\r\n");
        assertThat(format("otava").leftOut(nights))
                .containsExactly(
                        "1 run is left out, in whole or in part, because more than the driver differs from the newest"
                                + " run; --format text lists the differences");
    }

    /** Otava has no notation for a missing value. */
    @Test
    void otavaOmitsRunsWithMissingCells() {
        List<RunExample> runs = new ArrayList<>();
        for (int day = 1; day <= 3; day++) {
            RunExample run = HistoryExample.night(day, "4.0.0", 60);
            runs.add(day == 2 ? run : run.measured("Do1", Mode.TEXT, DriverCatalogue.MYSQL, 10, 11, 12));
        }
        List<CellHistory> cells = Histories.of(runs);
        List<String> lines = format("otava").render(cells).lines().toList();
        assertThat(lines).hasSize(3);
        assertThat(lines.get(0)).endsWith(",name,tags," + KEY + ",local/client/client/mariadb/Do1/text/mysql/tcp/1");
        assertThat(lines.get(1)).contains("-0001,").contains(",mariadb@4.0.0 mysql@9.7.0,");
        assertThat(lines.get(2)).contains("-0003,");
        assertThat(format("otava").leftOut(cells))
                .singleElement()
                .asString()
                .startsWith("1 of 3 runs are left out, because they lack a cell");
    }

    @Test
    void textFitsATerminal() {
        String text = format("text").render(Histories.of(HistoryExample.step()));
        assertThat(text.lines())
                .hasSize(23)
                .allSatisfy(line -> assertThat(line.length()).as(line).isLessThanOrEqualTo(80));
    }

    @Test
    void longVersionsAndTagsAreWholeOnEachTerminal() {
        List<RunExample> runs = new ArrayList<>();
        for (int day = 1; day <= 3; day++) {
            runs.add(HistoryExample.night(day, "3.5.12-SNAPSHOT+local.2026112" + day, 60 + day)
                    .named(null, "nightly-of-the-main-branch", "commit/c00000000000000000" + day, "after-upgrade"));
        }
        List<CellHistory> cells = Histories.of(runs);
        TerminalLines.assertFit(columns -> format("text")
                .render(cells, columns)
                .replaceAll("[.o-]{8,}", "chart")
                .replaceAll("tags:?", ""));
        assertThat(format("text").render(cells, 200))
                .contains("all tagged nightly-of-the-main-branch, after-upgrade\n", "  commit/c000000000000000001\n")
                .doesNotContain("tags: ");
    }

    @Test
    void singleForkHasNoInterval() {
        List<CellHistory> cells = Histories.of(List.of(new RunExample("20261101-r-local-1", Topology.LOCAL, 1, true)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MYSQL, 10)));
        assertThat(format("text").render(cells)).contains("±?", "o");
        assertThat(format("bmf").render(cells)).contains("\"value\" :").doesNotContain("upper_value");
    }

    @Test
    void goBenchmarkNamesHaveOnlyAllowedCharacters() {
        Cell cell = new Cell(
                Topology.DISTANT,
                "client",
                "db1",
                "my sql/8",
                "orders-by day",
                Map.of("count", "1 000/2", "b", "x=y"),
                Mode.HIT,
                "mysql",
                "9.7.0",
                Transport.TLS,
                16,
                null);
        assertThat(BenchFormat.name(cell))
                .isEqualTo(
                        "BenchmarkOrders-by_day/b=x_y/count=1_000_2/topology=distant/server=my_sql_8/mode=hit/driver=mysql"
                                + "/transport=tls/threads=16")
                .matches("Benchmark\\p{Lu}\\S*");
    }

    @Test
    void bencherGetsOnlyTheNewestRun() {
        List<CellHistory> cells = Histories.of(List.of(
                HistoryExample.night(1, "4.0.0", 60).measured("Do1", Mode.TEXT, DriverCatalogue.MYSQL, 10, 11, 12),
                HistoryExample.night(2, "4.0.0", 60)));
        JsonNode json = Json.read(format("bmf").render(cells), JsonNode.class);
        assertThat(json.propertyNames()).containsExactly(KEY);
        JsonNode latency = json.path(KEY).path("latency");
        assertThat(latency.path("value").asDouble()).isEqualTo(59998);
        assertThat(latency.path("lower_value").asDouble()).isBetween(57_000.0, 59_998.0);
        assertThat(latency.path("upper_value").asDouble()).isBetween(59_998.0, 63_000.0);
    }

    @Test
    void formatsAreWellFormedWithoutRuns() {
        assertThat(format("otava").render(List.of())).isEqualTo("time,run,commit,version,name,tags\r\n");
        assertThat(format("bmf").render(List.of())).isEqualTo("{ }\n");
        assertThat(format("benchfmt").render(List.of())).isEqualTo("Unit ns/op better=lower\n");
        assertThat(format("otava-config").render(List.of())).contains("metrics: {}");
        assertThat(format("json").render(List.of())).contains("history/1");
    }
}
