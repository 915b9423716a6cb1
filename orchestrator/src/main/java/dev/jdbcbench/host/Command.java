package dev.jdbcbench.host;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A program with its arguments, to be run on a host. Secrets never go into the words, which everybody on the host can see, but
 * into the input.
 *
 * @param words the program and its arguments, unquoted
 * @param input what it reads from stdin; nothing of it is logged
 */
public record Command(List<String> words, String input) {
    public Command {
        words = List.copyOf(words);
        if (words.isEmpty()) {
            throw new IllegalArgumentException("a command needs a program");
        }
    }

    /** A command that reads nothing. */
    public static Command of(String... words) {
        return new Command(List.of(words), "");
    }

    /** A command that reads nothing. */
    public static Command of(List<String> words) {
        return new Command(words, "");
    }

    /** This command with something to read. */
    public Command reading(String text) {
        return new Command(words, text);
    }

    /** This command run by others: {@code taskset -c 1 …}. */
    public Command behind(List<String> prefix) {
        List<String> all = new ArrayList<>(prefix);
        all.addAll(words);
        return new Command(all, input);
    }

    byte[] inputBytes() {
        return input.getBytes(StandardCharsets.UTF_8);
    }

    /** As a POSIX shell reads it: the one place where words are quoted. */
    public String quoted() {
        return words.stream().map(Command::quote).collect(Collectors.joining(" "));
    }

    /** One word as a POSIX shell reads it. */
    static String quote(String word) {
        return word.matches("[A-Za-z0-9_@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    /** Without the input. */
    @Override
    public String toString() {
        return quoted();
    }
}
