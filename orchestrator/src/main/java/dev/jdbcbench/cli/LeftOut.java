package dev.jdbcbench.cli;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;

/** The commands and options that bench's own extensions add, so that a bench without one can say which it lacks. */
final class LeftOut {
    /** By the extension. */
    static final Map<String, List<String>> WORDS = Map.ofEntries(
            Map.entry("anatomy", List.of("anatomy")),
            Map.entry("bisect", List.of("bisect")),
            Map.entry("history", List.of("history")),
            Map.entry("jmh", List.of("import")),
            Map.entry("machines", List.of("import-hosts", "--launcher", "--partition", "--job-time")),
            Map.entry("offline", List.of("fetch")),
            Map.entry("page", List.of("report")),
            Map.entry("profile", List.of("profile")),
            Map.entry("sharing", List.of("--share")),
            Map.entry("shell", List.of("completion")),
            Map.entry("watch", List.of("watch")));

    private LeftOut() {}

    /** The extension that would add a command or option, if it is not among those of these commands. */
    static Optional<String> extension(String word, Map<String, CommandLine> commands) {
        return WORDS.entrySet().stream()
                .filter(extension -> extension.getValue().contains(word))
                .map(Map.Entry::getKey)
                .findFirst()
                .filter(extension -> !there(word, commands));
    }

    private static boolean there(String word, Map<String, CommandLine> commands) {
        return commands.containsKey(word)
                || commands.values().stream()
                        .anyMatch(
                                command -> command.getCommandSpec().optionsMap().containsKey(word));
    }
}
