package dev.jdbcbench.host.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.Command;
import dev.jdbcbench.host.Host;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which hosts are trusted, and how a configuration may change that. */
class SshTrustIT {
    @TempDir
    private Path ssh = Path.of("");

    private Optional<TestSshServer> running = Optional.empty();

    @BeforeEach
    void startServer() throws Exception {
        running = Optional.of(new TestSshServer(ssh));
    }

    @AfterEach
    void stopServer() throws IOException {
        server().close();
    }

    private TestSshServer server() {
        return running.orElseThrow();
    }

    private void known(String lines) throws IOException {
        Files.writeString(ssh.resolve("known_hosts"), lines + "\n");
    }

    private void config(String text) throws IOException {
        Files.writeString(ssh.resolve("config"), text);
    }

    private HostSpec alias() {
        return HostSpec.at("db1", "alias", Optional.empty(), Optional.empty());
    }

    private void trusted(HostSpec spec) {
        try (Host host = SshHost.connect(spec, ssh)) {
            assertThat(host.run(Command.of("echo", "in")).out()).isEqualTo("in\n");
        }
    }

    private void refused(HostSpec spec, Consumer<Failure.Host> check) {
        assertThatThrownBy(() -> SshHost.connect(spec, ssh)).isInstanceOfSatisfying(Failure.Host.class, check);
    }

    @Test
    void hashedNameIsKnown() throws Exception {
        // Another test checks a hash from ssh-keygen -H; here the port differs each time.
        javax.crypto.Mac mac = javax.crypto.Mac.getInstance("HmacSHA1");
        mac.init(new javax.crypto.spec.SecretKeySpec(new byte[20], "HmacSHA1"));
        java.util.Base64.Encoder base64 = java.util.Base64.getEncoder();
        known("|1|" + base64.encodeToString(new byte[20]) + "|"
                + base64.encodeToString(
                        mac.doFinal(server().knownAs().getBytes(java.nio.charset.StandardCharsets.UTF_8)))
                + " " + server().hostKey());
        trusted(server().spec());
    }

    @Test
    void revokedKeyIsRefusedEvenIfKnown() throws IOException {
        known(server().knownHost() + "\n@revoked * " + server().hostKey());
        refused(server().spec(), failure -> {
            assertThat(failure.getMessage()).startsWith("the host key is revoked on db1");
            assertThat(failure.why())
                    .contains(TestSshServer.fingerprintOf(server()))
                    .contains("known_hosts:2");
        });
    }

    @Test
    void authorityIsNotMistakenForAHostKey() throws IOException {
        known("@cert-authority * " + server().hostKey());
        refused(server().spec(), failure -> {
            assertThat(failure.getMessage()).startsWith("the host key is unknown");
            assertThat(failure.why()).contains("the host presented no certificate from it that is valid for 127.0.0.1");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"no", "off", "accept-new", "ask", "yes"})
    void unknownAndChangedKeysAreAlwaysRefused(String checking) throws IOException {
        config("Host *\n  StrictHostKeyChecking " + checking + "\n");
        refused(server().spec(), failure -> assertThat(failure.getMessage()).startsWith("the host key is unknown"));
        assertThat(ssh.resolve("known_hosts"))
                .as("the key is not added to known_hosts")
                .doesNotExist();
        known(server().knownHost());
        trusted(server().spec());
        server().useHostKey("another_host_key");
        refused(server().spec(), failure -> assertThat(failure.getMessage()).startsWith("the host key has changed"));
        assertThat(ssh.resolve("known_hosts")).hasContent(Files.readString(ssh.resolve("known_hosts")));
    }

    @Test
    void configuredKnownHostsFilesAreUsed() throws IOException {
        Path first = ssh.resolve("first file");
        Path second = ssh.resolve("second");
        config("Host *\n  UserKnownHostsFile \"" + first + "\" " + second + "\n");
        refused(server().spec(), failure -> assertThat(failure.hint()).contains("add this line to " + first + ","));
        Files.writeString(second, server().knownHost() + "\n");
        trusted(server().spec());
    }

    @Test
    void globalKnownHostsFilesAreUsed() throws IOException {
        Path global = Files.writeString(ssh.resolve("global"), server().knownHost() + "\n");
        config("Host *\n  GlobalKnownHostsFile " + global + "\n");
        trusted(server().spec());
    }

    @Test
    void aliasIsResolvedAndKnownByItsHostKeyAlias() throws Exception {
        Path key = ssh.resolve("other key");
        server().takeKey(TestSshServer.makeKey(key));
        config("Host alias\n  HostName 127.0.0.1\n  Port " + server().port() + "\n  User someone\n  IdentityFile \""
                + key + "\"\n  HostKeyAlias the-host\n");
        refused(alias(), failure -> {
            assertThat(failure.getMessage()).contains("db1 (someone@127.0.0.1:" + server().port() + ")");
            assertThat(failure.hint()).contains("\nthe-host ecdsa-sha2-nistp256 AAAA");
        });
        known("the-host " + server().hostKey());
        trusted(alias());
        try (Host host = SshHost.connect(alias(), ssh)) {
            assertThat(host.address()).isEqualTo("127.0.0.1");
        }
    }

    @Test
    void matchBlocksOfTheConfigurationApply() throws IOException {
        known(server().knownHost());
        Files.writeString(ssh.resolve("more"), "Match user bench\n  Port " + server().port() + "\n");
        config("Include " + ssh.resolve("more") + "\n");
        trusted(HostSpec.at("db1", "127.0.0.1", Optional.of("bench"), Optional.empty()));
    }

    @Test
    void brokenConfigurationShowsTheMessageOfSsh() throws IOException {
        config("Nonsense yes\n");
        refused(server().spec(), failure -> {
            assertThat(failure.getMessage()).isEqualTo("cannot get the SSH configuration for db1 (127.0.0.1) from ssh");
            assertThat(failure.why()).contains("line 1: Bad configuration option: nonsense");
        });
    }

    @Test
    void knownKeyTypeIsRequested() throws Exception {
        server().useHostKeys("host_key", "host_key_rsa");
        known(server().knownHost("ssh-rsa"));
        trusted(server().spec());
        known(server().knownHost("ecdsa-sha2-nistp256"));
        trusted(server().spec());
    }

    @Test
    void ipv6HostIsReached() throws IOException {
        TestSshServer six;
        try {
            six = server().another("host_key", "::1");
        } catch (IOException e) {
            org.junit.jupiter.api.Assumptions.abort("this machine has no IPv6: " + e);
            return;
        }
        try (six) {
            known("[::1]:" + six.port() + " " + six.hostKey());
            trusted(six.spec());
        }
    }
}
