package dev.jdbcbench.page;

import dev.jdbcbench.page.Svg.Anchor;
import dev.jdbcbench.page.Svg.Paint;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The title of a figure and how to read it, from the page's template.
 *
 * @param pieces words, and names of colours that the words after them explain
 */
record Caption(String id, String title, List<String> pieces) {
    private static final Pattern FIGURE = Pattern.compile(
            "<figure id=\"figure-([a-z]{1,20})\"[^>]{0,99}>\\s{0,9}<figcaption>([^<]{0,200})</figcaption>\\s{0,9}<p>(.{0,2000}?)</p>",
            Pattern.DOTALL);

    private static final Pattern BAND = Pattern.compile("<span class=\"band ([a-z0-9]{1,20})\"></span>");
    private static final String COLOUR = "\u0000";

    /** The colours that the style of the page gives to these names, with their opacity. */
    private static final Map<String, Paint> COLOURS = Map.of(
            "margin", Paint.filled("#009e73").opacity(0.35),
            "twin", Paint.filled("#1b222c").opacity(0.18),
            "part0", Paint.filled("#0072b2").opacity(0.85),
            "part1", Paint.filled("#d55e00").opacity(0.85),
            "part2", Paint.filled("#009e73").opacity(0.85),
            "part3", Paint.filled("#7a7f87").opacity(0.6));

    private static final int LINE = 17;
    private static final int BOX = 14;
    private static final double LEFT = 16;

    /** The mean width of a letter in sentences. */
    private static final double LETTER = 6.8;

    Caption {
        pieces = List.copyOf(pieces);
    }

    /** The captions of a template, in its order. */
    static List<Caption> of(String template) {
        List<Caption> captions = new ArrayList<>();
        Matcher figure = FIGURE.matcher(template);
        while (figure.find()) {
            captions.add(new Caption(
                    figure.group(1),
                    figure.group(2).replaceFirst("\\.$", ""),
                    List.of(BAND.matcher(figure.group(3))
                            .replaceAll(" " + COLOUR + "$1 ")
                            .strip()
                            .split("\\s+"))));
        }
        return captions;
    }

    static Paint colour(String name) {
        return COLOURS.getOrDefault(name, Paint.filled(Svg.QUIET));
    }

    /** Draws it at the top of a figure. */
    void draw(Svg svg, String name) {
        svg.add(14);
        svg.text(LEFT, svg.add(24) + 8, Anchor.START, Svg.TEXT, "bold", title + " · " + name);
        double x = LEFT;
        double y = svg.add(LINE) + LINE / 2.0;
        StringBuilder words = new StringBuilder();
        for (String piece : pieces) {
            boolean box = piece.startsWith(COLOUR);
            double end = x + LETTER * words.length();
            boolean full = end + (box ? BOX : LETTER * piece.length()) > svg.width() - LEFT && end > LEFT;
            if (full || box) {
                svg.text(x, y, Anchor.START, Svg.QUIET, "", words.toString().trim());
                words.setLength(0);
                x = full ? LEFT : end;
                y = full ? svg.add(LINE) + LINE / 2.0 : y;
            }
            if (box) {
                svg.rectangle(x + 3, y - 5, x + 3 + BOX, y + 5, colour(piece.substring(1)), "");
                x += BOX + 8;
            } else {
                words.append(piece).append(' ');
            }
        }
        svg.text(x, y, Anchor.START, Svg.QUIET, "", words.toString().trim());
        svg.add(8);
    }
}
