package dev.jdbcbench.untrusted;

/**
 * Makes text from elsewhere (a host, a stored run) safe for a terminal or a page. Characters that move the cursor, change colours,
 * reverse the reading direction or hide other characters become visible as {@code \\u001b}. Inside a JSON string that is the
 * same value. Printable text is unchanged, so the conversion is idempotent.
 */
public final class Printable {
    /** Limit for a line that quotes a host. */
    private static final int LONGEST = 200;

    private Printable() {}

    /** Converts a text with lines; line breaks and tabs are kept. */
    public static String text(String text) {
        return shown(text, "\\u%04x");
    }

    /** Converts JSON for a program that shows its strings: unlike with {@link #text}, the strings change. */
    public static String strings(String json) {
        return shown(json, "\\\\u%04x");
    }

    private static String shown(String text, String format) {
        StringBuilder shown = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); ) {
            int letter = text.codePointAt(i);
            int size = Character.charCount(letter);
            boolean lineBreak = letter == '\r' && i + 1 < text.length() && text.charAt(i + 1) == '\n';
            if (letter == '\n' || letter == '\t' || lineBreak || !hidden(letter)) {
                shown.appendCodePoint(letter);
            } else {
                for (int j = i; j < i + size; j++) {
                    shown.append(String.format(format, (int) text.charAt(j)));
                }
            }
            i += size;
        }
        return shown.toString();
    }

    /** The start of a text on one line, for quoting in a message. */
    public static String line(String text) {
        String start = text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
        return text(start.replace("\r", "\\u000d").replace("\n", "\\u000a").replace("\t", "\\u0009"));
    }

    /**
     * Control and format characters (reading direction, joiners), unpaired surrogates, line separators, and characters without
     * a glyph.
     */
    private static boolean hidden(int letter) {
        return switch (Character.getType(letter)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> true;
            default ->
                letter == 0x034f
                        || letter == 0x115f
                        || letter == 0x1160
                        || letter == 0x17b4
                        || letter == 0x17b5
                        || (letter >= 0x180b && letter <= 0x180f)
                        || (letter >= 0x2060 && letter <= 0x206f)
                        || letter == 0x3164
                        || (letter >= 0xfe00 && letter <= 0xfe0f)
                        || letter == 0xffa0
                        || (letter >= 0xfff0 && letter <= 0xfff8)
                        || (letter >= 0xe0000 && letter <= 0xe0fff);
        };
    }
}
