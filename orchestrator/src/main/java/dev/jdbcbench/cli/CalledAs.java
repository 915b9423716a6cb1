package dev.jdbcbench.cli;

import dev.jdbcbench.untrusted.ShellWord;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name by which the user calls bench. Messages and help are written for a checkout, with {@code ./bench}. On the
 * way to the terminal the user's own name replaces it, so suggested commands can be pasted. Files keep {@code ./bench},
 * as in the documentation.
 *
 * @param word the name for a shell, quoted if necessary
 */
public record CalledAs(String word) {
    /** The name in a checkout, and when bench was started without a launcher. */
    static final CalledAs CHECKOUT = new CalledAs("./bench");

    private static final Pattern WRITTEN = Pattern.compile("(?<![\\w./~-])\\./bench(?![\\w/-]|\\.\\w)");
    private static final int LONGEST = 200;

    /** The name that a launcher passed on; the checkout's name if it is empty, too long or has control characters. */
    public static CalledAs named(String name) {
        if (name.isEmpty() || name.length() > LONGEST || name.chars().anyMatch(Character::isISOControl)) {
            return CHECKOUT;
        }
        return new CalledAs(ShellWord.quoted(name));
    }

    /** A copy of the text with this name. */
    public String in(String text) {
        return equals(CHECKOUT) ? text : WRITTEN.matcher(text).replaceAll(Matcher.quoteReplacement(word));
    }

    /** A writer that replaces the name in the text that passes. A single write must not end within the name. */
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
                throw new IOException("cannot write to the stream");
            }
        }

        @Override
        public void close() {
            raw.close();
        }
    }
}
