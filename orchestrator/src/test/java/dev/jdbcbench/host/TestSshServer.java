package dev.jdbcbench.host;

import com.jcraft.jsch.JSch;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.KeyPair;
import dev.jdbcbench.config.HostSpec;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.apache.sshd.common.config.keys.AuthorizedKeyEntry;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.config.keys.PublicKeyEntry;
import org.apache.sshd.server.SshServer;
import org.apache.sshd.server.keyprovider.SimpleGeneratorHostKeyProvider;
import org.apache.sshd.server.shell.ProcessShellFactory;
import org.apache.sshd.sftp.server.SftpSubsystemFactory;

/** An SSH server on loopback that runs commands on this machine, for tests of the real client. */
final class TestSshServer implements Closeable {
    private final SshServer server = SshServer.setUpDefaultServer();
    private final Path sshDirectory;

    /** Starts it. Keys and known_hosts of the client are in {@code sshDirectory}. */
    TestSshServer(Path sshDirectory) throws IOException, JSchException {
        this.sshDirectory = sshDirectory;
        String publicKey = makeKey(sshDirectory.resolve("id_rsa"));
        server.setHost("127.0.0.1");
        server.setPort(0);
        useHostKey("host_key");
        server.setPublickeyAuthenticator((user, key, session) -> {
            try {
                return KeyUtils.compareKeys(
                        AuthorizedKeyEntry.parseAuthorizedKeyEntry(publicKey).resolvePublicKey(session, null, null),
                        key);
            } catch (IOException | java.security.GeneralSecurityException e) {
                throw new IllegalStateException(e);
            }
        });
        server.setCommandFactory(
                (channel, command) -> new ProcessShellFactory(command, "sh", "-c", command).createShell(channel));
        server.setSubsystemFactories(List.of(new SftpSubsystemFactory()));
        server.start();
    }

    /** Makes a private key in a file and returns its public key as a line of authorized_keys. */
    static String makeKey(Path file) throws JSchException, IOException {
        KeyPair pair = KeyPair.genKeyPair(new JSch(), KeyPair.RSA, 2048);
        pair.writePrivateKey(file.toString());
        return "ssh-rsa " + Base64.getEncoder().encodeToString(pair.getPublicKeyBlob());
    }

    /** Shows another host key from now on. */
    void useHostKey(String name) {
        SimpleGeneratorHostKeyProvider provider = new SimpleGeneratorHostKeyProvider(sshDirectory.resolve(name));
        provider.setAlgorithm("EC");
        provider.setKeySize(256);
        server.setKeyPairProvider(provider);
    }

    private String hostKey() throws IOException {
        try {
            return PublicKeyEntry.toString(
                    server.getKeyPairProvider().loadKeys(null).iterator().next().getPublic());
        } catch (java.security.GeneralSecurityException e) {
            throw new IOException(e);
        }
    }

    /** The fingerprint of the host key as ssh-keygen prints it. */
    String fingerprint() throws IOException {
        return HostKeys.fingerprint(Base64.getDecoder().decode(hostKey().split(" ", 3)[1]));
    }

    /** Writes the host key into the client's known_hosts. */
    void makeKnown() throws IOException {
        Files.writeString(
                sshDirectory.resolve("known_hosts"), "[127.0.0.1]:" + server.getPort() + " " + hostKey() + "\n");
    }

    /** The server as a hosts file would describe it. */
    HostSpec spec() {
        return HostSpec.at("db1", "127.0.0.1", Optional.of("bench"), Optional.of(server.getPort()));
    }

    /** Ends every session, as a killed server process would. */
    void cutLines() {
        server.getActiveSessions().forEach(session -> session.close(true));
    }

    /** Its port. */
    int port() {
        return server.getPort();
    }

    @Override
    public void close() throws IOException {
        server.stop(true);
    }
}
