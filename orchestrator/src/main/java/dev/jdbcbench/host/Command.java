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
 * @param query whether it only looks: a dry run carries out queries, and shows all else
 */
public record Command(List<String> words, String input, boolean query) {
    public Command {
        words = List.copyOf(words);
        if (words.isEmpty()) {
            throw new IllegalArgumentException("a command needs a program");
        }
    }

    /** A command that reads nothing. */
    public static Command of(String... words) {
        return new Command(List.of(words), "", false);
    }

    /** A command that reads nothing. */
    public static Command of(List<String> words) {
        return new Command(words, "", false);
    }

    /** A command that only looks, and reads nothing. */
    public static Command query(String... words) {
        return new Command(List.of(words), "", true);
    }

    /** This command, of which the caller knows that it only looks. */
    public Command asQuery() {
        return new Command(words, input, true);
    }

    /** This command with something to read. */
    public Command reading(String text) {
        return new Command(words, text, query);
    }

    /** This command run by others: {@code taskset -c 1 …}. */
    public Command behind(List<String> prefix) {
        List<String> all = new ArrayList<>(prefix);
        all.addAll(words);
        return new Command(all, input, query);
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
