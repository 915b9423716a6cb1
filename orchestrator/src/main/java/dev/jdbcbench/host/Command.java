package dev.jdbcbench.host;

import dev.jdbcbench.untrusted.ShellWord;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A program with its arguments, to be run on a host. Secrets go into the input, never into the words, which every user
 * of the host can see.
 *
 * @param words the program and its arguments, unquoted
 * @param input what it reads from stdin; never logged
 * @param query whether it changes nothing: a dry run executes queries and only prints other commands
 * @param limit how long it may take when the caller waits for it
 * @param most how much it may print on each stream when the caller waits for it, bytes
 */
public record Command(List<String> words, String input, boolean query, Duration limit, int most) {
    /** A query can take seconds on a loaded host. */
    static final Duration QUERY_LIMIT = Duration.ofSeconds(60);

    /** Time limit of commands that change something: unpacking an archive on a slow disk takes minutes. */
    private static final Duration LIMIT = Duration.ofMinutes(10);

    /** A plan or the facts of a host are smaller than 1 MiB. */
    private static final int MOST = 8 << 20;

    public Command {
        words = List.copyOf(words);
        if (words.isEmpty()) {
            throw new IllegalArgumentException("a command needs a program");
        }
    }

    /** A command without input. */
    public static Command of(String... words) {
        return new Command(List.of(words), "", false, LIMIT, MOST);
    }

    /** A command without input. */
    public static Command of(List<String> words) {
        return new Command(words, "", false, LIMIT, MOST);
    }

    /** A command that changes nothing and has no input. */
    public static Command query(String... words) {
        return new Command(List.of(words), "", true, QUERY_LIMIT, MOST);
    }

    /** This command as a query; the caller guarantees that it changes nothing. */
    public Command asQuery() {
        return new Command(words, input, true, limit, most);
    }

    /** This command with text on its stdin. */
    public Command reading(String text) {
        return new Command(words, text, query, limit, most);
    }

    /** This command with a time limit. */
    public Command within(Duration time) {
        return new Command(words, input, query, time, most);
    }

    /** This command with a limit on its output, in bytes per stream. */
    public Command printing(int bytes) {
        return new Command(words, input, query, limit, bytes);
    }

    /** This command with other words, and the same input and limits. */
    public Command withWords(List<String> other) {
        return new Command(other, input, query, limit, most);
    }

    /** This command with a prefix that runs it: {@code taskset -c 1 …}. */
    public Command withPrefix(List<String> prefix) {
        List<String> all = new ArrayList<>(prefix);
        all.addAll(words);
        return withWords(all);
    }

    public byte[] inputBytes() {
        return input.getBytes(StandardCharsets.UTF_8);
    }

    /** The command line for a POSIX shell. */
    public String quoted() {
        return words.stream().map(ShellWord::quoted).collect(Collectors.joining(" "));
    }

    /** The command line, without the input. */
    @Override
    public String toString() {
        return quoted();
    }
}
