package dev.jdbcbench.host;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
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
 * @param limit how long it may take where its end is waited for
 * @param most how much it may print on each stream where its end is waited for, bytes
 */
public record Command(List<String> words, String input, boolean query, Duration limit, int most) {
    /** A host under load takes seconds for a question. */
    private static final Duration QUERY_LIMIT = Duration.ofSeconds(60);

    /** Of what does something: unpacking an archive on a slow disk takes minutes. */
    private static final Duration LIMIT = Duration.ofMinutes(10);

    /** A plan or the facts of a host have less than one. */
    private static final int MOST = 8 << 20;

    public Command {
        words = List.copyOf(words);
        if (words.isEmpty()) {
            throw new IllegalArgumentException("a command needs a program");
        }
    }

    /** A command that reads nothing. */
    public static Command of(String... words) {
        return new Command(List.of(words), "", false, LIMIT, MOST);
    }

    /** A command that reads nothing. */
    public static Command of(List<String> words) {
        return new Command(words, "", false, LIMIT, MOST);
    }

    /** A command that only looks, and reads nothing. */
    public static Command query(String... words) {
        return new Command(List.of(words), "", true, QUERY_LIMIT, MOST);
    }

    /** This command, of which the caller knows that it only looks. */
    public Command asQuery() {
        return new Command(words, input, true, limit, most);
    }

    /** This command with something to read. */
    public Command reading(String text) {
        return new Command(words, text, query, limit, most);
    }

    /** This command, which may take so long. */
    public Command within(Duration time) {
        return new Command(words, input, query, time, most);
    }

    /** This command, which may print so many bytes. */
    public Command printing(int bytes) {
        return new Command(words, input, query, limit, bytes);
    }

    /** This command run by others: {@code taskset -c 1 …}. */
    public Command behind(List<String> prefix) {
        List<String> all = new ArrayList<>(prefix);
        all.addAll(words);
        return new Command(all, input, query, limit, most);
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
