package dev.jdbcbench.untrusted;

/**
 * Text from elsewhere (a host, a stored run) as a terminal may show it. Whatever moves a cursor, changes colours, reverses the direction of
 * reading or hides letters becomes visible as {@code \\u001b}. Inside a JSON string that is the same value. Printable text does not change,
 * so a text that passes twice is the same as one that passes once.
 */
public final class Printable {
    /** Of a line that quotes a host. */
    private static final int LONGEST = 200;

    private Printable() {}

    /** A text of lines: line breaks and tabs stay. */
    public static String text(String text) {
        StringBuilder shown = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); ) {
            int letter = text.codePointAt(i);
            int size = Character.charCount(letter);
            boolean lineBreak = letter == '\r' && i + 1 < text.length() && text.charAt(i + 1) == '\n';
            if (letter == '\n' || letter == '\t' || lineBreak || !hidden(letter)) {
                shown.appendCodePoint(letter);
            } else {
                for (int j = i; j < i + size; j++) {
                    shown.append(String.format("\\u%04x", (int) text.charAt(j)));
                }
            }
            i += size;
        }
        return shown.toString();
    }

    /** The beginning of a text, in one line, for a message that quotes it. */
    public static String line(String text) {
        String start = text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
        return text(start.replace("\r", "\\u000d").replace("\n", "\\u000a").replace("\t", "\\u0009"));
    }

    /** Controls, formats (direction of reading, joiners), halves of pairs, line separators, and letters without a shape. */
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
