package dev.jdbcbench.cli;

import dev.jdbcbench.untrusted.Printable;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;

/**
 * Standard output or standard error: all that commands print goes through it, and through {@link Printable}. What a host or a stored run
 * says cannot steer the terminal. Flushes each line.
 */
final class Screen extends PrintWriter {
    private static final String ERASE = "\r\033[K";

    private final PrintWriter raw;

    /** In front of a stream. */
    Screen(PrintWriter raw) {
        super(new Escaping(raw), true);
        this.raw = raw;
    }

    /** The writer itself when it is one already. */
    static Screen of(PrintWriter writer) {
        return writer instanceof Screen screen ? screen : new Screen(writer);
    }

    /** Empties the line in which the cursor is; the only control of a terminal that bench uses. */
    void eraseLine() {
        super.flush();
        raw.write(ERASE);
    }

    /** Half a letter, or half a line break, waits for the other half, which may come with the next text. */
    private static final class Escaping extends Writer {
        private final PrintWriter raw;
        private String waiting = "";

        Escaping(PrintWriter raw) {
            this.raw = raw;
        }

        @Override
        public void write(char[] letters, int from, int length) {
            String text = waiting + new String(letters, from, length);
            boolean half = !text.isEmpty() && incomplete(text.charAt(text.length() - 1));
            int end = half ? text.length() - 1 : text.length();
            waiting = text.substring(end);
            raw.write(Printable.text(text.substring(0, end)));
        }

        private static boolean incomplete(char last) {
            return last == '\r' || Character.isHighSurrogate(last);
        }

        @Override
        public void flush() throws IOException {
            raw.write(Printable.text(waiting));
            waiting = "";
            if (raw.checkError()) {
                throw new IOException("the stream takes no more");
            }
        }

        @Override
        public void close() throws IOException {
            flush();
            raw.close();
        }
    }
}
