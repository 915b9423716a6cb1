package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.jdbcbench.Alone;
import dev.jdbcbench.Full;
import dev.jdbcbench.Lab;
import dev.jdbcbench.cli.BenchTest.Ended;
import dev.jdbcbench.event.DroppedRound;
import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.host.Command;
import dev.jdbcbench.host.LocalHost;
import dev.jdbcbench.load.ClientShare;
import dev.jdbcbench.load.ForkLoad;
import dev.jdbcbench.run.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Uses eight client hosts and a database host of the lab; most tests use three of the clients. Measures when their
 * turns begin.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ClientsLabIT {
    private static final List<String> ALL =
            IntStream.rangeClosed(1, 8).mapToObj(number -> "client" + number).toList();

    private static final List<String> THREE = ALL.subList(0, 3);
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final LocalHost HERE = new LocalHost("localhost");

    /** The RTT between the hosts, plus the time that the machine may need to wake their agents. */
    private static final double LATEST_MILLIS = 0.35 + 50;

    @TempDir
    private Path directory = Path.of("");

    private final Lab lab = Lab.up("0.35ms", String.join(",", ALL) + ",db", "--clients", String.valueOf(ALL.size()));

    @AfterEach
    void nothingIsLeftOnTheHosts() {
        for (String host : Stream.concat(ALL.stream(), Stream.of("db")).toList()) {
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

    private List<String> words(String results, List<String> clients, int threads, int iterations, String... more) {
        List<String> words = new ArrayList<>(List.of("run", "--topology", "distant"));
        words.addAll(List.of("--hosts", lab.hosts().toString()));
        words.addAll(List.of("--results", directory.resolve(results).toString()));
        words.addAll(List.of("--clients", String.join(",", clients), "--threads", String.valueOf(threads)));
        words.addAll(List.of("--profile", "smoke", "--iteration-time", "400ms"));
        words.addAll(List.of("--iterations", String.valueOf(iterations)));
        words.addAll(List.of("--scenario", "Do1", "--mode", "text", "--driver", "mariadb", "--no-explain"));
        words.addAll(List.of(more));
        return words;
    }

    private Ended run(String results, List<String> clients, int threads, int iterations, String... more) {
        return BenchTest.bench(
                words(results, clients, threads, iterations, more).toArray(String[]::new));
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

    private static void measuredByAll(List<Event> events, List<String> clients, Integer... threads) {
        List<Fact.ForkFinished> forks = Event.facts(events, Fact.ForkFinished.class);
        assertThat(forks).isNotEmpty();
        for (Fact.ForkFinished fork : forks) {
            assertThat(fork.clients()).extracting(ClientShare::client).isEqualTo(clients);
            assertThat(fork.clients()).extracting(ClientShare::threads).containsExactly(threads);
            assertThat(fork.clients()).allSatisfy(share -> {
                assertThat(share.operations()).isPositive();
                assertThat(share.latestStartMillis()).isLessThan(LATEST_MILLIS);
            });
        }
    }

    /**
     * Rounds with a late client are repeated. On a machine with fewer CPUs than clients, this may affect a third of all
     * rounds.
     */
    private static void hardlyEverLate(List<Event> events) {
        double latest = Event.facts(events, Fact.ForkFinished.class).stream()
                .flatMap(fork -> fork.clients().stream())
                .mapToDouble(ClientShare::latestStartMillis)
                .max()
                .orElseThrow();
        List<Fact.GroupFinished> groups = Event.facts(events, Fact.GroupFinished.class);
        long counted = groups.stream()
                .mapToLong(group ->
                        group.rounds() - group.warmUp() - group.dropped().size())
                .sum();
        List<String> late = groups.stream()
                .flatMap(group -> group.dropped().stream())
                .map(DroppedRound::cause)
                .filter(cause -> cause.contains("late"))
                .toList();
        System.err.printf(
                "%d rounds count, in which a client began at most %.2f ms late; repeated: %s%n", counted, latest, late);
        assertThat(late).hasSizeLessThanOrEqualTo((int) (counted / 2));
    }

    @Alone
    @Full
    @Test
    void eightClientsBeginTheirTurnsTogether() throws IOException {
        Ended run = run("eight", ALL, 10, 6);
        assertThat(run.code()).as(run.err()).isZero();
        List<Event> events = events("eight");
        measuredByAll(events, ALL, 2, 2, 1, 1, 1, 1, 1, 1);
        hardlyEverLate(events);
        assertThat(run.out()).contains("8 clients measured together");
    }

    /** At 450/s, each client executes 60 operations in a turn of 400 ms. */
    @Alone
    @Full
    @Test
    void rateIsDividedAmongTheClients() throws IOException {
        Ended run = run("rate", THREE, 3, 2, "--rate", "450/s");
        assertThat(run.code()).as(run.err()).isZero();
        List<Event> events = events("rate");
        measuredByAll(events, THREE, 1, 1, 1);
        assertThat(Event.facts(events, Fact.ForkFinished.class)).allSatisfy(fork -> {
            ForkLoad load = Objects.requireNonNull(fork.load());
            assertThat(load.served() + load.unserved()).isEqualTo(load.turns() * 180L);
            assertThat(fork.clients()).extracting(ClientShare::operations).containsOnly(load.turns() * 60L);
        });
    }

    @Alone
    @Test
    @Full
    void interruptEndsEverythingOnAllHosts() throws Exception {
        List<String> command = new ArrayList<>(List.of("setsid"));
        command.addAll(BenchJar.ENDED_BY_SIGNALS);
        command.addAll(BenchJar.words());
        command.addAll(words("interrupted", THREE, 4, 20, "--groups", "20"));
        Path err = directory.resolve("err");
        Process bench = new ProcessBuilder(command)
                .redirectOutput(directory.resolve("out").toFile())
                .redirectError(err.toFile())
                .start();
        try {
            THREE.forEach(this::awaitGroup);
            // Signals the process like Ctrl-C on a terminal.
            HERE.require("interrupt bench", Command.of("kill", "-INT", "--", "-" + bench.pid()));
            assertThat(bench.waitFor()).as(Files.readString(err)).isEqualTo(130);
        } finally {
            bench.destroyForcibly();
        }
        assertThat(Files.readString(err)).contains("\ninterrupted: ", "bench: interrupted");
        assertThat(Event.facts(events("interrupted"), Fact.ClientLost.class)).isEmpty();
    }

    @Alone
    @Test
    @Full
    void dyingClientEndsTheGroupWhichIsRepeated() throws IOException {
        CompletableFuture<Ended> running = CompletableFuture.supplyAsync(() -> run("killed", THREE, 4, 2));
        awaitGroup("client2");
        lab.script("client2", "kill -9 $(pgrep -u bench -f 'Agent follow')");
        Ended run = running.join();
        assertThat(run.code()).as(run.err()).isZero();
        List<Event> events = events("killed");
        assertThat(Event.facts(events, Fact.ClientLost.class))
                .singleElement()
                .satisfies(lost -> assertThat(lost.client()).isEqualTo("client2"));
        assertThat(Event.facts(events, Fact.ForkFailed.class))
                .as("forks that failed because of a driver")
                .isEmpty();
        measuredByAll(events, THREE, 2, 1, 1);
        assertThat(run.err()).contains("the client client2 was lost").contains("compared with that of client1");
        assertThat(run.out()).contains("3 clients measured together");
    }

    @Alone
    @Full
    @Test
    void disconnectedClientEndsTheGroupWhichIsRepeated() throws IOException {
        CompletableFuture<Ended> running = CompletableFuture.supplyAsync(() -> run("cut", THREE, 4, 2));
        awaitGroup("client3");
        lab.link("client3", "mgmt", "down");
        await().atMost(LIMIT)
                .pollInterval(Duration.ofMillis(500))
                .until(() -> !Event.facts(events("cut"), Fact.ClientLost.class).isEmpty());
        lab.link("client3", "mgmt", "up");
        Ended run = running.join();
        assertThat(run.code()).as(run.err()).isZero();
        measuredByAll(events("cut"), THREE, 2, 1, 1);
    }
}
