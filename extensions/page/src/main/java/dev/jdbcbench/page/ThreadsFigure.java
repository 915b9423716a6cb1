package dev.jdbcbench.page;

import dev.jdbcbench.page.Svg.Anchor;
import dev.jdbcbench.page.Svg.Paint;
import dev.jdbcbench.report.layout.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** Throughput over numbers of threads, and beside it the times of single operations, if they are known. */
final class ThreadsFigure {
    private static final int WIDTH = 360;
    private static final int HEIGHT = 150;
    private static final int LEFT = 70;
    private static final int RIGHT = 20;

    private final FigureData data;
    private final Caption caption;
    private final String name;
    private final Map<String, List<JsonNode>> panels;

    ThreadsFigure(FigureData data, Caption caption, String name) {
        this.data = data;
        this.caption = caption;
        this.name = name;
        boolean both = data.bothSides();
        this.panels = data.timed()
                .collect(Collectors.groupingBy(
                        cell -> cell.get("series").asString() + " "
                                + cell.get("mode").asString()
                                + (both ? " " + cell.get("topology").asString() : ""),
                        TreeMap::new,
                        Collectors.toList()));
        panels.values()
                .removeIf(cells ->
                        cells.stream().map(ThreadsFigure::threads).distinct().count() < 2);
    }

    private static double threads(JsonNode cell) {
        return cell.get("threads").asDouble();
    }

    private static double rate(JsonNode cell) {
        return cell.has("rate")
                ? cell.get("rate").asDouble()
                : threads(cell) * 1e6 / cell.get("score").asDouble();
    }

    /** Empty if no cell has several numbers of threads. */
    Optional<Svg> svg() {
        if (panels.isEmpty()) {
            return Optional.empty();
        }
        boolean timed = panels.values().stream().flatMap(List::stream).anyMatch(cell -> cell.has("p50"));
        Svg svg = new Svg((timed ? 2 : 1) * (double) (LEFT + WIDTH + RIGHT));
        caption.draw(svg, name);
        legend(svg);
        panels.forEach((panel, cells) -> {
            double top = svg.add(HEIGHT + 90.0);
            svg.text(16, top + 12, Anchor.START, Svg.TEXT, "600", panel);
            double most = cells.stream().mapToDouble(ThreadsFigure::rate).max().orElse(1);
            Axis rates = Axis.linear(0, most * 1.05, Numbers::rate);
            plot(svg, 0, top, cells, rates, "↑ operations per second", List.of(new Curve(ThreadsFigure::rate, true)));
            List<JsonNode> known =
                    cells.stream().filter(cell -> cell.has("p50")).toList();
            if (!known.isEmpty()) {
                ToDoubleFunction<JsonNode> p50 = cell -> cell.get("p50").asDouble();
                ToDoubleFunction<JsonNode> p99 = cell -> cell.get("p99").asDouble();
                Axis times = Axis.logarithmic(
                        known.stream()
                                .flatMap(cell -> List.of(p50.applyAsDouble(cell), p99.applyAsDouble(cell)).stream())
                                .mapToDouble(Double::doubleValue),
                        Axis::time);
                plot(
                        svg,
                        LEFT + WIDTH + (double) RIGHT,
                        top,
                        known,
                        times,
                        "↑ p50 (filled) and p99 of one operation",
                        List.of(new Curve(p50, true), new Curve(p99, false)));
            }
        });
        return Optional.of(svg);
    }

    private void legend(Svg svg) {
        double x = 24;
        double y = svg.add(20) + 8;
        for (String driver : data.drivers()) {
            svg.sign(data.sign(driver), x, y, 4.5, Paint.filled(data.colour(driver)), "");
            svg.text(x + 12, y, Anchor.START, data.colour(driver), "600", driver);
            x += Svg.width(driver) + 40;
        }
    }

    /** A curve of a plot: solid with filled signs, or dashed with hollow ones. */
    private record Curve(ToDoubleFunction<JsonNode> value, boolean solid) {}

    private void plot(
            Svg svg, double from, double top, List<JsonNode> cells, Axis axis, String title, List<Curve> curves) {
        double left = from + LEFT;
        double bottom = top + 46 + HEIGHT;
        Axis across = Axis.counts(cells.stream().mapToDouble(ThreadsFigure::threads));
        svg.text(from + 16, top + 32, Anchor.START, Svg.QUIET, "", title);
        for (Axis.Tick tick : axis.ticks()) {
            double y = bottom - HEIGHT * axis.place(tick.value());
            svg.line(left, y, left + WIDTH, y, Paint.line(Svg.GRID, 1));
            svg.text(left - 6, y, Anchor.END, tick.text());
        }
        for (Axis.Tick tick : across.ticks()) {
            svg.text(left + WIDTH * across.place(tick.value()), bottom + 13, Anchor.MIDDLE, tick.text());
        }
        svg.text(left + WIDTH / 2.0, bottom + 30, Anchor.MIDDLE, Svg.QUIET, "", "threads →");
        for (String driver : data.drivers()) {
            List<JsonNode> points = new ArrayList<>(cells);
            points.removeIf(cell -> !cell.get("driver").asString().equals(driver));
            points.sort((one, other) -> Double.compare(threads(one), threads(other)));
            for (Curve curve : curves) {
                curve(svg, driver, points, curve, new Place(left, bottom, across, axis));
            }
        }
    }

    private record Place(double left, double bottom, Axis across, Axis up) {
        double x(JsonNode cell) {
            return left + WIDTH * across.place(threads(cell));
        }

        double y(double value) {
            return bottom - HEIGHT * up.place(value);
        }
    }

    private void curve(Svg svg, String driver, List<JsonNode> points, Curve curve, Place place) {
        String colour = data.colour(driver);
        for (int i = 0; i < points.size(); i++) {
            JsonNode cell = points.get(i);
            double x = place.x(cell);
            double y = place.y(curve.value().applyAsDouble(cell));
            if (i > 0) {
                JsonNode before = points.get(i - 1);
                svg.line(
                        place.x(before),
                        place.y(curve.value().applyAsDouble(before)),
                        x,
                        y,
                        Paint.line(colour, 2).dashes(curve.solid() ? "" : "4 3"));
            }
            svg.sign(
                    data.sign(driver),
                    x,
                    y,
                    4.5,
                    Paint.line(colour, 1.5).fill(curve.solid() ? colour : Svg.BACK),
                    driver + ", " + Numbers.plain(threads(cell)) + " threads");
        }
    }
}
