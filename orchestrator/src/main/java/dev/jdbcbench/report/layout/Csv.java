package dev.jdbcbench.report.layout;

import java.math.BigDecimal;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The syntax of CSV (RFC 4180). */
public final class Csv {
    /** Ends a line. */
    public static final String END = "\r\n";

    /** The beginnings of a formula, by the list of OWASP; the last four are full-width. */
    private static final Pattern FORMULA = Pattern.compile("[=+@\\t\\r\\n\uff1d\uff0b\uff0d\uff20-]");

    private static final Pattern NUMBER = Pattern.compile("[-+]?[0-9.]{1,40}|[-+]?[0-9.]{1,40}[eE][-+]?[0-9]{1,4}");

    private Csv() {}

    /**
     * A field, quoted if it must be. Numbers have all digits, and no point if they are integers; null, NaN and infinity are empty. A text that a spreadsheet would
     * calculate gets an apostrophe in front, because names may come from others.
     */
    public static String field(@Nullable Object value) {
        if (value == null) {
            return "";
        }
        if (value instanceof Double number) {
            return Double.isFinite(number)
                    ? BigDecimal.valueOf(number).stripTrailingZeros().toPlainString()
                    : "";
        }
        String raw = value.toString();
        String text = FORMULA.matcher(raw).lookingAt() && !NUMBER.matcher(raw).matches() ? "'" + raw : raw;
        return text.matches("[^\",\\r\\n]*") ? text : '"' + text.replace("\"", "\"\"") + '"';
    }
}
