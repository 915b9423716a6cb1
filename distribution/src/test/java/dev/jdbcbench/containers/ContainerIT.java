package dev.jdbcbench.containers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jdbcbench.Full;
import dev.jdbcbench.OnThisMachine;
import dev.jdbcbench.config.Install;
import dev.jdbcbench.config.ServerNeeds;
import dev.jdbcbench.config.ServerSpec;
import dev.jdbcbench.database.PrivateServer;
import dev.jdbcbench.database.ServerSettings;
import dev.jdbcbench.driver.Connector;
import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.driver.ServerKind;
import dev.jdbcbench.driver.Session.Endpoint;
import dev.jdbcbench.driver.Usage;
import dev.jdbcbench.host.Command;
import dev.jdbcbench.host.HostScript;
import dev.jdbcbench.host.LocalHost;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
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

/**
 * A server in a container of this machine's engine. It needs an image of MariaDB that is there already:
 * {@code mmdebstrap --variant=minbase --include=mariadb-server bookworm - | podman import - docker.io/library/mariadb:10.11}.
 */
@Full
@OnThisMachine
class ContainerIT {
    private static final String RUN = "containertest-" + ProcessHandle.current().pid();
    private static final ServerSpec SERVER =
            ServerSpec.of(ServerKind.MARIADB, Install.AUTO).tagged("10.11", Install.named("container"));
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Does what bench needs of the entry points of official images. */
    private static final String ENTRY_POINT = """
            #!/bin/sh
            set -eu
            data=$(sed -n 's/^datadir = //p' "${2#*=}")
            [ -s "$MARIADB_ROOT_PASSWORD_FILE" ]
            [ -z "$(ls /docker-entrypoint-initdb.d)" ]
            mariadb-install-db "$2" --datadir="$data" --skip-test-db --auth-root-authentication-method=normal --force
            touch "$data/entered"
            echo "MariaDB init process done. Ready for start up."
            exec "$@"
            """;

    @TempDir
    private Path directory = Path.of("");

    private final HostScript script = HostScript.install(new LocalHost("localhost"));
    private final Deque<Runnable> undo = new ArrayDeque<>();
    private Optional<Engine> found = Optional.empty();

    @AfterEach
    void undoAll() {
        while (!undo.isEmpty()) {
            undo.pop().run();
        }
        if (found.isPresent()) {
            assertThat(containers()).isEmpty();
        }
    }

    private void findEngine() {
        Survey survey = Survey.of(script.host(), Image.wanted(SERVER), true);
        found = survey.usable().filter(engine -> engine.image().isPresent());
        if (found.isEmpty()) {
            System.err.println("SKIPPED: no container engine of this machine has the image " + survey.reference() + " ("
                    + survey.reasons().replace("\n", "; ") + "), so containers are not tested");
        }
        assumeTrue(found.isPresent(), "no container engine has the image " + survey.reference());
    }

    /** An image made from that of MariaDB. */
    private ServerSpec withEntryPoint(String entryPoint) throws IOException {
        String tag = "localhost/" + RUN;
        Path program = Files.writeString(directory.resolve("docker-entrypoint.sh"), ENTRY_POINT);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path recipe = Files.writeString(
                directory.resolve("Containerfile"),
                String.join(
                        "\n",
                        "FROM " + Image.wanted(SERVER),
                        "COPY docker-entrypoint.sh /",
                        "COPY docker-entrypoint.sh /docker-entrypoint-initdb.d/",
                        "ENTRYPOINT " + entryPoint,
                        ""));
        engine("build", "--quiet", "--tag", tag, "--file", recipe.toString(), directory.toString());
        undo.push(() -> engine("rmi", tag));
        return new ServerSpec(
                "mariadb",
                ServerKind.MARIADB,
                Optional.empty(),
                Install.named("container"),
                Optional.empty(),
                Map.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(tag));
    }

    private PrivateServer start(ServerSpec server) {
        return PrivateServer.start(
                script,
                new ServerSettings(
                        RUN,
                        "local-mariadb-10.11",
                        server,
                        ServerNeeds.PLAIN,
                        new Provider(server, script, line -> {}).provide(Optional::empty),
                        "127.0.0.1",
                        List.of("127.0.0.1"),
                        Optional.empty(),
                        Duration.ofMinutes(5)),
                (what, left, action) -> undo.push(action));
    }

    private String engine(String... words) {
        return script.host()
                .require(
                        "call the engine",
                        found.orElseThrow().call(List.of(words)).asQuery())
                .out();
    }

    private List<String> containers() {
        return engine("ps", "-aq", "--filter", "label=dev.jdbcbench.run=" + RUN)
                .lines()
                .toList();
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

    /** Without an entry point of the official kind, the programs of the image initialise the data directory. */
    @ParameterizedTest
    @ValueSource(strings = {"[]", "[\"/docker-entrypoint.sh\"]"})
    void serverInAContainerIsAsPrivateAsOnTheHost(String entryPoint) throws Exception {
        findEngine();
        PrivateServer server = start(withEntryPoint(entryPoint));
        assertThat(Files.exists(Path.of(server.directory(), "data", "entered"))).isEqualTo(!entryPoint.equals("[]"));
        try (Connection connection = connect(server.endpoint())) {
            assertThat(ask(connection, "SELECT CURRENT_USER()")).containsExactly("bench@127.0.0.1");
            assertThat(ask(
                            connection,
                            "SELECT CONCAT_WS(' ', @@bind_address, @@skip_name_resolve, @@log_bin, @@have_ssl)"))
                    .containsExactly("127.0.0.1 ON OFF DISABLED");
        }
        assertThat(containers()).hasSize(1);
        String container = containers().get(0);
        assertThat(engine("inspect", container))
                .doesNotContain(server.endpoint().password());
        assertThat(engine("volume", "ls", "-q")).doesNotContain(container);
        Path process = Path.of(server.directory(), "process");
        await().atMost(PATIENCE).until(() -> Files.exists(process));
        Path proc = Path.of("/proc", Files.readString(process).strip());
        assertThat(Files.readString(proc.resolve("comm")).strip()).isEqualTo("mariadbd");
        assertThat(Files.getAttribute(proc, "unix:uid")).isNotEqualTo(0);
    }

    /** The client of the engine is killed with KILL, so it cannot end its container. */
    @Test
    void containerWhoseClientIsKilledIsReplacedAndGoesWithItsDirectory() throws Exception {
        findEngine();
        PrivateServer server = start(SERVER);
        String first = containers().get(0);
        String client = Files.readString(Path.of(server.directory(), "pid")).split(" ", 2)[0];
        script.host().require("kill the client", Command.of("kill", "-KILL", client));
        await().atMost(PATIENCE).until(() -> containers().stream().anyMatch(container -> !container.equals(first)));
        assertThat(containers()).doesNotContain(first);
        assertThat(PrivateServer.deaths(script, server.directory()))
                .containsExactly("ended with exit status 137 (signal 9, KILL)");
        script.discard(server.directory());
        assertThat(containers()).isEmpty();
        assertThat(Path.of(server.directory())).doesNotExist();
    }
}
