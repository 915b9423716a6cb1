package dev.jdbcbench.host.ssh;

import com.jcraft.jsch.JSch;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.KeyPair;
import dev.jdbcbench.config.HostSpec;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.sshd.common.config.keys.AuthorizedKeyEntry;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.config.keys.PublicKeyEntry;
import org.apache.sshd.common.keyprovider.KeyPairProvider;
import org.apache.sshd.server.SshServer;
import org.apache.sshd.server.auth.UserAuthFactory;
import org.apache.sshd.server.auth.pubkey.RejectAllPublickeyAuthenticator;
import org.apache.sshd.server.auth.pubkey.UserAuthPublicKeyFactory;
import org.apache.sshd.server.channel.ChannelSession;
import org.apache.sshd.server.command.CommandFactory;
import org.apache.sshd.server.forward.AcceptAllForwardingFilter;
import org.apache.sshd.server.forward.RejectAllForwardingFilter;
import org.apache.sshd.server.keyprovider.SimpleGeneratorHostKeyProvider;
import org.apache.sshd.server.shell.ProcessShellFactory;
import org.apache.sshd.server.subsystem.SubsystemFactory;
import org.apache.sshd.sftp.server.SftpSubsystemFactory;

/** An SSH server on loopback that runs commands on this machine, for tests of the real client. */
public final class TestSshServer implements Closeable {
    private static Optional<KeyPair> usual = Optional.empty();

    private final SshServer server = SshServer.setUpDefaultServer();
    private final Path sshDirectory;
    private final String publicKey;
    private final AtomicInteger passwordsTried = new AtomicInteger();
    private String address = "127.0.0.1";

    /** Starts the server. {@code sshDirectory} has the client's keys and known_hosts. */
    public TestSshServer(Path sshDirectory) throws IOException, JSchException {
        this(
                sshDirectory,
                "host_key",
                write(sshDirectory.resolve("id_rsa"), usualKey(), (pair, path) -> pair.writePrivateKey(path)));
        server.start();
    }

    private TestSshServer(Path sshDirectory, String hostKey, String publicKey) {
        this.sshDirectory = sshDirectory;
        this.publicKey = publicKey;
        server.setHost(address);
        server.setPort(0);
        useHostKey(hostKey);
        takeKey(publicKey);
        server.setCommandFactory(TestSshServer::shell);
        server.setSubsystemFactories(List.of(new SftpSubsystemFactory()));
        server.setForwardingFilter(AcceptAllForwardingFilter.INSTANCE);
    }

    /** Starts another server for the same client, with its own host key. */
    TestSshServer another(String hostKey, String where) throws IOException {
        TestSshServer other = new TestSshServer(sshDirectory, hostKey, publicKey);
        other.address = where;
        other.server.setHost(where);
        other.server.start();
        return other;
    }

    /** Accepts only this key. */
    void takeKey(String line) {
        server.setPublickeyAuthenticator((user, key, session) -> {
            try {
                return KeyUtils.compareKeys(
                        AuthorizedKeyEntry.parseAuthorizedKeyEntry(line).resolvePublicKey(session, null, null), key);
            } catch (IOException | java.security.GeneralSecurityException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    /** Accepts only this password, with this authentication method, and no keys. */
    void takePassword(String password, UserAuthFactory way) {
        server.setPublickeyAuthenticator(RejectAllPublickeyAuthenticator.INSTANCE);
        server.setPasswordAuthenticator((user, given, session) -> {
            passwordsTried.incrementAndGet();
            return given.equals(password);
        });
        server.setUserAuthFactories(List.of(UserAuthPublicKeyFactory.INSTANCE, way));
    }

    /** Generates a private key in a file and returns its public key as a line of authorized_keys. */
    static String makeKey(Path file) throws JSchException, IOException {
        return write(file, generate(KeyPair.ECDSA, 256), (pair, path) -> pair.writePrivateKey(path));
    }

    /** Generates an encrypted private key in a file and returns its public key as a line of authorized_keys. */
    static String makeKey(Path file, String passphrase) throws JSchException, IOException {
        byte[] secret = passphrase.getBytes(StandardCharsets.UTF_8);
        return write(file, generate(KeyPair.ECDSA, 256), (pair, path) -> pair.writeOpenSSHv1PrivateKey(path, secret));
    }

    /** The same in the old PEM format, whose public key is in the encrypted part. */
    static String makeOldKey(Path file, String passphrase) throws JSchException, IOException {
        byte[] secret = passphrase.getBytes(StandardCharsets.UTF_8);
        return write(file, generate(KeyPair.ECDSA, 256), (pair, path) -> pair.writePrivateKey(path, secret));
    }

    /** The client's usual key. All servers take the same, because it takes seconds to generate an RSA key. */
    private static synchronized KeyPair usualKey() throws JSchException {
        KeyPair pair = usual.isPresent() ? usual.get() : generate(KeyPair.RSA, 2048);
        usual = Optional.of(pair);
        return pair;
    }

    private static KeyPair generate(int type, int bits) throws JSchException {
        return KeyPair.genKeyPair(new JSch(), type, bits);
    }

    private interface Writing {
        void write(KeyPair pair, String file) throws IOException, JSchException;
    }

    private static String write(Path file, KeyPair pair, Writing writing) throws IOException, JSchException {
        writing.write(pair, file.toString());
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        String type = pair.getKeyType() == KeyPair.RSA ? "ssh-rsa" : "ecdsa-sha2-nistp256";
        return type + " " + Base64.getEncoder().encodeToString(pair.getPublicKeyBlob());
    }

    /** Switches to another host key. */
    void useHostKey(String name) {
        SimpleGeneratorHostKeyProvider provider = new SimpleGeneratorHostKeyProvider(sshDirectory.resolve(name));
        provider.setAlgorithm("EC");
        provider.setKeySize(256);
        server.setKeyPairProvider(provider);
    }

    /** Offers an elliptic-curve host key, and an RSA one for clients that request it. */
    void useHostKeys(String curve, String rsa) throws IOException, java.security.GeneralSecurityException {
        SimpleGeneratorHostKeyProvider other = new SimpleGeneratorHostKeyProvider(sshDirectory.resolve(rsa));
        other.setAlgorithm("RSA");
        other.setKeySize(2048);
        useHostKey(curve);
        List<java.security.KeyPair> all = new ArrayList<>();
        server.getKeyPairProvider().loadKeys(null).forEach(all::add);
        other.loadKeys(null).forEach(all::add);
        server.setKeyPairProvider(KeyPairProvider.wrap(all));
    }

    /** The known_hosts line for the server's host key of one type. */
    String knownHost(String type) throws IOException, java.security.GeneralSecurityException {
        for (java.security.KeyPair pair : server.getKeyPairProvider().loadKeys(null)) {
            String line = PublicKeyEntry.toString(pair.getPublic());
            if (line.startsWith(type)) {
                return knownAs() + " " + line;
            }
        }
        throw new IllegalArgumentException(type);
    }

    /** The host key in the format of a public key file. */
    String hostKey() throws IOException {
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
    public void makeKnown() throws IOException {
        Files.writeString(
                sshDirectory.resolve("known_hosts"),
                knownHost() + "\n",
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }

    /** The known_hosts line for the server's host key. */
    String knownHost() throws IOException {
        return knownAs() + " " + hostKey();
    }

    /** The server's name in known_hosts. */
    String knownAs() {
        return "[" + address + "]:" + server.getPort();
    }

    /** The server as a hosts file would describe it. */
    public HostSpec spec() {
        return HostSpec.at("db1", address, Optional.of("bench"), Optional.of(server.getPort()));
    }

    /** Ends every session, as a killed server process would. */
    void cutConnections() {
        server.getActiveSessions().forEach(session -> session.close(true));
    }

    /** Runs {@code instead} in place of every command that contains {@code words}. */
    public void lie(String words, String instead) {
        behave((channel, command) -> shell(channel, command.contains(words) ? instead : command));
    }

    /** Lets a test answer the commands. */
    public void behave(CommandFactory commands) {
        server.setCommandFactory(commands);
    }

    /** Replaces the sftp subsystem. */
    public void transferBy(SubsystemFactory sftp) {
        server.setSubsystemFactories(List.of(sftp));
    }

    private static org.apache.sshd.server.command.Command shell(ChannelSession channel, String command)
            throws IOException {
        return new ProcessShellFactory(command, "sh", "-c", command).createShell(channel);
    }

    /** Refuses to forward connections. */
    void refuseForwarding() {
        server.setForwardingFilter(RejectAllForwardingFilter.INSTANCE);
    }

    /** Number of passwords that clients have tried. */
    int passwordsTried() {
        return passwordsTried.get();
    }

    /** Number of connected clients. */
    int sessions() {
        return server.getActiveSessions().size();
    }

    /** The fingerprint of a server's host key, for use in lambdas. */
    static String fingerprintOf(TestSshServer server) {
        try {
            return server.fingerprint();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** The server's port. */
    int port() {
        return server.getPort();
    }

    @Override
    public void close() throws IOException {
        server.stop(true);
    }
}
