package dev.jdbcbench.host.ssh;

import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.Command;
import dev.jdbcbench.host.LocalHost;
import dev.jdbcbench.host.Outcome;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the user's SSH configuration for a host. It asks the {@code ssh} program if there is one, because only that
 * understands all of it; otherwise it reads {@code ~/.ssh/config}.
 */
final class SshConfigSource {
    private static final Logger LOG = LoggerFactory.getLogger(SshConfigSource.class);
    /** Long, because a condition in the configuration may run the user's own commands. */
    private static final Duration ANSWER_TIME = Duration.ofSeconds(30);

    private static final Pattern SHELL = Pattern.compile("[\\s'`\"$\\\\;&<>|(){}\\p{Cntrl}]");

    private final SshPlaces places;
    private final Optional<Path> program;

    /**
     * @param program the ssh program; empty where there is none
     */
    SshConfigSource(SshPlaces places, Optional<Path> program) {
        this.places = places;
        this.program = program;
    }

    /** Uses the first {@code ssh} on the PATH. */
    static SshConfigSource of(SshPlaces places) {
        return new SshConfigSource(
                places,
                places.variable("PATH").stream()
                        .flatMap(path -> Arrays.stream(path.split(File.pathSeparator, -1)))
                        .filter(directory -> !directory.isEmpty())
                        .map(directory -> Path.of(directory, "ssh"))
                        .filter(Files::isExecutable)
                        .findFirst());
    }

    /**
     * The configuration for a host. User and port of the hosts file select among its conditions and override it.
     *
     * @param routed whether the host through which it is reached is known already
     * @throws Failure.Host when the configuration cannot be read or honoured
     */
    SshConfig of(HostSpec spec, boolean routed) {
        refuseShellWords(spec, "address", spec.address());
        spec.user().ifPresent(user -> refuseShellWords(spec, "user", user));
        String text = program.isPresent() ? ask(program.get(), spec, routed) : read(spec);
        if (SshKeywords.parse(text, spec.address()).yes("proxyusefdpass").orElse(false)) {
            throw new Failure.Host(
                    "cannot follow the SSH configuration for " + spec.name(),
                    "bench does not support ProxyUseFdpass",
                    "Set address, user, port, identity and jump of " + spec.name() + " in the hosts file instead.",
                    null);
        }
        SshConfig config = SshConfig.parse(spec.address(), text, places);
        String checking = config.trust().checking();
        if (List.of("no", "off", "false", "accept-new").contains(checking)) {
            LOG.debug("{}: StrictHostKeyChecking is {}, bench verifies host keys anyway", spec.name(), checking);
        }
        return config;
    }

    /**
     * Address and user may become part of a command of the SSH configuration (ProxyCommand). Like ssh since 9.6, bench
     * refuses shell metacharacters in them.
     */
    private static void refuseShellWords(HostSpec spec, String key, String text) {
        if (text.isBlank() || text.startsWith("-") || SHELL.matcher(text).find()) {
            throw new Failure.Host(
                    "cannot connect to " + spec.name(),
                    "\"" + text.replaceAll("\\p{Cntrl}", " ") + "\" is not a valid " + key,
                    "Correct `" + key + ":` of " + spec.name() + " in the hosts file.",
                    null);
        }
    }

    private String ask(Path ssh, HostSpec spec, boolean routed) {
        List<String> words = new ArrayList<>(List.of(ssh.toString(), "-G"));
        if (!places.usual()) {
            Path file = places.sshDirectory().resolve("config");
            words.addAll(List.of("-F", Files.exists(file) ? file.toString() : "/dev/null"));
        }
        spec.port().ifPresent(port -> words.addAll(List.of("-p", String.valueOf(port))));
        spec.user().ifPresent(user -> words.addAll(List.of("-l", user)));
        if (routed) {
            words.addAll(List.of("-o", "ProxyJump=none")); // it might name this very host, which ssh refuses
        }
        words.addAll(List.of("--", spec.address()));
        Command command = Command.of(words).within(ANSWER_TIME);
        Outcome answer;
        try {
            answer = new LocalHost("this machine").run(command);
        } catch (Failure.Host | Failure.Command e) {
            throw unclear(spec, e.getMessage() + "\n" + e.why(), e);
        }
        if (!answer.ok()) {
            throw unclear(spec, "$ " + command + "\n" + answer.err().strip(), null);
        }
        // In a file, this line would be a condition.
        return answer.out().replaceFirst("(?m)^host .*", "");
    }

    private static Failure.Host unclear(HostSpec spec, String why, @Nullable Throwable cause) {
        return new Failure.Host(
                "cannot get the SSH configuration for " + spec.name() + " (" + spec.address() + ") from ssh",
                why,
                "Correct the SSH configuration until that command prints it.",
                cause);
    }

    /** The file of the user, behind what the hosts file says: the first value counts. */
    private String read(HostSpec spec) {
        Path file = places.sshDirectory().resolve("config");
        String first = spec.user().map(user -> "User " + user + "\n").orElse("")
                + spec.port().map(port -> "Port " + port + "\n").orElse("");
        if (!Files.exists(file)) {
            return first;
        }
        try {
            List<String> lines = Files.readAllLines(file);
            refuseConditions(spec, file, lines);
            return first + String.join("\n", lines);
        } catch (IOException e) {
            throw new Failure.Host(
                    "cannot read " + file, String.valueOf(e.getMessage()), "Make it readable for you.", e);
        }
    }

    /** Refuses what jsch would skip silently: it could be what makes the connection safe, or possible. */
    private static void refuseConditions(HostSpec spec, Path file, List<String> lines) {
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).strip().matches("(?i)(match|include)\\b.*")) {
                throw new Failure.Host(
                        "cannot follow the SSH configuration for " + spec.name(),
                        file + ", line " + (i + 1) + ": " + lines.get(i).strip()
                                + "\nOnly the ssh program understands this, and there is none here",
                        "Install it (package openssh-client), or move what concerns " + spec.name()
                                + " into a plain Host section.",
                        null);
            }
        }
    }
}
