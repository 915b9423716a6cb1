package dev.jdbcbench.host.ssh;

import dev.jdbcbench.failure.Failure;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where the user's SSH files are, and how to expand the placeholders in their names.
 *
 * @param sshDirectory used as {@code ~/.ssh}
 * @param environment environment variables of this process
 * @param tokens the letters behind a percent sign, with their values
 */
record SshPlaces(
        Path home, Path sshDirectory, String localUser, Map<String, String> environment, Map<String, String> tokens) {
    private static final Pattern TOKEN = Pattern.compile("%(.?)");
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Za-z0-9_]+)}");

    SshPlaces {
        environment = Map.copyOf(environment);
        tokens = Map.copyOf(tokens);
    }

    /** The places of the current user, with another directory for {@code ~/.ssh}. */
    static SshPlaces of(Path sshDirectory) {
        return new SshPlaces(
                Path.of(System.getProperty("user.home")),
                sshDirectory,
                System.getProperty("user.name"),
                System.getenv(),
                Map.of());
    }

    /** The places of the current user. */
    static SshPlaces ofUser() {
        return of(Path.of(System.getProperty("user.home"), ".ssh"));
    }

    /** Whether the directory is the one that ssh itself uses. */
    boolean usual() {
        return sshDirectory.equals(home.resolve(".ssh"));
    }

    SshPlaces with(Map<String, String> meanings) {
        return new SshPlaces(home, sshDirectory, localUser, environment, meanings);
    }

    Optional<String> variable(String name) {
        return Optional.ofNullable(environment.get(name));
    }

    /** Replaces the percent tokens of a text. */
    String expand(String text) {
        return TOKEN.matcher(text).replaceAll(match -> Matcher.quoteReplacement(meaning(match, text)));
    }

    private String meaning(MatchResult match, String text) {
        String meaning = tokens.get(match.group(1));
        if (meaning == null) {
            throw new Failure.Host(
                    "cannot follow the SSH configuration",
                    match.group() + " in " + text + " is not supported by bench",
                    "Write the value itself, or use the hosts file instead.",
                    null);
        }
        return meaning;
    }

    /** Resolves a file name of the configuration. */
    Path path(String text) {
        String named = VARIABLE.matcher(expand(text))
                .replaceAll(match ->
                        Matcher.quoteReplacement(variable(match.group(1)).orElse("")));
        Path path;
        try {
            path = named.equals("~") || named.startsWith("~/")
                    ? home.resolve(named.substring(1).replaceFirst("^/", ""))
                    : Path.of(named);
        } catch (InvalidPathException e) {
            throw new Failure.Host(
                    "cannot follow the SSH configuration",
                    "not a valid file name: " + text.replaceAll("\\p{Cntrl}", " "),
                    "Correct the name, or use the hosts file instead.",
                    e);
        }
        Path usual = home.resolve(".ssh");
        return path.startsWith(usual) ? sshDirectory.resolve(usual.relativize(path)) : path;
    }

    List<Path> paths(List<String> texts) {
        return texts.stream().map(this::path).toList();
    }
}
