package dev.jdbcbench.sql;

import java.util.function.BiConsumer;
import java.util.function.BiPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Splits a text into statements, as the clients {@code mariadb} and {@code mysql} do: a statement ends with a semicolon,
 * or with the delimiter set by a line {@code DELIMITER}. It follows the modes that the statements set.
 */
public final class Script {
    private static final Pattern DELIMITER = Pattern.compile("(?i)\\s*delimiter\\s+(\\S+)[^\n]*");
    private static final Pattern MODE = Pattern.compile(
            "(?i)(?:/\\*M?!\\d*\\s*)?set\\s(?!\\s*(?:global|persist|persist_only)\\b|\\s*@@(?:global|persist|persist_only)\\.).*?\\bsql_mode\\s*:?=\\s*(?:(['\"])(?<mode>[^'\"]*)\\1|\\S).*",
            Pattern.DOTALL);

    private final String text;
    private final boolean comments;
    private final BiPredicate<String, Integer> remark;
    private final BiConsumer<String, Integer> found;
    private final Tokens tokens;
    private final StringBuilder statement = new StringBuilder();
    private String delimiter = ";";
    private boolean body;
    private boolean complete;
    private int line = 1;
    private int begun;

    /**
     * Prepares to read a text.
     *
     * @param comments whether comments in a statement belong to it; executable comments always do
     * @param remark whether a line, with its number, is no SQL. It is asked for each line where a token begins
     * @param found receives each statement, with the number of its first line
     */
    public Script(
            String text, boolean comments, BiPredicate<String, Integer> remark, BiConsumer<String, Integer> found) {
        this.text = text;
        this.comments = comments;
        this.remark = remark;
        this.found = found;
        this.tokens = new Tokens(text, Syntax.DEFAULT);
        tokens.delimiter(delimiter);
    }

    /** Reads the whole text. */
    public void read() {
        while (tokens.to() < text.length()) {
            if (!directive()) {
                tokens.next();
                take();
            }
        }
        end();
    }

    /** Ends the statement that is being read. The next ones run in another session. */
    public void part() {
        end();
        tokens.syntax(Syntax.DEFAULT);
    }

    /** Sets whether everything belongs to the statement until this is set again. */
    public void body(boolean is) {
        body = is;
        tokens.delimiter(is ? "" : delimiter);
    }

    /** Ends the statement that is being read. */
    public void end() {
        String sql = statement.toString().strip();
        statement.setLength(0);
        if (!complete) {
            return; // only comments
        }
        complete = false;
        Matcher mode = MODE.matcher(sql);
        if (mode.matches()) {
            String set = mode.group("mode");
            tokens.syntax(set == null ? Syntax.DEFAULT : Syntax.ofMode(set));
        }
        found.accept(sql, begun);
    }

    /** Consumes a line that the client handles itself, or that is a remark. */
    private boolean directive() {
        int at = tokens.to();
        if (at > 0 && text.charAt(at - 1) != '\n') {
            return false;
        }
        int lineEnd = text.indexOf('\n', at);
        lineEnd = lineEnd < 0 ? text.length() : lineEnd;
        String whole = text.substring(at, lineEnd);
        Matcher now = DELIMITER.matcher(whole);
        boolean sets = !body && !complete && now.matches();
        if (sets) {
            delimiter = now.group(1);
            tokens.delimiter(delimiter);
        } else if (!remark.test(whole, line)) {
            return false;
        }
        tokens.skip(lineEnd);
        return true;
    }

    private void take() {
        String token = tokens.text();
        switch (tokens.kind()) {
            case DELIMITER -> end();
            case BLANK -> append(token, !statement.isEmpty());
            case COMMENT -> {
                boolean block = token.startsWith("/*");
                append(comments ? token : block ? " " : "", !statement.isEmpty() || (comments && block));
            }
            default -> {
                append(token, true);
                complete = true;
            }
        }
        line += (int) token.chars().filter(letter -> letter == '\n').count();
    }

    private void append(String token, boolean belongs) {
        if (belongs) {
            begun = statement.isEmpty() ? line : begun;
            statement.append(token);
        }
    }
}
