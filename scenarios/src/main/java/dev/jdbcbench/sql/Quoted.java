package dev.jdbcbench.sql;

/**
 * A text in quotes, read in all possible ways at once.
 *
 * @param end the index after its last character
 * @param safe whether all ways agree on its end
 */
record Quoted(int end, boolean safe) {
    // The ways to read the next character. Several may be possible.
    private static final int INSIDE = 1;
    /** It belongs to the one before: it is escaped. */
    private static final int ESCAPED = 2;
    /** It may be the second byte of a character. */
    private static final int SECOND = 4;
    /** The one before was a quote: the end, unless this is one, too. */
    private static final int QUOTE = 8;

    /** The text whose opening quote is at this index. */
    static Quoted at(String sql, int start, Syntax syntax) {
        char quote = sql.charAt(start);
        int ways = INSIDE;
        for (int at = start + 1; at < sql.length(); at++) {
            char letter = sql.charAt(at);
            if ((ways & QUOTE) != 0 && letter != quote) {
                return new Quoted(at, ways == QUOTE);
            }
            ways = next(ways, letter, quote, syntax);
        }
        return new Quoted(sql.length(), ways == QUOTE);
    }

    private static int next(int ways, char letter, char quote, Syntax syntax) {
        int next = 0;
        if ((ways & INSIDE) != 0) {
            if (letter == quote) {
                next |= QUOTE;
            } else if (letter == '\\') {
                next |= (syntax.mayEscape(quote) ? ESCAPED : 0) | (syntax.mayNotEscape(quote) ? INSIDE : 0);
            } else {
                next |= INSIDE;
            }
        }
        if ((ways & (ESCAPED | QUOTE)) != 0) {
            next |= INSIDE;
        }
        if ((ways & SECOND) != 0 && letter > '/') {
            next |= INSIDE;
        }
        boolean first = letter >= Tokens.HIGH && !syntax.plain() && (ways & (INSIDE | ESCAPED)) != 0;
        return first ? next | SECOND : next;
    }
}
