package dev.jdbcbench.watch;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Normalises a statement: literals become {@code ?}, comments are removed, lists after IN and rows of VALUES are
 * folded. All executions of one line of code get the same shape, and no shape contains data. Text in double quotes
 * counts as a literal, as it does by default in MariaDB and MySQL.
 */
final class Shape {
    private static final String LITERAL = "?";
    private static final String MORE = "…";
    private static final String OPEN = "(";
    private static final String CLOSE = ")";
    private static final String COMMA = ",";

    /** Longest shape, in characters. */
    private static final int LONGEST = 1000;

    /** Words that are values wherever a value is expected. */
    private static final Set<String> VALUES = Set.of("NULL", "TRUE", "FALSE", "DEFAULT");

    private static final Set<String> BEFORE_VALUE = Set.of(OPEN, COMMA, "=", "<", ">", "<=", ">=", "<>", "!=");
    private static final Set<String> SIGNS = Set.of("+", "-");

    /** The value of autocommit is kept, because it is the purpose of the statement. */
    private static final Pattern AUTOCOMMIT =
            Pattern.compile("(?i)set (?:session |@@session\\.|@@)?autocommit ?= ?[01] ?;?");

    private static final Pattern STRING_PREFIX = Pattern.compile("(?i)[xbn]|_[a-z0-9]+");

    private final String sql;
    private final List<Token> tokens = new ArrayList<>();
    private int at;
    private boolean gap;

    private Shape(String sql) {
        this.sql = sql;
    }

    /**
     * A word, a sign or a literal.
     *
     * @param gap whether a blank or a comment precedes it
     */
    private record Token(String text, boolean gap) {
        boolean is(String other) {
            return text.equals(other);
        }
    }

    /**
     * The shape of a statement.
     *
     * @param cut whether the text is truncated
     */
    static String of(String sql, boolean cut) {
        String line = sql.length() > LONGEST ? "" : sql.strip().replaceAll("\\s+", " ");
        if (AUTOCOMMIT.matcher(line).matches()) {
            return line.replace(";", "").strip();
        }
        Shape shape = new Shape(sql);
        shape.read();
        String text = text(withoutRepeats(shape.folded()));
        boolean shortened = text.length() > LONGEST;
        if (shortened) {
            text = text.substring(0, Character.isHighSurrogate(text.charAt(LONGEST - 1)) ? LONGEST - 1 : LONGEST);
        }
        return shortened || (cut && !text.endsWith(MORE)) ? text + " " + MORE : text;
    }

    private void read() {
        while (at < sql.length()) {
            char letter = sql.charAt(at);
            if (Character.isWhitespace(letter) || Character.isISOControl(letter)) {
                at++;
                gap = true;
            } else if (comment()) {
                gap = true;
            } else if (letter == '\'' || letter == '"') {
                skipQuoted(letter);
                string();
            } else if (letter == '`') {
                int from = at;
                skipQuoted(letter);
                add(sql.substring(from, at));
            } else if (digit(letter) || (letter == '.' && digit(next(1)) && !afterName())) {
                skipNumber();
                value(LITERAL);
            } else if (wordPart(letter)) {
                word();
            } else {
                sign();
            }
        }
    }

    private char next(int distance) {
        return at + distance < sql.length() ? sql.charAt(at + distance) : '\0';
    }

    /** Skips a comment. Optimizer hints and executable comments of MariaDB and MySQL stay, without their delimiters. */
    private boolean comment() {
        char letter = sql.charAt(at);
        boolean line = letter == '#' || (letter == '-' && next(1) == '-' && (at + 2 >= sql.length() || next(2) <= ' '));
        if (line) {
            int end = sql.indexOf('\n', at);
            at = end < 0 ? sql.length() : end;
            return true;
        }
        if (letter == '*' && next(1) == '/') {
            at += 2;
            return true;
        }
        if (letter != '/' || next(1) != '*') {
            return false;
        }
        if (next(2) == '!' || next(2) == '+' || (next(2) == 'M' && next(3) == '!')) {
            at += next(2) == 'M' ? 4 : 3;
            while (at < sql.length() && digit(sql.charAt(at))) {
                at++; // the minimum server version
            }
            return true;
        }
        int end = sql.indexOf("*/", at + 2);
        at = end < 0 ? sql.length() : end + 2;
        return true;
    }

    private void skipQuoted(char quote) {
        at++;
        while (at < sql.length()) {
            char letter = sql.charAt(at);
            if (letter == '\\' && quote != '`') {
                at += 2;
            } else if (letter == quote && next(1) == quote) {
                at += 2;
            } else if (letter == quote) {
                at++;
                return;
            } else {
                at++;
            }
        }
        at = sql.length();
    }

    /** Adds the literal just read. A prefix such as x or _utf8mb4, or a string directly before it, belongs to it. */
    private void string() {
        if (!tokens.isEmpty()) {
            Token last = tokens.get(tokens.size() - 1);
            boolean prefix = STRING_PREFIX.matcher(last.text()).matches()
                    && (!gap || last.text().startsWith("_"));
            if (prefix) {
                tokens.remove(tokens.size() - 1);
                gap = last.gap();
            }
        }
        value(LITERAL);
    }

    private void skipNumber() {
        while (at < sql.length()) {
            char letter = sql.charAt(at);
            boolean exponent = (letter == '+' || letter == '-')
                    && (sql.charAt(at - 1) == 'e' || sql.charAt(at - 1) == 'E')
                    && digit(next(1));
            if (!wordPart(letter) && letter != '.' && !exponent) {
                return;
            }
            at++;
        }
    }

    private boolean afterName() {
        return !gap && !tokens.isEmpty() && wordPart(lastLetter());
    }

    private char lastLetter() {
        String last = tokens.get(tokens.size() - 1).text();
        return last.charAt(last.length() - 1);
    }

    private void word() {
        int from = at;
        while (at < sql.length() && wordPart(sql.charAt(at))) {
            at++;
        }
        String word = sql.substring(from, at);
        boolean expected = !tokens.isEmpty()
                && BEFORE_VALUE.contains(tokens.get(tokens.size() - 1).text());
        if (expected && VALUES.contains(word.toUpperCase(Locale.ROOT)) && next(0) != '(') {
            value(LITERAL);
        } else {
            add(word);
        }
    }

    private void sign() {
        String two = sql.substring(at, Math.min(sql.length(), at + 2));
        boolean pair = Set.of("<=", ">=", "<>", "!=", ":=", "||", "&&").contains(two);
        int length = pair ? 2 : Character.charCount(sql.codePointAt(at));
        add(sql.substring(at, at + length));
        at += length;
    }

    /** Adds a value; a sign directly before it belongs to it. */
    private void value(String text) {
        int size = tokens.size();
        if (size >= 2
                && SIGNS.contains(tokens.get(size - 1).text())
                && BEFORE_VALUE.contains(tokens.get(size - 2).text())) {
            gap = tokens.remove(size - 1).gap();
        }
        add(text);
    }

    private void add(String text) {
        tokens.add(new Token(text, gap));
        gap = false;
    }

    private static boolean digit(char letter) {
        return letter >= '0' && letter <= '9';
    }

    private static boolean wordPart(char letter) {
        return Character.isLetterOrDigit(letter)
                || letter == '_'
                || letter == '$'
                || letter == '@'
                || Character.isSurrogate(letter);
    }

    /** The tokens with lists and rows folded. */
    private List<Token> folded() {
        List<Token> kept = new ArrayList<>();
        int i = 0;
        while (i < tokens.size()) {
            Token token = tokens.get(i);
            kept.add(token);
            i++;
            boolean group = i < tokens.size() && tokens.get(i).is(OPEN);
            if (group && token.text().equalsIgnoreCase("IN")) {
                i = foldList(i, kept);
            } else if (group
                    && (token.text().equalsIgnoreCase("VALUES") || token.text().equalsIgnoreCase("VALUE"))) {
                i = foldRows(i, kept);
            }
        }
        return kept;
    }

    /** Folds a list that contains only values, or rows of values, to its first element; returns the index after it. */
    private int foldList(int open, List<Token> kept) {
        int end = end(open);
        for (int i = open; i < end; i++) {
            if (!Set.of(OPEN, CLOSE, COMMA, LITERAL).contains(tokens.get(i).text())) {
                return open;
            }
        }
        kept.add(tokens.get(open));
        int row = open + 1;
        if (row < tokens.size() && tokens.get(row).is(OPEN)) {
            kept.addAll(tokens.subList(row, end(row)));
        } else {
            kept.add(new Token(LITERAL, false));
        }
        kept.add(new Token(MORE, false));
        kept.add(new Token(CLOSE, false));
        return end;
    }

    /** Keeps the first row of several; returns the index after them. */
    private int foldRows(int open, List<Token> kept) {
        int end = end(open);
        kept.addAll(tokens.subList(open, end));
        boolean more = false;
        while (end + 1 < tokens.size()
                && tokens.get(end).is(COMMA)
                && tokens.get(end + 1).is(OPEN)) {
            end = end(end + 1);
            more = true;
        }
        if (end + 1 == tokens.size() && tokens.get(end).is(COMMA)) {
            end++; // the text was cut between two rows
            more = true;
        }
        if (more) {
            kept.add(new Token(COMMA, false));
            kept.add(new Token(MORE, true));
        }
        return end;
    }

    /** The index after the parenthesis that closes the one at {@code open}; the end if the text was truncated. */
    private int end(int open) {
        int depth = 0;
        for (int i = open; i < tokens.size(); i++) {
            depth += tokens.get(i).is(OPEN) ? 1 : tokens.get(i).is(CLOSE) ? -1 : 0;
            if (depth == 0) {
                return i + 1;
            }
        }
        return tokens.size();
    }

    /** Removes repetitions of a statement from a text, as in a rewritten batch of UPDATE. */
    private static List<Token> withoutRepeats(List<Token> tokens) {
        List<String> statements = new ArrayList<>();
        List<Token> kept = new ArrayList<>();
        List<Token> open = new ArrayList<>();
        boolean repeated = false;
        for (int i = 0; i <= tokens.size(); i++) {
            if (i < tokens.size() && !tokens.get(i).is(";")) {
                open.add(tokens.get(i));
                continue;
            }
            String statement = text(open);
            if (!open.isEmpty()
                    && (statements.isEmpty()
                            || !statements.get(statements.size() - 1).equals(statement))) {
                if (!kept.isEmpty()) {
                    kept.add(new Token(";", false));
                    open.set(0, new Token(open.get(0).text(), true));
                }
                kept.addAll(open);
                statements.add(statement);
            } else if (!open.isEmpty()) {
                repeated = true;
            }
            open.clear();
        }
        if (repeated) {
            kept.add(new Token(";", false));
            kept.add(new Token(MORE, true));
        }
        return kept;
    }

    private static String text(List<Token> tokens) {
        StringBuilder text = new StringBuilder();
        String last = "";
        for (Token token : tokens) {
            boolean tight = token.is(COMMA) || token.is(CLOSE) || token.is(";") || last.equals(OPEN);
            if (!text.isEmpty() && !tight && (token.gap() || last.equals(COMMA))) {
                text.append(' ');
            }
            text.append(token.text());
            last = token.text();
        }
        return text.toString();
    }
}
