package dev.jdbcbench.scenario;

/** Counts the parameters of a statement. */
public final class QuestionMarks {
    private QuestionMarks() {}

    /** The number of question marks outside of quotation marks and comments. */
    public static long in(String sql) {
        long marks = 0;
        int at = 0;
        while (at < sql.length()) {
            char character = sql.charAt(at);
            if (character == '?') {
                marks++;
                at++;
            } else if (character == '\'' || character == '"' || character == '`') {
                at = quoteEnd(sql, at);
            } else if (sql.startsWith("--", at) || character == '#') {
                at = after(sql, "\n", at);
            } else if (sql.startsWith("/*", at)) {
                at = after(sql, "*/", at + 2);
            } else {
                at++;
            }
        }
        return marks;
    }

    private static int quoteEnd(String sql, int start) {
        char quote = sql.charAt(start);
        int at = start + 1;
        while (at < sql.length() && sql.charAt(at) != quote) {
            at += sql.charAt(at) == '\\' && quote != '`' ? 2 : 1;
        }
        return at + 1; // a doubled quotation mark ends one text and begins the next
    }

    private static int after(String sql, String end, int from) {
        int found = sql.indexOf(end, from);
        return found < 0 ? sql.length() : found + end.length();
    }
}
