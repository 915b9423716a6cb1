package dev.jdbcbench.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.failure.Failure;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What only a real sshd tells: certificates, an agent, many keys. It runs as this user, on loopback, with files of its own. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OpenSshIT {
    private static final Path SSHD = Path.of("/usr/sbin/sshd");
    private static final String USER = System.getProperty("user.name");

    /** Where sshd of a root gives up its rights. The system makes it when its own sshd starts. */
    private static final Path PRIVILEGES = Path.of("/run/sshd");

    private Path directory = Path.of("");
    private Path ssh = Path.of("");
    private Optional<Process> sshd = Optional.empty();
    private Optional<Process> agent = Optional.empty();
    private boolean madePrivileges;
    private int port;

    @BeforeAll
    void startServerAndAgent(@TempDir Path temporary) throws Exception {
        directory = temporary;
        boolean there = Files.isExecutable(SSHD) && Files.isExecutable(Path.of("/usr/bin/ssh-keygen"));
        if (!there) {
            System.err.println(
                    "SKIPPED: " + getClass().getSimpleName() + ": there is no OpenSSH server on this machine");
        }
        assumeTrue(there, "there is no OpenSSH server on this machine");
        // sshd wants to know that nobody else may write there
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
        ssh = Files.createDirectory(directory.resolve("ssh"));
        generate("ed25519", directory.resolve("host_ed25519"));
        generate("rsa", directory.resolve("host_rsa"));
        generate("ecdsa", directory.resolve("host_ecdsa"));
        generate("ed25519", directory.resolve("authority"));
        generate("rsa", directory.resolve("host_authority"));
        certifyHost("ed25519", "127.0.0.1", "+1h");
        certifyHost("rsa", "127.0.0.1", "20200101:20200102");
        certifyHost("ecdsa", "another", "+1h");
        generate("ed25519", ssh.resolve("plain"));
        Files.copy(ssh.resolve("plain.pub"), directory.resolve("authorized"));
        port = freePort();
        Path config = Files.writeString(directory.resolve("sshd_config"), """
                Port %1$d
                ListenAddress 127.0.0.1
                HostKey %2$s/host_ed25519
                HostKey %2$s/host_rsa
                HostKey %2$s/host_ecdsa
                HostCertificate %2$s/host_ed25519-cert.pub
                HostCertificate %2$s/host_rsa-cert.pub
                HostCertificate %2$s/host_ecdsa-cert.pub
                AuthorizedKeysFile %2$s/authorized
                TrustedUserCAKeys %2$s/authority.pub
                PidFile none
                UsePAM no
                StrictModes no
                PasswordAuthentication no
                KbdInteractiveAuthentication no
                PermitRootLogin yes
                """.formatted(port, directory));
        if (USER.equals("root") && !Files.exists(PRIVILEGES)) {
            Files.createDirectory(PRIVILEGES);
            madePrivileges = true;
        }
        sshd = Optional.of(new ProcessBuilder(SSHD.toString(), "-D", "-e", "-f", config.toString())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("sshd.log").toFile())
                .start());
        await().atMost(Duration.ofSeconds(10)).until(this::listens);
        know("host_ed25519");
        Path socket = directory.resolve("agent");
        agent = Optional.of(new ProcessBuilder("ssh-agent", "-D", "-a", socket.toString())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("agent.log").toFile())
                .start());
        await().atMost(Duration.ofSeconds(10)).until(() -> Files.exists(socket));
    }

    @AfterAll
    void endServerAndAgent() throws IOException {
        sshd.ifPresent(Process::destroy);
        agent.ifPresent(Process::destroy);
        if (madePrivileges) {
            Files.delete(PRIVILEGES);
        }
    }

    private boolean listens() {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private void know(String hostKey) throws IOException {
        Files.writeString(
                ssh.resolve("known_hosts"),
                "[127.0.0.1]:" + port + " " + Files.readString(directory.resolve(hostKey + ".pub")));
    }

    private void command(String... words) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
        builder.environment()
                .putAll(Map.of("SSH_AUTH_SOCK", directory.resolve("agent").toString()));
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertThat(process.waitFor())
                .as(String.join(" ", words) + "\n" + output)
                .isZero();
    }

    private void generate(String type, Path file) throws Exception {
        command("ssh-keygen", "-q", "-t", type, "-N", "", "-C", "", "-f", file.toString());
    }

    private void certify(Path key, String principal) throws Exception {
        command(
                "ssh-keygen",
                "-q",
                "-s",
                directory.resolve("authority").toString(),
                "-I",
                "test",
                "-n",
                principal,
                key + ".pub");
    }

    private void certifyHost(String type, String principal, String validity) throws Exception {
        command(
                "ssh-keygen",
                "-q",
                "-h",
                "-s",
                directory.resolve("host_authority").toString(),
                "-I",
                "test",
                "-n",
                principal,
                "-V",
                validity,
                directory.resolve("host_" + type + ".pub").toString());
    }

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
    void aPlainKeyIsEnough() throws Exception {
        in(spec(" IdentityAgent none\n IdentityFile ~/.ssh/plain\n"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ed25519", "ecdsa", "rsa"})
    void aCertificateBesideItsKeyIsEnough(String type) throws Exception {
        Path key = ssh.resolve("signed_" + type);
        generate(type, key);
        HostSpec spec = spec(" IdentityAgent none\n IdentityFile " + key + "\n");
        refused(spec, "the host refused " + key);
        certify(key, USER);
        in(spec);
    }

    @Test
    void aCertificateMayBeElsewhereAndItsKeyInTheAgent() throws Exception {
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
    void aCertificateForSomebodyElseIsRefused() throws Exception {
        Path key = ssh.resolve("others");
        generate("ed25519", key);
        certify(key, "somebody");
        refused(spec(" IdentityAgent none\n IdentityFile " + key + "\n"), key + "-cert.pub");
    }

    @Test
    void ofTheAgentOnlyConfiguredKeysAreOfferedWhereThatIsSaid() throws Exception {
        command("ssh-add", "-q", ssh.resolve("plain").toString());
        Path other = ssh.resolve("only");
        generate("ed25519", other);
        String socket = " IdentityAgent " + directory.resolve("agent") + "\n IdentityFile " + other + "\n";
        in(spec(socket));
        refused(spec(socket + " IdentitiesOnly yes\n"), "the host refused " + other);
        // the public half is enough to choose a key of the agent
        in(spec(" IdentityAgent " + directory.resolve("agent")
                + "\n IdentitiesOnly yes\n IdentityFile ~/.ssh/plain.pub\n"));
        refused(spec(" IdentityAgent none\n IdentityFile " + other + "\n"), "the host refused " + other);
        command("ssh-add", "-q", "-D");
    }

    @Test
    void moreKeysThanAHostListensToAreOfferedInSeveralConnections() throws Exception {
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
    void theHostIsAskedForTheKeyThatIsKnown(String key) throws Exception {
        know(key);
        in(spec(" IdentityAgent none\n IdentityFile ~/.ssh/plain\n"));
        know("host_ed25519");
    }

    @Test
    void aJumpThroughItselfIsAJump() throws Exception {
        HostSpec spec = spec(" IdentityAgent none\n IdentityFile ~/.ssh/plain\n");
        in(spec.through(HostSpec.at("bastion", "127.0.0.1", Optional.of(USER), Optional.of(port))));
    }

    private void trustAuthority(String key, String more) throws IOException {
        Files.writeString(
                ssh.resolve("known_hosts"),
                "@cert-authority * " + Files.readString(directory.resolve(key + ".pub")) + more);
    }

    @Test
    void aHostWithACertificateOfATrustedAuthorityIsTrusted() throws Exception {
        trustAuthority("host_authority", "");
        in(spec(" IdentityAgent none\n IdentityFile ~/.ssh/plain\n"));
        know("host_ed25519");
    }

    @ParameterizedTest
    @CsvSource({"ed25519, authority", "rsa, host_authority", "ecdsa, host_authority"})
    void aHostWithACertificateOfAnotherAuthorityOrTimeOrNameIsNot(String type, String authority) throws Exception {
        trustAuthority(authority, "");
        String algorithms = " HostKeyAlgorithms " + (type.equals("rsa") ? "rsa-sha2-512" : algorithm(type)) + "\n";
        HostSpec spec = spec(" IdentityAgent none\n IdentityFile ~/.ssh/plain\n" + algorithms);
        refused(spec, "the host showed no certificate of it that is valid for 127.0.0.1");
        // its plain key may be known all the same
        trustAuthority(
                authority, "[127.0.0.1]:" + port + " " + Files.readString(directory.resolve("host_" + type + ".pub")));
        in(spec);
        know("host_ed25519");
    }

    private static String algorithm(String type) {
        return type.equals("ecdsa") ? "ecdsa-sha2-nistp256" : "ssh-" + type;
    }

    @Test
    void aRevokedAuthorityOrKeyIsNotTrusted() throws Exception {
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
