package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.jdbcbench.Alone;
import dev.jdbcbench.Full;
import dev.jdbcbench.OnThisMachine;
import dev.jdbcbench.artifact.Artifacts;
import dev.jdbcbench.cli.BenchTest.Ended;
import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.run.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Tests complete runs, from the first block to the verdict, with a known difference between the drivers. */
@OnThisMachine
class DecisionIT {
    @TempDir
    private Path directory;

    @Test
    @Alone
    @Full
    void muchSlowerDriverIsCalledSlowerAndTheRowStops() throws IOException {
        String version = DriverCatalogue.MARIADB.defaultVersion();
        Path real = new Artifacts((file, bytes, total) -> {})
                .resolve(DriverCatalogue.MARIADB.coordinates(version) + ":" + version);
        Ended ended = BenchTest.bench(Words.of(
                "run --topology local --install portable --scenario Do1 --mode text --driver {} --profile quick "
                        + "--groups 4-5 --target 90% --iteration-time 50ms --percentiles --wide --force -v "
                        + "--results {}",
                "mariadb@" + SlowedDriver.jar(directory, real, 0) + ",mariadb@"
                        + SlowedDriver.jar(directory, real, 400),
                directory.resolve("results")));
        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(ended.err())
                .contains("2 cells × 4–5 groups")
                .containsPattern("block 5, mariadb/Do1/text/tcp/1: (one|no) more \\(");
        assertThat(ended.out()).contains("slower", "A/A control", "service time");
        JsonNode results = Json.read(
                Files.readString(OnlyRun.in(directory.resolve("results")).resolve("results.json")), JsonNode.class);
        assertThat(results.get("complete").asBoolean()).isTrue();
        assertThat(results.get("twins")).hasSize(1);
        assertThat(results.get("cells")).hasSize(2);
        assertThat(results.at("/cells/0/serviceTime/operations").asLong()).isPositive();
        JsonNode contrast = results.at("/contrasts/0");
        assertThat(contrast.get("verdict").asString()).isEqualTo("slower");
        // 5 on an idle machine; other load adds to both times.
        assertThat(contrast.get("ratio").asDouble()).isGreaterThan(1.5);
    }

    /**
     * Compares one driver under two labels. Other load starts with the third block, when bench already knows the usual
     * load.
     */
    @Test
    @Alone
    @Full
    void loadThatStartsDuringARunIsReported() throws Exception {
        Path hosts = Files.writeString(
                directory.resolve("hosts.yaml"),
                "hosts: { here: { address: localhost } }\n"
                        + "drivers: { a: { driver: mariadb }, b: { driver: mariadb } }\n");
        AtomicBoolean over = new AtomicBoolean();
        CompletableFuture<Ended> running = CompletableFuture.supplyAsync(
                () -> BenchTest.bench(Words.of(
                        "run --topology local --install portable --hosts {} --scenario Do1 --mode text --driver a,b "
                                + "--profile quick --forks 3 --iterations 6 --iteration-time 100ms --results {}",
                        hosts,
                        directory.resolve("results"))),
                task -> new Thread(task, "bench under test").start());
        try {
            await().atMost(Duration.ofMinutes(2)).until(() -> running.isDone() || blocks() >= 3);
            for (int cpu = 0; cpu < Runtime.getRuntime().availableProcessors(); cpu++) {
                new Thread(() -> {
                            while (!over.get()) {
                                Thread.onSpinWait();
                            }
                        })
                        .start();
            }
            Ended ended = running.get();
            assertThat(ended.code()).as(ended.err()).isZero();
            // Whether its rounds count depends on earlier disturbances, because other tests may run at the same time.
            assertThat(ended.out()).containsPattern("others up to (2[5-9]|[3-9]\\d)");
        } finally {
            over.set(true);
        }
    }

    private long blocks() throws IOException {
        if (!Files.isDirectory(directory.resolve("results"))) {
            return 0;
        }
        Path events = OnlyRun.in(directory.resolve("results")).resolve("events.ndjson");
        return Files.exists(events)
                ? Files.readAllLines(events).stream()
                        .filter(line -> line.contains("\"BlockStarted\""))
                        .count()
                : 0;
    }
}
