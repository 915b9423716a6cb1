package dev.jdbcbench.cli;

import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;

/** Command lines as a user types them. */
public final class Words {
    private Words() {}

    /** The words of a line; each {@code {}} is replaced by the next value, which may have blanks. */
    public static String[] of(String line, Object... values) {
        Iterator<Object> next = List.of(values).iterator();
        String[] words = Stream.of(line.split(" ", -1))
                .map(word ->
                        word.contains("{}") ? word.replace("{}", next.next().toString()) : word)
                .toArray(String[]::new);
        if (next.hasNext()) {
            throw new IllegalArgumentException("no place for " + next.next() + " in: " + line);
        }
        return words;
    }
}
