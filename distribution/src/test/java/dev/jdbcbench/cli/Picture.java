package dev.jdbcbench.cli;

import java.util.List;

/** An SVG of a terminal with the output of a command. */
final class Picture {
    private static final double LETTER = 8.43; // width at 14 px in common monospaced fonts
    private static final int LINE = 19;
    private static final int MARGIN = 16;
    private static final int COLUMNS = 80;

    private Picture() {}

    /** Draws these lines; {@code $} marks typed input, slower is red, faster is green. */
    static String of(List<String> lines) {
        int width = (int) Math.ceil(2 * MARGIN + LETTER * COLUMNS);
        int height = 2 * MARGIN + LINE * lines.size();
        StringBuilder svg = new StringBuilder()
                .append("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + width + " " + height
                        + "\" width=\"" + width + "\" height=\"" + height + "\">\n")
                .append(
                        "<style>text{font:14px ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;fill:#d6deeb;white-space:pre}"
                                + ".p{fill:#7fdbca}.s{fill:#ff7b72}.f{fill:#56d364}</style>\n")
                .append("<rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"#0f1720\"/>\n");
        for (int i = 0; i < lines.size(); i++) {
            if (!lines.get(i).isBlank()) {
                line(svg, i, coloured(escaped(lines.get(i))));
            }
        }
        return svg.append("</svg>\n").toString();
    }

    private static void line(StringBuilder svg, int number, String content) {
        svg.append("<text xml:space=\"preserve\" x=\"" + MARGIN + "\" y=\"" + (MARGIN + LINE * (number + 1) - 5) + "\">"
                + content + "</text>\n");
    }

    /** Colours each sign, with the change and interval after it. */
    private static String coloured(String text) {
        return text.replaceAll("^\\$ ", "<tspan class=\"p\">\\$</tspan> ")
                .replaceAll("▲( +[^ ]+( %)? \\[[^]]*])?", "<tspan class=\"s\">$0</tspan>")
                .replaceAll("▼( +[^ ]+( %)? \\[[^]]*])?", "<tspan class=\"f\">$0</tspan>");
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
