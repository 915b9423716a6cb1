package dev.jdbcbench.report;

import dev.jdbcbench.comparison.Row;
import dev.jdbcbench.result.Score;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The times of one scenario as bars, distant below local, for each mode and driver. The axis is linear and begins at zero: the length of
 * a bar is its time. Places are shares of the width, so letters keep their size on a narrow screen.
 */
final class BarChart {
    /** The rest of the width is for the numbers at the ends of the bars. */
    private static final double PLOT = 66;

    private static final int NAME = 18;
    private static final int BAR = 15;
    private static final int GAP = 2;
    private static final int CAP = 4;
    private static final int SPACE = 12;
    private static final int AXIS = 24;
    private static final int TO_NEXT = NAME + 2 * BAR + GAP + SPACE;

    private final String id;
    private final String title;
    private final List<Row> rows;
    private final CollectNames names;
    private final List<Double> ticks;
    private final StringBuilder svg = new StringBuilder();

    private BarChart(String id, String title, List<Row> rows, CollectNames names) {
        this.id = id;
        this.title = title;
        this.rows = rows;
        this.names = names;
        this.ticks = Ticks.linear(rows.stream()
                .flatMap(row -> Stream.of(row.local(), row.distant()))
                .mapToDouble(BarChart::end)
                .max()
                .orElse(0));
    }

    /**
     * An {@code svg} element.
     *
     * @param id by which no other chart of the page goes
     */
    static String of(String id, String title, List<Row> rows, CollectNames names) {
        return new BarChart(id, title, rows, names).svg();
    }

    private String svg() {
        int height = rows.size() * TO_NEXT;
        svg.append("<svg class=\"chart\" role=\"img\" width=\"100%\" height=\"")
                .append(height + AXIS)
                .append("\" aria-labelledby=\"")
                .append(id)
                .append("-title ")
                .append(id)
                .append("-desc\">\n<title id=\"")
                .append(id)
                .append("-title\">")
                .append(Html.escaped(title + ": µs per operation, local and distant"))
                .append("</title>\n<desc id=\"")
                .append(id)
                .append("-desc\">")
                .append(Html.escaped(rows.stream().map(this::described).collect(Collectors.joining("; "))))
                .append("</desc>\n");
        for (double tick : ticks) {
            String x = x(tick);
            svg.append("<line class=\"grid\" x1=\"" + x + "\" x2=\"" + x + "\" y1=\"0\" y2=\"" + (height + CAP)
                            + "\"/>")
                    .append("<text class=\"tick" + (tick == 0 ? " first" : "") + "\" x=\"" + x + "\" y=\""
                            + (height + AXIS - CAP) + "\">" + Numbers.plain(tick) + "</text>\n");
        }
        for (int i = 0; i < rows.size(); i++) {
            Row row = rows.get(i);
            int y = i * TO_NEXT + NAME;
            svg.append("<text class=\"name\" x=\"0\" y=\"" + (y - CAP) + "\">" + Html.escaped(name(row)) + "</text>\n");
            bar("local", row.local(), row.percent().percentLocal(), y);
            bar("distant", row.distant(), row.percent().percentDistant(), y + BAR + GAP);
        }
        return svg.append("</svg>\n").toString();
    }

    private void bar(String side, Score score, @Nullable Double percent, int y) {
        Double value = score.score();
        String label = label(score, percent);
        int middle = y + BAR / 2;
        if (value != null && Double.isFinite(value)) {
            svg.append("<rect class=\"" + side + "\" x=\"0\" y=\"" + y + "\" width=\"" + x(value) + "\" height=\"" + BAR
                    + "\"><title>" + Html.escaped(side + " " + whole(score)) + "</title></rect>");
        }
        if (value != null && score.low() != null && score.high() != null) {
            String low = x(score.low());
            String high = x(score.high());
            svg.append(whisker(low, high, middle, middle))
                    .append(whisker(low, low, middle - CAP, middle + CAP))
                    .append(whisker(high, high, middle - CAP, middle + CAP));
        }
        svg.append("<text class=\"value\" x=\"" + x(end(score)) + "\" dx=\"6\" y=\"" + (y + BAR - CAP + 1) + "\">"
                + Html.escaped(label) + "</text>\n");
    }

    private static String whisker(String x1, String x2, int y1, int y2) {
        return "<line class=\"whisker\" x1=\"" + x1 + "\" x2=\"" + x2 + "\" y1=\"" + y1 + "\" y2=\"" + y2 + "\"/>";
    }

    private static String label(Score score, @Nullable Double percent) {
        Double value = score.score();
        return value == null
                ? ScoreText.NOTHING
                : Numbers.micros(value) + (percent == null ? "" : " · " + Numbers.times(percent) + " %");
    }

    private static String whole(Score score) {
        Double value = score.score();
        return value == null
                ? "not known"
                : Numbers.micros(value) + " µs"
                        + (score.low() == null || score.high() == null
                                ? ""
                                : " [" + Numbers.micros(score.low()) + "–" + Numbers.micros(score.high()) + "]");
    }

    private String name(Row row) {
        return row.subject().mode() + " · " + names.driver(row);
    }

    private String described(Row row) {
        return name(row) + ": local " + whole(row.local()) + ", distant " + whole(row.distant());
    }

    /** Where the bar or its whisker ends. */
    private static double end(Score score) {
        Double value = score.score();
        if (value == null || !Double.isFinite(value)) {
            return 0;
        }
        Double high = score.high();
        return high == null || !Double.isFinite(high) ? value : Math.max(value, high);
    }

    private String x(double micros) {
        return Html.percent(Math.max(0, micros) / ticks.get(ticks.size() - 1) * PLOT);
    }
}
