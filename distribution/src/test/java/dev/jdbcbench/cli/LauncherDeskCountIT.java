package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.jdbcbench.Full;
import dev.jdbcbench.cli.BenchTest.Ended;
import dev.jdbcbench.database.ForeignServer;
import dev.jdbcbench.desk.Desk;
import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.ServerKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Drivers are counted on a desk that is not Linux, with a server that bench did not start. */
class LauncherDeskCountIT extends OnAnotherDesk {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private static ForeignServer server;
    private String before = "";
    private String hosts = "";

    LauncherDeskCountIT() {
        super(true);
    }

    @BeforeAll
    static void start() throws IOException {
        server = ForeignServer.start(ForeignServer.programs(ServerKind.MARIADB).orElseThrow(), DriverCatalogue.MARIADB);
    }

    @AfterAll
    static void end() {
        server.close();
    }

    @BeforeEach
    void remember() throws IOException, SQLException {
        before = server.state();
        Path password = Files.writeString(directory.resolve("password"), ForeignServer.PASSWORD);
        Files.setPosixFilePermissions(password, PosixFilePermissions.fromString("rw-------"));
        hosts = Files.writeString(directory.resolve("hosts.yaml"), """
                servers:
                  theirs:
                    kind: mariadb
                    install: external
                    address: 127.0.0.1
                    port: %d
                    tls: none
                    admin: { user: boss, password: { file: %s } }
                """.formatted(server.port(), password))
                .toString();
    }

    @AfterEach
    void serverIsUnchanged() throws SQLException {
        assertThat(server.state()).isEqualTo(before);
    }

    private List<Path> runs() throws IOException {
        Path runs = cache().resolve("bench");
        if (!Files.exists(runs)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(runs)) {
            return files.filter(file -> file.toString().contains("/runs/")).toList();
        }
    }

    @Test
    void driversAreComparedByCountsAlone() throws Exception {
        compare(Desk.WINDOWS);
    }

    @Test
    @Full
    void driversAreComparedByCountsAloneOnAMac() throws Exception {
        compare(Desk.MACOS);
    }

    private void compare(Desk desk) throws Exception {
        String results = directory.resolve("results").toString();
        String[] compare = Words.of(
                "compare mariadb@3.5.8 mariadb@4.0.0 --counts-only --fail-above 5% --hosts {} --topology local "
                        + "--scenario Do1:text --results {}",
                hosts, results);
        assertThat(run(desk, compare).out()).contains("1 of 1 operation exchanges the same with the server");
        assertThat(runs()).isEmpty();
        run(desk, Words.of("clean --hosts {}", hosts));
        try (Stream<Path> left = Files.list(cache().resolve("bench"))) {
            assertThat(left).noneMatch(file -> file.toString().contains("desk-"));
        }
    }

    /** Without signals and /proc, the agent notices the end of bench by its stdin. */
    @Test
    void killedBenchLeavesNoProcessAndNoSchema() throws Exception {
        String results = directory.resolve("results").toString();
        Process killed =
                begin(Desk.WINDOWS, Words.of("explain --hosts {} --topology local --results {}", hosts, results));
        await().atMost(PATIENCE).until(() -> !server.state().equals(before));
        List<ProcessHandle> agents = killed.descendants().toList();
        assertThat(agents).isNotEmpty();
        killed.destroyForcibly().waitFor();
        await().atMost(PATIENCE).until(() -> agents.stream().noneMatch(ProcessHandle::isAlive));
        assertThat(server.state()).isEqualTo(before);
        assertThat(runs()).noneMatch(file -> file.endsWith("session.properties"));
        run(Desk.WINDOWS, Words.of("clean --hosts {} --keep-cache", hosts));
        assertThat(runs()).isEmpty();
    }

    /** The desk starts no database, and says what would do. */
    @Test
    void databasesNeedLinux() throws Exception {
        Ended ended = ended(Desk.MACOS, "explain", "--topology", "local", "--scenario", "Do1");
        assertThat(ended.code()).isEqualTo(4);
        assertThat(ended.err()).contains("localhost is Mac OS X", "starts databases", "`install: external`");
    }
}
