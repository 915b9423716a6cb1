package dev.jdbcbench.report;

/** Text in the Markdown of GitHub. */
final class Markdown {
    private Markdown() {}

    /** A text that came from elsewhere, so it is shown as it is, in a table, too. */
    static String escaped(String text) {
        return Page.plain(text)
                .replaceAll("[\\\\`*_\\[\\]|~#]", "\\\\$0")
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                // a name after @ would be called to the thread; after a letter it is none
                .replaceAll("(?<![\\p{L}\\p{N}])@", "@&#8203;");
    }
}
