package dev.jdbcbench.report.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.DriverKind;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.report.Rendered;
import dev.jdbcbench.report.layout.ChangeText;
import dev.jdbcbench.result.Results.Contrast;
import dev.jdbcbench.result.Results.Robust;
import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.run.Axis;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.statistics.contrast.Verdict;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the short table of {@code run} character by character. A reader should understand it in ten seconds. */
@Isolated("changes the default locale")
class RunBriefTest {
    private final Locale before = Locale.getDefault();

    @AfterEach
    void restoreLocale() {
        Locale.setDefault(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"en-US", "de-DE", "ar-EG"})
    void tableOfARunMatchesTheExpectedText(String locale) {
        Locale.setDefault(Locale.forLanguageTag(locale));
        assertThat(Rendered.run(RunExample.local().fold().results(), 80)).isEqualTo("""
                        bench run 7f3a · local · MariaDB 11.4.5 · JDK 17.0.15 · example · 27 s

                        time per operation of one connection, lower is better
                        change against mariadb 4.0.0 with its 95 % interval
                                             mariadb 4.0.0  mysql 9.7.0 (×)      drizzle 1.4
                        Select1Row     text  62.0 µs        ▲ 1.34× [1.32 1.37]  –
                                       hit   –              –                    –
                        InsertBatch100 text  1.90 ms        ▲ 4.21× [4.14 4.29]  –
                        geomean                               2.38× [2.36 2.40]

                        ▲ slower · – unsupported
                        mysql 9.7.0: slower in 2 of 2 rows, never faster.
                        noise: steal up to 0.0 %, others up to 42 %
                        details: ./bench attach 7f3a --wide
                        """);
    }

    private static RunExample withTwin(double... twin) {
        double[] base = new double[twin.length];
        double[] slower = new double[twin.length];
        for (int i = 0; i < twin.length; i++) {
            base[i] = 100;
            slower[i] = 150 + i;
        }
        return new RunExample("run-1", Topology.LOCAL, twin.length, true)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, base)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MYSQL, slower)
                .twin("Do1", Mode.TEXT, DriverCatalogue.MARIADB, twin);
    }

    private static String control(double... twin) {
        String text = Rendered.run(withTwin(twin).fold().results(), 80).replaceAll("\\s+", " ");
        return text.substring(text.indexOf("A/A control"), text.indexOf(" details: "))
                .replace(" " + TwinText.WIDTH.strip(), "");
    }

    /** Own is CPU time of the driver alone, so a run of it must not call it the time of an operation. */
    @Test
    void tableSaysWhichRowsAreOwn() {
        RunExample own = new RunExample("run-1", Topology.LOCAL, 3, true)
                .transport(Transport.MEMORY)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, 0.1, 0.1, 0.1)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MYSQL, 1, 1, 1);
        assertThat(Rendered.run(own.fold().results(), 80))
                .contains("memory: CPU time per operation of the driver's own code, lower is better\n")
                .doesNotContain("time per operation of one connection");
        RunExample both = own.transport(Transport.TCP)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, 50, 50, 50)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MYSQL, 60, 60, 60);
        assertThat(Rendered.run(both.fold().results(), 80)).contains("""
                time per operation of one connection, lower is better
                memory: CPU time per operation of the driver's own code, lower is better
                """);
    }

    @Test
    void onlyRowIsNotOneOfOne() {
        assertThat(Rendered.run(withTwin(100, 101, 100, 101).fold().results(), 80))
                .contains("mysql 9.7.0: slower in its only row.\n");
        assertThat(Rendered.run(withTwin(100, 102).fold().results(), 80))
                .contains("mysql 9.7.0: not decided in its only row.\n");
    }

    @Test
    void controlSaysWhetherABiasWasFound() {
        assertThat(control(100.1, 99.9, 100.2, 99.8))
                .isEqualTo("A/A control, a driver against itself: [-0.3 +0.3] % includes 0: no bias found");
        assertThat(control(110, 111, 109, 110)).endsWith(" % excludes 0: biased");
        assertThat(control(100.5, 100.6, 100.4, 100.5)).endsWith("[+0.4 +0.6] % is within ±2 %: negligible");
        assertThat(control(70, 100, 140, 100)).endsWith(" % includes 0: no bias found");
        assertThat(control(100, 101))
                .isEqualTo("A/A control, a driver against itself: no interval with fewer than 3 groups");
    }

    @Test
    void widthOfAControlIsExplainedWhereItCouldBeMisread() {
        assertThat(Rendered.run(withTwin(70, 100, 140, 100).fold().results(), 80))
                .contains(TwinText.WIDTH + "\n");
        assertThat(Rendered.run(withTwin(110, 111, 109, 110).fold().results(), 80))
                .doesNotContain(TwinText.WIDTH);
    }

    @Test
    void twoGroupsShowNoIntervalAndTheReason() {
        String brief = Rendered.run(withTwin(100, 102).fold().results(), 80);
        assertThat(brief)
                .contains("? 1.50×\n")
                .contains("? not decided (where there is no interval: it takes 3 groups)");
        assertThat(Rendered.wide(withTwin(100, 102).fold().results()).replaceAll("\\s+", " "))
                .contains(
                        "A/A control: no interval with fewer than 3 groups ",
                        "1.50 ?",
                        "±?",
                        "? not decided (where there is no interval: it takes 3 groups)")
                .doesNotContain("±>999");
    }

    @Test
    void meanOfUndecidedRowsIsNotDecided() {
        RunExample run = new RunExample("run-1", Topology.LOCAL, 3, true);
        for (String scenario : List.of("Do1", "Select1Row", "Insert1Row", "CallFunction")) {
            run.measured(scenario, Mode.TEXT, DriverCatalogue.MARIADB, 100, 100, 100)
                    .measured(scenario, Mode.TEXT, DriverCatalogue.MYSQL, 105, 125, 140);
        }
        String text = Rendered.run(run.fold().results(), 80);
        assertThat(text).containsPattern("geomean +\\? +\\+22 %\n").contains("(nor is a mean if none of its rows is)");
        assertThat(Rendered.wide(run.fold().results()))
                .containsPattern("over 4 rows: mysql \\S+ 1.22 of mariadb \\S+ \\?\n");
    }

    @Test
    void neverIsSaidOnlyIfEachRowIsDecided() {
        RunExample run = new RunExample("run-1", Topology.LOCAL, 4, true);
        for (String scenario : List.of("Do1", "Select1Row")) {
            run.measured(scenario, Mode.TEXT, DriverCatalogue.MARIADB, 100, 100.1, 100, 100.1)
                    .measured(scenario, Mode.TEXT, DriverCatalogue.MYSQL, 140, 140.2, 140.1, 140);
        }
        assertThat(Rendered.run(run.fold().results(), 80))
                .contains("mysql 9.7.0: slower in 2 of 2 rows, never faster.");
        run.measured("Insert1Row", Mode.TEXT, DriverCatalogue.MARIADB, 100, 100, 100, 100)
                .measured("Insert1Row", Mode.TEXT, DriverCatalogue.MYSQL, 90, 140, 80, 120);
        assertThat(Rendered.run(run.fold().results(), 80))
                .contains("mysql 9.7.0: slower in 2 of 3 rows, not decided in 1.");
    }

    @Test
    void linesFitTheTerminal() {
        assertThat(Rendered.run(RunExample.distant().fold().results(), 80).lines())
                .allMatch(line -> line.length() <= 80);
    }

    /** The core set's rows with the longest names and numbers seen so far, as a first run prints them. */
    @Test
    void threeDriversAreSideBySide() {
        RunExample core = new RunExample("run-1", Topology.LOCAL, 3, true);
        for (DriverKind kind : List.of(DriverCatalogue.MARIADB, DriverCatalogue.MYSQL, DriverCatalogue.DRIZZLE)) {
            double slower = kind == DriverCatalogue.MARIADB ? 1 : kind == DriverCatalogue.MYSQL ? 1.13 : 1.05;
            core.measured("Do1", Mode.TEXT, kind, 59.2 * slower, 60.1 * slower, 61.5);
            core.measured("InsertBatch100", Mode.REWRITE, kind, 286 * slower * slower, 300, 330 * slower);
            core.measured("CallOutParameter", Mode.TEXT, kind, 61.9, 1292 * slower, 70 * slower);
        }
        String text = Rendered.run(core.fold().results(), 80);
        assertThat(text).startsWith("bench run 1 · local");
        assertThat(text.lines()).allMatch(line -> line.length() <= 80);
    }

    @Test
    void runWithoutComparisonsUsesTheWideTable() {
        RunExample one =
                new RunExample("run-1", Topology.LOCAL, 3, true).measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB);
        assertThat(Rendered.run(one.fold().results(), 100))
                .isEqualTo(Rendered.wide(one.fold().results()));
    }

    private static String change(double ratio, double low, double high, Verdict verdict) {
        ChangeText text = ChangeText.of(new Contrast(
                Axis.DRIVER,
                "a",
                "b",
                ratio,
                low,
                high,
                0.5,
                5,
                0.02,
                verdict,
                "",
                null,
                new Robust(ratio, low, high, true)));
        return text.mark() + " " + text.change() + " " + text.interval();
    }

    /** An interval that excludes 0 % never gets the sign for an unknown change. */
    @Test
    void changeAndIntervalAgree() {
        assertThat(change(1.27, 1.12, 1.43, Verdict.SLOWER)).isEqualTo("▲ +27 % [+12 +43]");
        assertThat(change(1.84, 1.52, 2.22, Verdict.SLOWER)).isEqualTo("▲ 1.84× [1.52 2.22]");
        assertThat(change(0.5, 0.4, 0.61, Verdict.FASTER)).isEqualTo("▼ 0.50× [0.40 0.61]");
        assertThat(change(1.004, 0.997, 1.011, Verdict.EQUAL)).isEqualTo("= +0.4 % [-0.3 +1.1]");
        assertThat(change(1.05, 0.98, 1.12, Verdict.UNDECIDED)).isEqualTo("? +5 % [-2 +12]");
        assertThat(change(1.05, 1.01, 1.09, Verdict.UNDECIDED)).startsWith("↑");
        assertThat(change(0.95, 0.91, 0.99, Verdict.UNDECIDED)).startsWith("↓");
    }
}
