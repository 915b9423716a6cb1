package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.jdbcbench.Full;
import dev.jdbcbench.OnThisMachine;
import dev.jdbcbench.Processes;
import dev.jdbcbench.cli.BenchTest.Ended;
import dev.jdbcbench.host.HostScript;
import dev.jdbcbench.host.LocalHost;
import dev.jdbcbench.run.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Sends signals to real runs on this machine, each in its own process session. */
@OnThisMachine
class SignalsIT {
    private static final Duration LIMIT = Duration.ofMinutes(3);
    /** How long quitting at once may take. */
    private static final long AT_ONCE_SECONDS = 10;
    /** The exit code that shells report for SIGPIPE. */
    private static final int BROKEN_PIPE = 141;

    @TempDir
    private Path directory = Path.of("");

    private final List<Process> started = new ArrayList<>();
    private Optional<ProcessHandle> frozen = Optional.empty();

    @AfterEach
    void end() {
        started.forEach(Process::destroyForcibly);
        frozen.ifPresent(ProcessHandle::destroyForcibly);
    }

    private Path results() {
        return directory.resolve("results");
    }

    private String err() {
        return text(directory.resolve("err"));
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String run() throws IOException {
        return String.valueOf(OnlyRun.in(results()).getFileName());
    }

    /** The directory of a run's claim, which has a random name. */
    private static Path claim(Path run) throws IOException {
        try (Stream<Path> roles = Files.list(run)) {
            return roles.filter(role -> String.valueOf(role.getFileName()).startsWith("bench-"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    /**
     * Starts bench like the launcher, behind a prefix and as the leader of its own session; waits until it has reported
     * a group.
     */
    private Process measuring(List<String> prefix, String... options) throws IOException {
        List<String> words = new ArrayList<>(List.of("setsid"));
        words.addAll(BenchJar.ENDED_BY_SIGNALS);
        words.addAll(prefix);
        words.addAll(BenchJar.words());
        words.addAll(List.of("run", "--topology", "local"));
        words.addAll(List.of("--install", "portable", "--profile", "smoke", "--forks", "50"));
        words.addAll(List.of("--scenario", "Select1Row", "--mode", "text", "--driver", "mariadb"));
        words.addAll(List.of("--results", results().toString()));
        words.addAll(List.of(options));
        Process bench = new ProcessBuilder(words)
                .redirectOutput(directory.resolve("out").toFile())
                .redirectError(directory.resolve("err").toFile())
                .start();
        started.add(bench);
        await().atMost(LIMIT).pollInterval(Duration.ofMillis(50)).until(() -> {
            assertThat(bench.isAlive()).as(err()).isTrue();
            return err().contains("group 1/");
        });
        return bench;
    }

    private static void kill(String signal, String whom) throws Exception {
        assertThat(new ProcessBuilder("kill", "-" + signal, "--", whom).start().waitFor())
                .isZero();
    }

    private static void signal(Process process, String signal) throws Exception {
        kill(signal, String.valueOf(process.pid()));
    }

    /** Signals all processes of the group, as Ctrl-C on a terminal does. */
    private static void signalGroup(Process process, String signal) throws Exception {
        kill(signal, "-" + process.pid());
    }

    /** Freezes the agent, so ending it takes until the timeout; returns its directory. */
    private Path freezeAgent() throws Exception {
        HostScript script = HostScript.install(new LocalHost("localhost"));
        Path agent = Path.of(script.directory(run(), "agent"));
        String pid = text(agent.resolve("pid")).split(" ", 2)[0];
        frozen = ProcessHandle.of(Long.parseLong(pid));
        kill("STOP", pid);
        return agent;
    }

    private void awaitAsked(Process bench) {
        await().atMost(LIMIT).until(() -> err().contains("repeat it to quit at once") || !bench.isAlive());
        assertThat(bench.isAlive()).as(err()).isTrue();
    }

    /** Repeats the second signal like a person would, because a signal that comes too early counts as the first one. */
    private static void insist(Process bench, Step again) throws Exception {
        long since = System.nanoTime();
        while (bench.isAlive() && System.nanoTime() - since < TimeUnit.SECONDS.toNanos(AT_ONCE_SECONDS)) {
            again.take();
            bench.waitFor(1, TimeUnit.SECONDS);
        }
        assertThat(bench.isAlive()).isFalse();
    }

    private interface Step {
        void take() throws Exception;
    }

    private void assertEndedWithResults(Process bench, int code) throws Exception {
        assertThat(bench.waitFor()).as(err()).isEqualTo(code);
        Path run = results().resolve(run());
        JsonNode results = Json.read(Files.readString(run.resolve("results.json")), JsonNode.class);
        assertThat(results.get("complete").asBoolean()).isFalse();
        assertThat(results.at("/cells/0/forks").size()).isPositive();
        assertThat(Files.readAllLines(run.resolve("events.ndjson")))
                .last()
                .asString()
                .contains("RunFinished");
        assertNothingIsLeft();
    }

    private void assertNothingIsLeft() throws IOException {
        HostScript script = HostScript.install(new LocalHost("localhost"));
        String run = run();
        await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
            assertThat(Processes.with(run)).isEmpty();
            assertThat(Path.of(script.runs(), run)).doesNotExist();
            assertThat(Path.of(script.cache(), "journal").toFile().list()).noneMatch(entry -> entry.startsWith(run));
        });
    }

    @Test
    void firstSignalKeepsResultsAndCleansUp() throws Exception {
        Process bench = measuring(List.of());
        signal(bench, "TERM");
        assertEndedWithResults(bench, 143);
        assertThat(err()).contains("\nstop requested (TERM): ").contains("bench: interrupted");
    }

    @Test
    @Full
    void signalToTheWholeProcessGroupIsHandled() throws Exception {
        Process bench = measuring(List.of());
        signalGroup(bench, "INT");
        assertEndedWithResults(bench, 130);
        assertThat(err()).contains("\ninterrupted: ").contains("bench: interrupted");
    }

    @Test
    @Full
    void secondSignalExitsAtOnceAndListsLeftovers() throws Exception {
        Path hosts = Files.writeString(directory.resolve("my hosts.yaml"), "hosts: { here: { address: localhost } }\n");
        Process bench = measuring(List.of(), "--hosts", hosts.toString());
        Path agent = freezeAgent();
        Path claim = claim(agent.resolveSibling(""));
        signalGroup(bench, "INT");
        awaitAsked(bench);
        insist(bench, () -> signalGroup(bench, "INT"));
        assertThat(bench.exitValue()).isEqualTo(130);
        Path runs = agent.resolveSibling("");
        assertThat(err().substring(err().indexOf("interrupted again")).lines())
                .containsExactly(
                        "interrupted again: bench leaves at once. Left behind:",
                        "  agent on localhost (" + agent
                                + "): its processes end within seconds, and the directory goes with it",
                        "  database mariadb on localhost (" + runs.resolve("local-mariadb")
                                + "): its processes end within seconds, and the directory goes with it",
                        "  claim on localhost (" + claim
                                + "): its processes end within seconds, and the directory goes with it",
                        "Remove all of it now: ./bench clean --hosts '" + hosts + "'");
        assertThat(agent).as("the agent is still being waited for").exists();
        Ended clean = BenchTest.bench("clean", "--keep-cache", "--hosts", hosts.toString());
        assertThat(clean.code()).as(clean.err()).isZero();
        assertNothingIsLeft();
        assertThat(Files.readAllLines(results().resolve(run()).resolve("events.ndjson")))
                .anyMatch(line -> line.contains("ForkFinished"));
    }

    /** {@code nohup} and a shell's {@code &} start programs like this. */
    @Test
    @Full
    void ignoredSignalStaysIgnored() throws Exception {
        Process bench = measuring(List.of("sh", "-c", "trap '' HUP INT; exec \"$@\"", "sh"));
        signal(bench, "HUP");
        signal(bench, "INT");
        int forks = forks();
        await().atMost(LIMIT).until(() -> forks() > forks + 1);
        assertThat(err()).doesNotContain("interrupted", "stop requested");
        signal(bench, "TERM");
        assertEndedWithResults(bench, 143);
    }

    private int forks() {
        return (int) err().lines().filter(line -> line.startsWith("group ")).count();
    }

    @Test
    @Full
    void stdoutHasOnlyEventsAsTheyHappen() throws Exception {
        Process bench = measuring(List.of(), "--format", "json");
        Path out = directory.resolve("out");
        assertThat(text(out)).as("events appear while bench measures").contains("\"type\":\"ForkFinished\"");
        signal(bench, "INT");
        assertEndedWithResults(bench, 130);
        assertThat(out).hasSameTextualContentAs(results().resolve(run()).resolve("events.ndjson"));
    }

    @Test
    @Full
    void closingStdoutDoesNotEndTheRun() throws Exception {
        Process bench = measuringInto();
        try (BufferedReader reader = bench.inputReader(StandardCharsets.UTF_8)) {
            assertThat(reader.readLine()).contains("\"type\":\"RunStarted\"");
        }
        assertThat(bench.waitFor()).as(err()).isEqualTo(BROKEN_PIPE);
        assertThat(err()).containsOnlyOnce("warning: stdout was closed").doesNotContain("Exception", "\tat ");
        Path run = results().resolve(run());
        assertThat(Files.readAllLines(run.resolve("events.ndjson")))
                .last()
                .asString()
                .contains("\"OK\"");
        assertNothingIsLeft();
    }

    private Process measuringInto() throws IOException {
        List<String> words = new ArrayList<>(BenchJar.words());
        words.addAll(List.of("run", "--topology", "local", "--install", "portable", "--profile", "smoke"));
        words.addAll(List.of("--scenario", "Do1", "--mode", "text", "--driver", "mariadb", "--format", "json"));
        words.addAll(List.of("--results", results().toString()));
        Process bench = new ProcessBuilder(words)
                .redirectError(directory.resolve("err").toFile())
                .start();
        started.add(bench);
        return bench;
    }
}
