package dev.jdbcbench.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Topology;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConsoleTest {
    private final StringWriter err = new StringWriter();
    private final Plan plan = new RunExample("run-1", Topology.LOCAL, 3, true)
            .measured("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB)
            .measured("Select1Row", Mode.TEXT, DriverCatalogue.MYSQL)
            .plan();

    private Console console(Console.Display display, boolean quiet) {
        return new Console(new PrintWriter(err), display, quiet, Signals.none());
    }

    private void run(Console console) {
        console.planned(plan, List.of());
        new SimulatedRun(plan).toTheEnd().events().forEach(console::onEvent);
        console.close();
    }

    @Test
    void withoutRedrawingEachFinishedForkHasALine() {
        run(console(Console.Display.LINES, false));
        assertThat(err.toString()).doesNotContain("\r", "\033");
        assertThat(err.toString().lines().filter(line -> line.startsWith("fork ")))
                .hasSize(6)
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(120));
        assertThat(err.toString()).contains("fork 1/6, cells 0/2, ").contains("fork 6/6, cells 2/2 · ");
    }

    @Test
    void aCellIsNamedWithItsServerIfThereAreSeveral() {
        RunExample two = new RunExample("run-1", Topology.LOCAL, 3, true)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB)
                .server("second")
                .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB);
        Console console = console(Console.Display.LINES, false);
        console.planned(two.plan(), List.of());
        two.plan()
                .cells()
                .forEach(cell -> console.onEvent(new Event(
                        1,
                        SimulatedRun.BEGIN,
                        Event.Source.AGENT,
                        new Fact.CellChecked(cell.key(), "", "", null, "no function", Map.of(), 0, null, null))));
        console.close();
        assertThat(err.toString())
                .contains("cannot measure local mariadb Do1 text mariadb 4.0.0: no function")
                .contains("cannot measure local second Do1 text mariadb 4.0.0: no function");
    }

    @Test
    void terminalLineIsRedrawnAndFitsTheWidth() {
        run(console(Console.Display.terminal(60, 24), false));
        List<String> drawn = List.of(err.toString().split("\r\033\\[K", -1));
        assertThat(drawn.stream().filter(line -> line.startsWith("fork ")))
                .as("when each fork starts and ends")
                .hasSize(12)
                .allSatisfy(
                        line -> assertThat(line).hasSizeLessThanOrEqualTo(60).doesNotContain("\n"));
        assertThat(drawn.get(drawn.size() - 1))
                .as("the line is cleared at the end")
                .isEmpty();
    }

    /** A redraw starts at the same place as the previous one and erases it completely. */
    @Test
    void tableAboveTheLineIsRedrawnIfItFits() {
        Console console = console(Console.Display.terminal(60, 5), false);
        console.redraw(List.of("row 1", "row 2"), "line");
        console.redraw(List.of("row 1", "row 2", "row 3"), "line");
        console.say("said");
        console.redraw(List.of("1", "2", "3", "4"), "too high");
        console.redraw(List.of("x".repeat(61)), "too wide");
        console.close();
        assertThat(err.toString())
                .isEqualTo("\r\033[Krow 1\nrow 2\nline"
                        + "\033[2A\r\033[Jrow 1\nrow 2\nrow 3\nline"
                        + "\033[3A\r\033[Jsaid\n"
                        + "\r\033[Ktoo high"
                        + "\r\033[Ktoo wide"
                        + "\r\033[K");
    }

    private static void prepare(Console console) {
        console.found("here: the client runs on CPU 1", "CPUs: client 1");
        console.step("preparing the agent on here");
        console.warn("the load is high");
        console.found("mariadb on here: 11.8.2 (portable)", "mariadb on here: 11.8.2 (portable)");
        console.found("mysql on here: 9.7.0 (portable)", "mysql on here: 9.7.0 (portable)");
        console.step("starting mariadb on here");
    }

    @Test
    void stepsBeforeTheFirstFigureAreOneLineOfATerminal() {
        Console console = console(Console.Display.terminal(60, 24), false);
        prepare(console);
        console.planned(plan, List.of());
        String drawn = err.toString();
        assertThat(drawn)
                .contains("preparing the agent on here\r\033[K", "starting mariadb on here\r\033[K")
                .as("what a later step replaces is not there");
        String stays = drawn.replaceAll("[^\n]*\r\033\\[K", "");
        assertThat(stays).as("what stays").startsWith("""
                CPUs: client 1
                warning: the load is high
                mariadb on here: 11.8.2 (portable) · mysql on here: 9.7.0 (portable)
                run run-1: 2 cells""");
    }

    @Test
    void everyStepHasItsLineWhereLinesStay() {
        String lines = """
                here: the client runs on CPU 1
                preparing the agent on here
                warning: the load is high
                mariadb on here: 11.8.2 (portable)
                mysql on here: 9.7.0 (portable)
                starting mariadb on here
                """;
        prepare(console(Console.Display.LINES, false));
        assertThat(err).hasToString(lines);
        err.getBuffer().setLength(0);
        Console verbose = console(Console.Display.terminal(60, 24), false);
        verbose.sayEachStep();
        prepare(verbose);
        assertThat(err.toString().replace("\r\033[K", "")).isEqualTo(lines);
    }

    @Test
    void quietConsolePrintsOnlyWarningsAndErrors() {
        Console console = console(Console.Display.LINES, true);
        run(console);
        console.say("said");
        console.stopRequested("INT");
        console.transferred("file", 50_000_000, 100_000_000);
        assertThat(err.toString()).isEmpty();
        console.warn("one");
        console.error("bench: two\n");
        assertThat(err.toString()).isEqualTo("warning: one\nbench: two\n");
    }

    @Test
    void immediateExitListsLeftoversNewestFirst() {
        Console console = console(Console.Display.LINES, true);
        console.cleanUpNeeded(() -> List.of("claim on client (/a): its processes end within 2 min"));
        console.cleanUpNeeded(List::of);
        console.cleanUpNeeded(() -> List.of("agent on client (/b): …", "database mariadb on db (/c): …"));
        console.leaving("./bench clean --hosts hosts.yaml");
        assertThat(err.toString()).isEqualTo("""
                interrupted again: bench leaves at once. Left behind:
                  agent on client (/b): …
                  database mariadb on db (/c): …
                  claim on client (/a): its processes end within 2 min
                Remove all of it now: ./bench clean --hosts hosts.yaml
                """);
    }

    @Test
    void immediateExitSaysIfNothingIsLeft() {
        console(Console.Display.LINES, false).leaving("./bench clean");
        assertThat(err.toString())
                .isEqualTo("interrupted again: bench leaves at once. This command leaves nothing of its own behind.\n");
    }

    @Test
    void messagesAreRecordedOnlyForAListener() {
        StringBuilder read = new StringBuilder();
        Console console = console(Console.Display.LINES, false);
        console.recorded("one");
        console.recordTo(read::append);
        console.recorded("two");
        console.onEvent(new Event(1, SimulatedRun.BEGIN, Event.Source.AGENT, new Fact.BlockStarted(1)));
        assertThat(read).hasToString("two");
        assertThat(err.toString()).isEmpty();
    }
}
