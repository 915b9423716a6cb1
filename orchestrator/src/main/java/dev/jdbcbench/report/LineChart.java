package dev.jdbcbench.report;

import dev.jdbcbench.comparison.Collected.Prediction;
import dev.jdbcbench.comparison.Row;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What the model predicts for one scenario at other distances: a line for each mode and driver, time over RTT, both axes logarithmic,
 * because both go over decades and no length is to be compared.
 */
final class LineChart {
    /** Lines of as many colours; more of them begin again, dashed. */
    static final int COLOURS = 6;

    private static final double LEFT = 14;
    private static final double RIGHT = 97;
    private static final int TOP = 8;
    private static final int BOTTOM = 190;
    private static final int HEIGHT = 226;
    private static final int RADIUS = 3;

    private final String id;
    private final String title;
    private final List<Row> rows;
    private final CollectNames names;
    private final List<Double> distances;
    private final List<Double> ticks;

    private LineChart(String id, String title, List<Row> rows, CollectNames names) {
        this.id = id;
        this.title = title;
        this.rows = rows;
        this.names = names;
        this.distances = rows.stream()
                .flatMap(row -> row.whatIf().stream())
                .map(Prediction::rttMicros)
                .distinct()
                .sorted()
                .toList();
        double[] times = rows.stream()
                .flatMap(row -> row.whatIf().stream())
                .mapToDouble(Prediction::micros)
                .sorted()
                .toArray();
        this.ticks = Ticks.logarithmic(times[0], times[times.length - 1]);
    }

    /** Whether there is anything to draw: at two distances at least, and nothing that a logarithm does not take. */
    static boolean canShow(List<Row> rows) {
        List<Prediction> all =
                rows.stream().flatMap(row -> row.whatIf().stream()).toList();
        return all.stream().map(Prediction::rttMicros).distinct().count() > 1
                && all.stream()
                        .allMatch(point -> point.rttMicros() > 0
                                && point.micros() > 0
                                && Double.isFinite(point.rttMicros())
                                && Double.isFinite(point.micros()));
    }

    /** An {@code svg} element and the list of its lines, for rows that {@link #canShow} allows. */
    static String of(String id, String title, List<Row> rows, CollectNames names) {
        return new LineChart(id, title, rows, names).all();
    }

    private String all() {
        StringBuilder svg = new StringBuilder();
        svg.append("<svg class=\"chart\" role=\"img\" width=\"100%\" height=\"" + HEIGHT + "\" aria-labelledby=\"" + id
                + "-title " + id + "-desc\">\n<title id=\"" + id + "-title\">"
                + Html.escaped(title + ": predicted µs per operation over the RTT of the distance")
                + "</title>\n<desc id=\"" + id + "-desc\">"
                + Html.escaped(rows.stream().map(this::described).collect(Collectors.joining("; "))) + "</desc>\n");
        for (double tick : ticks) {
            double y = y(tick);
            svg.append(line("grid", Html.percent(LEFT), Html.percent(RIGHT), y, y))
                    .append("<text class=\"tick left\" x=\"" + Html.percent(LEFT - 1) + "\" y=\"" + px(y + 4) + "\">"
                            + Numbers.plain(tick) + "</text>\n");
        }
        for (double rtt : distances) {
            svg.append(line("grid", x(rtt), x(rtt), TOP, BOTTOM))
                    .append("<text class=\"tick\" x=\"" + x(rtt) + "\" y=\"" + (BOTTOM + 18) + "\">"
                            + Html.escaped(Numbers.distance(rtt)) + "</text>\n");
        }
        for (int i = 0; i < rows.size(); i++) {
            series(svg, rows.get(i), i);
        }
        return svg.append("</svg>\n").append(legend()).toString();
    }

    private void series(StringBuilder svg, Row row, int index) {
        List<Prediction> points = row.whatIf();
        for (int i = 1; i < points.size(); i++) {
            Prediction from = points.get(i - 1);
            Prediction to = points.get(i);
            svg.append(line(
                    "series " + look(index), x(from.rttMicros()), x(to.rttMicros()), y(from.micros()), y(to.micros())));
        }
        for (Prediction point : points) {
            svg.append("<circle class=\"" + look(index) + "\" cx=\"" + x(point.rttMicros()) + "\" cy=\""
                    + px(y(point.micros())) + "\" r=\"" + RADIUS + "\"><title>"
                    + Html.escaped(name(row) + ", RTT " + Numbers.distance(point.rttMicros()) + ": "
                            + Numbers.micros(point.micros()) + " µs")
                    + "</title></circle>\n");
        }
    }

    private String legend() {
        StringBuilder list = new StringBuilder("<ul class=\"legend\">\n");
        for (int i = 0; i < rows.size(); i++) {
            list.append("<li><svg class=\"swatch\" width=\"28\" height=\"10\" aria-hidden=\"true\">"
                    + line("series " + look(i), "0", "28", 5, 5) + "</svg> " + Html.escaped(name(rows.get(i)))
                    + "</li>\n");
        }
        return list.append("</ul>\n").toString();
    }

    private static String look(int index) {
        return "s" + index % COLOURS + (index / COLOURS % 2 == 1 ? " dashed" : "");
    }

    private String name(Row row) {
        return row.subject().mode() + " · " + names.driver(row);
    }

    private String described(Row row) {
        return name(row) + ": "
                + row.whatIf().stream()
                        .map(point -> Numbers.micros(point.micros()) + " µs at " + Numbers.distance(point.rttMicros()))
                        .collect(Collectors.joining(", "));
    }

    private static String line(String look, String x1, String x2, double y1, double y2) {
        return "<line class=\"" + look + "\" x1=\"" + x1 + "\" x2=\"" + x2 + "\" y1=\"" + px(y1) + "\" y2=\"" + px(y2)
                + "\"/>";
    }

    private String x(double rttMicros) {
        double least = Math.log(distances.get(0));
        double greatest = Math.log(distances.get(distances.size() - 1));
        return Html.percent(LEFT + (Math.log(rttMicros) - least) / (greatest - least) * (RIGHT - LEFT - 3));
    }

    private double y(double micros) {
        double least = Math.log(ticks.get(0));
        double greatest = Math.log(ticks.get(ticks.size() - 1));
        return BOTTOM - (Math.log(micros) - least) / (greatest - least) * (BOTTOM - TOP);
    }

    private static String px(double y) {
        return Numbers.fixed(y, 1);
    }
}
