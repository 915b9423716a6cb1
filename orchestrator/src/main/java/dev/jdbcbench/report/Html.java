package dev.jdbcbench.report;

import java.util.regex.Pattern;

/** Text in a page that is HTML and XML alike. */
final class Html {
    /** What neither may contain, whatever it stands for. */
    private static final Pattern FORBIDDEN = Pattern.compile("[\\p{Cntrl}\\uFFFE\\uFFFF]+");

    private static final Pattern LONE_SURROGATE = Pattern.compile("\\p{Cs}");

    private Html() {}

    /** A text that came from elsewhere, for an element or a quoted attribute. */
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

    /** JSON for a {@code script} element, which knows no escapes of its own: the same JSON, without a character that could end it. */
    static String data(String json) {
        return json.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026");
    }

    /** An element with a text in it. */
    static String element(String name, String text) {
        return "<" + name + ">" + escaped(text) + "</" + name.replaceFirst(" .*", "") + ">";
    }

    /** A share of the width, as an attribute of SVG takes it. */
    static String percent(double share) {
        return Numbers.fixed(share, 2) + "%";
    }
}
