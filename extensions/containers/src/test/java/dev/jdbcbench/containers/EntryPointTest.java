package dev.jdbcbench.containers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jdbcbench.config.Install;
import dev.jdbcbench.config.ServerNeeds;
import dev.jdbcbench.config.ServerSpec;
import dev.jdbcbench.database.Binaries;
import dev.jdbcbench.database.Enclosure;
import dev.jdbcbench.database.PrivateServer;
import dev.jdbcbench.database.ServerSettings;
import dev.jdbcbench.driver.ServerKind;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.HostScript;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EntryPointTest {
    private static final ServerSpec SERVER =
            ServerSpec.of(ServerKind.MARIADB, Install.AUTO).tagged("11.8", Install.named("container"));
    private static final String IMAGE = "docker.io/library/mariadb:11.8";

    @TempDir
    Path state;

    private final Deque<Runnable> undo = new ArrayDeque<>();

    @AfterEach
    void undoAll() {
        while (!undo.isEmpty()) {
            undo.pop().run();
        }
    }

    private FakeEngine official() throws IOException {
        FakeEngine made = new FakeEngine(state, "podman", "11.8.3-MariaDB");
        made.haveEntryPoint();
        return made;
    }

    private static Binaries binaries(FakeEngine engine) {
        return new Provider(SERVER, engine.script(), line -> {}).provide(Optional::empty);
    }

    private PrivateServer start(FakeEngine engine) throws IOException {
        undo.push(engine.launcher()::destroy);
        return PrivateServer.start(
                engine.script(),
                new ServerSettings(
                        "run1",
                        "local-db",
                        SERVER,
                        ServerNeeds.PLAIN,
                        binaries(engine),
                        "127.0.0.1",
                        List.of("127.0.0.1"),
                        Optional.empty(),
                        Duration.ofMinutes(5)),
                (what, left, action) -> undo.push(action));
    }

    /** The calls of the engine that start a server. */
    private static List<String> starts(FakeEngine engine) throws IOException {
        return engine.calls().stream()
                .filter(call -> call.contains("--defaults-file="))
                .toList();
    }

    @Test
    void entryPointInitialisesWithAPasswordInAFileAndBenchStarts() throws IOException {
        FakeEngine engine = official();
        PrivateServer server = start(engine);
        String directory = server.directory();
        List<String> starts = starts(engine);
        assertThat(starts).hasSize(2);
        assertThat(starts.get(0))
                .contains(" --env MARIADB_ROOT_PASSWORD_FILE=" + directory + "/secret/root ")
                .contains(" --mount type=bind,src=" + directory + "/my.cnf,dst=" + directory + "/my.cnf ")
                .endsWith(" " + IMAGE + " mariadbd --defaults-file=" + directory + "/my.cnf")
                .doesNotContain("--entrypoint");
        assertThat(starts.get(1))
                .endsWith(" --entrypoint " + state + "/bin/mariadbd " + IMAGE + " --defaults-file=" + directory
                        + "/my.cnf")
                .doesNotContain("--env");
        List<String> configurations = List.of(engine.read("starts").split("\\[mysqld]\n", -1));
        assertThat(configurations).hasSize(3);
        assertThat(configurations.get(1))
                .contains("skip-networking\n", "max-allowed-packet = 40M\n")
                .doesNotContain("init-file", "log-error");
        assertThat(configurations.get(2)).contains("init-file = ").doesNotContain("skip-networking");
        String password = engine.read("password");
        assertThat(password)
                .matches("[A-Za-z0-9_-]{32}")
                .isNotEqualTo(server.endpoint().password());
        assertThat(engine.read("variables"))
                .contains("MARIADB_ROOT_HOST=localhost\n")
                .doesNotContain(password);
        assertThat(String.join("\n", engine.calls())).doesNotContain(password);
        assertThat(Path.of(directory, "secret", "root")).doesNotExist();
    }

    @Test
    void reasonOfAnEntryPointThatEndsIsShown() throws IOException {
        FakeEngine engine = official();
        engine.put("refuse", "");
        assertThatThrownBy(() -> start(engine)).isInstanceOfSatisfying(Failure.Command.class, failure -> {
            assertThat(failure.getMessage()).isEqualTo("cannot initialise the database on db1: exit status 1");
            assertThat(failure.why()).contains("[ERROR] [Entrypoint]: refused");
        });
        assertThat(starts(engine)).hasSize(1);
    }

    /** The image does not say which server it starts. */
    @ParameterizedTest
    @CsvSource({"podman, ',notmpcopyup'", "docker, ''"})
    void scriptsOfTheImageAreHidden(String name, String option) throws IOException {
        HostScript script = official().script();
        Files.createDirectories(Path.of(script.cache(), "engines"));
        Files.writeString(Path.of(script.cache(), "engines", name), "");
        String directory = script.begin("run1", "local-db", Duration.ofMinutes(1));
        Image image = new Image(IMAGE, "sha256:00", 1, List.of(), Optional.of(new EntryPoint(Optional.empty())));
        Engine engine =
                new Engine(name, "/usr/bin/" + name, Engine.State.USABLE, "1", false, true, 1, Optional.empty());
        Binaries binaries = new Binaries(
                ServerKind.MARIADB,
                Install.named("container"),
                "11.8.3-MariaDB",
                "/usr",
                "/usr/sbin/mariadbd",
                "/usr/bin/mariadb-install-db",
                false);
        Enclosure.SetUp setUp = new Container(engine, image, List.of(), false)
                .setUp(
                        new Enclosure.Place(script, "run1", directory, Optional.empty(), false),
                        binaries.kind(),
                        binaries.server())
                .orElseThrow();
        assertThat(setUp.command().words())
                .containsSubsequence("--mount", "type=tmpfs,dst=/docker-entrypoint-initdb.d" + option, "--env")
                .endsWith(IMAGE, "mariadbd", "--defaults-file=" + directory + "/my.cnf");
        script.discard(directory);
    }

    @Test
    void imageWithAnotherEntryPointIsInitialisedByItsPrograms() throws IOException {
        FakeEngine engine = new FakeEngine(state, "podman", "11.8.3-MariaDB");
        Binaries binaries = binaries(engine);
        Enclosure.Place place = new Enclosure.Place(engine.script(), "run1", "/none", Optional.empty(), false);
        assertThat(binaries.enclosure().setUp(place, binaries.kind(), binaries.server()))
                .isEmpty();
    }

    /** An image may have been made with an account and a schema of its own. */
    @Test
    void variablesAreThoseOfTheKindAndMakeNoOtherAccount() {
        assertThat(EntryPoint.variables(ServerKind.MYSQL, "/d/secret/root"))
                .contains("MYSQL_ROOT_PASSWORD_FILE=/d/secret/root", "MYSQL_ROOT_HOST=localhost")
                .contains("MYSQL_ROOT_PASSWORD=", "MYSQL_USER=", "MYSQL_USER_FILE=", "MYSQL_DATABASE=")
                .noneMatch(variable -> variable.startsWith("MARIADB_"));
        assertThat(EntryPoint.variables(ServerKind.MARIADB, "/d/secret/root"))
                .contains("MARIADB_ROOT_PASSWORD_FILE=/d/secret/root", "MARIADB_ROOT_HOST=localhost")
                .contains("MARIADB_USER=", "MYSQL_USER=", "MARIADB_ROOT_PASSWORD_HASH=", "MARIADB_MASTER_HOST=");
    }
}
