package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jdbcbench.Full;
import dev.jdbcbench.OnThisMachine;
import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.run.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Measures rows in turns, with a real database. */
@OnThisMachine
@Full
class TurnsIT {
    @TempDir
    private Path directory = Path.of("");

    @Test
    void driversOfARowRunConcurrentlyAndTakeTurns() throws Exception {
        try (LocalBench bench = LocalBench.start(
                directory, Words.of("--turns --scenario Do1 --mode text --threads 2 --driver mysql,mariadb"))) {
            assertThat(bench.exitCode()).as(bench.err()).isZero();
            assertThat(Event.facts(bench.events(), Fact.ForkFailed.class)).isEmpty();
            assertThat(Event.facts(bench.events(), Fact.GroupStarted.class)).hasSize(2);
            List<Fact.GroupFinished> groups = Event.facts(bench.events(), Fact.GroupFinished.class);
            assertThat(groups).hasSize(2);
            List<Fact.ForkFinished> forks = Event.facts(bench.events(), Fact.ForkFinished.class);
            assertThat(forks).hasSize(4).allSatisfy(fork -> {
                assertThat(fork.counted()).isNotNull();
                assertThat(fork.iterations())
                        .hasSize(groups.get(fork.block() - 1).rounds())
                        .allSatisfy(micros -> assertThat(micros).isPositive());
                assertThat(Objects.requireNonNull(fork.secondary().get("gc.alloc.rate.norm"))
                                .values())
                        .allMatch(bytes -> bytes > 0);
            });
            assertThat(forks.get(0).startedAt())
                    .as("forks of the same group")
                    .isEqualTo(forks.get(1).startedAt());
            assertThat(bench.out()).contains("mysql 26.10.0", "mariadb 4.0.0").doesNotContain("failed");
        }
    }

    @Test
    void jvmsWarmUpOnAllCpusAndAreThenPinned() throws Exception {
        CompletableFuture<BenchTest.Ended> running = CompletableFuture.supplyAsync(
                () -> BenchTest.bench(Words.of(
                        "run --topology local --scenario Do1 --mode text --driver mariadb --force --results {}",
                        directory.resolve("results"))),
                task -> new Thread(task, "bench under test").start());
        Set<String> seen = new LinkedHashSet<>();
        await().atMost(Duration.ofMinutes(5))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> {
                    measuredJvms().forEach(pid -> cpus(pid).ifPresent(seen::add));
                    return running.isDone();
                });
        assertThat(running.get().code()).as(running.get().err()).isZero();
        Path run = OnlyRun.in(directory.resolve("results"));
        JsonNode server = Json.read(Files.readString(run.resolve("plan.json")), JsonNode.class)
                .at("/servers/0");
        assumeTrue(server.path("warmUpCpus").isString(), "nothing is pinned on this machine: SKIPPED");
        assertThat(seen)
                .containsExactly(
                        server.get("warmUpCpus").asString(),
                        server.get("clientCpus").asString());
    }

    private static Stream<Long> measuredJvms() {
        return ProcessHandle.allProcesses()
                .filter(process -> process.info()
                        .commandLine()
                        .filter(line -> line.contains("org.openjdk.jmh.runner.ForkedMain"))
                        .isPresent())
                .map(ProcessHandle::pid);
    }

    /** The CPUs that a process may use; empty if it has ended. */
    private static Optional<String> cpus(long pid) {
        try {
            return Files.readAllLines(Path.of("/proc", String.valueOf(pid), "status")).stream()
                    .filter(line -> line.startsWith("Cpus_allowed_list:"))
                    .map(line -> line.replaceFirst(".*:\\s*", ""))
                    .findFirst();
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
