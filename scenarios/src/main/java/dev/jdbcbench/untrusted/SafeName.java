package dev.jdbcbench.untrusted;

import java.util.regex.Pattern;

/**
 * A name from elsewhere (another host, a stored run) that is safe as a file or directory name: letters, digits and
 * {@code . _ @ ~ -}, no leading dot, at most {@value #LONGEST} characters. It contains no separator, so it cannot leave the
 * directory in which it is used.
 *
 * @param text the name
 */
public record SafeName(String text) {
    /** File systems allow 255 bytes; a temporary name needs a few more characters. */
    private static final int LONGEST = 200;

    private static final Pattern ADMITTED = Pattern.compile("[A-Za-z0-9_@~-][A-Za-z0-9._@~-]*");

    /**
     * Validates the name.
     *
     * @throws IllegalArgumentException when it is not allowed
     */
    public SafeName {
        if (!admits(text)) {
            throw new IllegalArgumentException(
                    "not a name that bench allows (letters, digits and . _ @ ~ -, no dot in front, at most " + LONGEST
                            + " characters): " + shortened(text));
        }
    }

    /** Whether a name is allowed. */
    public static boolean admits(String text) {
        return text.length() <= LONGEST && ADMITTED.matcher(text).matches();
    }

    private static String shortened(String text) {
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
    }

    @Override
    public String toString() {
        return text;
    }
}
