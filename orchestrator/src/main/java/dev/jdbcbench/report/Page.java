package dev.jdbcbench.report;

/** The page on which reports are set. */
final class Page {
    /** In characters: two terminals beside each other on a usual screen, and what a mail shows unbroken. */
    static final int WIDTH = 100;

    private Page() {}

    /**
     * A text on as many lines as it needs, broken at blanks, but not between a number and what it counts, nor before a
     * separator.
     */
    static String wrapped(String text, String indent) {
        StringBuilder lines = new StringBuilder();
        int length = 0;
        for (String word : text.split("(?<!block|blocks|~) (?![%·×])", -1)) {
            if (length == 0) {
                lines.append(word);
                length = word.length();
            } else if (length + 1 + word.length() > WIDTH) {
                lines.append('\n').append(indent).append(word);
                length = indent.length() + word.length();
            } else {
                lines.append(' ').append(word);
                length += 1 + word.length();
            }
        }
        return lines.toString();
    }
}
