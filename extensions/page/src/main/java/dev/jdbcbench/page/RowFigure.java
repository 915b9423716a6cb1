package dev.jdbcbench.page;

import dev.jdbcbench.page.Svg.Anchor;
import dev.jdbcbench.page.Svg.Paint;
import java.util.List;

/** A figure of rows, one below another, each with its names on the left, and one axis for all. */
final class RowFigure {
    /** A row with its names; one that repeats the row above names only its driver. */
    record Line(String row, String driver) {}

    private static final int ROW = 21;
    private static final int PLOT = 640;
    private static final int EDGE = 16;
    private static final int SIGN = 5;

    private final Svg svg;
    private final FigureData data;
    private final Axis axis;
    private final double left;
    private final double top;

    RowFigure(FigureData data, Caption caption, String name, List<Line> lines, Axis axis, String label) {
        this.data = data;
        this.axis = axis;
        double rows =
                lines.stream().mapToDouble(line -> Svg.width(line.row())).max().orElse(0);
        double names = lines.stream()
                .mapToDouble(line -> Svg.width(line.driver()))
                .max()
                .orElse(0);
        this.left = EDGE + rows + 16 + names + 30;
        this.svg = new Svg(left + PLOT + 30);
        caption.draw(svg, name);
        this.top = svg.add(lines.size() * (double) ROW);
        grid(lines.size());
        svg.text(left + PLOT / 2.0, svg.add(44) + 32, Anchor.MIDDLE, Svg.QUIET, "", label);
        for (int i = 0; i < lines.size(); i++) {
            name(lines, i);
        }
    }

    private void grid(int rows) {
        double bottom = top + rows * (double) ROW;
        for (Axis.Tick tick : axis.ticks()) {
            svg.line(x(tick.value()), top, x(tick.value()), bottom, Paint.line(Svg.GRID, 1));
            svg.text(x(tick.value()), bottom + 12, Anchor.MIDDLE, tick.text());
        }
    }

    private void name(List<Line> lines, int index) {
        Line line = lines.get(index);
        if (index == 0 || !lines.get(index - 1).row().equals(line.row())) {
            svg.text(EDGE, y(index), Anchor.START, line.row());
        }
        String colour = data.colour(line.driver());
        svg.text(left - 26, y(index), Anchor.END, colour, "600", line.driver());
        sign(line.driver(), left - 14, index, Paint.filled(colour), "");
    }

    Svg svg() {
        return svg;
    }

    double x(double value) {
        return left + PLOT * axis.place(value);
    }

    /** The middle of a row. */
    double y(int index) {
        return top + (index + 0.5) * ROW;
    }

    /** A thin or broad line along a row, between two values. */
    void line(int index, double from, double to, Paint paint) {
        svg.line(x(from), y(index), x(to), y(index), paint);
    }

    /** A bar along a row. */
    void bar(int index, double from, double to, Paint paint, String told) {
        svg.rectangle(x(from), y(index) - ROW * 0.37, x(to), y(index) + ROW * 0.37, paint, told);
    }

    /** A band across all rows. */
    void band(int rows, double from, double to, Paint paint) {
        svg.rectangle(x(from), top, x(to), top + rows * (double) ROW, paint, "");
    }

    /** A line across all rows. */
    void mark(int rows, double value) {
        svg.line(
                x(value),
                top,
                x(value),
                top + rows * (double) ROW,
                Paint.line(Svg.TEXT, 1).opacity(0.6));
    }

    /** The sign of a driver at a value. */
    void point(String driver, int index, double value, boolean full, String told) {
        sign(driver, x(value), index, paint(driver, full), told);
    }

    private Paint paint(String driver, boolean full) {
        String colour = data.colour(driver);
        return Paint.line(colour, 1.8).fill(full ? colour : Svg.BACK);
    }

    private void sign(String driver, double x, int index, Paint paint, String told) {
        svg.sign(data.sign(driver), x, y(index), SIGN, paint, told);
    }
}
