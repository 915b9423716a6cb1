package dev.jdbcbench.cli.console;

import dev.jdbcbench.report.layout.Page;
import dev.jdbcbench.untrusted.Printable;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;

/**
 * Standard output or standard error. All output of commands goes through it and {@link Printable}, so text from hosts
 * and stored runs cannot control the terminal. Flushes each line. It alone knows how long a line may be; no line on a
 * terminal is cut in a word.
 */
public final class Screen extends PrintWriter {
    private static final String ERASE = "\r\033[K";
    private static final String ERASE_BELOW = "A\r\033[J";
    private static final String UP = "\033[";

    /** The longest line of a page, where no terminal is. */
    static final int PAGE = 120;

    private final PrintWriter raw;
    private final int terminal;

    /** Wraps a stream without replacing any characters. */
    public Screen(PrintWriter raw) {
        this(raw, Signs.PLAIN, 0, false);
    }

    /**
     * Wraps a stream.
     *
     * @param terminal its width; 0 if it is no terminal
     * @param fits whether lines that are too long are wrapped; otherwise it may show data for programs
     */
    public Screen(PrintWriter raw, Signs signs, int terminal, boolean fits) {
        super(new Escaping(raw, signs, fits && terminal > 0 ? terminal : Page.UNLIMITED), true);
        this.raw = raw;
        this.terminal = terminal;
    }

    /**
     * The page for a report: as wide as the terminal, if this is one.
     *
     * @param wide whether it shows everything, in lines of any length where no terminal limits it
     */
    public static Page page(PrintWriter writer, boolean wide) {
        int terminal = writer instanceof Screen screen ? screen.terminal : 0;
        return terminal > 0 ? new Page(wide, terminal) : page(wide);
    }

    /** The page for a report where no terminal is. */
    public static Page page(boolean wide) {
        return new Page(wide, wide ? Page.UNLIMITED : PAGE);
    }

    /** Returns the writer itself if it is a screen already. */
    static Screen of(PrintWriter writer) {
        return writer instanceof Screen screen ? screen : new Screen(writer);
    }

    /** Text for people on this stream, with lines that fit if it is a terminal. */
    public static String fitted(PrintWriter writer, String text) {
        return Page.fitted(text, page(writer, true).columns());
    }

    /** Clears the cursor's line. */
    void eraseLine() {
        super.flush();
        raw.write(ERASE);
    }

    /**
     * Clears the current line and {@code above} lines above it, and moves to the first of them. Besides colours, this
     * is the only terminal control that bench uses.
     */
    void eraseLines(int above) {
        if (above == 0) {
            eraseLine();
        } else {
            super.flush();
            raw.write(UP + above + ERASE_BELOW);
        }
    }

    /** Buffers half of a surrogate pair or of a line break until the other half arrives, possibly in the next write. */
    private static final class Escaping extends Writer {
        private final PrintWriter raw;
        private final Signs signs;
        private final int columns;
        private String waiting = "";

        Escaping(PrintWriter raw, Signs signs, int columns) {
            this.raw = raw;
            this.signs = signs;
            this.columns = columns;
        }

        @Override
        public void write(char[] letters, int from, int length) {
            String text = waiting + new String(letters, from, length);
            boolean half = !text.isEmpty() && incomplete(text.charAt(text.length() - 1));
            int end = columns < Page.UNLIMITED ? text.lastIndexOf('\n') + 1 : half ? text.length() - 1 : text.length();
            waiting = text.substring(end);
            raw.write(shown(text.substring(0, end)));
        }

        private static boolean incomplete(char last) {
            return last == '\r' || Character.isHighSurrogate(last);
        }

        private String shown(String text) {
            String printable = Printable.text(text);
            return signs.in(columns == Page.UNLIMITED ? printable : Page.fitted(printable, columns));
        }

        @Override
        public void flush() throws IOException {
            raw.write(shown(waiting));
            waiting = "";
            if (raw.checkError()) {
                throw new IOException("cannot write to the stream");
            }
        }

        @Override
        public void close() throws IOException {
            flush();
            raw.close();
        }
    }
}
