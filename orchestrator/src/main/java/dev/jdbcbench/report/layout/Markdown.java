package dev.jdbcbench.report.layout;

/** Escaping for GitHub's Markdown. */
public final class Markdown {
    private Markdown() {}

    /** Escapes foreign text, so it is shown literally, even in a table. */
    public static String escaped(String text) {
        return Page.plain(text)
                .replaceAll("[\\\\`*_\\[\\]|~#]", "\\\\$0")
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                // GitHub notifies a user named after @, unless a letter or digit precedes it
                .replaceAll("(?<![\\p{L}\\p{N}])@", "@&#8203;");
    }
}
