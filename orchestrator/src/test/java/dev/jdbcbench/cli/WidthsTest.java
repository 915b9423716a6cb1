package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.cli.console.Console;
import dev.jdbcbench.cli.console.Signs;
import dev.jdbcbench.comparison.CollectedExample;
import dev.jdbcbench.comparison.Compared;
import dev.jdbcbench.comparison.Limits;
import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.DriverKind;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.event.Noise;
import dev.jdbcbench.event.RttMethod;
import dev.jdbcbench.report.Rendered;
import dev.jdbcbench.report.Report;
import dev.jdbcbench.report.TerminalLines;
import dev.jdbcbench.report.layout.Page;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.run.Profile;
import dev.jdbcbench.run.Topology;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** No line of a table or of the sentences around it is wider than the terminal, and no word is cut. */
class WidthsTest {
    private static final List<String> LONG =
            List.of("CallableStatementWithOutParameter", "InsertBatch100", "Select1000Rows", "Do1");

    /** What the sentences of a run must keep in one line, to be read at a glance. */
    private static final List<String> ONE_LINE = List.of("bench run", "noise:", "rounds:", "A/A control");

    private static Results run(Topology topology, int drivers, boolean claims) {
        RunExample run = new RunExample("20261121-091500-" + topology.id() + "-7f3a", topology, 3, claims);
        List<DriverKind> kinds = List.of(DriverCatalogue.MARIADB, DriverCatalogue.MYSQL, DriverCatalogue.DRIZZLE);
        for (String scenario : LONG) {
            for (int i = 0; i < drivers; i++) {
                double slower = 100 * (1 + 7.7 * i);
                run.measuredAt(
                        i == 0 ? kinds.get(0).defaultVersion() : "3.5." + i,
                        scenario,
                        Mode.TEXT,
                        kinds.get(i % 3),
                        slower,
                        slower * 1.3,
                        slower * 1.1);
            }
            run.twin(scenario, Mode.TEXT, DriverCatalogue.MARIADB, 70, 100, 140);
        }
        run.failed(
                "Do1", Mode.HIT, DriverCatalogue.MYSQL, "java.sql.SQLException: connection reset (logs/fork-01.log)");
        return run.rtt(RttMethod.PROTOCOL, 351.2, 352.3, 353.1).fold().results();
    }

    private static String in(Report report, int columns) {
        return Rendered.in("text", report, false, columns);
    }

    private static Compared compared() {
        RunExample run = new RunExample("20261121-091500-local-7f3a", Topology.LOCAL, 5, true);
        for (String scenario : LONG) {
            run.measuredAt("1.0", scenario, Mode.TEXT, DriverCatalogue.MARIADB, 300, 302, 298, 301, 500)
                    .measuredAt("2.0", scenario, Mode.TEXT, DriverCatalogue.MARIADB, 327, 329.2, 324.8, 328.1, 700);
        }
        return Compared.of(run.fold(), Limits.of(0.05), true);
    }

    private static Map<String, String> tables(int columns) {
        Map<String, String> tables = new LinkedHashMap<>();
        tables.put("three drivers", Rendered.run(run(Topology.LOCAL, 3, true), columns));
        tables.put("six drivers", Rendered.run(run(Topology.LOCAL, 6, true), columns));
        tables.put("distant", Rendered.run(run(Topology.DISTANT, 2, true), columns));
        tables.put("no claims", Rendered.run(run(Topology.LOCAL, 6, false), columns));
        tables.put(
                "smoke",
                Rendered.run(
                        new RunExample("20261121-091500-local-7f3a", Topology.LOCAL, 1, false)
                                .profile(Profile.SMOKE)
                                .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, 300)
                                .measured("Do1", Mode.TEXT, DriverCatalogue.MYSQL, 300)
                                .fold()
                                .results(),
                        columns));
        tables.put("collect", in(Report.of(CollectedExample.full().collected()), columns));
        tables.put("compare", in(new Report(List.of(), null).comparing(compared()), columns));
        return tables;
    }

    /** What a command prints on a terminal. */
    private static String printed(int columns, String... args) {
        CommandContext plain = CommandContext.plain();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Bench.run(
                args,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                new CommandContext(
                        plain.clock(),
                        plain.signals(),
                        Console.Display.terminal(columns - 1, 40).withPage(columns),
                        plain.stdout(),
                        plain.stderr(),
                        plain.environment(),
                        plain.typed(),
                        plain.name()));
        return out.toString(StandardCharsets.UTF_8) + err.toString(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(strings = {"list scenarios", "list drivers", "list servers", "list profiles", "list", "list nothing"})
    void listsAndFailuresFitATerminal(String command) {
        TerminalLines.assertFit(columns -> printed(columns, command.split(" ")));
    }

    @Test
    void wideTablesAreAsWideAsTheTerminal() {
        Results results = run(Topology.DISTANT, 2, true);
        TerminalLines.assertFit(columns -> Rendered.wide(results, columns));
        String page = Rendered.wide(results, Page.UNLIMITED);
        assertThat(page.lines().filter(line -> line.contains("slower")).toList())
                .anySatisfy(line -> assertThat(line).hasSizeGreaterThan(80));
        Report collected = Report.of(CollectedExample.full().collected());
        TerminalLines.assertFit(columns -> Rendered.in("text", collected, true, columns));
    }

    static Stream<Arguments> terminals() {
        return Stream.of(80, 100, 200)
                .flatMap(columns -> tables(columns).entrySet().stream()
                        .map(table -> Arguments.of(columns, table.getKey(), table.getValue())));
    }

    @ParameterizedTest(name = "{1} at {0}")
    @MethodSource("terminals")
    void linesFitAndWordsAreWhole(int columns, String name, String text) {
        for (Signs signs : List.of(Signs.PLAIN, new Signs(true, false))) {
            assertThat(signs.in(text).lines())
                    .allSatisfy(line -> assertThat(line.length()).as(line).isLessThanOrEqualTo(columns));
        }
        // Twice as wide, the same words are there: none has been cut.
        Set<String> whole = words(tables(400).getOrDefault(name, ""));
        assertThat(words(text).stream().filter(word -> word.length() > 3))
                .allSatisfy(word -> assertThat(whole).contains(word));
    }

    static Stream<Profile> profiles() {
        return Profile.ALL.stream();
    }

    /** Each at 80 columns, brief and with all details. */
    @ParameterizedTest
    @MethodSource("profiles")
    void headlineNoiseAndControlOfEachProfileAreOneLine(Profile profile) {
        RunExample run = new RunExample(
                        "20261121-091500-distant-7f3a",
                        Topology.LOCAL,
                        4,
                        profile.kind().showsTimes())
                .profile(profile)
                .noise(new Noise(12.3, 175.2, 107.8, 10.6, 0L, 0L, 0L, null, null, null, 129L))
                .notReadable("thermal throttling: hidden", "frequency: hidden")
                .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, 300, 310, 305, 301)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MYSQL, 400, 402, 410, 405)
                .twin("Do1", Mode.TEXT, DriverCatalogue.MARIADB, 200, 310, 405, 301);
        Results results = run.fold().results();
        for (String text : List.of(Rendered.run(results, 80), Rendered.wide(results, 80))) {
            List<String> lines = text.lines().toList();
            assertThat(lines.get(0)).contains(profile.name()).containsAnyOf("bench run", "run 20261121");
            assertThat(lines).anyMatch(line -> line.startsWith("noise:"));
            for (int i = 0; i + 1 < lines.size(); i++) {
                String line = lines.get(i);
                assertThat(line.length()).as(line).isLessThanOrEqualTo(80);
                if (i == 0 || ONE_LINE.stream().anyMatch(line::startsWith)) {
                    assertThat(lines.get(i + 1)).as("after: " + line).doesNotStartWith(" ");
                }
            }
        }
    }

    private static Set<String> words(String text) {
        return Stream.of(text.split("\\s+")).collect(Collectors.toSet());
    }

    @ParameterizedTest(name = "{1} at {0}")
    @MethodSource("terminals")
    void headlineNoiseAndControlAreOneLine(int columns, String name, String text) {
        List<String> lines = text.lines().toList();
        for (int i = 0; i + 1 < lines.size(); i++) {
            String line = lines.get(i);
            if (ONE_LINE.stream().anyMatch(line::startsWith)) {
                assertThat(lines.get(i + 1)).as("after: " + line).doesNotStartWith(" ");
            }
        }
    }
}
