package dev.jdbcbench.host.ssh;

import com.jcraft.jsch.JSchException;
import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.untrusted.ShellWord;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A host to connect to, and the messages for when that fails.
 *
 * @param config the user's SSH configuration for it
 * @param towards the host for which it is the jump host
 */
record SshTarget(HostSpec spec, SshConfig config, Optional<String> towards) {
    String at(String what) {
        return what + " on " + spec.name() + " (" + config.user() + "@" + bracketed() + ":" + config.port() + ")"
                + towards.map(host -> ", the jump host of " + host).orElse("");
    }

    private String bracketed() {
        return config.hostName().contains(":") ? "[" + config.hostName() + "]" : config.hostName();
    }

    String userAtHost() {
        return config.user() + "@" + config.hostName();
    }

    /** The arguments of ssh for connecting there by hand. */
    private String typed() {
        return spec.user().map(user -> user + "@").orElse("")
                + spec.address()
                + spec.port().map(port -> " -p " + port).orElse("");
    }

    /** Its name in known_hosts. */
    String knownAs() {
        return config.trust()
                .alias()
                .orElse(
                        config.port() == HostSpec.SSH_PORT
                                ? config.hostName()
                                : "[" + config.hostName() + "]:" + config.port());
    }

    /** Its name in known_hosts without a port, which may match, too. */
    Optional<String> knownAlsoAs() {
        return config.trust().alias().isPresent() || config.port() == HostSpec.SSH_PORT
                ? Optional.empty()
                : Optional.of(config.hostName());
    }

    /** The host presented a key that is not trusted. */
    Failure.Host refusedKey(HostKeys keys, JSchException cause) {
        HostKeys.OfferedKey shown = keys.shown().orElse(new HostKeys.OfferedKey("no key", "", ""));
        return switch (keys.verdict()) {
            case UNKNOWN -> unknownKey(keys, shown, cause);
            case CHANGED ->
                new Failure.Host(
                        at("the host key has changed"),
                        shown.type() + " " + shown.fingerprint() + " is not the key in known_hosts"
                                + places(keys.entries(KnownHosts.Kind.KEY).stream()
                                        .filter(entry -> entry.type().equals(shown.type()))
                                        .toList()),
                        "Someone may be intercepting the connection, or the host was reinstalled. Ask who runs it; only then remove the old key:"
                                + " ssh-keygen -R '" + knownAs() + "'"
                                + config.trust().userFiles().stream()
                                        .findFirst()
                                        .map(file -> " -f " + ShellWord.quoted(file.toString()))
                                        .orElse(""),
                        cause);
            case REVOKED ->
                new Failure.Host(
                        at("the host key is revoked"),
                        shown.type() + " " + shown.fingerprint() + " must not be trusted"
                                + places(keys.entries(KnownHosts.Kind.REVOKED).stream()
                                        .filter(entry -> entry.key().equals(shown.key()))
                                        .toList()),
                        "It may have been stolen. Ask who runs the host.",
                        cause);
            default ->
                new Failure.Host(
                        at("the host key is refused"),
                        String.valueOf(cause.getMessage()),
                        "Nothing was sent to it.",
                        cause);
        };
    }

    private Failure.Host unknownKey(HostKeys keys, HostKeys.OfferedKey shown, JSchException cause) {
        List<KnownHosts.Entry> others = keys.entries(KnownHosts.Kind.KEY);
        List<KnownHosts.Entry> authorities = keys.entries(KnownHosts.Kind.AUTHORITY);
        String why = shown.type() + " " + shown.fingerprint();
        if (!authorities.isEmpty()) {
            why += "\na certificate authority for it is known" + places(authorities)
                    + ", but the host presented no certificate from it that is valid for " + config.hostName();
        } else if (others.stream().anyMatch(KnownHosts.Entry::exact)) {
            why += "\nkeys of other types are known" + places(others);
        }
        return new Failure.Host(
                at("the host key is unknown"),
                why,
                "Compare the fingerprint with what the host itself says (ssh-keygen -lf /etc/ssh/ssh_host_*_key.pub there)."
                        + " If it is the same, add "
                        + config.trust().userFiles().stream()
                                .findFirst()
                                .map(file -> "this line to " + file + ", or ")
                                .orElse("")
                        + "`hostKey: " + shown.fingerprint() + "` to the hosts file:\n" + knownAs() + " "
                        + shown.type() + " " + shown.key(),
                cause);
    }

    private static String places(List<KnownHosts.Entry> entries) {
        return entries.stream().map(KnownHosts.Entry::place).collect(Collectors.joining(", ", " (", ")"));
    }

    /** None of the host's keys has the fingerprint of the hosts file. */
    Failure.Host otherThanPinned(String pin, List<String> shown) {
        return new Failure.Host(
                at("the host key is not the one in the hosts file"),
                "expected " + pin + "\nshown    " + String.join("\n         ", shown),
                "Someone may be intercepting the connection, or the host was reinstalled. Ask who runs it; only then correct `hostKey:` of "
                        + spec.name() + ".",
                null);
    }

    /** The host accepted none of the keys, and there is nothing else to log in with. */
    Failure.Host refusedLogin(List<String> why, List<String> offered, @Nullable Throwable cause) {
        boolean wantsPassword = offered.contains("password") || offered.contains("keyboard-interactive");
        return new Failure.Host(
                at("cannot log in"),
                String.join("\n", why) + (offered.isEmpty() ? "" : "\nthe host offers: " + String.join(", ", offered)),
                "Put a key on the host (ssh-copy-id " + typed()
                        + "), load an encrypted one into the agent (ssh-add) or name its `passphrase:`, or name another key with"
                        + " `identity:` in the hosts file"
                        + (wantsPassword ? ", or the user's `password:`; on a terminal bench asks for them." : "."),
                cause);
    }

    /** The host does not answer as an SSH server. */
    Failure.Host unreachable(JSchException e, Optional<String> through) {
        Throwable cause = e.getCause() == null ? e : e.getCause();
        String hint;
        if (through.isPresent()) {
            hint = "It is reached through " + through.get() + ". Does " + config.hostName() + ":" + config.port()
                    + " answer there, and is forwarding allowed (AllowTcpForwarding)? Try it by hand: ssh " + typed();
        } else if (cause instanceof UnknownHostException) {
            hint = "The name " + config.hostName() + " is not known here. Is it spelled right?";
        } else if (cause instanceof ConnectException) {
            hint = "Nothing listens on port " + config.port() + " there. Is sshd running, and on this port?";
        } else if (cause instanceof SocketTimeoutException
                || cause instanceof NoRouteToHostException
                || String.valueOf(e.getMessage()).contains("timeout")) {
            hint = "The host does not answer within "
                    + config.timeouts().connect().toSeconds()
                    + " s. Is it up, and is it reachable from here (ping " + config.hostName() + ")?";
        } else {
            hint = "Try it by hand: ssh " + typed();
        }
        // Before a host is verified, its messages may contain anything.
        String said = String.valueOf(e.getMessage()).replaceAll("\\p{Cntrl}", " ");
        return new Failure.Host(at("cannot connect"), said, hint, e);
    }
}
