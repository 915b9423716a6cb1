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
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs tests that need a real sshd: certificates, an agent, many keys. */
class OpenSshIT extends OpenSshServer {
    private HostSpec spec(String config) throws IOException {
        Files.writeString(ssh.resolve("config"), "Host *\n" + config);
        return HostSpec.at("db1", "127.0.0.1", Optional.of(USER), Optional.of(port));
    }

    private void in(HostSpec spec) {
        try (Host host = SshHost.connect(spec, ssh)) {
            assertThat(host.run(Command.of("echo", "in")).out()).isEqualTo("in\n");
        }
    }

    private void refused(HostSpec spec, String why) {
        assertThatThrownBy(() -> SshHost.connect(spec, ssh))
                .isInstanceOfSatisfying(
                        Failure.Host.class, failure -> assertThat(failure.why()).contains(why));
    }

    @Test
    void plainKeyIsAccepted() throws Exception {
        in(spec(" IdentityAgent none\n IdentityFile ~/.ssh/plain\n"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ed25519", "ecdsa", "rsa"})
    void certificateBesideItsKeyIsAccepted(String type) throws Exception {
        Path key = ssh.resolve("signed_" + type);
        generate(type, key);
        HostSpec spec = spec(" IdentityAgent none\n IdentityFile " + key + "\n");
        refused(spec, "the host refused " + key);
        certify(key, USER);
        in(spec);
    }

    @Test
    void certificateMayHaveItsKeyInTheAgent() throws Exception {
        Path key = ssh.resolve("held");
        generate("rsa", key);
        certify(key, USER);
        Path certificate = Files.move(Path.of(key + "-cert.pub"), ssh.resolve("elsewhere"));
        command("ssh-add", "-q", key.toString());
        Files.delete(key);
        String socket = " IdentityAgent " + directory.resolve("agent") + "\n";
        refused(spec(socket + " IdentityFile " + key + "\n"), "of the SSH agent");
        in(spec(socket + " IdentityFile " + key + "\n CertificateFile " + certificate + "\n"));
        command("ssh-add", "-q", "-D");
    }

    @Test
    void certificateOfAnotherUserIsRefused() throws Exception {
        Path key = ssh.resolve("others");
        generate("ed25519", key);
        certify(key, "somebody");
        refused(spec(" IdentityAgent none\n IdentityFile " + key + "\n"), key + "-cert.pub");
    }

    @Test
    void identitiesOnlyOffersOnlyConfiguredKeys() throws Exception {
        command("ssh-add", "-q", ssh.resolve("plain").toString());
        Path other = ssh.resolve("only");
        generate("ed25519", other);
        String socket = " IdentityAgent " + directory.resolve("agent") + "\n IdentityFile " + other + "\n";
        in(spec(socket));
        refused(spec(socket + " IdentitiesOnly yes\n"), "the host refused " + other);
        // the public key is enough to select a key of the agent
        in(spec(" IdentityAgent " + directory.resolve("agent")
                + "\n IdentitiesOnly yes\n IdentityFile ~/.ssh/plain.pub\n"));
        refused(spec(" IdentityAgent none\n IdentityFile " + other + "\n"), "the host refused " + other);
        command("ssh-add", "-q", "-D");
    }

    @Test
    void manyKeysAreOfferedInSeveralConnections() throws Exception {
        StringBuilder files = new StringBuilder(" IdentityAgent none\n");
        for (int i = 0; i < 8; i++) {
            Path key = ssh.resolve("many" + i);
            generate(i % 2 == 0 ? "ecdsa" : "ed25519", key);
            files.append(" IdentityFile ").append(key).append('\n');
        }
        in(spec(files + " IdentityFile ~/.ssh/plain\n"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"host_ed25519", "host_rsa"})
    void knownHostKeyTypeIsRequested(String key) throws Exception {
        know(key);
        in(spec(" IdentityAgent none\n IdentityFile ~/.ssh/plain\n"));
        know("host_ed25519");
    }

    @Test
    void jumpThroughTheSameHostWorks() throws Exception {
        HostSpec spec = spec(" IdentityAgent none\n IdentityFile ~/.ssh/plain\n");
        in(spec.withJump(Optional.of(HostSpec.at("bastion", "127.0.0.1", Optional.of(USER), Optional.of(port)))));
    }

    private void trustAuthority(String key, String more) throws IOException {
        Files.writeString(
                ssh.resolve("known_hosts"),
                "@cert-authority * " + Files.readString(directory.resolve(key + ".pub")) + more);
    }

    @Test
    void hostCertificateOfATrustedAuthorityIsAccepted() throws Exception {
        trustAuthority("host_authority", "");
        in(spec(" IdentityAgent none\n IdentityFile ~/.ssh/plain\n"));
        know("host_ed25519");
    }

    @ParameterizedTest
    @CsvSource({"ed25519, authority", "rsa, host_authority", "ecdsa, host_authority"})
    void otherHostCertificatesAreRefused(String type, String authority) throws Exception {
        trustAuthority(authority, "");
        String algorithms = " HostKeyAlgorithms " + (type.equals("rsa") ? "rsa-sha2-512" : algorithm(type)) + "\n";
        HostSpec spec = spec(" IdentityAgent none\n IdentityFile ~/.ssh/plain\n" + algorithms);
        refused(spec, "the host presented no certificate from it that is valid for 127.0.0.1");
        // the host's plain key may be known instead
        trustAuthority(
                authority, "[127.0.0.1]:" + port + " " + Files.readString(directory.resolve("host_" + type + ".pub")));
        in(spec);
        know("host_ed25519");
    }

    private static String algorithm(String type) {
        return type.equals("ecdsa") ? "ecdsa-sha2-nistp256" : "ssh-" + type;
    }

    @Test
    void revokedAuthoritiesAndKeysAreRefused() throws Exception {
        HostSpec spec = spec(" IdentityAgent none\n IdentityFile ~/.ssh/plain\n");
        for (String revoked : List.of("host_authority", "host_ed25519")) {
            trustAuthority("host_authority", "@revoked * " + Files.readString(directory.resolve(revoked + ".pub")));
            assertThatThrownBy(() -> SshHost.connect(spec, ssh))
                    .isInstanceOf(Failure.Host.class)
                    .hasMessageStartingWith("the host key is ");
        }
        know("host_ed25519");
    }
}
