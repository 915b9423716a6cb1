package dev.jdbcbench.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jdbcbench.failure.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that every kind of host must pass. */
public abstract class HostContract {
    @TempDir
    protected Path here = Path.of("");

    /** A directory on the host where the test may write. */
    @TempDir
    protected Path there = Path.of("");

    private Host host = new LocalHost("replaced before each test");

    protected abstract Host connect() throws Exception;

    @BeforeEach
    void open() throws Exception {
        host = connect();
    }

    @AfterEach
    void close() {
        host.close();
    }

    @Test
    void failingCommandIsAResult() {
        Outcome outcome = host.run(Command.of("sh", "-c", "echo out; echo err >&2; exit 7"));
        assertThat(outcome).isEqualTo(new Outcome(7, "out\n", "err\n"));
        assertThat(outcome.ok()).isFalse();
        assertThat(outcome.lastLines()).isEqualTo("out\n\nerr".replace("\n\n", "\n"));
    }

    @Test
    void commandReadsOnlyItsInput() {
        assertThat(host.run(Command.of("cat").reading("línea\n")).out()).isEqualTo("línea\n");
        assertThat(host.run(Command.of("cat")).out()).isEmpty();
    }

    @Test
    void argumentsArriveUnchanged() {
        String word = "it's $HOME \"and\" *\\ more";
        assertThat(host.run(Command.of("printf", "%s", word)).out()).isEqualTo(word);
    }

    @Test
    void largeOutputArrivesCompletely() {
        assertThat(host.run(Command.of("head", "-c", "3000000", "/dev/zero")).out())
                .hasSize(3_000_000);
    }

    @Test
    void linesArriveWhileACommandRuns() throws InterruptedException {
        List<String> lines = new CopyOnWriteArrayList<>();
        Host.Running running = host.start(
                Command.of("sh", "-c", "echo one; echo two >&2; echo three; exit 3"), lines::add, lines::add);
        assertThat(running.waitFor()).isEqualTo(3);
        assertThat(lines).containsExactlyInAnyOrder("one", "two", "three");
    }

    @Test
    void failedCommandCanBePasted() {
        assertThatThrownBy(() -> host.require("make it", Command.of("sh", "-c", "echo no room; exit 1")))
                .isInstanceOfSatisfying(Failure.Command.class, failure -> {
                    assertThat(failure.getMessage()).isEqualTo("cannot make it on " + host.name() + ": exit status 1");
                    assertThat(failure.why()).isEqualTo("$ sh -c 'echo no room; exit 1'\nno room");
                });
    }

    @Test
    void uploadCreatesTheDirectory() throws IOException {
        Path file = Files.write(here.resolve("file"), new byte[100_000]);
        Path remote = there.resolve("new/directory/file");
        host.upload(file, remote.toString());
        assertThat(remote).hasSameBinaryContentAs(file);
        assertThat(remote.resolveSibling("file.part")).doesNotExist();
    }

    @Test
    void missingLocalFileIsNotALostConnection() throws IOException {
        Path gone = here.resolve("gone.jar");
        assertThatThrownBy(() -> host.upload(gone, there.resolve("gone.jar").toString()))
                .isInstanceOfSatisfying(
                        Failure.Command.class,
                        failure -> assertThat(failure.text())
                                .contains(gone.toString())
                                .doesNotContain("connection"));
        assertThat(there.resolve("gone.jar")).doesNotExist();
        Files.writeString(there.resolve("gone.jar"), "an older one");
        assertThatThrownBy(() -> host.upload(gone, there.resolve("gone.jar").toString()))
                .isInstanceOfSatisfying(
                        Failure.Command.class,
                        failure -> assertThat(failure.text()).contains(gone.toString()));
    }

    @Test
    void onlyChangedFilesAreUploaded() throws IOException {
        Path file = Files.writeString(here.resolve("file"), "first");
        Path remote = there.resolve("file");
        host.upload(file, remote.toString());
        FileTime longAgo = FileTime.fromMillis(0);
        Files.setLastModifiedTime(remote, longAgo);
        host.upload(file, remote.toString());
        assertThat(Files.getLastModifiedTime(remote)).isEqualTo(longAgo);
        Files.writeString(file, "second");
        host.upload(file, remote.toString());
        assertThat(remote).hasContent("second");
    }

    @Test
    void textIsWrittenUnchangedAndPrivate() throws IOException {
        String text = "user=línea\npassword='$HOME' \\ \"!\"";
        Path remote = there.resolve("a secret");
        host.write(remote.toString(), text);
        assertThat(remote).hasContent(text);
        assertThat(Files.getPosixFilePermissions(remote))
                .containsExactlyInAnyOrder(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
    }

    @Test
    void failedWriteNamesTheFileButNotTheText() {
        String remote = there.resolve("nosuch/file").toString();
        assertThatThrownBy(() -> host.write(remote, "hush")).isInstanceOfSatisfying(Failure.Command.class, failure -> {
            assertThat(failure.getMessage()).startsWith("cannot write " + remote + " on " + host.name());
            assertThat(failure.text()).doesNotContain("hush");
        });
    }

    @Test
    void fileIsFetched() throws IOException {
        Path remote = Files.writeString(there.resolve("file"), "content");
        host.download(remote.toString(), here.resolve("fetched"));
        assertThat(here.resolve("fetched")).hasContent("content");
    }

    @Test
    void missingRemoteFileIsNamed() {
        String remote = there.resolve("nosuch").toString();
        assertThatThrownBy(() -> host.download(remote, here.resolve("fetched")))
                .isInstanceOf(Failure.Command.class)
                .hasMessageContaining(remote);
        assertThat(here.resolve("fetched")).doesNotExist();
        assertThat(here.resolve("fetched.part")).doesNotExist();
    }

    @Test
    void interruptEndsAWait() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> host.run(Command.of("sleep", "60"))).isInstanceOf(Failure.Interrupted.class);
        assertThat(Thread.interrupted()).as("the flag is still set").isTrue();
    }
}
