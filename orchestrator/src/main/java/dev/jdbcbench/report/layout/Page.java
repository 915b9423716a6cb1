package dev.jdbcbench.report.layout;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The page to which text is rendered, and wrapping to a width.
 *
 * @param wide whether it shows everything; otherwise sentences have 80 columns
 * @param columns the longest line of a table
 */
public record Page(boolean wide, int columns) {
    /** The width of a place without lines of a fixed length: a file, or a pipe to a program that scrolls. */
    public static final int UNLIMITED = Integer.MAX_VALUE;

    /** In characters: two such terminals fit side by side on a usual screen, and mail programs do not wrap it. */
    public static final int WIDTH = 100;

    /** The width of short tables, in characters. */
    public static final int NARROW = 80;

    /** Begins a line with a command to copy. */
    private static final Pattern COMMAND = Pattern.compile(" *\\$ |( {2,}|(?=\\./))(\\S*/)?bench ");

    /** A blank where a line may break: not before a unit or a separator, nor within a command. */
    private static final Pattern BREAK = Pattern.compile("(?<!block|blocks|\\?|≤|\\./bench|\\./bench [a-z-]{1,12})"
            + " (?![%·×]|(?:ns|µs|ms|s|min|h|B|kB|MB|GB|KiB|MiB|GiB)\\b)");

    private static final Pattern LINE = Pattern.compile("[^\n]+");

    public Page {
        columns = Math.max(NARROW, columns);
    }

    /** The longest line of a sentence where everything is shown. */
    public int width() {
        return Math.min(WIDTH, columns);
    }

    /** The same page, showing everything. */
    public Page inFull() {
        return new Page(true, columns);
    }

    /**
     * Wraps text at blanks, but not between a number and its unit, nor before a separator. A word wider than the page
     * stays whole, so that it can be copied. Leading blanks stay.
     */
    public static String wrapped(String text, String indent) {
        return wrapped(text, indent, WIDTH);
    }

    /** What is never broken; a command with its object can be copied from one line. */
    static String[] words(String text) {
        return BREAK.split(text, -1);
    }

    /** Wraps as above, to another width. */
    public static String wrapped(String text, String indent, int width) {
        StringBuilder lines = new StringBuilder();
        int length = 0;
        boolean first = true;
        boolean blank = true;
        for (String word : words(text)) {
            if (!first && !blank && length + 1 + word.length() > width) {
                lines.append('\n').append(indent);
                length = indent.length();
            } else if (!first) {
                lines.append(' ');
                length++;
            }
            lines.append(word);
            length += word.length();
            first = false;
            blank &= word.isEmpty();
        }
        return lines.toString();
    }

    /** Text for a terminal: lines that are too long are wrapped, with their indentation, except commands to copy. */
    public static String fitted(String text, int columns) {
        return LINE.matcher(text).replaceAll(line -> Matcher.quoteReplacement(fittedLine(line.group(), columns)));
    }

    private static String fittedLine(String line, int columns) {
        if (line.length() <= columns || COMMAND.matcher(line).lookingAt()) {
            return line;
        }
        int blanks = line.length() - line.stripLeading().length();
        return wrapped(line, " ".repeat(Math.min(blanks + 2, columns / 2)), columns);
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
