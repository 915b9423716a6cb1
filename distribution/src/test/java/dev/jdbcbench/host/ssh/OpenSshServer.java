package dev.jdbcbench.host.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real sshd of this machine, on loopback, running as this user with its own files, and an SSH agent. It accepts the key {@code plain} and
 * keys with a certificate of {@code authority}. {@code host_authority} signed its host keys: the Ed25519 certificate is valid, the RSA one
 * has expired, and the ECDSA one is for another name.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class OpenSshServer {
    private static final Path SSHD = Path.of("/usr/sbin/sshd");
    static final String USER = System.getProperty("user.name");

    /**
     * sshd's privilege separation directory, needed when it runs as root. The system creates it when its own sshd
     * starts.
     */
    private static final Path PRIVILEGES = Path.of("/run/sshd");

    Path directory = Path.of("");
    Path ssh = Path.of("");
    private Optional<Process> sshd = Optional.empty();
    private Optional<Process> agent = Optional.empty();
    private boolean madePrivileges;
    int port;

    @BeforeAll
    void startServerAndAgent(@TempDir Path temporary) throws Exception {
        directory = temporary;
        boolean there = Files.isExecutable(SSHD) && Files.isExecutable(Path.of("/usr/bin/ssh-keygen"));
        if (!there) {
            System.err.println(
                    "SKIPPED: " + getClass().getSimpleName() + ": there is no OpenSSH server on this machine");
        }
        assumeTrue(there, "there is no OpenSSH server on this machine");
        // sshd requires that other users cannot write there
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
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
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

    /** Makes one of the server's host keys the only known one. */
    void know(String hostKey) throws IOException {
        Files.writeString(
                ssh.resolve("known_hosts"),
                "[127.0.0.1]:" + port + " " + Files.readString(directory.resolve(hostKey + ".pub")));
    }

    /** Runs a program with access to the agent; it must succeed. */
    void command(String... words) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
        builder.environment()
                .putAll(Map.of("SSH_AUTH_SOCK", directory.resolve("agent").toString()));
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor())
                .as(String.join(" ", words) + "\n" + output)
                .isZero();
    }

    /** Makes a key pair. */
    void generate(String type, Path file) throws Exception {
        command("ssh-keygen", "-q", "-t", type, "-N", "", "-C", "", "-f", file.toString());
    }

    /** Signs a user's key. */
    void certify(Path key, String principal) throws Exception {
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
}
