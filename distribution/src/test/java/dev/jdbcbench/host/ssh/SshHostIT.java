package dev.jdbcbench.host.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.Command;
import dev.jdbcbench.host.Host;
import dev.jdbcbench.host.HostContract;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SshHostIT extends HostContract {
    @TempDir
    private Path ssh = Path.of("");

    private Optional<TestSshServer> running = Optional.empty();

    @Override
    protected Host connect() throws Exception {
        TestSshServer server = new TestSshServer(ssh);
        running = Optional.of(server);
        server.makeKnown();
        return SshHost.connect(server.spec(), ssh);
    }

    private TestSshServer server() {
        return running.orElseThrow();
    }

    @AfterEach
    void stopServer() throws IOException {
        server().close();
    }

    private static HostSpec with(HostSpec spec, Optional<Path> identity, Optional<String> hostKey) {
        return spec.with(copy -> copy.identity(identity).hostKey(hostKey));
    }

    private void refused(HostSpec spec, Consumer<Failure.Host> check) {
        assertThatThrownBy(() -> SshHost.connect(spec, ssh)).isInstanceOfSatisfying(Failure.Host.class, failure -> {
            assertThat(failure.exitCode().number()).isEqualTo(3);
            assertThat(failure.getMessage()).contains("db1 (bench@127.0.0.1:");
            check.accept(failure);
        });
    }

    @Test
    void unknownHostKeyIsRefusedWithALineToAdd() throws IOException {
        assertThat(ssh.resolve("known_hosts").toFile().delete()).isTrue();
        String fingerprint = server().fingerprint();
        refused(server().spec(), failure -> {
            assertThat(failure.getMessage()).startsWith("the host key is unknown");
            assertThat(failure.why()).isEqualTo("ecdsa-sha2-nistp256 " + fingerprint);
            assertThat(failure.hint()).contains("[127.0.0.1]:" + server().port() + " ecdsa-sha2-nistp256 AAAA");
        });
    }

    @Test
    void changedHostKeyIsAlwaysRefused() {
        server().useHostKey("another_host_key");
        refused(server().spec(), failure -> assertThat(failure.getMessage()).startsWith("the host key has changed"));
    }

    @Test
    void fingerprintOfTheHostsFileIsEnough() throws IOException {
        assertThat(ssh.resolve("known_hosts").toFile().delete()).isTrue();
        HostSpec pinned = with(server().spec(), Optional.empty(), Optional.of(server().fingerprint()));
        try (Host host = SshHost.connect(pinned, ssh)) {
            assertThat(host.run(Command.of("echo", "in")).out()).isEqualTo("in\n");
        }
    }

    @Test
    void wrongFingerprintIsRefusedEvenIfTheKeyIsKnown() {
        HostSpec pinned = with(
                server().spec(), Optional.empty(), Optional.of("SHA256:ThisIsAnExampleOfAFingerprintWith43Letters0"));
        refused(pinned, failure -> {
            assertThat(failure.getMessage()).startsWith("the host key is not the one in the hosts file");
            assertThat(failure.why()).contains("expected SHA256:This");
        });
    }

    @Test
    void unacceptedKeyIsNamed() throws Exception {
        Path other = ssh.resolve("other");
        var unused = TestSshServer.makeKey(other);
        refused(with(server().spec(), Optional.of(other), Optional.empty()), failure -> {
            assertThat(failure.getMessage()).startsWith("cannot log in");
            assertThat(failure.why()).contains("the host refused " + other);
            assertThat(failure.hint()).contains("ssh-copy-id bench@127.0.0.1");
        });
    }

    @Test
    void missingKeyFileIsNamed() {
        refused(
                with(server().spec(), Optional.of(ssh.resolve("nosuch")), Optional.empty()),
                failure -> assertThat(failure.why()).contains("nosuch cannot be read"));
    }

    @Test
    void unreachableHostIsReported() throws IOException {
        server().close();
        refused(server().spec(), failure -> {
            assertThat(failure.getMessage()).startsWith("cannot connect");
            assertThat(failure.hint()).contains("Nothing listens on port");
        });
    }

    @Test
    void lostConnectionIsNotAResultOfTheCommand() throws Exception {
        Host host = SshHost.connect(server().spec(), ssh);
        server().close();
        // Either the command notices the lost connection, or bench already knows about it and cannot reconnect.
        assertThatThrownBy(() -> host.run(Command.of("true")))
                .isInstanceOf(Failure.Host.class)
                .hasMessageContaining("db1");
        host.close();
    }

    @Test
    void lostConnectionIsReopened() throws Exception {
        Host host = SshHost.connect(server().spec(), ssh);
        assertThat(host.run(Command.of("echo", "before")).out()).isEqualTo("before\n");
        server().cutConnections();
        await().atMost(Duration.ofSeconds(30))
                .ignoreExceptionsInstanceOf(Failure.Host.class)
                .untilAsserted(() ->
                        assertThat(host.run(Command.of("echo", "after")).out()).isEqualTo("after\n"));
        host.close();
    }
}
