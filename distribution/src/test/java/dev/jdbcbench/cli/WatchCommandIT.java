package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.jdbcbench.OnThisMachine;
import dev.jdbcbench.certificate.SelfSigned;
import dev.jdbcbench.cli.BenchTest.Ended;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.watch.FakeDatabase;
import dev.jdbcbench.watch.TlsEnds;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingDeque;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

@OnThisMachine
class WatchCommandIT {
    private final FakeDatabase database = new FakeDatabase();

    @TempDir
    private Path directory = Path.of("");

    @AfterEach
    void end() throws IOException {
        database.close();
    }

    private String target() {
        return "127.0.0.1:" + database.address().getPort();
    }

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /**
     * Watches while a client runs a transaction in a loop, until an interrupt, as by Ctrl-C. Where a busy machine stops
     * the client for more than 20 ms, the loop counts as two.
     */
    private Ended watched(String... more) throws Exception {
        int port = freePort();
        List<String> words = new ArrayList<>(List.of("watch", "--to", target(), "--listen", "127.0.0.1:" + port));
        words.addAll(Arrays.asList(more));
        FutureTask<Ended> watching = new FutureTask<>(() -> BenchTest.bench(words.toArray(String[]::new)));
        Thread thread = new Thread(watching, "watch under test");
        thread.start();
        try (FakeDatabase.Client client = connected(port)) {
            for (int i = 0; i < 10; i++) {
                client.query("INSERT INTO t VALUES ('SECRET" + i + "')");
            }
        }
        thread.interrupt();
        return watching.get();
    }

    static FakeDatabase.Client connected(int port) throws InterruptedException {
        while (true) {
            try {
                return new FakeDatabase.Client(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            } catch (IOException e) {
                Thread.sleep(10); // the relay does not listen yet
            }
        }
    }

    @Test
    void reportHasStatementsRoundTripsAndFindings() throws Exception {
        Ended ended = watched();
        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(ended.out())
                .contains("10 statements")
                .contains("13 round trips")
                .contains("INSERT INTO t VALUES (?)")
                .containsPattern(
                        "row-by-row: ([2-9]|10) in [1-9] runs?, row by row; saves (1 round trip|[1-9][.0-9]* round trips),")
                .doesNotContain("SECRET");
        assertThat(ended.err()).contains("relaying 127.0.0.1:").contains("(11.4.5-MariaDB)");
    }

    @Test
    void jsonReportMatchesItsSchema() throws Exception {
        JsonNode report = Json.read(watched("--format", "json", "-q").out(), JsonNode.class);
        assertThat(report.get("schema").asString()).isEqualTo("watch/1");
        assertThat(report.get("statements").asInt()).isEqualTo(10);
        assertThat(report.get("findings").get(0).get("kind").asString()).isEqualTo("row-by-row");
    }

    @Test
    void recordingIsExplainedAndHasNoData() throws Exception {
        Path file = directory.resolve("shop.json");
        assertThat(watched("--record", file.toString()).code()).isZero();
        assertThat(Files.readString(file)).doesNotContain("SECRET");
        Ended explained = BenchTest.bench("explain", file.toString());
        assertThat(explained.code()).as(explained.err()).isZero();
        assertThat(explained.out())
                .contains("at 50 ms")
                .contains("INSERT INTO t VALUES (?) …")
                .containsPattern("row-by-row saves (1 round trip|[1-9][.0-9]* round trips),")
                .contains("what drivers can do")
                .contains("rewriteBatchedStatements=true");
        assertThat(Json.read(
                                BenchTest.bench("explain", file.toString(), "--format", "json")
                                        .out(),
                                JsonNode.class)
                        .get("schema")
                        .asString())
                .isEqualTo("recording-explained/1");
        assertThat(BenchTest.bench("explain", file.toString(), "--scenario", "Do1")
                        .code())
                .isEqualTo(2);
    }

    @Test
    void transactionAboveTheBudgetEndsWith7AndWritesTheFilesOfAGate() throws Exception {
        Path junit = directory.resolve("junit.xml");
        Path summary = directory.resolve("table.md");
        Ended ended =
                watched("--fail-above", "0 statements", "--junit", junit.toString(), "--summary", summary.toString());
        assertThat(ended.code()).as(ended.err()).isEqualTo(7);
        assertThat(ended.out()).contains("10 statements").contains("FAILED: the application");
        assertThat(ended.err()).contains("1 of 1 kind of transactions needs more than 0 statements");
        assertThat(summary).content().startsWith("### FAILED: the application\n\n**INSERT INTO t VALUES (?): ");
        assertThat(junit).content().contains("tests=\"2\" failures=\"1\"").doesNotContain("SECRET");
        Ended within = watched("--fail-above", "30 round trips, 10 statements, 4K bytes");
        assertThat(within.code()).as(within.err()).isZero();
        assertThat(within.out()).contains("PASSED: the application");
        Ended nothing = BenchTest.bench(
                "watch", "--to", target(), "--listen", "127.0.0.1:0", "--for", "100ms", "--fail-above", "1 statement");
        assertThat(nothing.code()).isEqualTo(5);
        assertThat(nothing.err())
                .contains("the recording has no transaction: did the application connect to the relay");
    }

    @Test
    void withValuesWarnsThatTheFileHasData() throws Exception {
        Path file = directory.resolve("shop.json");
        Ended ended = watched("--record", file.toString(), "--with-values");
        assertThat(ended.err()).contains("will contain the data in your statements");
        assertThat(Files.readString(file)).contains("SECRET7");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "watch | no database is named",
                "watch --to nowhere | is neither HOST:PORT nor a server of the hosts file",
                "watch --to db:99999 | --to needs HOST:PORT",
                "watch --to 127.0.0.1:3306 --listen 0.0.0.0:3307 | is not a loopback address",
                "watch --to 127.0.0.1:3306 --listen 3307 | --listen needs HOST:PORT",
                "watch --to 127.0.0.1:3306 --rtt 5 | --rtt needs a time with its unit",
                "watch --to 127.0.0.1:3306 --rtt 1h | --rtt needs a time with its unit",
                "watch --to 127.0.0.1:3306 --jitter 5 | --jitter needs a time with its unit",
                "watch --to 127.0.0.1:3306 --bandwidth 100 | --bandwidth needs bits per second",
                "watch --to 127.0.0.1:3306 --loss 1% | so it has no packets to lose",
                "watch --to 127.0.0.1:3306 --tls-ca ca.pem | --tls-ca and --tls-certificate need --tls",
                "watch --to 127.0.0.1:3306 --for soon | --for needs a time with its unit",
                "watch --to 127.0.0.1:3306 --record-limit 1 | --record-limit needs a size",
                "watch --to 127.0.0.1:3306 --with-values | --with-values needs --record",
                "watch --to 127.0.0.1:3306 --fail-above 10ms | is a time, which depends on the machine",
                "watch --to 127.0.0.1:3306 --fail-above 5% | is a share of a base, and there is none",
                "watch --to 127.0.0.1:3306 --junit x.xml | --summary and --junit need --fail-above",
                "explain nosuch.json | no such file"
            })
    void badInputEndsWith2AndSaysWhatIsWrong(String line, String message) {
        Ended ended = BenchTest.bench(line.split(" ", -1));
        assertThat(ended.err()).contains(message).startsWith("bench: ");
        assertThat(ended.code()).isEqualTo(2);
    }

    /** Without an ssh program, bench reads the file of the home directory. */
    @Test
    void databaseHostMayBeAnAliasOfTheSshConfiguration() throws Exception {
        Files.createDirectory(directory.resolve(".ssh"));
        Files.writeString(directory.resolve(".ssh/config"), "Host far\n  HostName 127.0.0.1\n");
        List<String> words = BenchJar.words("-Duser.home=" + directory);
        words.add(1, "PATH=" + directory); // of env
        words.addAll(List.of("watch", "--db-host", "far", "--to", target().replaceFirst(".*:", "")));
        words.addAll(List.of("--listen", "127.0.0.1:0", "--for", "100ms"));
        Process process = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("out").toFile())
                .start();
        int code = process.waitFor();
        assertThat(code).as(Files.readString(directory.resolve("out"))).isZero();
        assertThat(Files.readString(directory.resolve("out"))).contains("→ " + target() + " (");
    }

    @Test
    void serverWithoutTlsIsRefused() {
        Ended ended = BenchTest.bench("watch", "--to", target(), "--listen", "127.0.0.1:0", "--tls", "--for", "1s");
        assertThat(ended.code()).isEqualTo(4);
        assertThat(ended.err()).contains("offers no TLS").contains("Leave out --tls");
    }

    @Test
    void caWithoutCertificateIsRefused() throws IOException {
        Path ca = Files.writeString(directory.resolve("ca.pem"), "nothing");
        assertThatThrownBy(() -> TlsEnds.of(SelfSigned.make(), Optional.of(ca), true))
                .isInstanceOfSatisfying(
                        Failure.Input.class,
                        failure -> assertThat(failure.getMessage()).contains("cannot read the certificates of"));
    }

    /** Simulates a terminal with this keyboard. */
    private static CommandContext typing(Keyboard keyboard) {
        CommandContext plain = CommandContext.plain();
        return new CommandContext(
                plain.clock(),
                plain.signals(),
                plain.display(),
                plain.stdout(),
                plain.stderr(),
                plain.environment(),
                new Typed(keyboard),
                plain.name());
    }

    /** Standard input on which lines appear one after the other. */
    @SuppressWarnings("InputStreamSlowMultibyteRead") // a few keys only
    private static final class Keyboard extends InputStream {
        private final BlockingDeque<Integer> keys = new LinkedBlockingDeque<>();

        void types(String line) {
            (line + "\n").chars().forEach(keys::add);
        }

        @Override
        public int read() {
            Integer key = keys.poll();
            return key == null ? -1 : key;
        }

        @Override
        public int available() {
            return keys.size();
        }
    }

    /** The shortest time of several queries with that many bytes, because disturbances can only make a query slower. */
    private static Duration fastest(FakeDatabase.Client client, int bytes) throws IOException {
        String sql = "INSERT INTO t VALUES ('" + "x".repeat(bytes) + "')";
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            long start = System.nanoTime();
            client.query(sql);
            least = Math.min(least, System.nanoTime() - start);
        }
        return Duration.ofNanos(least);
    }

    /** The longest time of many queries: jitter delays each way randomly, and some query gets nearly the maximum. */
    private static Duration slowest(FakeDatabase.Client client) throws IOException {
        long most = 0;
        for (int i = 0; i < 15; i++) {
            long start = System.nanoTime();
            client.query("DELETE FROM t");
            most = Math.max(most, System.nanoTime() - start);
        }
        return Duration.ofNanos(most);
    }

    @Test
    void typedRttBandwidthAndJitterTakeEffectAtOnce() throws Exception {
        int port = freePort();
        Keyboard keyboard = new Keyboard();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        CommandContext typing = typing(keyboard);
        String[] words = {"watch", "--to", target(), "--listen", "127.0.0.1:" + port};
        Thread watching = new Thread(() -> Bench.run(
                words,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                typing));
        watching.start();
        try (FakeDatabase.Client client = connected(port)) {
            assertThat(fastest(client, 10)).isLessThan(Duration.ofMillis(30));
            typed(keyboard, "40ms", err, "from now on, each round trip takes 40ms longer");
            assertThat(fastest(client, 10)).isGreaterThanOrEqualTo(Duration.ofMillis(40));
            typed(keyboard, "0", err, "from now on, each round trip takes 0 longer");
            // 5000 bytes are 40 000 bits, which take 40 ms.
            assertThat(fastest(client, 5000)).isLessThan(Duration.ofMillis(30));
            typed(keyboard, "bandwidth 1M", err, "from now on, all connections share 1Mbit/s in each direction");
            assertThat(fastest(client, 5000)).isGreaterThanOrEqualTo(Duration.ofMillis(40));
            typed(keyboard, "bandwidth 0", err, "from now on, the bandwidth has no limit");
            assertThat(fastest(client, 5000)).isLessThan(Duration.ofMillis(30));
            typed(keyboard, "jitter 100ms", err, "from now on, each direction takes up to 100ms longer");
            assertThat(slowest(client)).isGreaterThan(Duration.ofMillis(80));
            typed(keyboard, "jitter 0", err, "from now on, there is no jitter");
            assertThat(fastest(client, 10)).isLessThan(Duration.ofMillis(30));
            typed(keyboard, "fast", err, "cannot read fast: type a time like 5ms");
        } finally {
            while (watching.isAlive()) {
                watching.interrupt();
                watching.join(5000);
            }
        }
        assertThat(out.toString(StandardCharsets.UTF_8))
                .containsPattern("since second \\d+, each round trip takes 40ms longer")
                .containsPattern("since second \\d+, there is no jitter");
    }

    private static void typed(Keyboard keyboard, String line, ByteArrayOutputStream err, String answer) {
        keyboard.types(line);
        await().until(() -> err.toString(StandardCharsets.UTF_8).contains(answer));
    }

    @Test
    void settingsCannotChangeDuringARecording() throws Exception {
        Keyboard keyboard = new Keyboard();
        keyboard.types("5ms");
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = Bench.run(
                new String[] {
                    "watch",
                    "--to",
                    target(),
                    "--listen",
                    "127.0.0.1:0",
                    "--for",
                    "500ms",
                    "--record",
                    directory.resolve("shop.json").toString()
                },
                new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                typing(keyboard));
        assertThat(code).isZero();
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("not changed: a recording has a single RTT");
    }

    @Test
    void truncatedRecordingIsReported() throws IOException {
        Files.writeString(directory.resolve(".shop.json.part"), "{\"schema\":\"recording/1\"");
        Ended ended = BenchTest.bench("explain", directory.resolve("shop.json").toString());
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).contains("shop.json is not complete").contains(".shop.json.part has no statements yet");
    }

    @Test
    void typedTextIsReadByLines() {
        Typed typed = new Typed(new ByteArrayInputStream("5ms\n0\n1".getBytes(StandardCharsets.US_ASCII)));
        assertThat(typed.line()).contains("5ms");
        assertThat(typed.line()).contains("0");
        assertThat(typed.line()).isEmpty();
    }

    @Test
    void closedTargetExitsWith3() throws IOException {
        Ended ended =
                BenchTest.bench("watch", "--to", "127.0.0.1:" + freePort(), "--listen", "127.0.0.1:0", "--for", "1s");
        assertThat(ended.code()).isEqualTo(3);
        assertThat(ended.err()).contains("cannot reach 127.0.0.1:").contains("Connection refused");
    }

    @Test
    void otherServiceAsTargetExitsWith4() throws IOException {
        try (ServerSocket web = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            CompletableFuture<Void> served = CompletableFuture.runAsync(() -> {
                try (Socket client = web.accept()) {
                    client.getOutputStream()
                            .write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            Ended ended = BenchTest.bench("watch", "--to", "127.0.0.1:" + web.getLocalPort(), "--for", "1s");
            assertThat(ended.code()).isEqualTo(4);
            assertThat(ended.err()).contains("is not a MariaDB or MySQL server");
            served.join();
        }
    }

    @Test
    void serverOfTheHostsFileCanBeTheTarget() throws Exception {
        Path hosts = directory.resolve("hosts.yaml");
        Files.writeString(hosts, """
                hosts:
                  db1: { address: localhost }
                servers:
                  shop:
                    kind: mariadb
                    install: external
                    address: 127.0.0.1
                    port: %d
                    tls: none
                    admin: { user: admin, password: { env: NOT_SET_ANYWHERE } }
                """.formatted(database.address().getPort()));
        Ended ended = BenchTest.bench(
                "watch", "--hosts", hosts.toString(), "--to", "shop", "--listen", "127.0.0.1:0", "--for", "1ms");
        assertThat(ended.code()).as(ended.err()).isZero();
        ended = BenchTest.bench(
                "watch",
                "--hosts",
                hosts.toString(),
                "--to",
                "db1:" + database.address().getPort(),
                "--listen",
                "127.0.0.1:0",
                "--for",
                "1ms");
        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(ended.out()).contains("No application connected.");
    }
}
