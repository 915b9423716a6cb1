package dev.jdbcbench.cli.console;

import dev.jdbcbench.untrusted.Printable;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;

/**
 * Standard output or standard error. All output of commands goes through it and {@link Printable}, so text from hosts
 * and stored runs cannot control the terminal. Flushes each line.
 */
public final class Screen extends PrintWriter {
    private static final String ERASE = "\r\033[K";
    private static final String ERASE_BELOW = "A\r\033[J";
    private static final String UP = "\033[";

    private final PrintWriter raw;

    /** Wraps a stream without replacing any characters. */
    public Screen(PrintWriter raw) {
        this(raw, Signs.PLAIN);
    }

    public Screen(PrintWriter raw, Signs signs) {
        super(new Escaping(raw, signs), true);
        this.raw = raw;
    }

    /** Returns the writer itself if it is a screen already. */
    static Screen of(PrintWriter writer) {
        return writer instanceof Screen screen ? screen : new Screen(writer);
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
        private String waiting = "";

        Escaping(PrintWriter raw, Signs signs) {
            this.raw = raw;
            this.signs = signs;
        }

        @Override
        public void write(char[] letters, int from, int length) {
            String text = waiting + new String(letters, from, length);
            boolean half = !text.isEmpty() && incomplete(text.charAt(text.length() - 1));
            int end = half ? text.length() - 1 : text.length();
            waiting = text.substring(end);
            raw.write(signs.in(Printable.text(text.substring(0, end))));
        }

        private static boolean incomplete(char last) {
            return last == '\r' || Character.isHighSurrogate(last);
        }

        @Override
        public void flush() throws IOException {
            raw.write(signs.in(Printable.text(waiting)));
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
