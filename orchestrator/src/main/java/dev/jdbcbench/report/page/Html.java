package dev.jdbcbench.report.page;

import dev.jdbcbench.report.layout.Numbers;
import java.util.regex.Pattern;

/** Escaping for pages that are both HTML and XML. */
final class Html {
    /** Characters that neither format allows, not even escaped. */
    private static final Pattern FORBIDDEN = Pattern.compile("[\\p{Cntrl}\\uFFFE\\uFFFF]+");

    private static final Pattern LONE_SURROGATE = Pattern.compile("\\p{Cs}");

    private Html() {}

    /** Escapes foreign text for an element or a quoted attribute. */
    static String escaped(String text) {
        return LONE_SURROGATE
                .matcher(FORBIDDEN.matcher(text).replaceAll(" "))
                .replaceAll("\uFFFD")
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }

    /**
     * JSON for a {@code script} element. Scripts have no escapes of their own, so characters that could end the element
     * are escaped within JSON.
     */
    static String data(String json) {
        return json.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026");
    }

    /** An element that contains text. */
    static String element(String name, String text) {
        return "<" + name + ">" + escaped(text) + "</" + name.replaceFirst(" .*", "") + ">";
    }

    /** A share of the width, as an SVG attribute. */
    static String percent(double share) {
        return Numbers.fixed(share, 2) + "%";
    }
}
