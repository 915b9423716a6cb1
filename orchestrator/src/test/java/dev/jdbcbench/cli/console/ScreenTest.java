package dev.jdbcbench.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.cli.Bench;
import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.store.RunDirectory;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScreenTest {
    /** Clears the screen, sets its title, changes the colour, reverses the text and moves the cursor back. */
    private static final String HOSTILE = "\u001b[2J\u001b]0;title\u0007\u009b31m\u202edone\u202c\b\b\rnothing";

    private final StringWriter written = new StringWriter();

    private static boolean raw(String text) {
        return text.chars().anyMatch(letter -> letter == 0x1b || letter == 7 || letter == 0x9b || letter == 0x202e);
    }

    @Test
    void splitCharactersAreJoined() {
        Screen screen = new Screen(new PrintWriter(written));
        screen.write('\ud83d');
        screen.write('\udc18');
        screen.print("a\r");
        screen.print("\nb\r");
        screen.flush();
        assertThat(written.toString()).isEqualTo("🐘a\r\nb\\u000d");
    }

    @Test
    void closedReaderIsNoticed() {
        Screen screen = new Screen(new PrintWriter(new Writer() {
            @Override
            public void write(char[] letters, int from, int length) throws IOException {
                throw new IOException("Broken pipe");
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        }));
        screen.print("x");
        assertThat(screen.checkError()).isTrue();
    }

    @Test
    void onlyTheConsoleMayDrawItsLine() {
        Console console =
                new Console(new PrintWriter(written), Console.Display.terminal(200, 24), false, Signals.none());
        console.waiting(HOSTILE, 3);
        console.say(HOSTILE);
        console.warn(HOSTILE);
        console.error(HOSTILE);
        console.onEvent(new Event(1, Instant.EPOCH, Event.Source.AGENT, new Fact.Note(HOSTILE)));
        String text = written.toString();
        assertThat(text).startsWith("\r\u001b[K");
        assertThat(raw(text.replace("\r\u001b[K", ""))).isFalse();
        assertThat(text.replace("\r\u001b[K", "")).doesNotContain("\r").contains("\\u001b[2J");
    }

    @Test
    void quotedArgumentsCannotControlTheTerminal() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = Bench.run(
                new String[] {"status", HOSTILE, "--results", "/nosuch" + HOSTILE},
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
        assertThat(code).isNotZero();
        assertThat(raw(out.toString(StandardCharsets.UTF_8))).isFalse();
        assertThat(raw(err.toString(StandardCharsets.UTF_8))).isFalse();
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("\\u001b[2J");
    }

    @Test
    void foreignRunCannotControlTheTerminal(@TempDir Path results) throws IOException {
        RunExample example = new RunExample("20261121-101112-abcd", Topology.LOCAL, 3, true)
                .measured("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB)
                .measured("Select1Row", Mode.TEXT, DriverCatalogue.MYSQL);
        Plan plan = example.plan();
        RunDirectory run = RunDirectory.create(results, plan);
        String cell = plan.cells().get(0).key();
        List<Event> events = List.of(
                new Event(1, Instant.EPOCH, Event.Source.ORCHESTRATOR, new Fact.RunStarted(plan.run(), HOSTILE)),
                new Event(2, Instant.EPOCH, Event.Source.ORCHESTRATOR, new Fact.Note(HOSTILE)),
                new Event(1, Instant.EPOCH, Event.Source.AGENT, new Fact.ForkFailed(0, cell, HOSTILE, HOSTILE)),
                new Event(3, Instant.EPOCH, Event.Source.ORCHESTRATOR, new Fact.RunFinished(HOSTILE)));
        Files.writeString(
                run.events(),
                events.stream().map(event -> Json.line(event) + "\n").collect(Collectors.joining()));
        Map<String, Map<String, String>> facts = Map.of("h", Map.of("cpu", HOSTILE, "kernel", HOSTILE));
        run.writeHosts(Json.line(Map.of("run", HOSTILE, "schema", "hosts/1", "hosts", facts)));
        StringBuilder all = new StringBuilder();
        for (String command : List.of(
                "list runs",
                "status",
                "collect 20261121-101112-abcd",
                "collect --format json 20261121-101112-abcd",
                "collect --format csv 20261121-101112-abcd",
                "collect --format markdown 20261121-101112-abcd",
                "collect --format html 20261121-101112-abcd")) {
            String printed = printed(command + " --results " + results);
            assertThat(raw(printed)).as(command).isFalse();
            all.append(printed);
        }
        assertThat(all).contains("\\u009b31m");
    }

    private static String printed(String command) {
        ByteArrayOutputStream both = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(both, true, StandardCharsets.UTF_8);
        int unused = Bench.run(command.split(" ", -1), stream, stream);
        return both.toString(StandardCharsets.UTF_8);
    }
}
