package dev.jdbcbench.page;

import dev.jdbcbench.report.layout.Html;
import java.util.Locale;

/** A picture in SVG, for a white background. It grows downwards, and needs no script, style or font file. */
final class Svg {
    static final String TEXT = "#1b222c";
    static final String QUIET = "#525c6b";
    static final String GRID = "#d5dae1";
    static final String BACK = "#ffffff";

    /** The height of a letter in px; the width of a letter is at most {@link #LETTER}. */
    private static final int LETTERS = 12;

    static final double LETTER = 7.2;

    private final StringBuilder body = new StringBuilder();
    private final double width;
    private double height;

    Svg(double width) {
        this.width = width;
    }

    /** The width of a text, at most. */
    static double width(String text) {
        return text.length() * LETTER;
    }

    double width() {
        return width;
    }

    /** Leaves room for more of it, and returns where that begins. */
    double add(double more) {
        height += more;
        return height - more;
    }

    private static String number(double value) {
        String text = String.format(Locale.ROOT, "%.1f", value);
        return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
    }

    /** How a shape is painted; without colour, it is not. */
    record Paint(String fill, String line, double lineWidth, double opacity, String dashes) {
        static Paint filled(String colour) {
            return new Paint(colour, "none", 0, 1, "");
        }

        static Paint line(String colour, double width) {
            return new Paint("none", colour, width, 1, "");
        }

        Paint fill(String colour) {
            return new Paint(colour, line, lineWidth, opacity, dashes);
        }

        Paint opacity(double share) {
            return new Paint(fill, line, lineWidth, share, dashes);
        }

        Paint dashes(String lengths) {
            return new Paint(fill, line, lineWidth, opacity, lengths);
        }

        private String attributes() {
            return " fill=\"" + fill + "\""
                    + (line.equals("none") ? "" : " stroke=\"" + line + "\" stroke-width=\"" + number(lineWidth) + "\"")
                    + (opacity == 1 ? "" : " opacity=\"" + opacity + "\"")
                    + (dashes.isEmpty() ? "" : " stroke-dasharray=\"" + dashes + "\"");
        }
    }

    private void shape(String element, Paint paint, String told) {
        body.append('<').append(element).append(paint.attributes());
        if (told.isEmpty()) {
            body.append("/>\n");
        } else {
            body.append('>')
                    .append(Html.element("title", told))
                    .append("</")
                    .append(element.replaceFirst(" .*", ""))
                    .append(">\n");
        }
    }

    void line(double x1, double y1, double x2, double y2, Paint paint) {
        path("M" + number(x1) + " " + number(y1) + "L" + number(x2) + " " + number(y2), paint, "");
    }

    void rectangle(double x1, double y1, double x2, double y2, Paint paint, String told) {
        shape(
                "rect x=\"" + number(Math.min(x1, x2)) + "\" y=\"" + number(Math.min(y1, y2)) + "\" width=\""
                        + number(Math.abs(x2 - x1)) + "\" height=\"" + number(Math.abs(y2 - y1)) + "\"",
                paint,
                told);
    }

    void path(String points, Paint paint, String told) {
        shape("path d=\"" + points + "\"", paint, told);
    }

    void circle(double x, double y, double radius, Paint paint) {
        shape("circle cx=\"" + number(x) + "\" cy=\"" + number(y) + "\" r=\"" + number(radius) + "\"", paint, "");
    }

    /** A sign around a point, of lines between points that are given in units of its size. */
    void sign(double[] corners, double x, double y, double size, Paint paint, String told) {
        StringBuilder points = new StringBuilder();
        for (int i = 0; i < corners.length; i += 2) {
            points.append(i == 0 ? "M" : "L")
                    .append(number(x + size * corners[i]))
                    .append(' ')
                    .append(number(y + size * corners[i + 1]));
        }
        path(points.append('Z').toString(), paint, told);
    }

    /** Where the x of a text is in it. */
    enum Anchor {
        START,
        MIDDLE,
        END
    }

    void text(double x, double y, Anchor anchor, String colour, String weight, String text) {
        body.append("<text x=\"")
                .append(number(x))
                .append("\" y=\"")
                .append(number(y + LETTERS * 0.35))
                .append(
                        anchor == Anchor.START
                                ? ""
                                : "\" text-anchor=\"" + anchor.name().toLowerCase(Locale.ROOT))
                .append("\" fill=\"")
                .append(colour)
                .append(weight.isEmpty() ? "" : "\" font-weight=\"" + weight)
                .append("\">")
                .append(Html.escaped(text))
                .append("</text>\n");
    }

    void text(double x, double y, Anchor anchor, String text) {
        text(x, y, anchor, TEXT, "", text);
    }

    /** The whole picture. */
    String picture(String title) {
        return """
                <?xml version="1.0" encoding="UTF-8"?>
                <svg xmlns="http://www.w3.org/2000/svg" width="%1$s" height="%2$s" viewBox="0 0 %1$s %2$s" role="img"\
                 font-family="Helvetica, Arial, 'DejaVu Sans', sans-serif" font-size="%3$d">
                <title>%4$s</title>
                <rect width="100%%" height="100%%" fill="%5$s"/>
                """.formatted(number(Math.ceil(width)), number(Math.ceil(height)), LETTERS, Html.escaped(title), BACK)
                + body
                + "</svg>\n";
    }
}
