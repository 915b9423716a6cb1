package dev.jdbcbench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jdbcbench.artifact.Artifacts;
import dev.jdbcbench.config.Install;
import dev.jdbcbench.config.ServerNeeds;
import dev.jdbcbench.config.ServerSpec;
import dev.jdbcbench.database.Binaries;
import dev.jdbcbench.database.InstalledServer;
import dev.jdbcbench.database.PortableMariaDb;
import dev.jdbcbench.database.PrivateServer;
import dev.jdbcbench.database.ServerSettings;
import dev.jdbcbench.driver.Connector;
import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.DriverKind;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.driver.ServerKind;
import dev.jdbcbench.driver.Session;
import dev.jdbcbench.driver.Session.Endpoint;
import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.host.HostScript;
import dev.jdbcbench.host.LocalHost;
import dev.jdbcbench.scenario.Scenario;
import dev.jdbcbench.scenario.ScenarioCatalogue;
import dev.jdbcbench.scenario.witness.CheckedResult;
import dev.jdbcbench.scenario.witness.ExpectedCommands;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks the commands that each version of each driver sends, over each transport and for each kind of user. */
@OnThisMachine
@Full
class WireIT {
    private static final String RUN = "wiretest-" + ProcessHandle.current().pid();
    private static final Artifacts ARTIFACTS = new Artifacts((file, bytes, total) -> {});
    private static final int OPERATIONS = 5;

    private final HostScript script = HostScript.install(new LocalHost("localhost"));
    private final Deque<Runnable> undo = new ArrayDeque<>();
    private final Map<String, Connector> connectors = new HashMap<>();

    /** The servers that drivers talk to. */
    enum Column {
        MARIADB_10(ServerKind.MARIADB, "10."),
        MARIADB_11(ServerKind.MARIADB, "11."),
        MYSQL_9(ServerKind.MYSQL, "9.");

        private final ServerKind kind;
        private final String version;

        Column(ServerKind kind, String version) {
            this.kind = kind;
            this.version = version;
        }
    }

    /** One driver version in one scenario and mode. */
    private record Line(String driver, String version, String scenario, Mode mode) {
        String name() {
            return driver + "@" + version + " " + scenario + "/" + mode;
        }
    }

    /** The result of one cell. */
    private record Seen(CheckedResult finding, Map<String, Double> counters, Optional<String> broken) {
        String numbers() {
            return number("Questions") + "/" + number("Com_stmt_prepare") + "/" + number("Com_stmt_execute");
        }

        private long number(String counter) {
            return Math.round(Objects.requireNonNull(counters.get(counter)));
        }
    }

    @AfterEach
    void undoAll() {
        while (!undo.isEmpty()) {
            undo.pop().run();
        }
        assertThat(Processes.with(RUN)).isEmpty();
    }

    private Optional<Binaries> binaries(Column column) {
        if (column == Column.MARIADB_11) {
            return Optional.of(new PortableMariaDb(ARTIFACTS, Path.of(script.cache())).provide(script));
        }
        return InstalledServer.find(script.host(), column.kind)
                .filter(found -> found.version().startsWith(column.version));
    }

    private PrivateServer start(Column column, Map<String, String> options) {
        Optional<Binaries> found = binaries(column);
        if (found.isEmpty()) {
            System.err.println("SKIPPED: no " + column.kind.title() + " " + column.version
                    + "x is installed on this machine, so what drivers send to it is not tested");
        }
        assumeTrue(found.isPresent(), "no " + column + " is installed on this machine");
        ServerSpec spec = new ServerSpec(
                "mariadb", column.kind, Optional.empty(), Install.named("host"), Optional.empty(), options);
        return PrivateServer.start(
                script,
                new ServerSettings(
                        RUN,
                        column.name(),
                        spec,
                        new ServerNeeds(true, true, 1, false),
                        found.orElseThrow(),
                        "127.0.0.1",
                        List.of("127.0.0.1"),
                        Optional.empty(),
                        Duration.ofMinutes(20)),
                (what, left, action) -> undo.push(action));
    }

    /** Checks that every transport is the requested one: the server confirms it, or the scenario does not open. */
    @ParameterizedTest
    @EnumSource(Column.class)
    void tlsAndSocketTransportsAreReallyUsed(Column column) throws Exception {
        Endpoint endpoint = start(column, Map.of()).endpoint();
        Map<String, Set<String>> cannot = Map.of(
                // Current JDKs refuse these protocols. The catalogue omits this, because an older JDK would work.
                "tls", Set.of("mariadb@1.5.3", "mysql@5.1.39", "mysql@5.1.49 to MARIADB_10"),
                "socket", Set.of("mariadb@2.7.12 to MYSQL_9")); // caching_sha2_password over a socket
        for (String driver : List.of(
                "mariadb@1.5.3",
                "mariadb@2.7.12",
                "mariadb@3.5.11",
                "mariadb@4.0.0",
                "mysql@5.1.39",
                "mysql@5.1.49",
                "mysql@8.0.33",
                "mysql@9.7.0",
                "mysql@26.10.0")) {
            if (column == Column.MYSQL_9
                    && Set.of("mariadb@1.5.3", "mysql@5.1.39").contains(driver)) {
                continue; // cannot log in at all
            }
            for (Transport transport : List.of(Transport.TLS, Transport.SOCKET)) {
                String[] id = driver.split("@", 2);
                Line line = new Line(id[0], id[1], "Do1", Mode.DEFAULT);
                Set<String> known = Objects.requireNonNull(cannot.get(transport.id()));
                boolean works;
                try {
                    cell(endpoint, line, transport);
                    works = true;
                } catch (CannotLogInException e) {
                    works = false;
                }
                assertThat(works)
                        .as(driver + " over " + transport + " to " + column)
                        .isNotEqualTo(known.contains(driver) || known.contains(driver + " to " + column));
            }
        }
    }

    /**
     * If the user's privileges change the commands that a driver sends, the result says so. In all other cases the
     * commands do not depend on the privileges.
     */
    @Test
    void restrictedUserCallsAtNoHiddenExtraCost() throws Exception {
        Path statements = Files.createTempFile(
                Path.of("/tmp"),
                "bench-privileged",
                ".sql",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-r--r--")));
        try {
            Files.setPosixFilePermissions(statements, PosixFilePermissions.fromString("rw-r--r--"));
            Files.writeString(statements, """
                    CREATE DATABASE bench;
                    CREATE USER 'privileged'@'127.0.0.1' IDENTIFIED BY 'for this test';
                    GRANT ALL ON *.* TO 'privileged'@'127.0.0.1';
                    CREATE USER 'restricted'@'127.0.0.1' IDENTIFIED BY 'for this test';
                    GRANT ALL ON bench.* TO 'restricted'@'127.0.0.1';
                    """);
            int port = start(Column.MARIADB_10, Map.of("init-file", statements.toString()))
                    .endpoint()
                    .port();
            Endpoint privileged = new Endpoint("127.0.0.1", port, "bench", "privileged", "for this test");
            Endpoint restricted = new Endpoint("127.0.0.1", port, "bench", "restricted", "for this test");
            for (String scenario : List.of("CallFunction", "CallInParameter", "CallOutParameter")) {
                for (String driver : List.of("mariadb@4.0.0", "mysql@26.10.0", "mysql@8.0.33", "mysql@5.1.39")) {
                    String[] id = driver.split("@", 2);
                    Line line = new Line(id[0], id[1], scenario, Mode.TEXT);
                    Seen by = cell(restricted, line, Transport.TCP);
                    Seen like = cell(privileged, line, Transport.TCP);
                    boolean same = by.numbers().equals(like.numbers());
                    assertThat(by.finding().remark().contains("mysql.proc"))
                            .as(line.name() + ": " + like.numbers() + " and " + by)
                            .isNotEqualTo(same);
                    assertThat(like.finding().remark()).isEmpty();
                }
            }
            Line function = new Line("mysql", "8.0.33", "CallFunction", Mode.TEXT);
            assertThat(cell(privileged, function, Transport.TCP).numbers()).isEqualTo("4/0/0");
            assertThat(cell(restricted, function, Transport.TCP).numbers()).isEqualTo("6/0/0");
        } finally {
            Files.delete(statements);
        }
    }

    private static final class CannotLogInException extends Exception {
        private static final long serialVersionUID = 1L;

        CannotLogInException(Throwable cause) {
            super(cause);
        }
    }

    private Seen cell(Endpoint endpoint, Line line, Transport transport) throws Exception {
        ScenarioCatalogue.Entry entry = ScenarioCatalogue.of(line.scenario()).orElseThrow();
        Scenario scenario = entry.benchmark().getDeclaredConstructor().newInstance();
        scenario.topology = "local";
        scenario.server = "mariadb";
        scenario.driver = line.driver();
        scenario.mode = line.mode().id();
        scenario.transport = transport.id();
        Connector connector = connectors.computeIfAbsent(
                line.driver() + "@" + line.version() + " " + transport, key -> connector(line, transport));
        try {
            scenario.connect(new Session(Map.of("local.mariadb", endpoint), Map.of(), Map.of()), connector, 1);
        } catch (SQLException e) {
            throw new CannotLogInException(e);
        }
        try {
            scenario.ready();
            scenario.beforeIteration();
            CheckedResult finding = scenario.check();
            Map<String, Double> counters = scenario.counters(OPERATIONS);
            return new Seen(finding, counters, ExpectedCommands.broken(line.mode(), entry.features(), counters));
        } finally {
            scenario.close();
        }
    }

    private static Connector connector(Line line, Transport transport) {
        DriverKind kind = DriverCatalogue.of(line.driver()).orElseThrow();
        List<String> jars = new ArrayList<>(List.of(kind.coordinates(line.version()) + ":" + line.version()));
        jars.addAll(kind.libraries(line.version(), transport));
        URL[] urls = jars.stream().map(WireIT::url).toArray(URL[]::new);
        return new Connector(kind, new URLClassLoader(urls, ClassLoader.getPlatformClassLoader()));
    }

    private static URL url(String coordinates) {
        try {
            return ARTIFACTS.resolve(coordinates).toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalStateException(e);
        }
    }
}
