package dev.jdbcbench.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.ssh.SshHost;
import dev.jdbcbench.host.ssh.TestSshServer;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.sshd.common.util.buffer.Buffer;
import org.apache.sshd.server.subsystem.SubsystemFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a misbehaving host costs a limited time and leads to a failure with an explanation. */
@Timeout(60)
class HostileHostIT {
    private static final Duration SOON = Duration.ofMillis(700);
    /** Transfers that succeed must not reach these limits on a busy machine. */
    private static final Limits IMPATIENT = new Limits(100_000, Duration.ofSeconds(4), Duration.ofSeconds(8));

    @TempDir
    private Path ssh = Path.of("");

    @TempDir
    private Path there = Path.of("");

    @TempDir
    private Path here = Path.of("");

    private Optional<TestSshServer> running = Optional.empty();
    private Host host = new LocalHost("replaced before each test");

    @BeforeEach
    void connect() throws Exception {
        TestSshServer server = new TestSshServer(ssh);
        running = Optional.of(server);
        server.makeKnown();
        host = SshHost.connect(server.spec(), ssh, IMPATIENT);
    }

    @AfterEach
    void close() throws IOException {
        host.close();
        server().close();
    }

    private TestSshServer server() {
        return running.orElseThrow();
    }

    private static Command ask() {
        return Command.query("id", "-u").within(SOON).printing(100_000);
    }

    private void answersLate() {
        assertThatThrownBy(() -> host.run(ask())).isInstanceOfSatisfying(Failure.Host.class, failure -> {
            assertThat(failure.getMessage()).isEqualTo("db1 does not answer in time");
            assertThat(failure.why()).isEqualTo("$ id -u\nhas not ended within 700 ms");
            assertThat(failure.hint()).isNotEmpty();
        });
    }

    @Test
    void endlessCommandTimesOut() {
        server().lie("id -u", "sleep 600");
        answersLate();
    }

    @Test
    void slowlyDrippingCommandTimesOut() {
        server().lie("id -u", "while :; do printf x; sleep 0.1; done");
        answersLate();
    }

    @Test
    void nextCommandRunsAfterATimeout() {
        server().lie("id -u", "sleep 600");
        answersLate();
        assertThat(host.run(Command.of("echo", "on")).out()).isEqualTo("on\n");
    }

    @Test
    void endlessOutputIsCutAndReported() {
        for (String instead : List.of("yes", "yes >&2")) {
            server().lie("id -u", instead);
            assertThatThrownBy(() -> host.run(ask().within(Duration.ofMinutes(1))))
                    .isInstanceOfSatisfying(
                            Failure.Command.class,
                            failure -> assertThat(failure.text())
                                    .contains("a command on db1 prints more than 100000 bytes")
                                    .contains("$ id -u"));
        }
    }

    @Test
    void closedChannelWithoutStatusIsAFailure() {
        server().behave((channel, command) -> new SilentCommand(opened -> opened.close(false)));
        assertThat(host.run(ask()).ok()).isFalse();
    }

    @Test
    void endedOutputWithoutStatusTimesOut() {
        server().behave((channel, command) -> new SilentCommand(opened -> {
            Buffer end = opened.getSession().createBuffer((byte) 96);
            end.putInt(opened.getRecipient());
            opened.getSession().writePacket(end);
        }));
        answersLate();
    }

    @Test
    void malformedPacketClosesTheConnection() {
        server().behave((channel, command) -> new SilentCommand(opened -> {
            Buffer wrong = opened.getSession().createBuffer((byte) 13);
            wrong.putRawBytes(new byte[] {1, 2, 3});
            opened.getSession().writePacket(wrong);
        }));
        assertThatThrownBy(() -> host.run(ask())).isInstanceOf(Failure.Host.class);
    }

    @Test
    void endlessLineIsAFailure() {
        server().lie("tail", "tr '\\0' x </dev/zero");
        List<String> lines = new ArrayList<>();
        Host.Running tail = host.start(Command.of("tail", "-f", "x"), lines::add, lines::add);
        assertThatThrownBy(tail::waitFor)
                .isInstanceOf(Failure.Command.class)
                .hasMessage("db1 sends a line of more than 100000 bytes");
        assertThat(lines).isEmpty();
    }

    @Test
    void incompleteLinesAreIgnoredAndBinaryOnesKeepTheirLength() throws InterruptedException {
        server().lie("tail", "printf 'one\\n\\377\\376\\n{\"cut\"'");
        List<String> lines = new ArrayList<>();
        Host.Running tail = host.start(Command.of("tail", "-f", "x"), lines::add, lines::add);
        assertThat(tail.waitFor()).isZero();
        assertThat(lines).containsExactly("one", "??");
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(here)) {
            return files.map(file -> String.valueOf(file.getFileName())).toList();
        }
    }

    @Test
    void tooLargeFileIsFetchedInPart() throws IOException {
        try (RandomAccessFile large =
                new RandomAccessFile(there.resolve("large").toFile(), "rw")) {
            large.setLength(5L << 30);
        }
        assertThat(host.download(there.resolve("large").toString(), here.resolve("log"), 100_000))
                .isFalse();
        assertThat(here.resolve("log")).hasSize(100_000);
        assertThat(names()).containsExactly("log");
    }

    @Test
    void linkOnTheHostIsNotFetched() throws IOException {
        Files.writeString(there.resolve("shadow"), "hash");
        Files.createSymbolicLink(there.resolve("agent.log"), there.resolve("shadow"));
        for (Host each : List.of(host, new LocalHost("here"))) {
            assertThatThrownBy(() -> each.download(there.resolve("agent.log").toString(), here.resolve("log")))
                    .isInstanceOf(Failure.Command.class);
            assertThat(names()).isEmpty();
        }
    }

    @Test
    void localLinkIsReplacedAndNotFollowed() throws IOException {
        Files.writeString(there.resolve("agent.log"), "new");
        Path other = Files.writeString(here.resolve("bashrc"), "mine");
        Files.createSymbolicLink(here.resolve("log"), other);
        Files.createSymbolicLink(here.resolve("log.part"), other);
        for (Host each : List.of(host, new LocalHost("here"))) {
            each.download(there.resolve("agent.log").toString(), here.resolve("log"));
            assertThat(other).hasContent("mine");
            assertThat(here.resolve("log")).isRegularFile().hasContent("new");
        }
    }

    @Test
    void silentSftpTimesOut() {
        server().transferBy(new SubsystemFactory() {
            @Override
            public String getName() {
                return "sftp";
            }

            @Override
            public org.apache.sshd.server.command.Command createSubsystem(
                    org.apache.sshd.server.channel.ChannelSession channel) {
                return new SilentCommand(opened -> {});
            }
        });
        assertThatThrownBy(() -> host.download(there.resolve("x").toString(), here.resolve("log")))
                .isInstanceOfSatisfying(
                        Failure.Host.class,
                        failure -> assertThat(failure.getMessage()).endsWith("db1 has stopped answering"));
    }

    @Test
    void localHostHasTheSameLimits() {
        Host local = new LocalHost("here");
        assertThatThrownBy(() -> local.run(Command.query("sleep", "600").within(SOON)))
                .isInstanceOf(Failure.Host.class);
        assertThatThrownBy(() -> local.run(Command.query("yes").printing(100_000)))
                .isInstanceOf(Failure.Command.class);
        assertThatThrownBy(() -> local.run(
                        Command.query("sh", "-c", "sleep 600 & sleep 600").within(SOON)))
                .isInstanceOf(Failure.Host.class);
    }
}
