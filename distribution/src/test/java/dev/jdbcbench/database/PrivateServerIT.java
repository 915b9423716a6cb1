package dev.jdbcbench.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jdbcbench.Full;
import dev.jdbcbench.OnThisMachine;
import dev.jdbcbench.Processes;
import dev.jdbcbench.artifact.Artifacts;
import dev.jdbcbench.config.Install;
import dev.jdbcbench.config.ServerNeeds;
import dev.jdbcbench.config.ServerSpec;
import dev.jdbcbench.driver.Connector;
import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.driver.ServerKind;
import dev.jdbcbench.driver.Session;
import dev.jdbcbench.driver.Session.Endpoint;
import dev.jdbcbench.driver.Usage;
import dev.jdbcbench.host.HostScript;
import dev.jdbcbench.host.LocalHost;
import dev.jdbcbench.jmh.JmhJson;
import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.scenario.table.SinkTable;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Tests the properties and restrictions of private instances on this machine. */
@OnThisMachine
class PrivateServerIT {
    private static final String RUN = "servertest-" + ProcessHandle.current().pid();

    @TempDir
    private Path directory = Path.of("");

    private final HostScript script = HostScript.install(new LocalHost("localhost"));
    private final Deque<Runnable> undo = new ArrayDeque<>();

    @AfterEach
    void undoAll() {
        while (!undo.isEmpty()) {
            undo.pop().run();
        }
        assertThat(Processes.with(RUN)).isEmpty();
    }

    private Binaries binaries(Install install) {
        if (install == Install.named("portable")) {
            Artifacts artifacts = new Artifacts((file, bytes, total) -> {});
            return new PortableMariaDb(artifacts, Path.of(script.cache())).provide(script);
        }
        Optional<Binaries> found = InstalledServer.find(script.host(), ServerKind.MARIADB);
        if (found.isEmpty()) {
            System.err.println("SKIPPED: no MariaDB is installed on this machine, so --install host is not tested");
        }
        assumeTrue(found.isPresent(), "no MariaDB is installed on this machine");
        return found.orElseThrow();
    }

    private PrivateServer start(Install install, String role, Map<String, String> options) {
        ServerSpec spec =
                new ServerSpec("mariadb", ServerKind.MARIADB, Optional.empty(), install, Optional.empty(), options);
        return PrivateServer.start(
                script,
                new ServerSettings(
                        RUN,
                        role,
                        spec,
                        ServerNeeds.PLAIN,
                        binaries(install),
                        "127.0.0.1",
                        List.of("127.0.0.1"),
                        Optional.empty(),
                        Duration.ofMinutes(5)),
                (what, left, action) -> undo.push(action));
    }

    private static Connection connect(Endpoint endpoint) throws IOException, SQLException {
        try (Stream<Path> libraries = Files.list(Path.of("..", "scenarios", "target", "lib"))) {
            Path driver = libraries
                    .filter(path -> path.getFileName().toString().startsWith("mariadb-java-client"))
                    .findFirst()
                    .orElseThrow();
            ClassLoader loader =
                    new URLClassLoader(new URL[] {driver.toUri().toURL()}, ClassLoader.getPlatformClassLoader());
            return new Connector(DriverCatalogue.MARIADB, loader).open(endpoint, Usage.of(Mode.TEXT), Map.of());
        }
    }

    private static List<String> ask(Connection connection, String sql) throws SQLException {
        List<String> answers = new ArrayList<>();
        try (var statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                answers.add(rows.getString(1));
            }
        }
        return answers;
    }

    @ParameterizedTest
    @ValueSource(strings = {"portable", "host"})
    void mariaDbIsPrivateUnprivilegedAndRestricted(String source) throws Exception {
        Install install = Install.named(source);
        PrivateServer server = start(install, "local-mariadb", Map.of("join_buffer_size", "299904"));
        try (Connection connection = connect(server.endpoint())) {
            assertThat(ask(connection, "SELECT CURRENT_USER()")).containsExactly("bench@127.0.0.1");
            assertThat(ask(connection, "SHOW GRANTS"))
                    .hasSize(2)
                    .anySatisfy(grant -> assertThat(grant).startsWith("GRANT USAGE ON *.*"))
                    .anySatisfy(grant -> assertThat(grant).startsWith("GRANT ALL PRIVILEGES ON `bench`.* TO"));
            assertThatThrownBy(() -> ask(connection, "SELECT * FROM mysql.global_priv"))
                    .isInstanceOf(SQLException.class);
            assertThat(
                            ask(
                                    connection,
                                    "SELECT CONCAT_WS(' ', @@bind_address, @@skip_name_resolve, @@max_allowed_packet, @@collation_server, @@log_bin, @@have_ssl, @@join_buffer_size)"))
                    .containsExactly("127.0.0.1 ON 41943040 utf8mb4_unicode_ci OFF DISABLED 299904");
            assertThat(SinkTable.engine(connection))
                    .isEqualTo(install == Install.named("portable") ? "MEMORY" : "BLACKHOLE");
            String pid =
                    Files.readString(Path.of(server.directory(), "data/db.pid")).strip();
            assertThat(Files.getAttribute(Path.of("/proc", pid), "unix:uid")).isNotEqualTo(0);
        }
        assertThat(Path.of(server.directory(), "secret", "init.sql")).doesNotExist();
        Endpoint wrong = new Endpoint("127.0.0.1", server.endpoint().port(), "bench", "root", "", Optional.empty());
        assertThatThrownBy(() -> connect(wrong)).as("there is no administrator").isInstanceOf(SQLException.class);
    }

    /** MySQL is as private as MariaDB: same directory, same privileges, no other accounts. */
    @Test
    @Full
    void mysqlIsPrivateUnprivilegedAndRestricted() throws Exception {
        Optional<Binaries> mysql = InstalledServer.find(script.host(), ServerKind.MYSQL);
        if (mysql.isEmpty()) {
            System.err.println(
                    "SKIPPED: no MySQL is installed on this machine (lab/server mysql /usr/local/mysql gets one)");
        }
        assumeTrue(mysql.isPresent(), "no MySQL is installed on this machine");
        PrivateServer server = PrivateServer.start(
                script,
                new ServerSettings(
                        RUN,
                        "local-mysql",
                        ServerSpec.of(ServerKind.MYSQL, Install.named("host")),
                        new ServerNeeds(false, false, 320, true),
                        mysql.orElseThrow(),
                        "127.0.0.1",
                        List.of("127.0.0.1"),
                        Optional.empty(),
                        Duration.ofMinutes(5)),
                (what, left, action) -> undo.push(action));
        try (Connection connection = connect(server.endpoint())) {
            assertThat(ask(connection, "SELECT CURRENT_USER()")).containsExactly("bench@127.0.0.1");
            assertThat(ask(connection, "SHOW GRANTS"))
                    .containsExactlyInAnyOrder(
                            "GRANT USAGE ON *.* TO `bench`@`127.0.0.1`",
                            "GRANT ALL PRIVILEGES ON `bench`.* TO `bench`@`127.0.0.1`");
            assertThat(ask(
                            connection,
                            "SELECT CONCAT_WS(' ', @@bind_address, @@skip_name_resolve, @@max_allowed_packet,"
                                    + " @@collation_server, @@log_bin, @@max_connections)"))
                    .containsExactly("127.0.0.1 1 41943040 utf8mb3_unicode_ci 0 320");
            assertThat(ask(connection, "SHOW STATUS LIKE 'Ssl_version'")).hasSize(1);
            assertThat(SinkTable.engine(connection)).isEqualTo("BLACKHOLE");
            String pid =
                    Files.readString(Path.of(server.directory(), "data/db.pid")).strip();
            assertThat(Files.getAttribute(Path.of("/proc", pid), "unix:uid")).isNotEqualTo(0);
        }
        assertThat(Path.of(server.directory(), "secret", "init.sql")).doesNotExist();
        Endpoint root = new Endpoint("127.0.0.1", server.endpoint().port(), "mysql", "root", "");
        assertThatThrownBy(() -> connect(root)).as("there is no administrator").isInstanceOf(SQLException.class);
    }

    @Test
    @Full
    void severalServersRunSideBySide() throws Exception {
        PrivateServer one = start(Install.named("portable"), "local-one", Map.of());
        PrivateServer other = start(Install.named("portable"), "local-other", Map.of());
        assertThat(one.endpoint().port()).isNotEqualTo(other.endpoint().port());
        assertThat(one.endpoint().password()).isNotEqualTo(other.endpoint().password());
        try (Connection first = connect(one.endpoint());
                Connection second = connect(other.endpoint())) {
            assertThat(ask(first, "SELECT @@port"))
                    .containsExactly(String.valueOf(one.endpoint().port()));
            assertThat(ask(second, "SELECT @@port"))
                    .containsExactly(String.valueOf(other.endpoint().port()));
        }
    }

    /** The scenarios run under plain JMH without bench, and JMH's result has the same format as our jmh.json. */
    @Test
    @Full
    void scenariosArePlainJmhBenchmarksWithCompatibleJson() throws Exception {
        PrivateServer server = start(Install.named("portable"), "local-mariadb", Map.of());
        Path session = Files.writeString(
                directory.resolve("session.properties"),
                new Session(Map.of("local.mariadb", server.endpoint()), Map.of(), Map.of()).toProperties());
        Path json = directory.resolve("jmh-result.json");
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.io.tmpdir=" + directory,
                "-jar",
                Path.of("..", "scenarios", "target", "benchmarks.jar").toString(),
                "Select1Row.operation",
                "-p",
                "driver=mariadb,mysql,drizzle",
                "-f",
                "1",
                "-wi",
                "0",
                "-i",
                "2",
                "-r",
                "100ms",
                "-prof",
                "gc",
                "-foe",
                "true",
                "-rf",
                "json",
                "-rff",
                json.toString());
        builder.environment().put(Session.VARIABLE, session.toString());
        Process jmh = builder.redirectErrorStream(true)
                .redirectOutput(directory.resolve("out").toFile())
                .start();
        assertThat(jmh.waitFor()).as(Files.readString(directory.resolve("out"))).isZero();

        JsonNode theirs = Json.read(Files.readString(json), JsonNode.class);
        JsonNode ours = Json.read(JmhJson.of(RunExample.local().fold()), JsonNode.class);
        assertThat(theirs.size()).isEqualTo(3);
        assertThat(theirs.at("/0/primaryMetric/score").asDouble()).isPositive();
        List<String> members = new ArrayList<>(theirs.get(0).propertyNames());
        members.add("driverVersion");
        assertThat(ours.get(0).propertyNames()).containsExactlyElementsOf(members);
        assertThat(ours.at("/0/primaryMetric").propertyNames())
                .containsExactlyElementsOf(theirs.at("/0/primaryMetric").propertyNames());
        assertThat(ours.at("/0/secondaryMetrics/gc.count").propertyNames())
                .containsExactlyElementsOf(
                        theirs.at("/0/secondaryMetrics/gc.count").propertyNames());
        assertThat(ours.at("/0/params").propertyNames())
                .containsAll(theirs.at("/0/params").propertyNames());
        assertThat(ours.at("/0/primaryMetric/rawData/0/0").isNumber()).isTrue();
        assertThat(theirs.at("/0/benchmark").asString()).isEqualTo("dev.jdbcbench.scenario.Select1Row.operation");
        assertThat(ours.at("/0/benchmark").asString()).isEqualTo("dev.jdbcbench.scenario.Select1Row.mariadb_text");
        assertThat(ours.at("/0/primaryMetric/scoreUnit")).isEqualTo(theirs.at("/0/primaryMetric/scoreUnit"));
    }
}
