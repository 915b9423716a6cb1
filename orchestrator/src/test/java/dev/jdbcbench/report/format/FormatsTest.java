package dev.jdbcbench.report.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.comparison.CollectedExample;
import dev.jdbcbench.comparison.Compared;
import dev.jdbcbench.comparison.Limits;
import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.report.Golden;
import dev.jdbcbench.report.Rendered;
import dev.jdbcbench.report.Report;
import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.run.Topology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** Reports in formats that no test of their own compares character by character. */
class FormatsTest {
    private static final List<String> COMMAND = List.of("run", "--scenario", "Do1 & <b>");

    private static String in(String format, Report report) {
        return Rendered.in(format, report, false, 80);
    }

    @Test
    void runMatchesItsGoldenFiles() throws IOException {
        Report report = Report.of(Report.Run.of(RunExample.local().fold(), COMMAND));
        Golden.assertSame("run.md", in("markdown", report));
        Golden.assertSame("run.csv", in("csv", report).replace("\r\n", "\n"));
    }

    @Test
    void numbersOfTheCsvNameTheirUnitsAndReasonsHaveTheirOwnColumn() {
        List<String> lines = in(
                        "csv", Report.of(Report.Run.of(RunExample.local().fold(), COMMAND)))
                .lines()
                .toList();
        List<String> names = List.of(lines.get(0).split(",", -1));
        List<String> unsupported = lines.stream()
                .filter(line -> line.startsWith("Select1Row,hit,"))
                .map(line -> List.of(line.split(",", -1)))
                .findFirst()
                .orElseThrow();
        assertThat(names)
                .contains("us_per_op", "ratio_low", "bytes_up", "operations_per_s", "allocated_bytes_per_op")
                .allMatch(name -> name.equals(name.toLowerCase(Locale.ROOT)));
        assertThat(unsupported.get(names.indexOf("status"))).isEqualTo("unsupported");
        assertThat(unsupported.get(names.indexOf("reason")))
                .isEqualTo("Drizzle JDBC cannot prepare statements on the server");
        assertThat(unsupported.get(names.indexOf("forks"))).isEqualTo("0");
    }

    @Test
    void columnsOfTheCsvAreDocumented() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "reference", "csv.md"));
        for (String csv : List.of(
                in("csv", Report.of(Report.Run.of(RunExample.local().fold(), COMMAND))),
                in("csv", Report.of(CollectedExample.full().collected())))) {
            for (String name : csv.lines().findFirst().orElseThrow().split(",")) {
                assertThat(page).contains("`" + name.replaceFirst("_rtt_[0-9]+_us$", "_rtt_N_us") + "`");
            }
        }
    }

    @Test
    void comparisonMatchesItsGoldenFile() throws IOException {
        RunExample run = new RunExample("20261121-091500-local-7f3a", Topology.LOCAL, 5, true)
                .measuredAt("1.0", "Do1", Mode.TEXT, DriverCatalogue.MARIADB, 300, 302, 298, 301, 500)
                .measuredAt("2.0", "Do1", Mode.TEXT, DriverCatalogue.MARIADB, 327, 329.2, 324.8, 328.1, Double.NaN);
        Compared compared = Compared.of(run.fold(), Limits.of(0.05), true);
        Golden.assertSame("compare.txt", in("text", new Report(List.of(), null).comparing(compared)));
    }
}
