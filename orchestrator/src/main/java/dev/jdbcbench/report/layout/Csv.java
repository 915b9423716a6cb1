package dev.jdbcbench.report.layout;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** The syntax of CSV (RFC 4180). */
public final class Csv {
    /** Ends a line. */
    public static final String END = "\r\n";

    private Csv() {}

    /** A field, quoted if it must be. Numbers have all digits; null, NaN and infinity are empty. */
    public static String field(@Nullable Object value) {
        if (value == null) {
            return "";
        }
        if (value instanceof Double number) {
            return Double.isFinite(number) ? BigDecimal.valueOf(number).toPlainString() : "";
        }
        String text = value.toString();
        return text.matches("[^\",\\r\\n]*") ? text : '"' + text.replace("\"", "\"\"") + '"';
    }
}
