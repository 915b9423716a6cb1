package dev.jdbcbench.host;

import com.jcraft.jsch.AgentConnector;
import com.jcraft.jsch.AgentIdentityRepository;
import com.jcraft.jsch.AgentProxyException;
import com.jcraft.jsch.HostKey;
import com.jcraft.jsch.JSch;
import com.jcraft.jsch.JSchAlgoNegoFailException;
import com.jcraft.jsch.JSchChangedHostKeyException;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.JSchHostKeyException;
import com.jcraft.jsch.JSchUnknownHostKeyException;
import com.jcraft.jsch.SSHAgentConnector;
import com.jcraft.jsch.Session;
import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.failure.Failure;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens SSH sessions: verifies the host key before anything else, then logs in with the key that the hosts file names, or with
 * those of the SSH agent and the user's default keys.
 */
final class SshConnector {
    private static final Logger LOG = LoggerFactory.getLogger(SshConnector.class);
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
    /** A line without an answer for interval × count is lost. */
    private static final Duration ALIVE_INTERVAL = Duration.ofSeconds(15);

    private static final int ALIVE_COUNT = 3;

    /** Asked for one after the other when a fingerprint is given: it does not say of which type its key is. */
    private static final List<String> KEY_TYPES = List.of(
            "ssh-ed25519", "ecdsa-sha2-nistp256,ecdsa-sha2-nistp384,ecdsa-sha2-nistp521", "rsa-sha2-512,rsa-sha2-256");

    private static final List<String> DEFAULT_KEYS = List.of("id_ed25519", "id_ecdsa", "id_rsa");

    private final HostSpec spec;
    private final Path sshDirectory;

    SshConnector(HostSpec spec, Path sshDirectory) {
        this.spec = spec;
        this.sshDirectory = sshDirectory;
    }

    /** What to log in with. */
    private interface Identity {
        void addTo(JSch jsch) throws JSchException;
    }

    /**
     * A session that is logged in.
     *
     * @throws Failure.Host when the host cannot be reached, is another one than known, or refuses every key
     */
    Session connect() {
        @Nullable JSchException refused = null;
        List<String> tried = new ArrayList<>();
        for (Attempt attempt : identities()) {
            tried.add(attempt.name());
            try {
                return connect(attempt.identity());
            } catch (JSchHostKeyException e) {
                throw hostKeyFailure(e);
            } catch (JSchException e) {
                if (!isRefusal(e)) {
                    throw unreachable(e);
                }
                LOG.debug("{} refused {}: {}", spec.name(), attempt.name(), e.getMessage());
                refused = e;
            }
        }
        throw new Failure.Host(
                at("cannot log in"),
                "the host refused " + String.join(", ", tried) + (refused == null ? "" : "\n" + refused.getMessage()),
                "Put a key on the host (ssh-copy-id " + userAtHost()
                        + "), load an encrypted one into the agent (ssh-add), or name"
                        + " another with `identity:` in the hosts file.",
                refused);
    }

    private record Attempt(String name, Identity identity) {}

    private List<Attempt> identities() {
        if (spec.identity().isPresent()) {
            Path key = spec.identity().get();
            if (!Files.isReadable(key)) {
                throw new Failure.Host(
                        at("cannot log in"),
                        "the identity " + key + " cannot be read",
                        "Correct `identity:` of " + spec.name() + " in the hosts file.",
                        null);
            }
            List<Attempt> attempts = new ArrayList<>(List.of(file(key)));
            attempts.addAll(agent());
            return attempts;
        }
        List<Attempt> attempts = new ArrayList<>(agent());
        Stream<Path> keys = DEFAULT_KEYS.stream().map(sshDirectory::resolve);
        keys.filter(Files::isReadable).map(SshConnector::file).forEach(attempts::add);
        if (attempts.isEmpty()) {
            // Without a key to offer there is still to learn whether the host is there, and whether it is the right
            // one.
            attempts.add(new Attempt("a login without a key, for there is none to try", jsch -> {}));
        }
        return attempts;
    }

    private static List<Attempt> agent() {
        try {
            AgentConnector agent = new SSHAgentConnector();
            if (agent.isAvailable()) {
                return List.of(new Attempt(
                        "the keys of the SSH agent",
                        jsch -> jsch.setIdentityRepository(new AgentIdentityRepository(agent))));
            }
        } catch (AgentProxyException e) {
            LOG.debug("no SSH agent: {}", e.getMessage());
        }
        return List.of();
    }

    private static Attempt file(Path key) {
        return new Attempt(key.toString(), jsch -> jsch.addIdentity(key.toString()));
    }

    private Session connect(Identity identity) throws JSchException {
        if (spec.hostKey().isEmpty()) {
            JSch jsch = new JSch();
            Path knownHosts = sshDirectory.resolve("known_hosts");
            if (Files.exists(knownHosts)) {
                jsch.setKnownHosts(knownHosts.toString());
            }
            return open(jsch, identity);
        }
        HostKeys pinned = new HostKeys(spec.hostKey().get());
        List<String> shown = new ArrayList<>();
        for (String types : KEY_TYPES) {
            JSch jsch = new JSch();
            jsch.setHostKeyRepository(pinned);
            try {
                return open(jsch, identity, types);
            } catch (JSchAlgoNegoFailException e) {
                LOG.debug("{} has no host key of type {}", spec.name(), types);
            } catch (JSchHostKeyException e) {
                shown.add(pinned.shown());
            }
        }
        throw new Failure.Host(
                at("the host key is not the one in the hosts file"),
                "expected " + spec.hostKey().get() + "\nshown    " + String.join("\n         ", shown),
                "Somebody may be in between, or the host was installed anew. Ask who runs it; only then correct `hostKey:` of "
                        + spec.name() + ".",
                null);
    }

    private Session open(JSch jsch, Identity identity) throws JSchException {
        return open(jsch, identity, null);
    }

    private Session open(JSch jsch, Identity identity, @Nullable String keyTypes) throws JSchException {
        identity.addTo(jsch);
        Session session = jsch.getSession(user(), spec.address(), port());
        session.setConfig("StrictHostKeyChecking", "yes");
        session.setConfig("PreferredAuthentications", "publickey");
        if (keyTypes != null) {
            session.setConfig("server_host_key", keyTypes);
        }
        session.setServerAliveInterval((int) ALIVE_INTERVAL.toMillis());
        session.setServerAliveCountMax(ALIVE_COUNT);
        try {
            session.connect((int) CONNECT_TIMEOUT.toMillis());
            return session;
        } catch (JSchUnknownHostKeyException e) {
            throw unknownKey(session.getHostKey(), e);
        } catch (JSchChangedHostKeyException e) {
            if (keyTypes != null) {
                throw e; // the caller has other types to try
            }
            throw changedKey(session.getHostKey(), e);
        }
    }

    /** Where the host is reached. */
    String address() {
        return spec.address();
    }

    private int port() {
        return spec.port().orElse(HostSpec.SSH_PORT);
    }

    private String user() {
        return spec.user().orElse(System.getProperty("user.name"));
    }

    private String userAtHost() {
        return user() + "@" + spec.address() + (port() == HostSpec.SSH_PORT ? "" : " -p " + port());
    }

    private String at(String what) {
        return what + " on " + spec.name() + " (" + user() + "@" + spec.address() + ":" + port() + ")";
    }

    private static boolean isRefusal(JSchException e) {
        String message = String.valueOf(e.getMessage());
        return message.startsWith("Auth ")
                || message.startsWith("USERAUTH")
                || message.contains("privatekey")
                || message.contains("Too many authentication failures");
    }

    /** The host as known_hosts names it. */
    private String knownAs() {
        return port() == HostSpec.SSH_PORT ? spec.address() : "[" + spec.address() + "]:" + port();
    }

    private Failure.Host unknownKey(HostKey key, JSchException cause) {
        String fingerprint = HostKeys.fingerprint(Base64.getDecoder().decode(key.getKey()));
        return new Failure.Host(
                at("the host key is unknown"),
                key.getType() + " " + fingerprint,
                "Compare the fingerprint with what the host itself says (ssh-keygen -lf /etc/ssh/ssh_host_*_key.pub there). If it is the same, add this"
                        + " line to " + sshDirectory.resolve("known_hosts") + ", or `hostKey: " + fingerprint
                        + "` to the hosts file:\n" + knownAs() + " " + key.getType() + " " + key.getKey(),
                cause);
    }

    private Failure.Host changedKey(HostKey key, JSchException cause) {
        return new Failure.Host(
                at("the host key has changed"),
                key.getType() + " " + HostKeys.fingerprint(Base64.getDecoder().decode(key.getKey()))
                        + " is not the key that known_hosts has",
                "Somebody may be in between, or the host was installed anew. Ask who runs it; only then remove the old key: ssh-keygen -R '"
                        + knownAs() + "'",
                cause);
    }

    private Failure.Host hostKeyFailure(JSchHostKeyException e) {
        return new Failure.Host(
                at("the host key is refused"), String.valueOf(e.getMessage()), "Nothing was sent to it.", e);
    }

    private Failure.Host unreachable(JSchException e) {
        Throwable cause = e.getCause() == null ? e : e.getCause();
        String hint;
        if (cause instanceof UnknownHostException) {
            hint = "The name " + spec.address() + " is not known here. Is it spelled right?";
        } else if (cause instanceof ConnectException) {
            hint = "Nothing listens on port " + port() + " there. Is sshd running, and on this port?";
        } else if (cause instanceof SocketTimeoutException
                || cause instanceof NoRouteToHostException
                || String.valueOf(e.getMessage()).contains("timeout")) {
            hint = "The host does not answer within " + CONNECT_TIMEOUT.toSeconds()
                    + " s. Is it up, and is it reachable from here (ping " + spec.address() + ")?";
        } else {
            hint = "Try it by hand: ssh " + userAtHost();
        }
        return new Failure.Host(at("cannot connect"), String.valueOf(e.getMessage()), hint, e);
    }
}
