package dev.jdbcbench.untrusted;

/**
 * Patterns with {@code *} for any text, ignoring case. An equivalent regular expression can take practically forever on some
 * texts; this takes at most the product of the two lengths.
 */
public final class Glob {
    private Glob() {}

    /** Whether a pattern matches a whole text; {@code *} matches any number of characters. */
    public static boolean matches(String glob, String text) {
        return matches(glob, text, false);
    }

    /** Like {@link #matches}, and {@code ?} matches one character. */
    public static boolean matchesWithMarks(String glob, String text) {
        return matches(glob, text, true);
    }

    private static boolean matches(String glob, String text, boolean marks) {
        int at = 0;
        int star = -1;
        int resume = 0;
        int i = 0;
        while (i < text.length()) {
            if (at < glob.length() && glob.charAt(at) == '*') {
                star = at++;
                resume = i;
            } else if (at < glob.length() && same(glob.charAt(at), text.charAt(i), marks)) {
                at++;
                i++;
            } else if (star >= 0) {
                at = star + 1; // the last star takes one more character
                i = ++resume;
            } else {
                return false;
            }
        }
        while (at < glob.length() && glob.charAt(at) == '*') {
            at++;
        }
        return at == glob.length();
    }

    private static boolean same(char wanted, char found, boolean marks) {
        return (marks && wanted == '?')
                || Character.toLowerCase(Character.toUpperCase(wanted))
                        == Character.toLowerCase(Character.toUpperCase(found));
    }
}
