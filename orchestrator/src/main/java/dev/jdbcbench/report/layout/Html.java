package dev.jdbcbench.report.layout;

import dev.jdbcbench.driver.Sha256;
import dev.jdbcbench.untrusted.Printable;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Pattern;

/** Escaping for pages that are both HTML and XML. */
public final class Html {
    /** Characters that neither format allows, not even escaped. */
    private static final Pattern FORBIDDEN = Pattern.compile("[\\p{Cntrl}\\uFFFE\\uFFFF]+");

    private static final Pattern LONE_SURROGATE = Pattern.compile("\\p{Cs}");

    private Html() {}

    /** Escapes foreign text for an element or a quoted attribute; characters that would hide or reorder it become visible. */
    public static String escaped(String text) {
        return Printable.text(LONE_SURROGATE
                        .matcher(FORBIDDEN.matcher(text).replaceAll(" "))
                        .replaceAll("\uFFFD"))
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }

    /**
     * JSON for a {@code script} element, which shows its strings. Scripts have no escapes of their own, so characters that could end the element
     * are escaped within JSON.
     */
    public static String data(String json) {
        return Printable.strings(json)
                .replace("<", "\\u003c")
                .replace(">", "\\u003e")
                .replace("&", "\\u0026");
    }

    /** An element that contains text. */
    public static String element(String name, String text) {
        return "<" + name + ">" + escaped(text) + "</" + name.replaceFirst(" .*", "") + ">";
    }

    /** A share of the width, as an SVG attribute. */
    public static String percent(double share) {
        return Numbers.fixed(share, 2) + "%";
    }

    /**
     * The beginning of a page, up to its body. Its content security policy forbids everything, the network included, but styles
     * and what {@code allowed} adds.
     *
     * @param allowed directives, like {@code script-src} with {@link #source}
     */
    public static String head(String title, String style, String allowed) {
        return """
                <!DOCTYPE html>
                <html lang="en">
                <head>
                <meta charset="utf-8"/>
                <meta name="viewport" content="width=device-width, initial-scale=1"/>
                <meta name="color-scheme" content="light dark"/>
                <meta http-equiv="Content-Security-Policy" content="default-src 'none'; base-uri 'none'; form-action 'none'; \
                style-src 'unsafe-inline'; %s"/>
                <title>%s</title>
                <style>
                """.formatted(allowed, escaped(title)) + style + "</style>\n</head>\n<body>\n";
    }

    /** A script as a content security policy names it: by its hash. */
    public static String source(String script) {
        byte[] hash = Sha256.digest(script.getBytes(StandardCharsets.UTF_8));
        return "'sha256-" + Base64.getEncoder().encodeToString(hash) + "'";
    }
}
