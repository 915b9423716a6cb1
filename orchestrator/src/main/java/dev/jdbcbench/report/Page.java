package dev.jdbcbench.report;

/** The page on which reports are set. */
final class Page {
    /** In characters: two terminals beside each other on a usual screen, and what a mail shows unbroken. */
    static final int WIDTH = 100;

    private Page() {}

    /**
     * A text on as many lines as it needs, broken at blanks, but not between a number and what it counts, nor before a
     * separator; a word that is wider than a page is broken anywhere. Blanks at the beginning stay.
     */
    static String wrapped(String text, String indent) {
        return wrapped(text, indent, WIDTH);
    }

    /** The same on a page of another width. */
    static String wrapped(String text, String indent, int width) {
        StringBuilder lines = new StringBuilder();
        int length = 0;
        boolean first = true;
        boolean blank = true;
        for (String word : text.split("(?<!block|blocks|\\?) (?![%·×])", -1)) {
            if (!first && !blank && length + 1 + word.length() > width) {
                lines.append('\n').append(indent);
                length = indent.length();
            } else if (!first) {
                lines.append(' ');
                length++;
            }
            String rest = word;
            while (length + rest.length() > width) {
                int room = width - length;
                lines.append(rest, 0, room).append('\n').append(indent);
                rest = rest.substring(room);
                length = indent.length();
            }
            lines.append(rest);
            length += rest.length();
            first = false;
            blank &= word.isEmpty();
        }
        return lines.toString();
    }

    /** A text that came from elsewhere on one line, without what would move a terminal's cursor. */
    static String plain(String text) {
        return text.replaceAll("\\p{Cntrl}+", " ").strip();
    }
}
