package dev.jdbcbench.page;

import dev.jdbcbench.page.Svg.Anchor;
import dev.jdbcbench.page.Svg.Paint;
import dev.jdbcbench.report.layout.Numbers;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import tools.jackson.databind.JsonNode;

/** Every fork of every cell in order of time, with its rounds and the other load of its host; one panel per cell. */
final class StripFigure {
    private static final int WIDTH = 700;
    private static final int HEIGHT = 110;
    private static final int LEFT = 60;

    /** Places of the values of a fork in the page's data. */
    private static final int GROUP = 0;

    private static final int SCORE = 2;
    private static final int COUNTS = 3;
    private static final int STEAL = 4;
    private static final int OTHERS = 5;
    private static final int RTT = 6;
    private static final int ROUNDS = 7;
    private static final int DROPPED = 8;

    /** How much of a panel the load of the host takes, as a share of the largest deviation. */
    private static final double LOAD = 0.4;

    private static final double GAP = 0.12;

    private final FigureData data;
    private final Caption caption;
    private final String name;
    private final List<JsonNode> cells;

    StripFigure(FigureData data, Caption caption, String name) {
        this.data = data;
        this.caption = caption;
        this.name = name;
        this.cells = data.timed().filter(cell -> !cell.path("forks").isEmpty()).toList();
    }

    /** Empty if no fork is known. */
    Optional<Svg> svg() {
        if (cells.isEmpty()) {
            return Optional.empty();
        }
        Svg svg = new Svg(LEFT + WIDTH + 30.0);
        caption.draw(svg, name);
        boolean both = data.bothSides();
        cells.forEach(cell -> new Panel(svg, cell).draw(both));
        svg.text(LEFT + WIDTH / 2.0, svg.add(30) + 10, Anchor.MIDDLE, Svg.QUIET, "", "fork, in order of time →");
        return Optional.of(svg);
    }

    private final class Panel {
        private final Svg svg;
        private final JsonNode cell;
        private final List<JsonNode> forks;
        private final double mean;
        private final double top;

        /** The largest deviation that has a place; larger ones are at the edge. */
        private final double most;

        private final String colour;

        Panel(Svg svg, JsonNode cell) {
            this.svg = svg;
            this.cell = cell;
            this.forks = FigureData.all(cell.get("forks")).toList();
            this.mean = cell.get("score").asDouble();
            this.most = 1.6
                    * Math.max(
                            5,
                            forks.stream()
                                    .mapToDouble(fork -> Math.abs(relative(fork, 0)))
                                    .max()
                                    .orElse(0));
            this.colour = data.colour(cell.get("driver").asString());
            this.top = svg.add(HEIGHT + 50.0) + 22;
        }

        /** How far a fork is from the mean of its cell, in %, or a round of it that is so many per mille from the fork. */
        private double relative(JsonNode fork, double perMille) {
            return 100 * ((1 + perMille / 1000) * fork.get(SCORE).asDouble() / mean - 1);
        }

        private double x(double place) {
            return LEFT + WIDTH * (place + 0.6) / (forks.size() + 0.2);
        }

        private double y(double relative) {
            double lowest = -most * (1 + GAP + LOAD);
            double inside = Math.max(lowest, Math.min(most, relative));
            return top + HEIGHT * (most - inside) / (most - lowest);
        }

        void draw(boolean both) {
            String driver = cell.get("driver").asString();
            String title = cell.get("row").asString() + " · " + driver
                    + (both ? " · " + cell.get("topology").asString() : "");
            svg.text(LEFT, top - 10, Anchor.START, colour, "600", title);
            for (double tick : new double[] {-most / 1.6, 0, most / 1.6}) {
                svg.line(
                        LEFT, y(tick), LEFT + (double) WIDTH, y(tick), Paint.line(tick == 0 ? Svg.QUIET : Svg.GRID, 1));
                svg.text(LEFT - 6, y(tick), Anchor.END, Axis.signed(Math.rint(tick)) + " %");
            }
            double noisiest = Math.max(
                    10,
                    forks.stream()
                            .mapToDouble(fork -> fork.get(STEAL).asDouble()
                                    + fork.get(OTHERS).asDouble())
                            .max()
                            .orElse(0));
            double longest = forks.stream()
                    .mapToDouble(fork -> fork.get(RTT).asDouble())
                    .max()
                    .orElse(0);
            for (int i = 0; i < forks.size(); i++) {
                load(i, noisiest);
                rtt(i, longest);
                rounds(i, ROUNDS, Paint.filled(colour).opacity(0.45), 1.8);
                rounds(i, DROPPED, Paint.line(colour, 1).opacity(0.8), 2.2);
                fork(i, driver);
                svg.text(x(i), top + HEIGHT + 12, Anchor.MIDDLE, Svg.QUIET, "", String.valueOf(i + 1));
            }
        }

        private double share(double of) {
            return y(-most * (1 + GAP + LOAD * of));
        }

        private void load(int index, double noisiest) {
            double steal = forks.get(index).get(STEAL).asDouble();
            double others = forks.get(index).get(OTHERS).asDouble();
            double middle = share(steal / noisiest);
            double left = x(index - 0.35);
            double right = x(index + 0.35);
            svg.rectangle(
                    left, share(0), right, middle, Caption.colour("part1"), "steal " + Numbers.percent(steal) + " %");
            svg.rectangle(
                    left,
                    middle,
                    right,
                    share((steal + others) / noisiest),
                    Caption.colour("part3"),
                    "other processes " + Numbers.percent(others) + " %");
        }

        private void rtt(int index, double longest) {
            double rtt = forks.get(index).get(RTT).asDouble();
            if (rtt > 0) {
                svg.circle(x(index), share(rtt / longest), 2, Paint.filled(Svg.TEXT));
                double before = index == 0 ? 0 : forks.get(index - 1).get(RTT).asDouble();
                if (before > 0) {
                    svg.line(
                            x(index - 1.0),
                            share(before / longest),
                            x(index),
                            share(rtt / longest),
                            Paint.line(Svg.TEXT, 1).dashes("2 2"));
                }
            }
        }

        private void rounds(int index, int which, Paint paint, double radius) {
            JsonNode fork = forks.get(index);
            double[] rounds = FigureData.all(fork.get(which))
                    .flatMapToDouble(round -> DoubleStream.of(round.asDouble()))
                    .toArray();
            for (int i = 0; i < rounds.length; i++) {
                double along = rounds.length > 1 ? i / (rounds.length - 1.0) : 0.5;
                svg.circle(x(index - 0.3 + 0.6 * along), y(relative(fork, rounds[i])), radius, paint);
            }
        }

        private void fork(int index, String driver) {
            JsonNode fork = forks.get(index);
            boolean counts = fork.get(COUNTS).asInt() == 1;
            svg.sign(
                    data.sign(driver),
                    x(index),
                    y(relative(fork, 0)),
                    5,
                    Paint.line(colour, 2).fill(counts ? colour : Svg.BACK),
                    driver + ", group " + fork.get(GROUP).asInt() + ": "
                            + Numbers.time(fork.get(SCORE).asDouble()) + (counts ? "" : ", does not count"));
        }
    }
}
