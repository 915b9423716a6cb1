package dev.jdbcbench.host.ssh;

import com.jcraft.jsch.JSch;
import com.jcraft.jsch.JSchAlgoNegoFailException;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.JSchHostKeyException;
import com.jcraft.jsch.Session;
import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.Prompt;
import dev.jdbcbench.host.Secrets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens connections to one host as the user's ssh would. It connects to the jump hosts first, each verified under its
 * own name, then verifies the host's key, and only then logs in: with keys, or with what the user types. Holds the
 * session of each host of the chain.
 */
final class SshConnector {
    private static final Logger LOG = LoggerFactory.getLogger(SshConnector.class);
    /** sshd closes a connection after six refusals, and each key it refuses counts. */
    private static final int KEYS_PER_CONNECTION = 5;
    /** A longer chain of hosts is a cycle. */
    private static final int JUMPS = 8;

    /** Users confirm a second factor on their phones; sshd itself waits for two minutes. */
    private static final Duration LOGIN_TIMEOUT = Duration.ofMinutes(2);

    private static final Pattern OFFERED = Pattern.compile("for methods '([^']*)'");

    private final SshTarget target;
    private final Secrets secrets;
    private final Optional<SshConnector> hop;
    private Optional<String> working = Optional.empty();
    private Optional<Session> current = Optional.empty();

    private SshConnector(SshTarget target, Secrets secrets, Optional<SshConnector> hop) {
        this.target = target;
        this.secrets = secrets;
        this.hop = hop;
    }

    /**
     * Looks up the configuration of a host and of its jump hosts.
     *
     * @throws Failure.Host when the configuration cannot be honoured
     */
    static SshConnector of(HostSpec spec, Prompt prompt, SshConfigSource source) {
        return of(spec, prompt, source, List.of(), List.of());
    }

    /**
     * Looks up one host of a chain.
     *
     * @param before the earlier hosts of a ProxyJump list; this one is reached through them, whatever its own
     *     configuration says
     * @param behind the names of the hosts reached through this one, the nearest last
     */
    private static SshConnector of(
            HostSpec spec, Prompt prompt, SshConfigSource source, List<String> before, List<String> behind) {
        boolean routed = spec.jump().isPresent() || !before.isEmpty();
        SshConfig config = source.of(spec, routed);
        Optional<String> towards = behind.isEmpty() ? Optional.empty() : Optional.of(behind.get(behind.size() - 1));
        SshTarget target = new SshTarget(spec, config, towards);
        List<String> names = new ArrayList<>(behind);
        names.add(spec.name());
        if (names.size() > JUMPS) {
            throw new Failure.Host(
                    "cannot connect to " + names.get(0),
                    "it is reached through " + String.join(" ← ", names),
                    "Does ProxyJump of the SSH configuration lead in a circle?",
                    null);
        }
        List<String> jumps = routed ? before : config.jumps();
        Optional<HostSpec> next =
                jumps.isEmpty() ? spec.jump() : Optional.of(jumpHost(jumps.get(jumps.size() - 1), target));
        List<String> rest = jumps.isEmpty() ? List.of() : jumps.subList(0, jumps.size() - 1);
        // a jump host that is this machine is no detour
        Optional<SshConnector> hop =
                next.filter(host -> !host.local()).map(host -> of(host, prompt, source, rest, names));
        return new SshConnector(target, new Secrets(spec, prompt), hop);
    }

    private static HostSpec jumpHost(String text, SshTarget target) {
        return HostSpec.parse(text, text.replaceFirst("^ssh://", ""))
                .orElseThrow(() -> new Failure.Host(
                        target.at("cannot follow ProxyJump"),
                        "\"" + text + "\" is not a host",
                        "Write it as user@host:port in the SSH configuration, or set `jump:` in the hosts file.",
                        null));
    }

    /** Stops asking the user; uses only what is known already, for this host and its jump hosts. */
    void stopPrompting() {
        secrets.stopPrompting();
        hop.ifPresent(SshConnector::stopPrompting);
    }

    /** The address of the host. */
    String address() {
        return target.config().hostName();
    }

    /**
     * Connects and logs in, to the jump hosts first.
     *
     * @throws Failure.Host when a host cannot be reached, is another one than known, or refuses the login
     */
    void connect() {
        hop.ifPresent(SshConnector::connect);
        try {
            current = Optional.of(login());
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** The session of the last {@link #connect}. */
    Session session() {
        return current.orElseThrow(() -> new IllegalStateException("not connected"));
    }

    /** Whether every session of the chain is connected, as far as is known. */
    boolean connected() {
        return current.filter(Session::isConnected).isPresent()
                && hop.map(SshConnector::connected).orElse(true);
    }

    /** Closes the whole chain. */
    void close() {
        current.ifPresent(Session::disconnect);
        hop.ifPresent(SshConnector::close);
    }

    private Session login() {
        SshKeys finder = new SshKeys(target, secrets);
        List<String> configured = target.config().login().methods();
        List<SshKey> keys = configured.contains("publickey") ? finder.find() : List.of();
        List<String> offered = List.of();
        JSchException refusal = null;
        // Even with no key to offer, this shows whether the host is reachable and the right one.
        for (int from = 0; from == 0 || from < keys.size(); from += KEYS_PER_CONNECTION) {
            List<SshKey> some = keys.subList(from, Math.min(keys.size(), from + KEYS_PER_CONNECTION));
            try {
                return open(some, "publickey", null);
            } catch (JSchException e) {
                List<String> now = refused(e);
                offered = now.isEmpty()
                        ? offered
                        : now; // a host that has refused too many logins no longer lists its methods
                refusal = e;
            }
        }
        List<String> why = troubles(keys);
        why.addAll(finder.notes());
        String methods = String.join(
                ",",
                configured.stream()
                        .filter(offered::contains)
                        .filter(method -> !method.equals("publickey"))
                        .toList());
        if (methods.isEmpty()) {
            throw target.refusedLogin(why, offered, refusal);
        }
        // A host may require a key and a password.
        List<SshKey> accepted = keys.stream()
                .filter(key -> key.accepted() && key.trouble().isEmpty())
                .toList();
        LoginPrompts answers = new LoginPrompts(target.userAtHost(), secrets);
        try {
            Session session = open(accepted, "publickey," + methods, answers);
            answers.keep();
            return session;
        } catch (LoginPrompts.Unanswered e) {
            why.add(String.valueOf(e.getMessage()));
            throw target.refusedLogin(why, offered, refusal);
        } catch (JSchException e) {
            List<String> now = refused(e);
            why.add(answers.refused());
            throw target.refusedLogin(why, now.isEmpty() ? offered : now, e);
        }
    }

    private static List<String> troubles(List<SshKey> keys) {
        List<String> why = new ArrayList<>();
        List<String> refused = keys.stream()
                .filter(key -> key.trouble().isEmpty())
                .map(SshKey::getName)
                .toList();
        if (keys.isEmpty()) {
            why.add("there is no key to try");
        } else if (!refused.isEmpty()) {
            why.add("the host refused " + String.join(", ", refused));
        }
        keys.stream().flatMap(key -> key.trouble().stream()).distinct().forEach(why::add);
        return why;
    }

    /** The methods that the host offers when it refused a login; throws for any other exception. */
    private List<String> refused(JSchException e) {
        String message = String.valueOf(e.getMessage());
        if (Thread.currentThread().isInterrupted()) {
            throw new Failure.Interrupted(e);
        }
        if (!message.startsWith("Auth ") && !message.contains("Too many authentication failures")) {
            throw target.unreachable(e, hopName());
        }
        LOG.debug("{} refused: {}", target.spec().name(), message);
        Matcher methods = OFFERED.matcher(message);
        return methods.find() ? Arrays.asList(methods.group(1).split(",", -1)) : List.of();
    }

    private Optional<String> hopName() {
        return hop.map(connector -> connector.target.spec().name())
                .or(() -> command().map(command -> "ProxyCommand " + command));
    }

    private Optional<String> command() {
        return hop.isPresent() || target.spec().jump().isPresent()
                ? Optional.empty()
                : target.config().route().command();
    }

    private Session open(List<SshKey> keys, String methods, @Nullable LoginPrompts answers) throws JSchException {
        SshConfig.Trust trust = target.config().trust();
        HostKeys hostKeys = new HostKeys(
                KnownHosts.read(trust.files(), trust.revoked(), target.knownAs(), target.knownAlsoAs()),
                target.spec().hostKey());
        List<String> shown = new ArrayList<>();
        JSchAlgoNegoFailException noAgreement = null;
        List<String> lists = working.map(List::of).orElseGet(() -> hostKeys.algorithms(trust.algorithms()));
        for (String algorithms : lists) {
            Session session = session(hostKeys, keys, methods, algorithms);
            session.setUserInfo(answers);
            // The host is there; from here on the time depends on people and directory services.
            hostKeys.whenTrusted(() -> patient(session));
            try {
                session.connect((int) target.config().timeouts().connect().toMillis());
                if (target.spec().hostKey().isPresent() && hostKeys.verdict() != HostKeys.Verdict.TRUSTED) {
                    session.disconnect();
                    throw target.otherThanPinned(target.spec().hostKey().get(), List.of("a certificate"));
                }
                keepAlive(session);
                working =
                        Optional.of(algorithms).filter(list -> lists.size() > 1).or(() -> working);
                return session;
            } catch (JSchAlgoNegoFailException e) {
                if (lists.size() == 1) {
                    throw e;
                }
                noAgreement = e;
                LOG.debug("{} has no host key of type {}", target.spec().name(), algorithms);
            } catch (JSchHostKeyException e) {
                if (target.spec().hostKey().isEmpty() || hostKeys.verdict() == HostKeys.Verdict.REVOKED) {
                    throw target.refusedKey(hostKeys, e);
                }
                hostKeys.shown().ifPresent(key -> shown.add(key.fingerprint()));
            }
        }
        if (shown.isEmpty() && noAgreement != null) {
            throw noAgreement; // it presented no key at all: not a question of trust
        }
        throw target.otherThanPinned(target.spec().hostKey().orElse(""), shown);
    }

    private void patient(Session session) {
        try {
            session.setTimeout((int) LOGIN_TIMEOUT.toMillis());
        } catch (JSchException e) {
            LOG.debug(
                    "{}: the time for the login cannot be extended",
                    target.spec().name(),
                    e);
        }
    }

    private void keepAlive(Session session) throws JSchException {
        session.setServerAliveInterval(
                (int) target.config().timeouts().aliveInterval().toMillis());
        session.setServerAliveCountMax(target.config().timeouts().aliveCount());
    }

    private Session session(HostKeys hostKeys, List<SshKey> keys, String methods, String algorithms)
            throws JSchException {
        SshConfig config = target.config();
        JSch jsch = new JSch();
        jsch.setHostKeyRepository(hostKeys);
        for (SshKey key : keys) {
            jsch.addIdentity(key, null);
        }
        Session session = jsch.getSession(config.user(), config.hostName(), config.port());
        // Regardless of the user's configuration; with values it does not know, jsch accepts changed keys.
        session.setConfig("StrictHostKeyChecking", "yes");
        session.setConfig("server_host_key", algorithms);
        session.setConfig("prefer_known_host_key_types", "no"); // already in the preferred order
        config.trust().alias().ifPresent(session::setHostKeyAlias);
        session.setConfig("PreferredAuthentications", methods);
        // Each further algorithm for the same key would count as another refusal.
        session.setConfig("try_additional_pubkey_algorithms", "no");
        keepAlive(session);
        hop.map(SshConnector::session)
                .map(Tunnel::through)
                .or(() -> command().map(Tunnel::by))
                .ifPresent(session::setProxy);
        return session;
    }
}
