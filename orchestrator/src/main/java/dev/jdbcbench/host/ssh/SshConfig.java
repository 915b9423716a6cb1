package dev.jdbcbench.host.ssh;

import dev.jdbcbench.config.HostSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The user's SSH configuration for one host: the output of {@code ssh -G}, as far as bench honours it.
 *
 * @param hostName where to connect
 * @param user whom to log in as
 */
record SshConfig(String hostName, String user, int port, Route route, Trust trust, Login login, Timeouts timeouts) {

    /** How to reach a host that is not reached directly: through jump hosts (as {@code user@host:port,…}) or by a command. */
    record Route(Optional<String> jump, Optional<String> command) {}

    /**
     * Which host keys are trusted.
     *
     * @param userFiles the known_hosts files of the user; messages suggest adding new keys to the first
     * @param revoked a file of revoked keys
     * @param alias the name in those files, when it is not the host name
     * @param checking {@code StrictHostKeyChecking}; bench always treats it as yes
     * @param algorithms host key algorithms, preferred first, without those of certificates
     */
    record Trust(
            List<Path> userFiles,
            List<Path> globalFiles,
            Optional<Path> revoked,
            Optional<String> alias,
            String checking,
            List<String> algorithms) {
        Trust {
            userFiles = List.copyOf(userFiles);
            globalFiles = List.copyOf(globalFiles);
            algorithms = List.copyOf(algorithms);
        }

        /** All files, the user's first. */
        List<Path> files() {
            return Stream.concat(userFiles.stream(), globalFiles.stream()).toList();
        }
    }

    /**
     * What to log in with.
     *
     * @param only whether to offer only those agent keys that are among the identities
     * @param agent the socket of the agent
     * @param methods authentication methods, preferred first
     */
    record Login(
            List<Path> identities, List<Path> certificates, boolean only, Optional<Path> agent, List<String> methods) {
        Login {
            identities = List.copyOf(identities);
            certificates = List.copyOf(certificates);
            methods = List.copyOf(methods);
        }
    }

    /** How long to wait for a connection, how often to probe a silent host, and how many times. */
    record Timeouts(Duration connect, Duration aliveInterval, int aliveCount) {}

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
    /** A connection without an answer for interval × count is lost. */
    private static final Duration ALIVE_INTERVAL = Duration.ofSeconds(15);

    private static final int ALIVE_COUNT = 3;

    /** Host key algorithms that jsch can verify, both as plain keys and as certificates. */
    static final List<String> HOST_KEY_ALGORITHMS = List.of(
            "ssh-ed25519",
            "ecdsa-sha2-nistp256",
            "ecdsa-sha2-nistp384",
            "ecdsa-sha2-nistp521",
            "rsa-sha2-512",
            "rsa-sha2-256");

    /** Used for old hosts, if the user's configuration allows it. */
    private static final String RSA_WITH_SHA1 = "ssh-rsa";

    private static final List<String> METHODS = List.of("publickey", "keyboard-interactive", "password");
    private static final List<String> DEFAULT_KEYS = List.of("~/.ssh/id_rsa", "~/.ssh/id_ecdsa", "~/.ssh/id_ed25519");

    /**
     * Parses the output of {@code ssh -G}, or a configuration file without conditions; missing keywords have ssh's
     * defaults.
     *
     * @param name the host as the user wrote it
     */
    static SshConfig parse(String name, String text, SshPlaces places) {
        SshKeywords keywords = SshKeywords.parse(text, name);
        String hostName = keywords.value("hostname").orElse(name).replace("%h", name);
        String user = keywords.value("user").orElse(places.localUser());
        int port = keywords.number("port").orElse(HostSpec.SSH_PORT);
        SshPlaces here = places.with(Map.of(
                "h",
                hostName,
                "n",
                name,
                "p",
                String.valueOf(port),
                "r",
                user,
                "u",
                places.localUser(),
                "d",
                places.home().toString(),
                "k",
                keywords.value("hostkeyalias").orElse(name),
                "%",
                "%"));
        return new SshConfig(
                hostName,
                user,
                port,
                route(keywords, here),
                trust(keywords, here),
                login(keywords, here),
                timeouts(keywords));
    }

    private static Route route(SshKeywords keywords, SshPlaces places) {
        return new Route(
                keywords.value("proxyjump"),
                keywords.written("proxycommand")
                        .filter(command -> !command.equals("none"))
                        .map(places::expand));
    }

    private static Trust trust(SshKeywords keywords, SshPlaces places) {
        // jsch's name for HostKeyAlgorithms; it resolves a leading +, - or ^
        List<String> algorithms = keywords.list("server_host_key").orElse(HOST_KEY_ALGORITHMS).stream()
                .filter(name -> HOST_KEY_ALGORITHMS.contains(name) || name.equals(RSA_WITH_SHA1))
                .toList();
        return new Trust(
                places.paths(keywords.files("userknownhostsfile")
                        .orElse(List.of("~/.ssh/known_hosts", "~/.ssh/known_hosts2"))),
                places.paths(keywords.files("globalknownhostsfile")
                        .orElse(List.of("/etc/ssh/ssh_known_hosts", "/etc/ssh/ssh_known_hosts2"))),
                keywords.value("revokedhostkeys").map(places::path),
                keywords.value("hostkeyalias"),
                keywords.value("stricthostkeychecking").orElse("ask"),
                algorithms.isEmpty() ? HOST_KEY_ALGORITHMS : algorithms);
    }

    private static Login login(SshKeywords keywords, SshPlaces places) {
        List<String> identities = keywords.values("identityfile");
        return new Login(
                places.paths(keywords.first("identityfile").isEmpty() ? DEFAULT_KEYS : identities),
                places.paths(keywords.values("certificatefile")),
                keywords.yes("identitiesonly").orElse(false),
                agent(keywords, places),
                keywords.list("preferredauthentications").orElse(METHODS).stream()
                        .filter(METHODS::contains)
                        .filter(method -> keywords.yes(
                                        switch (method) {
                                            case "publickey" -> "pubkeyauthentication";
                                            case "password" -> "passwordauthentication";
                                            default -> "kbdinteractiveauthentication";
                                        })
                                .orElse(true))
                        .toList());
    }

    private static Optional<Path> agent(SshKeywords keywords, SshPlaces places) {
        String named = keywords.first("identityagent").orElse("SSH_AUTH_SOCK");
        if (named.equals("none")) {
            return Optional.empty();
        }
        if (named.equals("SSH_AUTH_SOCK") || named.matches("\\$[A-Za-z0-9_]+")) {
            return places.variable(named.replace("$", ""))
                    .filter(path -> !path.isEmpty())
                    .map(Path::of);
        }
        return Optional.of(places.path(named));
    }

    private static Timeouts timeouts(SshKeywords keywords) {
        // jsch converts the seconds of these two to milliseconds
        Optional<Duration> interval = keywords.number("serveraliveinterval").map(Duration::ofMillis);
        return new Timeouts(
                keywords.number("connecttimeout").map(Duration::ofMillis).orElse(CONNECT_TIMEOUT),
                interval.orElse(ALIVE_INTERVAL),
                interval.flatMap(set -> keywords.number("serveralivecountmax")).orElse(ALIVE_COUNT));
    }

    /** The hosts of {@code ProxyJump}, in the order in which they are connected. */
    List<String> jumps() {
        return route.jump().map(list -> Arrays.asList(list.split(",", -1))).orElse(List.of());
    }
}
