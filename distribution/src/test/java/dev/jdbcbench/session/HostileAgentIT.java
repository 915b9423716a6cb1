package dev.jdbcbench.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.OnThisMachine;
import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.EventLog;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.host.FakeHost;
import dev.jdbcbench.host.HostScript;
import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.site.Said;
import dev.jdbcbench.site.Surroundings;
import dev.jdbcbench.store.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests a client host that forges events and log names. */
@Timeout(60)
@OnThisMachine
class HostileAgentIT {
    @TempDir
    private Path root = Path.of("");

    private final FakeHost host = new FakeHost("client", false);
    private final Said progress = new Said();
    private Path there = Path.of("");
    private Optional<RunDirectory> made = Optional.empty();

    @BeforeEach
    void makeDirectories() throws IOException {
        there = Files.createDirectories(root.resolve("there"));
        Plan plan = new RunExample("20261121-101112-abcd", Topology.LOCAL, 3, true)
                .measured("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB)
                .plan();
        made = Optional.of(RunDirectory.create(root.resolve("results"), plan));
    }

    private RunDirectory run() {
        return made.orElseThrow();
    }

    private static String note(long seq, Event.Source source, String text) {
        return Json.line(new Event(seq, Instant.EPOCH, source, new Fact.Note(text)));
    }

    private List<Event> drained(String... lines) throws IOException {
        Files.writeString(there.resolve("events.ndjson"), String.join("\n", lines));
        try (EventLog log = new EventLog(
                run().events(), Event.Source.ORCHESTRATOR, 0, Clock.systemUTC(), event -> {}, line -> {})) {
            AgentSession session =
                    new AgentSession(HostScript.locate(host), there.toString(), log, 0, progress, Surroundings.REAL);
            session.launching();
            session.drain();
            session.drain();
        }
        List<Event> events = new ArrayList<>();
        for (String line : EventLog.wholeLines(run().events())) {
            events.add(Json.read(line, Event.class));
        }
        return events;
    }

    private static List<Long> numbers(List<Event> events, Event.Source source) {
        return events.stream()
                .filter(event -> event.source() == source)
                .map(Event::seq)
                .toList();
    }

    @Test
    void malformedLinesAreSkipped() throws IOException {
        List<Event> events = drained(
                note(1, Event.Source.AGENT, "one"),
                "null",
                "\u001b[2J not JSON",
                "[]",
                note(2, Event.Source.AGENT, "two"),
                "{\"torn");
        assertThat(numbers(events, Event.Source.AGENT)).containsExactly(1L, 2L);
        assertThat(events)
                .filteredOn(event -> event.source() == Event.Source.ORCHESTRATOR)
                .extracting(Event::fact)
                .hasOnlyElementsOfType(Fact.Note.class);
        assertThat(progress.warnings().get(0))
                .isEqualTo("the client host client sent a line that is not an event; it is left out: null");
    }

    @Test
    void eventOfAnotherSourceIsSkippedAndReported() throws IOException {
        List<Event> events = drained(
                note(1, Event.Source.AGENT, "one"),
                note(7, Event.Source.ORCHESTRATOR, "forged"),
                note(2, Event.Source.AGENT, "two"),
                "");
        assertThat(numbers(events, Event.Source.AGENT)).containsExactly(1L, 2L);
        assertThat(numbers(events, Event.Source.ORCHESTRATOR)).containsExactly(1L);
        assertThat(progress.warnings()).singleElement().asString().contains("an event in the name of the orchestrator");
    }

    @Test
    void eventsWithRepeatedOrMissingNumbersAreSkipped() throws IOException {
        List<Event> events = drained(
                note(1, Event.Source.AGENT, "one"),
                note(1, Event.Source.AGENT, "again"),
                note(2, Event.Source.AGENT, "two"),
                note(9, Event.Source.AGENT, "gap"),
                note(3, Event.Source.AGENT, "three"),
                note(4, Event.Source.AGENT, "minus").replace("\"seq\":4,", "\"seq\":-4,"),
                "");
        assertThat(numbers(events, Event.Source.AGENT)).containsExactly(1L, 2L, 3L);
        assertThat(progress.warnings().get(0)).contains("event 1 after event 1");
    }

    @Test
    void logNamesOutsideTheDirectoryAreSkippedAndReported() throws IOException {
        Files.writeString(there.resolve("out.log"), "agent");
        Path logs = Files.createDirectory(there.resolve("logs"));
        Files.writeString(logs.resolve("fork-1.log"), "fork");
        Files.writeString(root.resolve("secret"), "secret");
        Files.createSymbolicLink(logs.resolve("link.log"), root.resolve("secret"));
        host.answer(
                "sh -c 'cd --",
                0,
                "../../../x\n/etc/x\n..\n.bashrc\n\u001b[2J\nlink.log\nnosuch.log\nfork-1.log\n",
                "");
        Files.writeString(root.resolve("x"), "hostile");
        List<Path> before = files();
        new AgentLogs(host, there.toString(), progress).fetch(run());
        List<Path> added = new ArrayList<>(files());
        added.removeAll(before);
        assertThat(added)
                .containsExactlyInAnyOrder(
                        run().logs().resolve("agent.log"), run().logs().resolve("fork-1.log"));
        assertThat(progress.warnings()).singleElement().asString().contains("7 logs of client", "\"../../../x\"");
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            return all.toList();
        }
    }

    @Test
    void foreignDirectoryInTheJournalIsIgnored() {
        HostScript script = HostScript.locate(host);
        String runs = script.runs();
        String rest = "\t-\t-\t1\t2\t3\n";
        host.answer(
                "sh -s entries",
                0,
                "r/agent\t/" + rest + "r/agent\t" + runs + "/r/../../.." + rest + "r/..\t" + runs + "/r/.." + rest
                        + "\u001b[2J/agent\t" + runs + "/\u001b[2J/agent" + rest + "r/agent\t" + runs + "/r/agent"
                        + rest,
                "");
        host.answer("sh -s leftovers", 0, "file relative\nprocess 1;reboot x\nfile /a\nprocess 12 java\nother\n", "");
        assertThat(script.entries())
                .singleElement()
                .satisfies(entry -> assertThat(entry.directory()).isEqualTo(runs + "/r/agent"));
        assertThat(script.leftovers()).containsExactly("file /a", "process 12 java");
    }
}
