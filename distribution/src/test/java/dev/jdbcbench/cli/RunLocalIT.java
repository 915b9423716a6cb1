package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
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
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.drizzle.jdbc.DrizzleDriver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Tests real runs on this machine: the portable MariaDB, the real agent, real forks. */
@OnThisMachine
class RunLocalIT {
    private static final Duration LIMIT = Duration.ofMinutes(3);

    private final HostScript script = HostScript.install(new LocalHost("localhost"));

    @TempDir
    private Path directory = Path.of("");

    private Path results() {
        return directory.resolve("results");
    }

    private static JsonNode json(Path file) throws IOException {
        return Json.read(Files.readString(file), JsonNode.class);
    }

    /** The directory of a run's processes on this machine. */
    private Path workplace(String run) {
        return Path.of(script.runs(), run);
    }

    private void assertNothingIsLeft(String run) {
        await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
            assertThat(Processes.with(run)).isEmpty();
            assertThat(workplace(run)).doesNotExist();
        });
        assertThat(Path.of(script.cache(), "journal").toFile().list()).noneMatch(entry -> entry.startsWith(run));
    }

    @Test
    void runMeasuresThreeDriversAndLeavesNothing() throws Exception {
        CompletableFuture<Ended> running = CompletableFuture.supplyAsync(
                () -> BenchTest.bench(Words.of(
                        "run --topology local --install portable --profile smoke --seed 42 --scenario Do1,PoolBorrow "
                                + "--mode text,hit --counters --iterations 4 --iteration-time 100ms -v --results {}",
                        results())),
                task -> new Thread(task, "bench under test").start());
        List<String> commandLines = new ArrayList<>();
        Optional<String> password = Optional.empty();
        while (!running.isDone()) {
            if (password.isEmpty()) {
                password = plantedPassword();
            }
            commandLines.addAll(Processes.commandLines());
            Thread.sleep(100);
        }
        Ended ended = running.get();
        assertThat(ended.err()).containsPattern("group (\\d+)/\\1 ");
        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(ended.out())
                .contains(
                        "mariadb 4.0.0",
                        "mysql 26.10.0",
                        "drizzle 1.4",
                        "(no claims)",
                        "RTT: protocol ",
                        "alloc B",
                        "mode hit did not take effect");

        Path run = OnlyRun.in(results());
        String secret = password.orElseThrow();
        assertThat(secret).hasSizeGreaterThan(20);
        assertThat(commandLines).hasSizeGreaterThan(100).noneMatch(line -> line.contains(secret));
        assertThat(ended.out() + ended.err()).doesNotContain(secret);
        try (Stream<Path> files = Files.walk(run)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(Files.readString(file, StandardCharsets.UTF_8))
                        .as(file.toString())
                        .doesNotContain(secret);
            }
        }

        assertThat(run.toFile().list())
                .containsExactlyInAnyOrder(
                        ".lock",
                        "command.json",
                        "plan.json",
                        "events.ndjson",
                        "results.json",
                        "jmh.json",
                        "report.html",
                        "ping.json",
                        "hosts.json",
                        "logs");
        JsonNode found = json(run.resolve("results.json"));
        assertThat(found.get("complete").asBoolean()).isTrue();
        assertThat(found.get("seed").asInt()).isEqualTo(42);
        assertThat(found.get("cells").size()).isEqualTo(9);
        for (JsonNode cell : found.get("cells")) {
            boolean possible = cell.get("mode").asString().equals("text")
                    || cell.get("driver").asString().equals("mariadb");
            assertThat(cell.get("status").asString()).isEqualTo(possible ? "ok" : "unsupported");
            assertThat(cell.get("forks").size()).isEqualTo(possible ? 2 : 0);
            assertThat(cell.get("serverVersion").asString()).isEqualTo("11.4.5-MariaDB");
            if (possible) {
                assertThat(cell.get("score").asDouble()).isPositive();
                assertThat(cell.get("allocBytesPerOp").asDouble()).isPositive();
                assertThat(cell.get("cpuMicrosPerOp").asDouble()).isPositive();
                assertThat(cell.at("/counters/Questions").asDouble()).isEqualTo(1.0);
            }
        }
        assertThat(json(run.resolve("jmh.json")).size()).isEqualTo(7);
        assertThat(json(run.resolve("ping.json")).at("/series/0/method").asString())
                .isEqualTo("icmp");
        try (Stream<Path> logs = Files.list(run.resolve("logs"))) {
            String fork = logs.filter(log -> log.getFileName().toString().startsWith("fork-01-"))
                    .map(RunLocalIT::text)
                    .filter(text -> text.contains("mysql-connector-j"))
                    .findFirst()
                    .orElseThrow();
            assertThat(fork)
                    .as("the class path has one driver, and neither the agent nor a JSON library")
                    .doesNotContain("mariadb-java-client", "drizzle-jdbc", "agent.jar", "jackson", "protobuf");
        }
        assertNothingIsLeft(String.valueOf(run.getFileName()));
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** The run's random password, read from the only file that may hold it. */
    private Optional<String> plantedPassword() throws IOException {
        if (OnlyRun.all(results()).isEmpty()) {
            return Optional.empty();
        }
        Path session = workplace(String.valueOf(OnlyRun.in(results()).getFileName()))
                .resolve("agent/secret/session.properties");
        if (Files.notExists(session)) {
            return Optional.empty();
        }
        assertThat(Files.getPosixFilePermissions(session)).hasSize(2);
        Properties properties = new Properties();
        try (BufferedReader reader = Files.newBufferedReader(session)) {
            properties.load(reader);
        }
        return Optional.ofNullable(properties.getProperty("server.local.mariadb.password"));
    }

    @Test
    void serverThatFailsToStartIsReportedAndLeavesNothing() throws IOException {
        Path hosts = Files.writeString(directory.resolve("hosts.yaml"), """
            hosts: { here: { address: localhost } }
            client: here
            servers: { mariadb: { kind: mariadb, install: portable, options: { max_allowed_packt: 40M } } }
            """);
        Ended ended = BenchTest.bench(
                Words.of("run --topology local --profile smoke --hosts {} --results {}", hosts, results()));
        assertThat(ended.code()).isEqualTo(4);
        assertThat(ended.err())
                .contains("bench: cannot start 11.4.5-MariaDB on here")
                .contains("unknown variable 'max_allowed_packt=40M'")
                .contains("Correct `options:` of servers.mariadb");
        assertNothingIsLeft(String.valueOf(OnlyRun.in(results()).getFileName()));
    }

    @Test
    void takenPortIsNamed() throws IOException {
        try (java.net.ServerSocket taken = new java.net.ServerSocket(0, 1, java.net.InetAddress.getLoopbackAddress())) {
            Path hosts = Files.writeString(
                    directory.resolve("hosts.yaml"),
                    "hosts: { here: { address: localhost } }\n"
                            + "servers: { mariadb: { kind: mariadb, install: portable, port: "
                            + taken.getLocalPort() + " } }\n");
            Ended ended = BenchTest.bench(
                    Words.of("run --topology local --profile smoke --hosts {} --results {}", hosts, results()));
            assertThat(ended.code()).isEqualTo(4);
            assertThat(ended.err())
                    .contains("port " + taken.getLocalPort() + " is taken on localhost")
                    .contains("ss -ltnp");
        }
    }

    @Test
    void killedBenchLeavesOnlyItsResults() throws Exception {
        Process bench = start();
        awaitForks(bench);
        bench.destroyForcibly();
        assertThat(bench.waitFor()).isEqualTo(137);
        Path run = OnlyRun.in(results());
        assertNothingIsLeft(String.valueOf(run.getFileName()));
        Ended collected = BenchTest.bench("collect", "--results", results().toString());
        assertThat(collected.code()).isZero();
        assertThat(collected.out()).contains(String.valueOf(run.getFileName()));
    }

    private Ended runOf(String... args) {
        List<String> all = new ArrayList<>(List.of("run", "--topology", "local", "--install", "portable"));
        all.addAll(List.of("--profile", "smoke", "--iterations", "4", "--iteration-time", "100ms"));
        all.addAll(List.of("--results", results().toString()));
        all.addAll(List.of(args));
        return BenchTest.bench(all.toArray(String[]::new));
    }

    @Test
    void driverWithWrongResultsFailsBeforeMeasuring() throws IOException {
        String wrong = "drizzle@" + DrizzleDriver.jar(directory);
        Path sql = Files.writeString(directory.resolve("three.sql"), "select 1 + 2");
        Ended ended = runOf(
                "--scenario", "Select1", "--sql", sql.toString(), "--mode", "text", "--driver", "mariadb," + wrong);
        assertThat(ended.code()).isEqualTo(5);
        assertThat(ended.err())
                .contains("local/localhost/localhost/mariadb/Select1/text/drizzle@broken+jar/tcp/1:"
                        + " wrong result: the value should be 1 but is 2")
                .contains("three/text/drizzle@broken+jar/tcp/1: wrong result: 1 rows of 1 columns, CRC-32 of the"
                        + " values ")
                .contains(", but mariadb@4.0.0 (local) got 1 rows of 1 columns, CRC-32 of the values ")
                .containsPattern("group (\\d+)/\\1 ");
        assertThat(ended.out()).contains("failed");
        assertNothingIsLeft(String.valueOf(OnlyRun.in(results()).getFileName()));
    }

    @Test
    @Full
    void badUserSqlIsReportedWithLineAndServerMessage() throws IOException {
        Path statement = Files.writeString(directory.resolve("typo.sql"), "-- no table\nselect *\nfrom nosuch;\n");
        Path setup = Files.writeString(
                directory.resolve("late.sql"),
                "-- setup\ncreate table a (b int);\ncreate tabel c (d int);\n-- measure\nselect * from a;\n");
        Ended ended =
                runOf("--sql", statement.toString(), "--sql", setup.toString(), "--mode", "text", "--driver", "mysql");
        assertThat(ended.code()).isEqualTo(5);
        assertThat(ended.err())
                .contains("typo.sql:2: Table 'bench.nosuch' doesn't exist (42S02, 1146)")
                .contains("its set-up failed: late.sql:3: You have an error in your SQL syntax");
        assertNothingIsLeft(String.valueOf(OnlyRun.in(results()).getFileName()));
    }

    @Test
    @Full
    void threadsTransportsAndVersionsAreMeasuredInOneRun() throws IOException {
        Ended ended = runOf(Words.of(
                "--scenario Do1 --mode default --driver mariadb@3.5.11,mysql@8.0.33 --transport tcp,tls,socket "
                        + "--threads 2"));
        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(ended.out())
                .contains("mariadb 3.5.11", "mysql 8.0.33", "threads: connections that work at the same time");
        JsonNode found = json(OnlyRun.in(results()).resolve("results.json"));
        assertThat(found.get("cells").size()).isEqualTo(3 * 2);
        for (JsonNode cell : found.get("cells")) {
            assertThat(cell.get("status").asString()).as(cell.toString()).isEqualTo("ok");
            double score = cell.get("score").asDouble();
            assertThat(cell.get("operationsPerSecond").asDouble())
                    .isCloseTo(cell.get("threads").asInt() * 1e6 / score, within(1e-3));
        }
        assertNothingIsLeft(String.valueOf(OnlyRun.in(results()).getFileName()));
    }

    /** Starts bench in its own process, as the launcher does. Ctrl-C works even if the build runs in the background and ignores it. */
    private Process start() throws IOException {
        List<String> words = new ArrayList<>(List.of("env", "--default-signal=INT"));
        words.addAll(BenchJar.words());
        words.addAll(List.of("run", "--topology", "local", "--install", "portable", "--profile", "smoke"));
        words.addAll(List.of("--scenario", "Select1Row", "--mode", "text", "--groups", "10"));
        words.addAll(List.of("--results", results().toString()));
        return new ProcessBuilder(words)
                .redirectOutput(directory.resolve("out").toFile())
                .redirectError(directory.resolve("err").toFile())
                .start();
    }

    private void awaitForks(Process bench) {
        await().atMost(LIMIT).pollInterval(Duration.ofMillis(50)).until(() -> {
            assertThat(bench.isAlive()).as(text(directory.resolve("err"))).isTrue();
            return text(directory.resolve("err")).contains("\ngroup ");
        });
    }
}
