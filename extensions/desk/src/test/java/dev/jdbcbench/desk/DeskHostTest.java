package dev.jdbcbench.desk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.jdbcbench.driver.Session;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.Command;
import dev.jdbcbench.host.HostScript;
import dev.jdbcbench.host.JournalEntry;
import dev.jdbcbench.host.LocalHost;
import dev.jdbcbench.host.Owner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the core asks of each host, asked of this machine as if it were not Linux. */
class DeskHostTest {
    private static final String RUN = "20261129-190000-explain-local-7f3a";
    private static final String OTHER = "20261129-190500-explain-local-1c9d";
    private static final Duration LEASE = Duration.ofMinutes(2);
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    Path cache;

    private HostScript script() {
        return HostScript.install(new DeskHost(new LocalHost("desk"), cache));
    }

    private HostScript.WhenAbandoned keep() {
        return HostScript.WhenAbandoned.KEEP;
    }

    private String begun(String role) {
        HostScript script = script();
        String directory = script.begin(RUN, role, LEASE);
        script.makeDirectories(directory, "secret", "tmp");
        return directory;
    }

    private void launch(String directory, String... words) {
        script().launch(directory, LEASE, keep(), Command.of(words));
    }

    /** Another bench, which is gone, began it. */
    private void orphan(String directory) throws IOException {
        Owner here = Owner.here();
        Files.writeString(
                Path.of(directory, "owner"),
                String.join(" ", here.boot(), here.pids(), "99999999:1", here.person(), here.since()) + "\n1\n");
    }

    @Test
    void directoryBelongsToTheBenchThatBeganIt() {
        String directory = begun("agent");
        assertThat(Path.of(directory, "tmp")).isDirectory();
        List<JournalEntry> entries = script().entries();
        assertThat(entries).hasSize(1);
        assertThat(entries.get(0).name()).isEqualTo(RUN + "/agent");
        assertThat(entries.get(0).leaseLeft())
                .hasValueSatisfying(left -> assertThat(left).isPositive());
        assertThatThrownBy(() -> script().begin(RUN, "agent", LEASE))
                .isInstanceOf(Failure.Command.class)
                .satisfies(failure -> assertThat(((Failure.Command) failure).why())
                        .contains("exists already: another bench started it"));
        script().discardOwn(RUN, "agent");
        assertThat(Path.of(directory).getParent()).doesNotExist();
    }

    @Test
    void processEndsWithItsStdinAndLeavesItsExitCode() throws IOException {
        String directory = begun("agent");
        launch(
                directory,
                "env",
                "WORD=told",
                "sh",
                "-c",
                "echo $WORD ${HOME+home} $" + Session.ATTENDED + "; cat; exit 7");
        assertThat(script().entries().get(0).process()).isPresent();
        script().stop(directory);
        assertThat(Path.of(directory, "exit")).hasContent("7");
        assertThat(Files.readString(Path.of(directory, "out.log"))).isEqualTo("told home yes\n");
        assertThat(Path.of(directory, "secret")).doesNotExist();
        assertThat(script().entries().get(0).process()).isEmpty();
    }

    @Test
    void driversDoNotSeeOtherVariables() {
        assertThat(script().host()
                        .run(Command.of("bench-desk", "bare", "sh", "-c", "env | sed 's/=.*//'; cat")
                                .reading("stdin"))
                        .out()
                        .lines())
                .contains("PATH", "stdin")
                .isSubsetOf(
                        "PATH",
                        "HOME",
                        "LANG",
                        "LC_ALL",
                        "TZ",
                        "JAVA_TOOL_OPTIONS",
                        "TMP",
                        "TEMP",
                        "PWD",
                        "_",
                        "SHLVL",
                        "stdin");
    }

    @Test
    void eventsAreFollowedUntilTheProcessEnds() throws InterruptedException {
        String directory = begun("agent");
        launch(directory, "sh", "-c", "echo one >../events.ndjson; cat; printf 'two\\nhalf' >>../events.ndjson");
        List<String> lines = new CopyOnWriteArrayList<>();
        var following =
                script().host().start(Command.of("bench-desk", "follow", directory, "1"), lines::add, line -> {});
        await().atMost(PATIENCE).until(() -> lines.contains("one"));
        script().stop(directory);
        assertThat(following.waitFor()).isZero();
        assertThat(lines).containsExactly("one", "two");
        assertThat(script().host()
                        .run(Command.of("bench-desk", "incomplete", directory))
                        .ok())
                .isTrue();
        List<String> rest = new CopyOnWriteArrayList<>();
        assertThat(script().host()
                        .start(Command.of("bench-desk", "rest", directory, "5"), rest::add, line -> {})
                        .waitFor())
                .isZero();
        assertThat(rest).containsExactly("two");
    }

    /** Its events are given to the run that they belong to. */
    @Test
    void nextBenchRemovesWhatAKilledOneLeft() throws IOException {
        String directory = begun("agent");
        Files.writeString(Path.of(directory, "events.ndjson"), "event");
        Path delivered = cache.resolve("delivered");
        Files.writeString(Path.of(directory, "deliver"), delivered + "\n");
        orphan(directory);
        assertThat(script().entries().get(0).leaseLeft())
                .hasValueSatisfying(left -> assertThat(left).isNegative());
        script().begin(OTHER, "bench-1", LEASE);
        assertThat(Path.of(directory)).doesNotExist();
        assertThat(delivered).hasContent("event");
    }

    /** Another bench was killed, and its agent did not notice it. */
    @Test
    void processOfAnotherBenchIsEndedWithWhatItStarted() throws IOException {
        String directory = begun("agent");
        orphan(directory);
        Process other = new ProcessBuilder("sh", "-c", "sleep 1000 & echo $! >" + directory + "/child; wait").start();
        Path child = Path.of(directory, "child");
        await().atMost(PATIENCE).until(() -> Files.exists(child) && Files.size(child) > 0);
        ProcessHandle started = ProcessHandle.of(
                        Long.parseLong(Files.readString(child).strip()))
                .orElseThrow();
        Files.writeString(
                Path.of(directory, "pid"),
                other.pid() + " " + other.info().startInstant().orElseThrow());
        assertThat(script().entries().get(0).process()).contains(String.valueOf(other.pid()));
        script().begin(OTHER, "bench-1", LEASE); // it may still be needed
        assertThat(Path.of(directory)).exists();
        script().discard(directory);
        assertThat(other.isAlive()).isFalse();
        assertThat(started.isAlive()).isFalse();
        assertThat(Path.of(directory)).doesNotExist();
    }

    /** A file that cannot be removed must not prevent later runs. */
    @Test
    void leftoverThatStaysDoesNotPreventTheNextRun() throws IOException {
        String directory = begun("agent");
        Files.writeString(Path.of(directory, "events.ndjson"), "event");
        Path taken = Files.createDirectories(cache.resolve("taken/by/another")).getParent();
        Files.writeString(Path.of(directory, "deliver"), taken + "\n"); // a directory, which no file can replace
        orphan(directory);
        assertThat(script().begin(OTHER, "bench-1", LEASE)).endsWith("bench-1");
        assertThat(Path.of(directory, "events.ndjson")).exists();
    }

    @Test
    void claimNeedsNoProcess() {
        String directory = begun("bench-1");
        launch(directory, "sleep", "2147483647");
        assertThat(script().entries().get(0).process()).isEmpty();
        assertThat(script().guardedBy(directory).begin(RUN, "agent", LEASE)).endsWith("agent");
        script().discard(directory);
        assertThatThrownBy(() -> script().guardedBy(directory).begin(RUN, "other", LEASE))
                .isInstanceOf(Failure.Command.class);
    }

    @Test
    void cleanRefusesWhatBeganLaterAndRemovesTheRest() {
        String directory = begun("agent");
        begun("bench-2");
        assertThatThrownBy(() -> script().sweep(directory, 1)).isInstanceOf(Failure.Command.class);
        script().sweep(directory, 2);
        assertThatThrownBy(() -> script().remove()).isInstanceOf(Failure.Command.class);
        script().discardOwn(RUN, "bench-2");
        assertThat(script().leftovers()).containsExactly("file " + cache);
        script().remove();
        assertThat(script().leftovers()).isEmpty();
    }

    @Test
    void nothingIsDetachedThere() {
        String directory = begun("agent");
        assertThatThrownBy(() -> script().leave(directory, LEASE, keep()))
                .isInstanceOf(Failure.Command.class)
                .satisfies(
                        failure -> assertThat(((Failure.Command) failure).why()).contains("cannot be detached"));
    }

    @Test
    void filesArriveWhole() throws IOException {
        HostScript script = script();
        String directory = begun("agent");
        script.host().write(directory + "/plan.json", "{}");
        assertThat(Path.of(directory, "plan.json")).hasContent("{}");
        Path jar = Files.writeString(Path.of(directory, "tmp", "a.jar"), "a jar");
        script.host().upload(jar, script.cache() + "/jars/a.jar");
        assertThat(cache.resolve("jars/a.jar")).hasContent("a jar");
        assertThat(script.host().exists(script.cache() + "/jars/a.jar")).isTrue();
        assertThat(script.host().exists(script.cache() + "/jars/b.jar")).isFalse();
    }
}
