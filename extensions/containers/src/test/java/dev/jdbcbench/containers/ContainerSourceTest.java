package dev.jdbcbench.containers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jdbcbench.artifact.Artifacts;
import dev.jdbcbench.config.Install;
import dev.jdbcbench.config.ServerSpec;
import dev.jdbcbench.database.Binaries;
import dev.jdbcbench.database.Enclosure;
import dev.jdbcbench.driver.ServerKind;
import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.HostScript;
import dev.jdbcbench.result.CheckFinding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContainerSourceTest {
    private static final Install CONTAINER = Install.named("container");
    private static final ServerSpec SERVER =
            ServerSpec.of(ServerKind.MARIADB, Install.AUTO).tagged("11.8", CONTAINER);
    private static final String IMAGE = "docker.io/library/mariadb:11.8";

    @TempDir
    Path state;

    private final List<String> said = new ArrayList<>();
    private Optional<FakeEngine> made = Optional.empty();

    @BeforeEach
    void engine() throws IOException {
        made = Optional.of(new FakeEngine(state, "podman", "11.8.3-MariaDB"));
    }

    private FakeEngine podman() {
        return made.orElseThrow();
    }

    private Binaries provide() {
        return new Provider(SERVER, podman().script(), said::add).provide(Optional::empty);
    }

    private static void fails(ThrowingCallable step, String message, String why, String hint) {
        assertThatThrownBy(step).isInstanceOfSatisfying(Failure.Command.class, failure -> {
            assertThat(failure.exitCode()).isEqualTo(ExitCode.COMMAND);
            assertThat(failure.getMessage()).contains(message);
            assertThat(failure.why()).contains(why);
            assertThat(failure.hint()).contains(hint);
        });
    }

    @Test
    void imageIsPulledOnceAndItsServerFound() throws IOException {
        Binaries first = provide();
        Binaries second = provide();
        assertThat(first.version()).isEqualTo("11.8.3-MariaDB");
        assertThat(first.server()).isEqualTo(state + "/bin/mariadbd");
        assertThat(second.enclosure().origin()).contains(IMAGE + "@sha256:" + "b".repeat(64));
        assertThat(podman().calls().stream().filter(call -> call.startsWith("podman pull")))
                .containsExactly("podman pull " + IMAGE);
        assertThat(said)
                .contains(SERVER.label() + ": podman on db1 pulls " + IMAGE)
                .anySatisfy(line -> assertThat(line)
                        .startsWith(
                                SERVER.label() + ": pulled " + IMAGE + "@sha256:" + "b".repeat(64) + ", 502 MB, in "));
    }

    @Test
    void hostWithoutAnEngineSaysWhatElseWouldDo() throws IOException {
        Files.delete(state.resolve("bin/podman"));
        Survey survey = new Survey("db1", IMAGE, List.of(), Map.of(), "");
        fails(
                () -> survey.require(SERVER),
                "there is no container engine on db1 for mariadb-11.8 (" + IMAGE + ")",
                "neither podman nor docker is on the PATH there",
                "apt install podman");
        assertThat(survey.remedy(SERVER)).contains("--install portable, host or package");
    }

    @Test
    void engineThatRefusesIsReportedWithItsReason() throws IOException {
        podman().put("broken", "permission denied while trying to connect\n");
        fails(
                this::provide,
                "no container engine can be used on db1",
                "podman: permission denied",
                "Let the user call it");
    }

    @Test
    void failedPullIsReportedWithItsLastLines() throws IOException {
        podman().put("pull", "Error: reading manifest 11.8: manifest unknown\n");
        fails(this::provide, "podman on db1 cannot pull " + IMAGE, "manifest unknown", "There is no such image or tag");
        podman().put("pull", "Error: dial tcp: lookup registry: no such host\n");
        fails(this::provide, "cannot pull", "no such host", "podman save -o image.tar " + IMAGE);
    }

    @Test
    void imageOfABundleIsLoadedWhereTheHostHasNone() throws IOException {
        FakeEngine engine = podman();
        Path saved = Files.writeString(state.resolve("saved.tar"), "an image");
        new Provider(SERVER, engine.script(), said::add).provide(() -> Optional.of(saved));
        assertThat(engine.calls())
                .contains("podman load -i " + saved)
                .noneMatch(call -> call.startsWith("podman pull"));
        assertThat(said).anyMatch(line -> line.endsWith("loads " + IMAGE + " from a bundle"));
        new Provider(SERVER, engine.script(), said::add).provide(() -> {
            throw new AssertionError("the image is there already");
        });
    }

    /** The claim's directory is removed even if bench is killed. */
    @Test
    void imageOfABundleIsSentToTheDirectoryOfTheClaim() throws IOException {
        FakeEngine engine = podman();
        engine.beRemote();
        HostScript script = engine.script();
        String claim = script.begin("20261122-091500-distant-7f3a", "claim", Duration.ofMinutes(1));
        Path saved = Files.writeString(state.resolve("saved.tar"), "an image");
        new Provider(SERVER, script.guardedBy(claim), said::add).provide(() -> Optional.of(saved));
        assertThat(engine.calls())
                .contains("podman load -i " + claim + "/image-"
                        + ProcessHandle.current().pid() + ".tar");
        assertThat(Path.of(claim)).isDirectoryNotContaining("glob:**image-*");
    }

    @Test
    void imageIsPulledOnceAndSavedForABundle() throws IOException {
        FakeEngine engine = podman();
        Artifacts.Found pulled = new SavedImage(SERVER, engine, said::add).save(Optional.empty());
        assertThat(pulled.downloaded()).isTrue();
        Artifacts.Found saved = new SavedImage(SERVER, engine, said::add).save(Optional.of(state));
        assertThat(saved.downloaded()).isFalse();
        assertThat(saved.coordinates()).isEqualTo("container-image:docker.io--library--mariadb:11.8");
        assertThat(saved.file()).hasContent("saved " + IMAGE);
        assertThat(engine.calls().stream().filter(call -> call.startsWith("podman pull")))
                .hasSize(1);
    }

    @Test
    void imagesOfOtherRegistriesAndDigestsHaveNamesOfTheirOwn() {
        assertThat(Image.coordinates("localhost:5000/a/b:1.2")).isEqualTo("container-image:localhost-5000--a--b:1.2");
        assertThat(Image.coordinates("docker.io/library/mysql@sha256:0a1b"))
                .isEqualTo("container-image:docker.io--library--mysql:sha256-0a1b");
    }

    @Test
    void engineWithAnotherNetworkIsRefused() throws IOException {
        podman().put("network", "");
        fails(this::provide, "does not give containers the network of the host", "net:[1] elsewhere", "measured path");
    }

    @Test
    void serverOfAnotherKindIsRefused() {
        ServerSpec mysql = ServerSpec.of(ServerKind.MYSQL, Install.AUTO).tagged("8.4", CONTAINER);
        fails(
                () -> new Provider(mysql, podman().script(), said::add).provide(Optional::empty),
                "/bin/mariadbd on db1 is not MySQL",
                "it calls itself 11.8.3-MariaDB",
                "Correct `kind:`");
    }

    @Test
    void lowerLimitIsTriedWhereTheEngineMayNotSetItsOwn() throws IOException {
        podman().put("rlimit", "");
        Enclosure enclosure = provide().enclosure();
        assertThat(enclosure)
                .isInstanceOfSatisfying(
                        Container.class,
                        container -> assertThat(container.limits()).contains("nproc=16384:16384"));
    }

    private List<String> words(boolean asRoot, Optional<String> cpus) {
        HostScript script = podman().script();
        Binaries binaries = new Provider(SERVER, script, said::add).provide(Optional::empty);
        String directory = script.begin("run1", "local-mariadb-11.8", Duration.ofMinutes(1));
        List<String> words = binaries.enclosure()
                .command(
                        new Enclosure.Place(script, "run1", directory, cpus, asRoot),
                        List.of("/usr/sbin/mariadbd", "--defaults-file=" + directory + "/my.cnf"))
                .words();
        script.discard(directory);
        return words;
    }

    @Test
    void containerHasTheHostsNetworkAndOnlyTheServersDirectory() {
        List<String> words = words(true, Optional.of("1"));
        String directory = state + "/runs/run1/local-mariadb-11.8";
        assertThat(words)
                .startsWith("sh", directory + "/engine", "run", "--rm", "--pull=never", "--network=host")
                .containsSubsequence("--name", "bench-run1-local-mariadb-11.8")
                .containsSubsequence("--label", "dev.jdbcbench.directory=" + directory)
                .containsSubsequence("--user", "47306:47306")
                .containsSubsequence("--cpuset-cpus", "1")
                .containsSubsequence("--mount", "type=tmpfs,dst=/var/lib/mysql")
                .containsSubsequence("--mount", "type=bind,src=" + directory + "/data,dst=" + directory + "/data")
                .endsWith("--entrypoint", "/usr/sbin/mariadbd", IMAGE, "--defaults-file=" + directory + "/my.cnf")
                .doesNotContain("--userns=keep-id");
        assertThat(String.join(" ", words)).doesNotContain("PASSWORD");
    }

    @Test
    void rootlessEngineThatCannotPinStartsPinned() throws IOException {
        podman().put("info", "4.3.1|true|[]|/\n");
        List<String> words = words(false, Optional.of("1"));
        assertThat(words)
                .contains("--userns=keep-id")
                .containsSubsequence("taskset", "-c", "1")
                .doesNotContain("--cpuset-cpus", "47306:47306");
    }

    @Test
    void rootlessDockerIsRefused() {
        assertThat(Engine.of("docker\t/usr/bin/docker\tok\t27.1|[name=seccomp name=rootless]|all|/x|100\t", IMAGE))
                .hasValueSatisfying(engine -> {
                    assertThat(engine.state()).isEqualTo(Engine.State.UNUSABLE);
                    assertThat(engine.version()).contains("a proxy would be in the measured path");
                });
    }

    @Test
    void engineThatHasTheImageIsPreferred() {
        String image = "sha256:" + "a".repeat(64) + "|1|[]|";
        Engine podman = Engine.of("podman\t/p\tok\t5|false|[]|/x|100\t", IMAGE).orElseThrow();
        Engine docker =
                Engine.of("docker\t/d\tok\t27|[]|all|/x|100\t" + image, IMAGE).orElseThrow();
        assertThat(new Survey("db1", IMAGE, List.of(podman, docker), Map.of(), "").usable())
                .contains(docker);
        assertThat(new Survey("db1", IMAGE, List.of(podman), Map.of(), "").usable())
                .contains(podman);
    }

    @Test
    void checkSaysEngineImageAndSpace() throws IOException {
        List<String> said = new ContainerSource()
                .check(SERVER, podman().script()).stream()
                        .map(CheckFinding::said)
                        .toList();
        assertThat(said).hasSize(2).contains("podman 5.4.0: may be used");
        assertThat(said.get(1)).matches(IMAGE + " is not there yet; [0-9]+ MB are free for it");
        assertThat(podman().hasImage()).isFalse();
        provide();
        assertThat(new ContainerSource().check(SERVER, podman().script()))
                .extracting(CheckFinding::said)
                .contains(IMAGE + "@sha256:" + "b".repeat(64) + " is there, 502 MB");
    }

    @Test
    void automaticChoiceTakesAnImageThatIsThere() {
        ContainerSource source = new ContainerSource();
        assertThat(source.there(SERVER, podman().script())).isEmpty();
        provide();
        assertThat(source.there(SERVER, podman().script()))
                .contains("podman has " + IMAGE + "@sha256:" + "b".repeat(64));
    }

    /** A client that was killed leaves its container, which only the label of its directory still names. */
    @Test
    void directoryGoesTogetherWithItsContainer() throws IOException {
        HostScript script = podman().script();
        String directory = script.begin("run1", "local-db", Duration.ofMinutes(1));
        Files.copy(state.resolve("bin/podman"), Path.of(directory, "engine"));
        podman().container("c1", "dev.jdbcbench.directory=" + directory);
        podman().container("c2", "dev.jdbcbench.directory=" + directory + "-other");
        script.discard(directory);
        assertThat(podman().containers()).containsExactly("c2");
        assertThat(podman().calls()).contains("engine rm -f -v c1");
        assertThat(script.entries()).isEmpty();
    }

    @Test
    void directoryOfAContainerThatStaysIsKeptInTheJournal() throws IOException {
        HostScript script = podman().script();
        String directory = script.begin("run1", "local-db", Duration.ofMinutes(1));
        Files.copy(state.resolve("bin/podman"), Path.of(directory, "engine"));
        podman().put("broken", "Cannot connect to the Docker daemon\n");
        fails(
                () -> script.discard(directory),
                "cannot remove a directory on db1",
                "Cannot connect to the Docker daemon",
                "");
        assertThat(script.entries()).hasSize(1);
        Files.delete(state.resolve("broken"));
        script.discard(directory);
        assertThat(script.entries()).isEmpty();
    }

    @Test
    void containersWithoutADirectoryAreListedAndRemoved() throws IOException {
        provide();
        HostScript script = podman().script();
        podman().container("c1", "dev.jdbcbench.runs=" + script.runs());
        podman().container("c2", "dev.jdbcbench.runs=/another/cache");
        assertThat(script.leftovers()).contains("container podman c1").doesNotContain("container podman c2");
        script.remove();
        assertThat(podman().containers()).containsExactly("c2");
    }
}
