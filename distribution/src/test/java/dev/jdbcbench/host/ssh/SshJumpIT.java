package dev.jdbcbench.host.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.jdbcbench.Full;
import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.Command;
import dev.jdbcbench.host.Host;
import dev.jdbcbench.host.HostContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that a host behind a jump host has the same guarantees as any other; each of the two is verified under its own
 * name.
 */
class SshJumpIT {
    @TempDir
    private Path ssh = Path.of("");

    private Optional<TestSshServer> running = Optional.empty();
    private Optional<TestSshServer> jumping = Optional.empty();

    @BeforeEach
    void startServers() throws Exception {
        running = Optional.of(new TestSshServer(ssh));
        jumping = Optional.of(server().another("host_key_of_bastion", "127.0.0.1"));
        server().makeKnown();
        bastion().makeKnown();
    }

    private TestSshServer server() {
        return running.orElseThrow();
    }

    private TestSshServer bastion() {
        return jumping.orElseThrow();
    }

    private HostSpec behind() {
        return server().spec()
                .withJump(Optional.of(HostSpec.at(
                        "bastion",
                        "127.0.0.1",
                        Optional.of("jumper"),
                        Optional.of(bastion().port()))));
    }

    @AfterEach
    void stopServers() throws IOException {
        server().close();
        bastion().close();
    }

    /** The same guarantees; {@link SshHostIT} tests them without a jump host. */
    @Nested
    @Full
    class Contract extends HostContract {
        @Override
        protected Host connect() {
            return SshHost.connect(behind(), ssh);
        }
    }

    private void in(HostSpec spec) {
        try (Host host = SshHost.connect(spec, ssh)) {
            assertThat(host.run(Command.of("echo", "in")).out()).isEqualTo("in\n");
        }
    }

    private void refused(HostSpec spec, Consumer<Failure.Host> check) {
        assertThatThrownBy(() -> SshHost.connect(spec, ssh)).isInstanceOfSatisfying(Failure.Host.class, check);
    }

    @Test
    void jumpHostIsUsed() throws Exception {
        int before = bastion().sessions();
        try (Host host = SshHost.connect(behind(), ssh)) {
            assertThat(host.run(Command.of("echo", "in")).out()).isEqualTo("in\n");
            assertThat(bastion().sessions()).isEqualTo(before + 1);
        }
        await().atMost(Duration.ofSeconds(10)).until(() -> bastion().sessions() == before);
    }

    @Test
    void unknownKeyOfTheJumpHostIsRefused() throws IOException {
        Files.writeString(ssh.resolve("known_hosts"), server().knownHost() + "\n");
        refused(behind(), failure -> {
            assertThat(failure.getMessage())
                    .isEqualTo("the host key is unknown on bastion (jumper@127.0.0.1:"
                            + bastion().port() + "), the jump host of db1");
            assertThat(failure.why()).contains(TestSshServer.fingerprintOf(bastion()));
        });
    }

    @Test
    void unknownKeyBehindTheJumpHostIsRefused() throws IOException {
        Files.writeString(ssh.resolve("known_hosts"), bastion().knownHost() + "\n");
        refused(
                behind(),
                failure -> assertThat(failure.getMessage())
                        .isEqualTo("the host key is unknown on db1 (bench@127.0.0.1:" + server().port() + ")"));
        await().atMost(Duration.ofSeconds(10)).until(() -> bastion().sessions() == 0);
    }

    @Test
    void jumpHostWithoutForwardingIsNamed() {
        bastion().refuseForwarding();
        refused(behind(), failure -> {
            assertThat(failure.getMessage()).startsWith("cannot connect on db1 (");
            assertThat(failure.hint())
                    .startsWith("It is reached through bastion.")
                    .contains("AllowTcpForwarding");
        });
    }

    @Test
    void hostUnreachableFromTheJumpHostIsNamed() throws IOException {
        server().close();
        refused(behind(), failure -> {
            assertThat(failure.getMessage()).startsWith("cannot connect on db1 (");
            assertThat(failure.hint()).startsWith("It is reached through bastion.");
        });
    }

    @Test
    void connectionLostAtTheJumpHostIsReopened() {
        try (Host host = SshHost.connect(behind(), ssh)) {
            bastion().cutConnections();
            await().atMost(Duration.ofSeconds(30))
                    .ignoreExceptionsInstanceOf(Failure.Host.class)
                    .untilAsserted(() -> assertThat(
                                    host.run(Command.of("echo", "after")).out())
                            .isEqualTo("after\n"));
        }
    }

    @Test
    void configuredJumpHostsAreChained() throws Exception {
        try (TestSshServer second = server().another("host_key_of_second", "127.0.0.1")) {
            second.makeKnown();
            Files.writeString(
                    ssh.resolve("config"),
                    "Host gate\n  HostName 127.0.0.1\n  User jumper\n  Port "
                            + bastion().port() + "\nHost 127.0.0.1\n  ProxyJump gate,other@127.0.0.1:" + second.port()
                            + "\nHost gate\n  ProxyJump none\n");
            int before = bastion().sessions();
            try (Host host = SshHost.connect(server().spec(), ssh)) {
                assertThat(host.run(Command.of("echo", "in")).out()).isEqualTo("in\n");
                assertThat(bastion().sessions()).isEqualTo(before + 1);
                assertThat(second.sessions()).isEqualTo(1);
            }
        }
    }

    @Test
    void circularJumpHostsAreAFailure() throws IOException {
        Files.writeString(ssh.resolve("config"), "Host a\n  ProxyJump b\nHost b\n  ProxyJump a\n");
        refused(
                HostSpec.at("db1", "a", Optional.empty(), Optional.empty()),
                failure -> assertThat(failure.why()).contains("db1 ← b ← a ← b"));
    }

    @Test
    void proxyCommandConnectsAndEndsWithTheConnection() throws Exception {
        Path pid = ssh.resolve("pid");
        Files.writeString(
                ssh.resolve("config"),
                "Host 127.0.0.1\n  ProxyCommand sh -c 'echo $$ >" + pid + "; exec "
                        + bash("exec 3<>/dev/tcp/%h/%p; cat <&3 & cat >&3") + "'\n");
        Host host = SshHost.connect(server().spec(), ssh);
        assertThat(host.run(Command.of("echo", "in")).out()).isEqualTo("in\n");
        ProcessHandle process =
                ProcessHandle.of(Long.parseLong(Files.readString(pid).strip())).orElseThrow();
        host.close();
        await().atMost(Duration.ofSeconds(10)).until(() -> !process.isAlive());
    }

    private static String bash(String script) {
        return "bash -c \"" + script + "\"";
    }

    @Test
    void failingProxyCommandIsNamed() throws IOException {
        Files.writeString(ssh.resolve("config"), "Match user bench\n  ProxyCommand false %h\n");
        refused(server().spec(), failure -> {
            assertThat(failure.getMessage()).startsWith("cannot connect on db1");
            assertThat(failure.hint()).contains("ProxyCommand false 127.0.0.1");
        });
        in(behind()); // the hosts file takes precedence
    }
}
