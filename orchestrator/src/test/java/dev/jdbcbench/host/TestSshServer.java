package dev.jdbcbench.host;

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
final class TestSshServer implements Closeable {
    private final SshServer server = SshServer.setUpDefaultServer();
    private final Path sshDirectory;
    private final String publicKey;
    private final AtomicInteger passwordsTried = new AtomicInteger();
    private String address = "127.0.0.1";

    /** Starts it. Keys and known_hosts of the client are in {@code sshDirectory}. */
    TestSshServer(Path sshDirectory) throws IOException, JSchException {
        this(sshDirectory, "host_key", makeKey(sshDirectory.resolve("id_rsa")));
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

    /** Starts another server for the same client, with a host key of its own. */
    TestSshServer another(String hostKey, String where) throws IOException {
        TestSshServer other = new TestSshServer(sshDirectory, hostKey, publicKey);
        other.address = where;
        other.server.setHost(where);
        other.server.start();
        return other;
    }

    /** Lets a client in by this key alone. */
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

    /** Takes no key any more, but this password, in that way. */
    void takePassword(String password, UserAuthFactory way) {
        server.setPublickeyAuthenticator(RejectAllPublickeyAuthenticator.INSTANCE);
        server.setPasswordAuthenticator((user, given, session) -> {
            passwordsTried.incrementAndGet();
            return given.equals(password);
        });
        server.setUserAuthFactories(List.of(UserAuthPublicKeyFactory.INSTANCE, way));
    }

    /** Makes a private key in a file and returns its public key as a line of authorized_keys. */
    static String makeKey(Path file) throws JSchException, IOException {
        KeyPair pair = KeyPair.genKeyPair(new JSch(), KeyPair.RSA, 2048);
        pair.writePrivateKey(file.toString());
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        return "ssh-rsa " + Base64.getEncoder().encodeToString(pair.getPublicKeyBlob());
    }

    /** The same, encrypted. */
    static String makeKey(Path file, String passphrase) throws JSchException, IOException {
        KeyPair pair = KeyPair.genKeyPair(new JSch(), KeyPair.RSA, 2048);
        pair.writeOpenSSHv1PrivateKey(file.toString(), passphrase.getBytes(StandardCharsets.UTF_8));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        return "ssh-rsa " + Base64.getEncoder().encodeToString(pair.getPublicKeyBlob());
    }

    /** Shows another host key from now on. */
    void useHostKey(String name) {
        SimpleGeneratorHostKeyProvider provider = new SimpleGeneratorHostKeyProvider(sshDirectory.resolve(name));
        provider.setAlgorithm("EC");
        provider.setKeySize(256);
        server.setKeyPairProvider(provider);
    }

    /** Shows a key of an elliptic curve, and one of RSA to those who ask for it. */
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

    /** The line of known_hosts for its key of one type. */
    String knownHost(String type) throws IOException, java.security.GeneralSecurityException {
        for (java.security.KeyPair pair : server.getKeyPairProvider().loadKeys(null)) {
            String line = PublicKeyEntry.toString(pair.getPublic());
            if (line.startsWith(type)) {
                return knownAs() + " " + line;
            }
        }
        throw new IllegalArgumentException(type);
    }

    /** The host key as a public key file has it. */
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
    void makeKnown() throws IOException {
        Files.writeString(
                sshDirectory.resolve("known_hosts"),
                knownHost() + "\n",
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }

    /** The line of known_hosts for it. */
    String knownHost() throws IOException {
        return knownAs() + " " + hostKey();
    }

    /** Its name in known_hosts. */
    String knownAs() {
        return "[" + address + "]:" + server.getPort();
    }

    /** The server as a hosts file would describe it. */
    HostSpec spec() {
        return HostSpec.at("db1", address, Optional.of("bench"), Optional.of(server.getPort()));
    }

    /** Ends every session, as a killed server process would. */
    void cutLines() {
        server.getActiveSessions().forEach(session -> session.close(true));
    }

    /** Carries out this instead of every command that has such words in it. */
    void lie(String words, String instead) {
        behave((channel, command) -> shell(channel, command.contains(words) ? instead : command));
    }

    /** Answers commands as a test wants. */
    void behave(CommandFactory commands) {
        server.setCommandFactory(commands);
    }

    /** Offers another sftp. */
    void transferBy(SubsystemFactory sftp) {
        server.setSubsystemFactories(List.of(sftp));
    }

    private static org.apache.sshd.server.command.Command shell(ChannelSession channel, String command)
            throws IOException {
        return new ProcessShellFactory(command, "sh", "-c", command).createShell(channel);
    }

    /** Leads nobody any further. */
    void refuseForwarding() {
        server.setForwardingFilter(RejectAllForwardingFilter.INSTANCE);
    }

    /** How many passwords it was given. */
    int passwordsTried() {
        return passwordsTried.get();
    }

    /** How many clients are connected. */
    int sessions() {
        return server.getActiveSessions().size();
    }

    /** The fingerprint of a server's host key, for lambdas. */
    static String fingerprintOf(TestSshServer server) {
        try {
            return server.fingerprint();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
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
