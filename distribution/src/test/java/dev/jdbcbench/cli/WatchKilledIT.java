package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.jdbcbench.Full;
import dev.jdbcbench.OnThisMachine;
import dev.jdbcbench.Processes;
import dev.jdbcbench.cli.BenchTest.Ended;
import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.driver.Session.Endpoint;
import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.driver.Usage;
import dev.jdbcbench.watch.Recording;
import dev.jdbcbench.watch.Recording.End;
import dev.jdbcbench.watch.Recording.Transaction;
import dev.jdbcbench.watch.WatchedServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills the application, the relay and the server in turn. The drivers have no timeouts, so they notice only closed
 * connections.
 */
@OnThisMachine
@Full
class WatchKilledIT {
    private static final String DRIVER = "3.5.11";
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Pattern RELAYING = Pattern.compile("relaying 127\\.0\\.0\\.1:(\\d+) ");

    private final WatchedServer server = new WatchedServer("watchkill");
    private final List<Process> started = new ArrayList<>();

    @TempDir
    private Path directory = Path.of("");

    private Path jar = Path.of("");
    private Endpoint direct = new Endpoint("127.0.0.1", 1, "", "", "");

    @BeforeEach
    void start() throws Exception {
        direct = server.start(false);
        jar = WatchedServer.jars(DriverCatalogue.MARIADB, DRIVER, Transport.TCP).get(0);
        try (Connection connection = connection();
                Statement statement = connection.createStatement()) {
            statement.execute("create table watched (a int primary key auto_increment, b varchar(20))");
        }
    }

    @AfterEach
    void nothingIsLeft() {
        started.forEach(Process::destroyForcibly);
        server.close();
        await().atMost(LIMIT).untilAsserted(() -> {
            assertThat(Processes.with(directory.toString())).isEmpty();
            assertThat(Processes.with(server.run())).isEmpty();
        });
        assertThat(server.place()).doesNotExist();
    }

    private Connection connection() throws SQLException, IOException {
        return WatchedServer.connector("mariadb", DRIVER, Transport.TCP)
                .open(direct, new Usage(Mode.TEXT, Transport.TCP, Set.of()), Map.of());
    }

    /** Runs a query that returns a single number. */
    private long asked(String query) {
        try (Connection connection = connection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getLong(1);
        } catch (SQLException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Number of connections to the server, except the querying one. */
    private long connections() {
        return asked(
                "select count(*) from information_schema.processlist where user = 'bench' and id <> connection_id()");
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A process of a test, with its output. */
    private record Started(Process process, Path out, Path err) {
        int ended() throws InterruptedException {
            assertThat(process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS))
                    .as("it ends: " + text(err) + text(out))
                    .isTrue();
            return process.exitValue();
        }

        void kill() throws InterruptedException {
            process.destroyForcibly().waitFor();
        }

        long committed() {
            return text(out).lines().filter("committed"::equals).count();
        }

        void awaitCommits(long more) {
            long wanted = committed() + more;
            await().atMost(LIMIT).until(() -> committed() >= wanted);
        }
    }

    private Started started(String name, List<String> words) throws IOException {
        Path out = directory.resolve(name + ".out");
        Path err = directory.resolve(name + ".err");
        ProcessBuilder builder =
                new ProcessBuilder(words).redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment().put("DATABASE_PASSWORD", direct.password());
        Process process = builder.start();
        started.add(process);
        return new Started(process, out, err);
    }

    private Path recording() {
        return directory.resolve("shop.json");
    }

    private Path part() {
        return directory.resolve(".shop.json.part");
    }

    /** A relay that records. */
    private Started watch(String name, String... more) throws IOException {
        List<String> words = new ArrayList<>(BenchJar.ENDED_BY_SIGNALS);
        words.addAll(BenchJar.words());
        words.addAll(List.of("watch", "--to", "127.0.0.1:" + direct.port(), "--listen", "127.0.0.1:0"));
        words.addAll(List.of("--record", recording().toString()));
        words.addAll(List.of(more));
        Started watch = started(name, words);
        await().atMost(LIMIT).until(() -> text(watch.err()).contains("relaying "));
        return watch;
    }

    private static int port(Started watch) {
        Matcher relaying = RELAYING.matcher(text(watch.err()));
        assertThat(relaying.find()).isTrue();
        return Integer.parseInt(relaying.group(1));
    }

    private Started application(String name, Started watch, String what) throws IOException {
        return started(
                name,
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path") + ":" + jar,
                        WatchedApplication.class.getName(),
                        "jdbc:mariadb://127.0.0.1:" + port(watch) + "/" + direct.database() + "?sslMode=disable",
                        direct.user(),
                        what));
    }

    private Started busy(String name, Started watch) throws IOException {
        Started application = application(name, watch, "busy");
        application.awaitCommits(3);
        return application;
    }

    /** An application within a transaction. */
    private Started idle(Started watch) throws IOException {
        Started application = application("idle", watch, "idle");
        await().atMost(LIMIT).until(() -> text(application.out()).contains("open"));
        return application;
    }

    /** Ctrl-C. */
    private static void interrupt(Started watch) throws Exception {
        assertThat(new ProcessBuilder(
                                "kill", "-INT", String.valueOf(watch.process().pid()))
                        .start()
                        .waitFor())
                .isZero();
    }

    private static void assertPortIsFree(int port) {
        assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), port).close())
                .isInstanceOf(ConnectException.class);
    }

    /** The recording is complete, and contains the unfinished transaction of the idle application. */
    private void assertRecordingIsComplete() {
        assertThat(part()).doesNotExist();
        Recording recording = Recording.read(recording());
        assertThat(recording.transactions())
                .filteredOn(transaction -> transaction.end() == End.ENDED)
                .hasSizeGreaterThan(3);
        assertThat(recording.transactions())
                .filteredOn(transaction -> transaction.end() == End.OPEN)
                .anySatisfy(transaction -> assertThat(statements(recording, transaction))
                        .contains("insert into watched (a, b) values (?, ?)"));
        Ended explained = BenchTest.bench("explain", recording().toString());
        assertThat(explained.code()).as(explained.err()).isZero();
        assertThat(explained.out()).contains("insert into watched (b) values (?)");
    }

    private static List<String> statements(Recording recording, Transaction transaction) {
        return transaction.steps().stream()
                .map(step -> recording.statements().get(step.statement()).text())
                .toList();
    }

    @Test
    void killedApplicationDoesNotAffectOtherConnections() throws Exception {
        Started watch = watch("watch");
        Started idle = idle(watch);
        Started busy = busy("busy", watch);
        assertThat(connections()).isEqualTo(2);
        idle.kill();
        await().atMost(LIMIT).until(() -> connections() == 1);
        assertThat(asked("select count(*) from watched where a = -1"))
                .as("its transaction was rolled back")
                .isZero();
        busy.awaitCommits(3);
        interrupt(watch);
        assertThat(watch.ended()).as(text(watch.err())).isZero();
        assertThat(busy.ended()).isEqualTo(WatchedApplication.LOST);
        await().atMost(LIMIT).until(() -> connections() == 0);
        assertPortIsFree(port(watch));
        assertThat(text(watch.out())).contains("of 2 connections open");
        assertRecordingIsComplete();
    }

    @Test
    void killedRelayEndsBothSidesAndLeavesAnIncompleteRecording() throws Exception {
        Started watch = watch("watch");
        Started idle = idle(watch);
        Started busy = busy("busy", watch);
        watch.kill();
        assertThat(busy.ended()).isEqualTo(WatchedApplication.LOST);
        idle.process().getOutputStream().close();
        assertThat(idle.ended()).isEqualTo(WatchedApplication.LOST);
        await().atMost(LIMIT).until(() -> connections() == 0);
        assertThat(asked("select count(*) from watched where a = -1")).isZero();
        assertPortIsFree(port(watch));
        assertThat(recording()).doesNotExist();
        assertThat(part()).exists();
        Ended explained = BenchTest.bench("explain", recording().toString());
        assertThat(explained.code()).isEqualTo(2);
        assertThat(explained.err()).contains("shop.json is not complete").contains("was killed");

        Files.delete(part());
        Started again = watch("again", "--for", "1ms");
        assertThat(again.ended()).as(text(again.err())).isZero();
        assertThat(part()).doesNotExist();
        assertThat(Recording.read(recording()).transactions()).isEmpty();
    }

    @Test
    void killedServerEndsItsConnectionsAndTheRelayServesItsSuccessor() throws Exception {
        Started watch = watch("watch");
        Started idle = idle(watch);
        Started busy = busy("busy", watch);
        String[] pids = text(server.pids()).strip().split(" ", -1);
        LocalBench.kill(Long.parseLong(pids[0]));
        assertThat(busy.ended()).isEqualTo(WatchedApplication.LOST);
        idle.process().getOutputStream().close();
        assertThat(idle.ended()).isEqualTo(WatchedApplication.LOST);
        assertThat(watch.process().isAlive()).isTrue();

        // The supervisor of a server restarts it once.
        await().atMost(LIMIT)
                .ignoreExceptions()
                .untilAsserted(() -> assertThat(connections()).isZero());
        Started next = busy("next", watch);
        interrupt(watch);
        assertThat(watch.ended()).as(text(watch.err())).isZero();
        assertThat(next.ended()).isEqualTo(WatchedApplication.LOST);
        assertPortIsFree(port(watch));
        assertThat(text(watch.out())).contains("of 3 connections open");
        assertRecordingIsComplete();
    }
}
