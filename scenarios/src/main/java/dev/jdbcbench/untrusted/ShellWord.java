package dev.jdbcbench.untrusted;

import java.util.regex.Pattern;

/** A word for a POSIX shell, in commands that bench executes or shows to be copied. Words are quoted nowhere else. */
public final class ShellWord {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");

    private ShellWord() {}

    /** The word, quoted if necessary. */
    public static String quoted(String word) {
        return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
