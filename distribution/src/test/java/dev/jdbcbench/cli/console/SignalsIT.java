package dev.jdbcbench.cli.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.jdbcbench.Full;
import dev.jdbcbench.OnThisMachine;
import dev.jdbcbench.Processes;
import dev.jdbcbench.cli.BenchJar;
import dev.jdbcbench.cli.OnlyRun;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Sends signals to real runs on this machine, each in its own process session. */
@OnThisMachine
class SignalsIT {
    private static final Duration LIMIT = Duration.ofMinutes(3);
    /** The exit code that shells report for SIGPIPE. */
    private static final int BROKEN_PIPE = 141;

    @TempDir
    private Path directory = Path.of("");

    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void end() {
        started.forEach(Process::destroyForcibly);
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

    private static void signal(Process process, String signal) throws Exception {
        assertThat(new ProcessBuilder("kill", "-" + signal, String.valueOf(process.pid()))
                        .start()
                        .waitFor())
                .isZero();
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
