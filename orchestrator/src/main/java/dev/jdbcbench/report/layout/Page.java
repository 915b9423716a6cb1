package dev.jdbcbench.report.layout;

/** The page width of reports, and wrapping to it. */
public final class Page {
    /** In characters: two such terminals fit side by side on a usual screen, and mail programs do not wrap it. */
    public static final int WIDTH = 100;

    /** The width of short tables, in characters. */
    public static final int NARROW = 80;

    private Page() {}

    /** The width of a page on a terminal of so many columns. */
    public static int on(int columns) {
        return Math.max(NARROW, Math.min(WIDTH, columns));
    }

    /**
     * Wraps text at blanks, but not between a number and its unit, nor before a separator. A word wider than the page
     * is split anywhere. Leading blanks stay.
     */
    public static String wrapped(String text, String indent) {
        return wrapped(text, indent, WIDTH);
    }

    /** Wraps as above, to another width. */
    public static String wrapped(String text, String indent, int width) {
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

    /** Foreign text as one line, without control characters that would move a terminal's cursor. */
    public static String plain(String text) {
        return oneLine(text).strip();
    }

    /** As above, with its blanks. */
    public static String oneLine(String text) {
        return text.replaceAll("\\p{Cntrl}+", " ");
    }
}
