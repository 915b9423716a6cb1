package dev.jdbcbench.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.jdbcbench.host.LocalHost;
import dev.jdbcbench.session.ClientLines;
import dev.jdbcbench.site.Said;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Simulates two clients on this machine, whose agents are programs that only sleep. */
class ClientRelayTest {
    private static final Duration SOON = Duration.ofSeconds(10);

    @TempDir
    private Path directory = Path.of("");

    private final List<Process> agents = new CopyOnWriteArrayList<>();
    private final Said said = new Said();
    private final List<String> notes = new CopyOnWriteArrayList<>();
    private final LocalHost one = new LocalHost("c1");
    private final LocalHost two = new LocalHost("c2");

    @BeforeEach
    void theFirstAgentRuns() {
        start("c1");
    }

    @AfterEach
    void agentsEnd() {
        agents.forEach(Process::destroyForcibly);
    }

    private Process start(String name) {
        try {
            Path place = Files.createDirectories(directory.resolve(name));
            Process agent = new ProcessBuilder("sleep", "100").start();
            agents.add(agent);
            Files.writeString(place.resolve("pid"), "1 1 " + agent.pid() + " 1\n");
            Files.writeString(place.resolve("from-clients"), "");
            Files.writeString(place.resolve("to-clients"), name.equals("c1") ? "" : "0 HELLO 17\n");
            return agent;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void say(String name, String line) throws IOException {
        Files.writeString(directory.resolve(name).resolve("to-clients"), line + "\n", StandardOpenOption.APPEND);
    }

    private void awaitHeard(String name, String... lines) {
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(
                                Files.readAllLines(directory.resolve(name).resolve("from-clients")))
                        .containsExactly(lines));
    }

    @Test
    void linesAreForwardedAndALostAgentIsRestarted() throws Exception {
        ClientRelay relay =
                new ClientRelay(one, directory.resolve("c1").toString(), said, Clock.systemUTC(), notes::add);
        relay.add(new ClientLines.Client(two, directory.resolve("c2").toString(), () -> start("c2")));
        relay.begin();
        try {
            awaitHeard("c1", "c2 0 CLOCK 0", "c2 0 HELLO 17");
            say("c1", "c2 1 PING");
            awaitHeard("c2", "1 PING");
            say("c2", "1 PONG é");
            awaitHeard("c1", "c2 0 CLOCK 0", "c2 0 HELLO 17", "c2 1 PONG é");

            Files.writeString(directory.resolve("c2").resolve("exit"), "137");
            Files.writeString(directory.resolve("c2").resolve("out.log"), "out of\nmemory\n");
            agents.get(1).destroyForcibly();
            String gone = "c2 0 GONE its agent ended: out of memory";
            awaitHeard("c1", "c2 0 CLOCK 0", "c2 0 HELLO 17", "c2 1 PONG é", gone, "c2 0 CLOCK 0", "c2 0 HELLO 17");
            assertThat(said.lines()).anyMatch(line -> line.contains("c2 is gone") && line.contains("out of memory"));

            say("c1", "c3 1 PING"); // no such client
            say("c1", "c2 2 PING");
            awaitHeard("c2", "2 PING");
            say("c1", "c2 0 RESTART");
            await().atMost(SOON).until(() -> agents.size() == 4);
            awaitHeard("c2");
        } finally {
            relay.end();
        }
        assertThat(notes)
                .hasSize(4)
                .containsOnly("the clock of c2 is 0.0 ms ahead (± 0.0 ms) compared with that of c1");
        agents.get(3).destroyForcibly().waitFor();
        assertThat(agents).as("no agent is started after the end").hasSize(4);
    }
}
