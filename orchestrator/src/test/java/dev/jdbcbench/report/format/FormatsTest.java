package dev.jdbcbench.report.format;

import dev.jdbcbench.comparison.Compared;
import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.report.Golden;
import dev.jdbcbench.report.Report;
import dev.jdbcbench.report.ReportFormat;
import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.run.Topology;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Reports in formats that no test of their own compares character by character. */
class FormatsTest {
    private static final List<String> COMMAND = List.of("run", "--scenario", "Do1 & <b>");

    private static String in(String format, Report report) {
        return Objects.requireNonNull(ReportFormat.all().get(format)).render(report, false, 80);
    }

    @Test
    void runMatchesItsGoldenFiles() throws IOException {
        Report report = Report.of(Report.Run.of(RunExample.local().fold(), COMMAND));
        Golden.assertSame("run.md", in("markdown", report));
        Golden.assertSame("run.csv", in("csv", report).replace("\r\n", "\n"));
    }

    @Test
    void comparisonMatchesItsGoldenFile() throws IOException {
        RunExample run = new RunExample("20261121-091500-local-7f3a", Topology.LOCAL, 5, true)
                .measuredAt("1.0", "Do1", Mode.TEXT, DriverCatalogue.MARIADB, 300, 302, 298, 301, 500)
                .measuredAt("2.0", "Do1", Mode.TEXT, DriverCatalogue.MARIADB, 327, 329.2, 324.8, 328.1, Double.NaN);
        Compared compared = Compared.of(run.fold(), 0.05, true);
        Golden.assertSame("compare.txt", in("text", new Report(List.of(), null).comparing(compared)));
    }
}
