package dev.jdbcbench.page;

import dev.jdbcbench.driver.Resource;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.failure.Suggestion;
import dev.jdbcbench.page.FigureData.Pair;
import dev.jdbcbench.page.RowFigure.Line;
import dev.jdbcbench.page.Svg.Paint;
import dev.jdbcbench.report.Report;
import dev.jdbcbench.report.layout.Numbers;
import dev.jdbcbench.report.layout.RunNames;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * The figures of the page as pictures, drawn without a browser. Names, titles, data, colours and signs are those of the
 * page. What a reader can choose there is what the page shows first, and every row is drawn.
 */
final class Figures {
    /** The RTT of the slider before anyone moves it, µs. */
    static final double RTT_MICROS = 500;

    private static final String TEMPLATE = Resource.text(Figures.class, "report.html");
    private static final String OPEN = "#7a7f87";
    private static final String TIME = "time of one operation →";
    private static final Map<String, double[]> VERDICTS =
            Map.of("slower", Signs.UP, "faster", Signs.DOWN, "equal", Signs.PLUS, "undecided", Signs.TIMES);

    private final FigureData data;
    private final String name;
    private final double rtt;

    private Figures(Report report, double rtt) {
        this.data = FigureData.of(report);
        this.name = report.runs().stream()
                .map(run -> RunNames.brief(run.results().run()))
                .collect(Collectors.joining(", ", "bench run ", ""));
        this.rtt = rtt;
    }

    /** The names of all figures, as the page has them. */
    static List<String> names() {
        return captions(true).map(Caption::id).toList();
    }

    private static Stream<Caption> captions(boolean both) {
        return Caption.of(TEMPLATE.replace("{{dumbbell}}", ReportPage.dumbbell(both))).stream();
    }

    /**
     * A figure as SVG.
     *
     * @param rttMicros the RTT at which the slider predicts
     * @throws Failure.Input if there is none of that name, or the report has nothing for it
     */
    static String svg(Report report, String figure, double rttMicros) {
        Figures figures = new Figures(report, rttMicros);
        Map<String, Svg> drawn = new LinkedHashMap<>();
        captions(figures.data.bothSides())
                .forEach(caption -> figures.draw(caption).ifPresent(svg -> drawn.put(caption.id(), svg)));
        String title = captions(true)
                .filter(caption -> caption.id().equals(figure))
                .map(Caption::title)
                .findFirst()
                .orElseThrow(() -> new Failure.Input(
                        "there is no figure " + figure,
                        List.of(figure + Suggestion.of(figure, names())),
                        drawn.isEmpty()
                                ? hint(figures)
                                : "This report has " + String.join(", ", drawn.keySet()) + "."));
        Svg svg = drawn.get(figure);
        if (svg == null) {
            throw new Failure.Input(
                    "this report has no figure " + figure,
                    List.of(title + ": nothing of it was measured"),
                    drawn.isEmpty() ? hint(figures) : "It has " + String.join(", ", drawn.keySet()) + ".");
        }
        return svg.picture(title + " · " + figures.name);
    }

    private static String hint(Figures figures) {
        return figures.data.cells().findAny().isPresent()
                ? "It has no figures yet: no cell has a time."
                : "It has no times, so it has no figures.";
    }

    /** Empty if the report has nothing for it. */
    private Optional<Svg> draw(Caption caption) {
        return switch (caption.id()) {
            case "dumbbell" -> dumbbell(caption);
            case "forest" -> forest(caption);
            case "slider" -> slider(caption);
            case "anatomy" -> anatomy(caption);
            case "split" -> split(caption);
            case "strip" -> new StripFigure(data, caption, name).svg();
            case "threads" -> new ThreadsFigure(data, caption, name).svg();
            default -> throw new IllegalStateException("no drawing of " + caption.id());
        };
    }

    private RowFigure rows(Caption caption, List<Pair> pairs, Axis axis, String label) {
        return new RowFigure(
                data,
                caption,
                name,
                pairs.stream().map(pair -> new Line(pair.row(), pair.driver())).toList(),
                axis,
                label);
    }

    private static double score(JsonNode cell) {
        return cell.get("score").asDouble();
    }

    private static Stream<JsonNode> ends(Pair pair) {
        return Stream.of(pair.near(), pair.far()).flatMap(Optional::stream);
    }

    private static Axis times(Stream<Double> micros) {
        return Axis.logarithmic(micros.mapToDouble(Double::doubleValue), Axis::time);
    }

    private Optional<Svg> dumbbell(Caption caption) {
        List<Pair> pairs = data.pairs();
        if (pairs.isEmpty()) {
            return Optional.empty();
        }
        RowFigure figure = rows(
                caption,
                pairs,
                times(pairs.stream()
                        .flatMap(Figures::ends)
                        .flatMap(end -> Stream.of("score", "low", "high")
                                .filter(end::has)
                                .map(part -> end.get(part).asDouble()))),
                TIME);
        for (int i = 0; i < pairs.size(); i++) {
            Pair pair = pairs.get(i);
            Paint link = Paint.line(data.colour(pair.driver()), 2).opacity(0.45);
            if (pair.local() != null && pair.distant() != null) {
                figure.line(i, score(pair.local()), score(pair.distant()), link);
            }
            int row = i;
            Stream.of(pair.near(), pair.far()).flatMap(Optional::stream).forEach(end -> {
                if (end.path("low").asDouble() > 0 && end.has("high")) {
                    Paint band = Paint.line(data.colour(pair.driver()), 7).opacity(0.3);
                    figure.line(row, end.get("low").asDouble(), end.get("high").asDouble(), band);
                }
                figure.point(pair.driver(), row, score(end), !end.equals(pair.local()), told(pair, end));
            });
        }
        return Optional.of(figure.svg());
    }

    private static String told(Pair pair, JsonNode end) {
        return pair.row() + ", " + pair.driver() + ", " + end.get("topology").asString() + ": "
                + Numbers.time(score(end));
    }

    private Optional<Svg> forest(Caption caption) {
        List<JsonNode> contrasts = data.contrasts().toList();
        if (contrasts.isEmpty()) {
            return Optional.empty();
        }
        boolean both = data.bothSides();
        List<Line> lines = contrasts.stream()
                .map(contrast -> data.cell(contrast.get("cell")))
                .map(cell -> new Line(
                        cell.get("row").asString()
                                + (both ? " " + cell.get("topology").asString() : ""),
                        cell.get("driver").asString()))
                .toList();
        RowFigure figure = new RowFigure(
                data,
                caption,
                name,
                lines,
                Axis.ratios(contrasts.stream()
                        .flatMapToDouble(contrast -> Stream.of("ratio", "low", "high")
                                .mapToDouble(part -> contrast.path(part).asDouble(1)))),
                "← faster than the base · slower →");
        data.twins()
                .filter(twin -> twin.has("low"))
                .forEach(twin -> figure.band(
                        lines.size(),
                        twin.get("low").asDouble(),
                        twin.get("high").asDouble(),
                        Caption.colour("twin").opacity(0.07)));
        double margin = contrasts.get(0).get("margin").asDouble();
        figure.band(
                lines.size(),
                1 / (1 + margin),
                1 + margin,
                Caption.colour("margin").opacity(0.16));
        figure.mark(lines.size(), 1);
        for (int i = 0; i < lines.size(); i++) {
            contrast(figure, i, contrasts.get(i), data.colour(lines.get(i).driver()));
        }
        return Optional.of(figure.svg());
    }

    private static void contrast(RowFigure figure, int row, JsonNode contrast, String driver) {
        String verdict = contrast.get("verdict").asString();
        boolean open = verdict.equals("undecided");
        String colour = open ? OPEN : driver;
        if (contrast.has("low") && contrast.has("high")) {
            figure.line(
                    row, contrast.get("low").asDouble(), contrast.get("high").asDouble(), Paint.line(colour, 2));
        }
        double ratio = contrast.path("ratio").asDouble(1);
        figure.svg()
                .sign(
                        VERDICTS.getOrDefault(verdict, Signs.TIMES),
                        figure.x(ratio),
                        figure.y(row),
                        5.5,
                        Paint.line(colour, 1.8).fill(open ? Svg.BACK : colour),
                        "against " + contrast.get("other").asString() + ": " + Axis.signed(100 * (ratio - 1)) + " %, "
                                + verdict);
    }

    private Optional<Svg> slider(Caption caption) {
        List<Pair> pairs = data.pairs().stream()
                .filter(pair -> pair.predicted(rtt).isPresent())
                .toList();
        if (pairs.isEmpty()) {
            return Optional.empty();
        }
        RowFigure figure = rows(
                caption,
                pairs,
                times(pairs.stream()
                        .flatMap(pair -> Stream.concat(ends(pair).map(Figures::score), pair.predicted(rtt).stream()))),
                "time of one operation, predicted for an RTT that is " + Axis.time(rtt) + " longer →");
        for (int i = 0; i < pairs.size(); i++) {
            Pair pair = pairs.get(i);
            String colour = data.colour(pair.driver());
            double then = pair.predicted(rtt).orElse(0.0);
            int row = i;
            pair.near().ifPresent(local -> {
                figure.line(row, score(local), then, Paint.line(colour, 1.5).dashes("3 3"));
                figure.point(pair.driver(), row, score(local), false, told(pair, local));
            });
            pair.far()
                    .ifPresent(distant -> figure.point(pair.driver(), row, score(distant), true, told(pair, distant)));
            figure.svg()
                    .rectangle(
                            figure.x(then) - 1.8,
                            figure.y(i) - 8,
                            figure.x(then) + 1.8,
                            figure.y(i) + 8,
                            Paint.filled(colour),
                            pair.row() + ", " + pair.driver() + ", predicted: " + Numbers.time(then));
        }
        return Optional.of(figure.svg());
    }

    private Optional<Svg> split(Caption caption) {
        List<Pair> pairs = data.pairs().stream()
                .filter(pair -> pair.local() != null
                        && pair.distant() != null
                        && pair.explained() != null
                        && !pair.explained().has("uncertain")
                        && pair.explained().has("waiting"))
                .toList();
        if (pairs.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(stacked(
                caption,
                pairs,
                pair -> List.of(
                        new Part("part0", score(pair.near().orElseThrow())),
                        new Part("part1", part(pair, "waiting")),
                        new Part("part2", part(pair, "transfer"))),
                pair -> score(pair.far().orElseThrow()),
                "part3",
                "share of the distant time, % →"));
    }

    /** The parts of an operation at the RTT of the slider. */
    private Optional<Svg> anatomy(Caption caption) {
        List<Pair> pairs = data.pairs().stream()
                .filter(pair -> pair.predicted(rtt).isPresent() && pair.here().isPresent())
                .toList();
        return pairs.isEmpty()
                ? Optional.empty()
                : Optional.of(stacked(
                        caption,
                        pairs,
                        pair -> List.of(
                                new Part("part3", pair.own().orElse(0.0)),
                                new Part("part1", pair.here().orElse(0.0)),
                                new Part(
                                        "part0",
                                        score(pair.near().orElseThrow())
                                                - pair.own().orElse(0.0)
                                                - pair.here().orElse(0.0))),
                        pair -> score(pair.near().orElseThrow()) + pair.roundTrips() * rtt,
                        "part2",
                        "share of the time at an RTT of " + Axis.time(rtt) + ", % →"));
    }

    /**
     * A part of a bar.
     *
     * @param micros may be negative, for what a model cannot explain
     */
    private record Part(String colour, double micros) {}

    /** A bar of parts for each row, in percent of the whole; the last part is what is left of it. */
    private Svg stacked(
            Caption caption,
            List<Pair> pairs,
            Function<Pair, List<Part>> parts,
            ToDoubleFunction<Pair> whole,
            String left,
            String label) {
        List<List<Part>> bars = pairs.stream().map(parts).toList();
        List<double[]> shares = new ArrayList<>();
        for (int i = 0; i < pairs.size(); i++) {
            List<Part> bar = bars.get(i);
            double[] ends = new double[bar.size() + 2];
            for (int part = 0; part < bar.size(); part++) {
                ends[part + 1] = ends[part] + 100 * bar.get(part).micros() / whole.applyAsDouble(pairs.get(i));
            }
            ends[bar.size() + 1] = 100;
            shares.add(ends);
        }
        DoubleStream all = shares.stream().flatMapToDouble(DoubleStream::of);
        RowFigure figure = rows(caption, pairs, Axis.linear(0, all.max().orElse(100), Numbers::plain), label);
        for (int i = 0; i < pairs.size(); i++) {
            double[] ends = shares.get(i);
            for (int part = 0; part + 1 < ends.length; part++) {
                figure.bar(
                        i,
                        ends[part],
                        ends[part + 1],
                        Caption.colour(
                                part < bars.get(i).size()
                                        ? bars.get(i).get(part).colour()
                                        : left),
                        Numbers.percent(ends[part + 1] - ends[part]) + " %");
            }
        }
        figure.mark(pairs.size(), 100);
        return figure.svg();
    }

    private static double part(Pair pair, String part) {
        return pair.explained() == null ? 0 : pair.explained().path(part).asDouble(0);
    }
}
