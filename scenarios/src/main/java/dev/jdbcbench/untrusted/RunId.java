package dev.jdbcbench.untrusted;

import java.util.regex.Pattern;

/**
 * The ID of a run: letters, digits and {@code . _ -}, a letter or digit in front, at most {@value #LONGEST} characters. It is the
 * name of a directory and a word of commands that people copy, so neither a shell nor an option parser treats it specially.
 *
 * @param text the ID
 */
public record RunId(String text) {
    /** As for a {@link SafeName}. */
    private static final int LONGEST = 200;

    private static final Pattern ADMITTED = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");

    /**
     * Validates the ID.
     *
     * @throws IllegalArgumentException when it is not allowed
     */
    public RunId {
        if (!admits(text)) {
            throw new IllegalArgumentException(
                    "not the ID of a run (letters, digits and . _ -, a letter or digit in front): "
                            + Printable.line(text));
        }
    }

    /** Whether an ID is allowed. */
    public static boolean admits(String text) {
        return text.length() <= LONGEST && ADMITTED.matcher(text).matches();
    }

    @Override
    public String toString() {
        return text;
    }
}
