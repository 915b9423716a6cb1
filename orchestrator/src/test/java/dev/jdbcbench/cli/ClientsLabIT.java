package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.jdbcbench.Alone;
import dev.jdbcbench.Full;
import dev.jdbcbench.Lab;
import dev.jdbcbench.cli.BenchTest.Ended;
import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.load.ClientShare;
import dev.jdbcbench.run.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Three client hosts and a database host of the lab. When their turns begin is measured. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ClientsLabIT {
    private static final List<String> CLIENTS = List.of("client1", "client2", "client3");
    private static final Duration LIMIT = Duration.ofMinutes(3);

    /** The RTT between the hosts, and what the machine may need to wake three agents. */
    private static final double LATEST_MILLIS = 0.35 + 50;

    @TempDir
    private Path directory = Path.of("");

    private final Lab lab = Lab.up("0.35ms", "client1,client2,client3,db", "--clients", "3");

    @AfterEach
    void nothingIsLeftOnTheHosts() {
        for (String host : List.of("client1", "client2", "client3", "db")) {
            assertThat(lab.exec(
                                    host,
                                    "sh",
                                    "-c",
                                    "ps -u bench -o args= | grep -v sshd; ls -A /home/bench/.cache/bench/runs"
                                            + " /home/bench/.cache/bench/journal 2>/dev/null | grep -v :$")
                            .out()
                            .strip())
                    .as(host)
                    .isEmpty();
        }
    }

    @AfterAll
    void down() {
        lab.close();
    }

    private Ended run(String results) {
        return BenchTest.bench(
                "run",
                "--topology",
                "distant",
                "--hosts",
                lab.hosts().toString(),
                "--results",
                directory.resolve(results).toString(),
                "--profile",
                "smoke",
                "--iterations",
                "2",
                "--iteration-time",
                "400ms",
                "--threads",
                "4",
                "--scenario",
                "Do1",
                "--mode",
                "text",
                "--driver",
                "mariadb",
                "--no-explain");
    }

    private List<Event> events(String results) throws IOException {
        try (Stream<Path> files = Files.walk(directory.resolve(results), 2)) {
            List<Path> found =
                    files.filter(file -> file.endsWith("events.ndjson")).toList();
            return found.isEmpty()
                    ? List.of()
                    : Files.readAllLines(found.get(0)).stream()
                            .map(line -> Json.read(line, Event.class))
                            .toList();
        }
    }

    /** Waits until the JVM of a client takes turns. */
    private void awaitGroup(String client) {
        await().atMost(LIMIT)
                .pollInterval(Duration.ofMillis(100))
                .until(() -> lab.exec(client, "pgrep", "-u", "bench", "-f", "bench.turns=0")
                        .ok());
    }

    private static void measuredByAll(List<Event> events) {
        List<Fact.ForkFinished> forks = Event.facts(events, Fact.ForkFinished.class);
        assertThat(forks).isNotEmpty();
        for (Fact.ForkFinished fork : forks) {
            assertThat(fork.clients()).extracting(ClientShare::client).isEqualTo(CLIENTS);
            assertThat(fork.clients()).extracting(ClientShare::threads).containsExactly(2, 1, 1);
            assertThat(fork.clients()).allSatisfy(share -> {
                assertThat(share.operations()).isPositive();
                assertThat(share.latestStartMillis()).isLessThan(LATEST_MILLIS);
            });
        }
    }

    @Alone
    @Test
    void dyingClientEndsTheGroupWhichIsRepeated() throws IOException {
        CompletableFuture<Ended> running = CompletableFuture.supplyAsync(() -> run("killed"));
        awaitGroup("client2");
        lab.script("client2", "kill -9 $(pgrep -u bench -f 'Agent follow')");
        Ended run = running.join();
        assertThat(run.code()).as(run.err()).isZero();
        List<Event> events = events("killed");
        assertThat(Event.facts(events, Fact.ClientLost.class))
                .singleElement()
                .satisfies(lost -> assertThat(lost.client()).isEqualTo("client2"));
        assertThat(Event.facts(events, Fact.ForkFailed.class))
                .as("no driver is blamed")
                .isEmpty();
        measuredByAll(events);
        assertThat(run.err()).contains("the client client2 was lost").contains("compared with that of client1");
        assertThat(run.out()).contains("3 clients measured together");
    }

    @Alone
    @Full
    @Test
    void disconnectedClientEndsTheGroupWhichIsRepeated() throws IOException {
        CompletableFuture<Ended> running = CompletableFuture.supplyAsync(() -> run("cut"));
        awaitGroup("client3");
        lab.link("client3", "mgmt", "down");
        await().atMost(LIMIT)
                .pollInterval(Duration.ofMillis(500))
                .until(() -> !Event.facts(events("cut"), Fact.ClientLost.class).isEmpty());
        lab.link("client3", "mgmt", "up");
        Ended run = running.join();
        assertThat(run.code()).as(run.err()).isZero();
        measuredByAll(events("cut"));
    }
}
