package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.cli.console.Signs;
import dev.jdbcbench.comparison.CollectedExample;
import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.DriverKind;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.report.Golden;
import dev.jdbcbench.report.Rendered;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.run.Topology;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Compares the output of {@code run} and {@code collect} character by character, at 80, 100 and 200 columns: plain (in
 * a pipe or with {@code NO_COLOR}), in colour (on a terminal) and in ASCII (under {@code LC_ALL=C}).
 */
class TerminalsTest {
    private static final Results THREE = run(List.of("mariadb 4.0.0", "mysql 9.7.0", "drizzle 1.4"));
    private static final Results FIVE =
            run(List.of("mariadb 4.0.0", "mariadb 3.5.9", "mariadb 2.7.12", "mysql 9.7.0", "drizzle 1.4"));

    /** Rows of the core set, with numbers of every kind: narrow, wide, equal, open, faster. */
    private static Results run(List<String> drivers) {
        RunExample run = new RunExample("20261121-091500-local-7f3a", Topology.LOCAL, 3, true);
        for (int i = 0; i < drivers.size(); i++) {
            String[] driver = drivers.get(i).split(" ", 2);
            DriverKind kind = DriverCatalogue.of(driver[0]).orElseThrow();
            double slower = 1 + 0.13 * i;
            run.measuredAt(driver[1], "Do1", Mode.TEXT, kind, 59.2, 59.2 + 3 * i, 59.2 + i);
            run.measuredAt(driver[1], "Select1Row", Mode.TEXT, kind, 62 * slower, 63 * slower, 61 * slower);
            if (kind == DriverCatalogue.DRIZZLE) {
                run.unsupported("Select1Row", Mode.HIT, kind);
            } else {
                run.measuredAt(driver[1], "Select1Row", Mode.HIT, kind, 58 / slower, 57.9 / slower, 58.2 / slower);
            }
            run.measuredAt(
                    driver[1],
                    "InsertBatch100",
                    Mode.TEXT,
                    kind,
                    1900 * (1 + 3 * i),
                    1910 * (1 + 3 * i),
                    1880 * (1 + 3 * i));
            run.measuredAt(driver[1], "InsertBatch100", Mode.REWRITE, kind, 286, 286.5 + 0.2 * i, 286.2);
        }
        return run.fold().results();
    }

    @ParameterizedTest
    @CsvSource({"plain, false", "ascii, true"})
    void threeDriversLookTheSameAtEveryWidth(String name, boolean ascii) throws IOException {
        Signs signs = new Signs(ascii, ascii);
        for (int columns : new int[] {80, 100, 200}) {
            Golden.assertSame("run-" + name + ".txt", signs.in(Rendered.run(THREE, columns)));
        }
        assertThat(Rendered.run(THREE, 80).lines()).allMatch(line -> line.length() <= 80);
    }

    @ParameterizedTest
    @CsvSource({"80", "100", "200"})
    void fiveDriversUseTheAvailableWidth(int columns) throws IOException {
        Golden.assertSame("run-five-" + columns + ".txt", Rendered.run(FIVE, columns));
        assertThat(Rendered.run(FIVE, columns).lines()).allMatch(line -> line.length() <= columns);
    }

    @Test
    void collectHasAnAsciiForm() throws IOException {
        Golden.assertSame(
                "collect-ascii.txt",
                new Signs(true, true)
                        .in(Rendered.in("text", CollectedExample.full().collected())));
    }

    @Test
    void asciiOutputHasOnlyAscii() {
        Signs ascii = new Signs(true, false);
        assertThat(ascii.in(Rendered.run(THREE, 80))).isASCII();
        assertThat(ascii.in(Rendered.wide(FIVE))).isASCII();
        assertThat(ascii.in(Rendered.wide(CollectedExample.full().collected()))).isASCII();
    }
}
