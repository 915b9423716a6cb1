package dev.jdbcbench.sql;

import java.util.Set;

/**
 * Reads SQL token by token, as MariaDB and MySQL do. Each character belongs to one token. The text is read as the
 * syntax says; if that leaves several ways to read it which do not agree, {@link #safe} ends. The time is proportional
 * to the length.
 */
public final class Tokens {
    static final char HIGH = 0x80;
    private static final char DELETE = 0x7f;
    private static final Set<String> PAIRS = Set.of("<=", ">=", "<>", "!=", ":=", "||", "&&");

    // The version in an executable comment.
    private static final int FEWEST_DIGITS = 5;
    private static final int MOST_DIGITS = 6;
    /** All servers that bench knows execute a comment with a lower version. MariaDB skips those of MySQL from here. */
    private static final int FIRST_UNCERTAIN = 50_700;
    /** No server executes it: mariadb-dump has a command for the client in such a comment. */
    private static final int NEVER = 999_999;

    /** A kind of token. */
    public enum Kind {
        /** Blanks, at most to the end of the line. */
        BLANK,
        COMMENT,
        /** The beginning or the end of an executable comment or of optimizer hints. What is in between are tokens. */
        MARK,
        /** Text in quotes, or in double quotes if that is not a name. */
        STRING,
        /** A name in quotes. */
        NAME,
        NUMBER,
        /** A word, or a variable. */
        WORD,
        /** An operator, or another character. */
        SIGN,
        /** What a client takes for the end of a statement. */
        DELIMITER
    }

    private final String sql;
    private final boolean cut;
    private Syntax syntax;
    private String delimiter = "";
    private Kind kind = Kind.BLANK;
    private int from;
    private int at;
    private boolean safe = true;
    private boolean uncertain;
    private boolean hint;
    /** Where the executable comment ends that is being read; -1 outside of one. */
    private int commentEnd = -1;

    /** Reads a whole text. */
    public Tokens(String sql, Syntax syntax) {
        this(sql, syntax, false);
    }

    /**
     * Reads a text.
     *
     * @param cut whether its end is missing
     */
    public Tokens(String sql, Syntax syntax, boolean cut) {
        this.sql = sql;
        this.syntax = syntax;
        this.cut = cut;
    }

    /** Reads the next token; returns false at the end. */
    public boolean next() {
        from = at;
        if (at == sql.length()) {
            return false;
        }
        kind = read(sql.charAt(at));
        // A server may also skip an executable comment. Both ways must end at the same place.
        safe &= commentEnd < 0 || at <= commentEnd;
        return true;
    }

    /** The kind of this token. */
    public Kind kind() {
        return kind;
    }

    /** Whether it is this sign. */
    public boolean isSign(char sign) {
        return kind == Kind.SIGN && sql.charAt(from) == sign;
    }

    /** The index of its first character. */
    public int from() {
        return from;
    }

    /** The index after its last character. */
    public int to() {
        return at;
    }

    /** The text of this token. */
    public String text() {
        return sql.substring(from, at);
    }

    /** Whether all ways to read the text so far agree. */
    public boolean safe() {
        return safe;
    }

    /** Whether this token is in a comment that some servers execute and others skip, or in optimizer hints. */
    public boolean uncertain() {
        return uncertain;
    }

    /** Whether this token is in optimizer hints. */
    public boolean hint() {
        return hint;
    }

    /** Continues with another syntax. */
    public void syntax(Syntax now) {
        syntax = now;
    }

    /** Sets the text that ends a statement; nothing does if it is empty. */
    public void delimiter(String now) {
        delimiter = now;
    }

    /** Continues at this index. */
    public void skip(int to) {
        at = to;
    }

    private Kind read(char letter) {
        if (delimited()) {
            at += delimiter.length();
            return Kind.DELIMITER;
        }
        if (blank(letter)) {
            at++;
            while (sql.charAt(at - 1) != '\n' && at < sql.length() && blank(sql.charAt(at)) && !delimited()) {
                at++;
            }
            return Kind.BLANK;
        }
        if (lineComment(letter)) {
            int from = at;
            skipTo("\n", at, 0);
            safe &= sql.substring(from, at).indexOf('\0') < 0; // for servers, it ends the comment, too
            return Kind.COMMENT;
        }
        if (commentEnd >= 0 && letter == '*' && next(1) == '/') { // elsewhere, these are two signs
            at += 2;
            commentEnd = -1;
            hint = false;
            uncertain = false;
            return Kind.MARK;
        }
        if (letter == '/' && next(1) == '*') {
            return comment();
        }
        if (letter == '\'' || letter == '"' || letter == '`') {
            Quoted quoted = Quoted.at(sql, at, syntax);
            at = quoted.end();
            safe &= quoted.safe() || (cut && at == sql.length());
            return syntax.quotesNames(letter) ? Kind.NAME : Kind.STRING;
        }
        if (digit(letter) || (letter == '.' && digit(next(1)) && (at == 0 || !wordPart(sql.charAt(at - 1))))) {
            skipNumber();
            return Kind.NUMBER;
        }
        if (wordPart(letter)) {
            skipWord();
            return Kind.WORD;
        }
        at += PAIRS.contains(sql.substring(at, Math.min(sql.length(), at + 2))) ? 2 : 1;
        return Kind.SIGN;
    }

    private char next(int distance) {
        return at + distance < sql.length() ? sql.charAt(at + distance) : '\0';
    }

    private boolean delimited() {
        return !delimiter.isEmpty() && !hint && sql.startsWith(delimiter, at);
    }

    private boolean lineComment(char letter) {
        if (letter != '-' || next(1) != '-') {
            return letter == '#';
        }
        safe &= next(2) < HIGH; // a blank in some character sets
        return blank(next(2));
    }

    private Kind comment() {
        boolean own = next(2) == 'M' && next(3) == '!';
        if (next(2) != '!' && next(2) != '+' && !own) {
            return plainComment();
        }
        int digits = at + (own ? 4 : 3);
        int end = digits;
        while (end < sql.length() && end < digits + MOST_DIGITS && digit(sql.charAt(end))) {
            end++;
        }
        int version = end < digits + FEWEST_DIGITS ? 0 : Integer.parseInt(sql.substring(digits, end));
        if (version == NEVER) {
            return plainComment();
        }
        safe &= commentEnd < 0;
        hint = next(2) == '+';
        uncertain = hint || own || version >= FIRST_UNCERTAIN;
        at = version > 0 ? end : digits;
        commentEnd = safe ? sql.indexOf("*/", at) : -1;
        if (commentEnd < 0) {
            safe &= cut;
            commentEnd = sql.length();
        }
        return Kind.MARK;
    }

    private Kind plainComment() {
        skipTo("*/", at + 2, 2);
        return Kind.COMMENT;
    }

    private void skipTo(String end, int start, int length) {
        int found = sql.indexOf(end, start);
        at = found < 0 ? sql.length() : found + length;
    }

    private void skipNumber() {
        while (at < sql.length() && !delimited()) {
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

    private void skipWord() {
        while (at < sql.length() && wordPart(sql.charAt(at)) && !delimited()) {
            at++;
        }
        // A character's second byte that looks like a backquote or backslash, and MySQL's $$-quoted programs.
        safe &= syntax.plain() || sql.charAt(at - 1) < HIGH || (next(0) != '`' && next(0) != '\\');
        safe &= sql.charAt(from) != '$' || sql.substring(from, at).indexOf('$', 1) < 0;
    }

    private static boolean blank(char letter) {
        return letter <= ' ' || letter == DELETE;
    }

    private static boolean digit(char letter) {
        return letter >= '0' && letter <= '9';
    }

    private static boolean wordPart(char letter) {
        return (letter >= 'a' && letter <= 'z')
                || (letter >= 'A' && letter <= 'Z')
                || digit(letter)
                || letter == '_'
                || letter == '$'
                || letter == '@'
                || letter >= HIGH;
    }
}
