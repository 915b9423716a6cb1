package dev.jdbcbench.report.run;

import dev.jdbcbench.event.ServiceTime;
import dev.jdbcbench.report.document.Block;
import dev.jdbcbench.report.document.Block.Heading;
import dev.jdbcbench.report.layout.Columns;
import dev.jdbcbench.report.layout.Grid;
import dev.jdbcbench.report.layout.Medium;
import dev.jdbcbench.report.layout.Numbers;
import dev.jdbcbench.result.Bound;
import dev.jdbcbench.result.CellName;
import dev.jdbcbench.result.DriverName;
import dev.jdbcbench.result.LoadCurve;
import dev.jdbcbench.result.LoadCurve.Point;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.run.Topology;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The load curves of runs: a section per scenario and mode, with a row per driver, place and number of threads. */
public final class LoadCurveDocument {
    private static final Set<Medium> HYPERTEXT = Set.of(Medium.MARKDOWN, Medium.PAGE);
    private static final int FEWEST_FOR_A_KNEE = 3;

    private LoadCurveDocument() {}

    /** A point with its curve. */
    private record Line(LoadCurve curve, Point point) {}

    /** The curves for people; nothing if no run has any. */
    public static List<Block> of(List<Results> runs) {
        List<String> legend = legend(runs);
        List<Block> blocks = new ArrayList<>();
        Map<String, List<LoadCurve>> sections = sections(runs);
        sections.forEach((title, curves) -> {
            int number = blocks.size() + 1;
            boolean last = number == sections.size();
            List<String> sentences =
                    curves.stream().map(LoadCurveDocument::sentence).toList();
            blocks.add(Block.section(
                    "curves-" + number,
                    new Heading("load curve of " + title, "Load curve of " + title, "Load curve of " + title),
                    Block.only(Medium.TEXT, grouped(curves), Block.lines(last ? legend : List.of())),
                    Block.only(
                            HYPERTEXT,
                            new Block.Table(
                                    "table-curves-" + number, "Throughput by the number of threads", grid(curves))),
                    Block.only(
                            Medium.MARKDOWN,
                            Block.lines(Stream.concat(sentences.stream(), last ? legend.stream() : Stream.empty())
                                    .toList())),
                    Block.only(Medium.PAGE, Block.lines(sentences))));
        });
        blocks.add(Block.only(
                Medium.PAGE,
                Block.section("curves", new Heading("", "", "How to read a load curve"), Block.lines(legend))));
        return blocks;
    }

    /** The curves of runs, by scenario and mode. */
    private static Map<String, List<LoadCurve>> sections(List<Results> runs) {
        return runs.stream()
                .flatMap(run -> run.curves().stream())
                .collect(Collectors.groupingBy(
                        curve -> curve.scenario() + " " + curve.mode(), LinkedHashMap::new, Collectors.toList()));
    }

    /** One row per driver, place and number of threads. */
    private static Grid grid(List<LoadCurve> curves) {
        return numbers(new Columns<Line>()
                        .name("curve", "driver", line -> name(line.curve()))
                        .number(
                                "threads",
                                "threads",
                                line -> (double) line.point().threads(),
                                Numbers::count))
                .grid(lines(curves));
    }

    /** The same for a page of text, with a sentence above each curve. */
    private static Block grouped(List<LoadCurve> curves) {
        Grid grid = numbers(new Columns<Line>()
                        .name("curve", "", line -> sentence(line.curve()))
                        .name(
                                "threads",
                                "threads",
                                line -> String.valueOf(line.point().threads())))
                .grid(lines(curves));
        return Block.table(grid, Block.Form.GROUPED);
    }

    private static List<Line> lines(List<LoadCurve> curves) {
        return curves.stream()
                .flatMap(curve -> curve.points().stream().map(point -> new Line(curve, point)))
                .toList();
    }

    private static Columns<Line> numbers(Columns<Line> columns) {
        return columns.known("perSecond", "tx/s", of(Point::perSecond), Numbers::rate)
                .known("mean", "mean", of(Point::meanMicros), Numbers::time)
                .known("p50", "p50", percentile(ServiceTime::p50Micros), Numbers::time)
                .known("p95", "p95", percentile(ServiceTime::p95Micros), Numbers::time)
                .known("p99", "p99", percentile(ServiceTime::p99Micros), Numbers::time)
                .known(
                        "clientCpu",
                        "client %",
                        of(point -> point.load().clientCpuPercent()),
                        LoadCurveDocument::percent)
                .known(
                        "clientHostCpu",
                        "host %",
                        of(point -> point.load().clientHostCpuPercent()),
                        LoadCurveDocument::percent)
                .known(
                        "databaseCpu",
                        "db %",
                        of(point -> point.load().databaseCpuPercent()),
                        LoadCurveDocument::percent)
                .known("network", "Mbit/s", of(LoadCurveDocument::megabits), Numbers::times)
                .known("networkPercent", "net %", of(Point::networkPercent), LoadCurveDocument::percent)
                .known("ceiling", "ceiling", of(Point::ceilingPerSecond), Numbers::rate)
                .name("bound", "limit", line -> String.valueOf(line.point().bound()));
    }

    private static String percent(double percent) {
        return Numbers.fixed(percent, 0);
    }

    private static Function<Line, @Nullable Double> of(Function<Point, @Nullable Double> value) {
        return line -> value.apply(line.point());
    }

    private static Function<Line, @Nullable Double> percentile(Function<ServiceTime, @Nullable Double> which) {
        return of(point -> point.serviceTime() == null ? null : which.apply(point.serviceTime()));
    }

    private static @Nullable Double megabits(Point point) {
        return point.megabitsUp() == null || point.megabitsDown() == null
                ? null
                : (Double) (point.megabitsUp() + point.megabitsDown());
    }

    private static String name(LoadCurve curve) {
        return DriverName.of(curve.driver(), curve.driverVersion()) + " " + curve.topology() + " " + curve.server()
                + CellName.unusual(curve.transport());
    }

    private static String sentence(LoadCurve curve) {
        Point most = curve.points().stream()
                .filter(point -> point.threads() == curve.mostThreads())
                .findFirst()
                .orElseThrow();
        String knee = curve.points().size() < FEWEST_FOR_A_KNEE
                ? "a knee needs " + FEWEST_FOR_A_KNEE + " numbers of threads"
                : curve.kneeThreads() == null
                        ? "no knee up to " + threads(curve.last().threads())
                        : "knee at " + threads(curve.kneeThreads());
        return name(curve) + ": " + knee + ", most " + Numbers.rate(most.perSecond()) + "/s at "
                + threads(most.threads());
    }

    private static String threads(int number) {
        return number + (number == 1 ? " thread" : " threads");
    }

    /** The legend of the columns, one sentence each; empty without curves. */
    private static List<String> legend(List<Results> runs) {
        List<LoadCurve> curves =
                runs.stream().flatMap(run -> run.curves().stream()).toList();
        if (curves.isEmpty()) {
            return List.of();
        }
        List<Point> points =
                curves.stream().flatMap(curve -> curve.points().stream()).toList();
        List<String> lines = new ArrayList<>();
        lines.add("tx/s: operations of all threads together." + loads(curves));
        if (points.stream().anyMatch(point -> point.ceilingPerSecond() != null)) {
            lines.add("ceiling: threads / (local time + k·RTT), so if no operation waited for another"
                    + (curves.stream().anyMatch(LoadCurve::fromModel)
                            ? "."
                            : "; here that time is the measured one with one thread."));
        }
        if (curves.stream().anyMatch(curve -> curve.oneThreadMicros() == null)) {
            lines.add("A curve without one thread has no ceiling: add 1 to --threads.");
        }
        if (curves.stream().anyMatch(curve -> curve.points().size() >= FEWEST_FOR_A_KNEE)) {
            lines.add("knee: the last number of threads up to which each added thread gave at least half of what the"
                    + " first ones gave.");
        }
        points.stream()
                .map(Point::bound)
                .distinct()
                .sorted()
                .forEach(bound -> lines.add(bound + ": " + meaning(bound) + "."));
        return lines;
    }

    private static String loads(List<LoadCurve> curves) {
        boolean far = curves.stream()
                .anyMatch(curve -> curve.topology() == Topology.DISTANT
                        && curve.points().stream()
                                .anyMatch(point -> point.load().databaseCpuPercent() != null));
        List<String> loads = new ArrayList<>();
        known(curves, point -> point.load().clientCpuPercent())
                .ifPresent(any -> loads.add("client: of the measured JVM's CPUs"));
        known(curves, point -> point.load().clientHostCpuPercent())
                .ifPresent(any -> loads.add("host: of all CPUs of the client host"));
        known(curves, point -> point.load().databaseCpuPercent())
                .ifPresent(any -> loads.add("db: of the database's CPUs"
                        + (far ? "; distant, of its host, the mean over the drivers" : "")));
        String network = known(curves, Point::networkPercent)
                .map(any -> " net %: of the measured bandwidth, in the busier direction.")
                .orElse("");
        return (loads.isEmpty() ? "" : loads.stream().collect(Collectors.joining(". ", " CPU in %: ", "."))) + network;
    }

    private static Optional<Double> known(List<LoadCurve> curves, Function<Point, @Nullable Double> part) {
        return curves.stream()
                .flatMap(curve -> curve.points().stream())
                .flatMap(point -> Optional.ofNullable(part.apply(point)).stream())
                .findFirst();
    }

    private static String meaning(Bound bound) {
        String full = percent(Bound.FULL_PERCENT);
        return switch (bound) {
            case CLIENT ->
                "the client's CPUs are full, at " + full + " % or more; on a shared host it uses more of them";
            case SERVER ->
                "the database's CPUs are full, at " + full + " % or more; on a shared host it uses more of them";
            case NETWORK ->
                "the network is full, at " + percent(Bound.FULL_NETWORK_PERCENT)
                        + " % or more of the measured bandwidth";
            case LATENCY ->
                "no CPU is full, and throughput is at least " + percent(100 * Bound.NEAR_CEILING)
                        + " % of the ceiling; more threads give more";
            case UNDECIDED ->
                "operations wait, but nothing is known to be full; it may be locks, a disk, or a load"
                        + " that cannot be read";
        };
    }
}
