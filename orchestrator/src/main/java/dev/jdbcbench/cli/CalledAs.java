package dev.jdbcbench.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name by which the user calls bench. Messages and help are written for a checkout, with {@code ./bench}; on their way to the
 * terminal they get the user's name for it, so the user can paste what they advise. Files keep {@code ./bench}, as the documentation does.
 *
 * @param word for a shell, quoted if necessary
 */
record CalledAs(String word) {
    /** In a checkout, or started without a launcher. */
    static final CalledAs CHECKOUT = new CalledAs("./bench");

    private static final Pattern WRITTEN = Pattern.compile("(?<![\\w./~-])\\./bench(?![\\w/-]|\\.\\w)");
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+:,./-]+");
    private static final int LONGEST = 200;

    /** From what a launcher passes on; a name that cannot be shown counts as none. */
    static CalledAs named(String name) {
        if (name.isEmpty() || name.length() > LONGEST || name.chars().anyMatch(Character::isISOControl)) {
            return CHECKOUT;
        }
        return new CalledAs(PLAIN.matcher(name).matches() ? name : "'" + name.replace("'", "'\\''") + "'");
    }

    /** A text with this name in place of the written one. */
    String in(String text) {
        return equals(CHECKOUT) ? text : WRITTEN.matcher(text).replaceAll(Matcher.quoteReplacement(word));
    }

    /** A writer that passes on texts with this name. A text must not end within the written one. */
    PrintWriter in(PrintWriter writer) {
        return equals(CHECKOUT) ? writer : new PrintWriter(new Renaming(writer, this), true);
    }

    private static final class Renaming extends Writer {
        private final PrintWriter raw;
        private final CalledAs name;

        Renaming(PrintWriter raw, CalledAs name) {
            this.raw = raw;
            this.name = name;
        }

        @Override
        public void write(char[] letters, int from, int length) {
            raw.write(name.in(new String(letters, from, length)));
        }

        @Override
        public void flush() throws IOException {
            raw.flush();
            if (raw.checkError()) {
                throw new IOException("the stream takes no more");
            }
        }

        @Override
        public void close() {
            raw.close();
        }
    }
}
