package dev.jdbcbench.report.run;

import dev.jdbcbench.load.CellLoad;
import dev.jdbcbench.load.Percentiles;
import dev.jdbcbench.report.Report;
import dev.jdbcbench.report.layout.Grid;
import dev.jdbcbench.report.layout.Grid.Part;
import dev.jdbcbench.report.layout.Numbers;
import dev.jdbcbench.report.layout.RunNames;
import dev.jdbcbench.report.layout.ScoreText;
import dev.jdbcbench.result.CellName;
import dev.jdbcbench.result.CellResult;
import dev.jdbcbench.result.LoadCurve;
import dev.jdbcbench.result.Results.Contrast;
import dev.jdbcbench.result.Results.Status;
import dev.jdbcbench.scenario.Ends;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The table of all cells of the given runs, with the content of each column; null values are unknown. */
public final class CellTable {
    private final List<Report.Run> runs;
    private final CellName names;
    private final Map<String, Integer> runsOf = new HashMap<>();

    /** The tables of these runs. */
    public CellTable(List<Report.Run> runs) {
        this.runs = List.copyOf(runs);
        List<CellResult> cells =
                runs.stream().flatMap(run -> run.results().cells().stream()).toList();
        this.names = CellName.among(cells);
        cells.forEach(cell -> runsOf.merge(cell.key(), 1, Integer::sum));
    }

    /** The names of the cells. */
    public CellName names() {
        return names;
    }

    /** The driver with its version, and the run if several runs contain the cell. */
    public String driver(Report.Run run, CellResult cell) {
        return cell.driverName()
                + (runsOf.getOrDefault(cell.key(), 0) > 1
                        ? " · " + RunNames.brief(run.results().run())
                        : "");
    }

    /**
     * A cell of a run.
     *
     * @param contrast the comparison with its base; null if it is a base, or nothing is claimed
     * @param point its point on a load curve; null if it has none
     */
    private record Line(
            Report.Run run, CellResult cell, @Nullable Contrast contrast, LoadCurve.@Nullable Point point) {
        boolean timed() {
            return run.hasTimes() && cell.time().score() != null;
        }
    }

    /** One row per cell. */
    public Grid cells() {
        List<Part<Line>> parts = new ArrayList<>(List.of(
                Part.name(
                        "scenario",
                        "scenario",
                        line -> names.scenario(line.cell().cell().subject())),
                Part.name("mode", "mode", line -> line.cell().cell().mode().id()),
                Part.name("driver", "driver", line -> driver(line.run(), line.cell())),
                Part.name(
                        "topology",
                        "topology",
                        line -> line.cell().cell().topology().id()),
                Part.value(
                        "score", "µs", line -> line.timed() ? line.cell().time().score() : null, Numbers::micros),
                Part.value(
                        "low", "low", line -> line.timed() ? line.cell().time().low() : null, Numbers::micros),
                Part.value(
                        "high",
                        "high",
                        line -> line.timed() ? line.cell().time().high() : null,
                        Numbers::micros),
                Part.value("ratio", "ratio to base", compared(Contrast::ratio), Numbers::ratio),
                Part.value("ratioLow", "its low", compared(Contrast::low), Numbers::ratio),
                Part.value("ratioHigh", "its high", compared(Contrast::high), Numbers::ratio),
                Part.text(
                        "verdict",
                        "verdict",
                        line -> line.contrast() == null
                                ? ""
                                : String.valueOf(line.contrast().verdict())),
                Part.text("status", "status", CellTable::status),
                Part.value(
                        "roundTrips",
                        "round trips",
                        line -> line.cell().traffic().roundTrips(),
                        Numbers::count),
                Part.value("forks", "forks", line -> ScoreText.forks(line.cell()), Numbers::count)));
        parts.addAll(costs());
        parts.addAll(curves());
        parts.addAll(loads());
        parts.add(Part.value("commits", "commits", counted(Ends.COMMITS), Numbers::count));
        parts.add(Part.value("rollbacks", "rollbacks", counted(Ends.ROLLBACKS), Numbers::count));
        parts.add(Part.text("note", "note", CellTable::note));
        return Grid.of(parts, lines());
    }

    private static Function<Line, @Nullable Double> counted(String counter) {
        return line -> line.cell().counters().get(counter);
    }

    /** Columns for the cost of an operation and its service times. */
    private static List<Part<Line>> costs() {
        return List.of(
                Part.value(
                        "bytesUp",
                        "bytes up",
                        line -> asDouble(line.cell().traffic().bytesUp()),
                        Numbers::plain),
                Part.value(
                        "bytesDown",
                        "bytes down",
                        line -> asDouble(line.cell().traffic().bytesDown()),
                        Numbers::plain),
                Part.value(
                        "operations",
                        "operations/s",
                        line -> line.timed() ? line.cell().cost().operationsPerSecond() : null,
                        Numbers::rate),
                Part.value(
                        "allocated",
                        "bytes allocated",
                        line -> line.timed() ? line.cell().cost().allocBytesPerOp() : null,
                        value -> Numbers.fixed(value, 0)),
                Part.value(
                        "cpu",
                        "CPU µs",
                        line -> line.timed() ? line.cell().cost().cpuMicrosPerOp() : null,
                        Numbers::micros),
                Part.value("p50", "p50 µs", percentile(times -> times.p50Micros()), Numbers::micros),
                Part.value("p90", "p90 µs", percentile(times -> times.p90Micros()), Numbers::micros),
                Part.value("p99", "p99 µs", percentile(times -> times.p99Micros()), Numbers::micros));
    }

    /** Columns for the points of load curves, if several numbers of threads were measured. */
    private static List<Part<Line>> curves() {
        return List.of(
                Part.value("p95", "p95 µs", percentile(times -> times.p95Micros()), Numbers::micros),
                Part.value(
                        "clientCpu",
                        "client CPU %",
                        ofCurve(point -> point.load().clientCpuPercent()),
                        Numbers::times),
                Part.value(
                        "clientHostCpu",
                        "client host CPU %",
                        ofCurve(point -> point.load().clientHostCpuPercent()),
                        Numbers::times),
                Part.value(
                        "databaseCpu",
                        "database CPU %",
                        ofCurve(point -> point.load().databaseCpuPercent()),
                        Numbers::times),
                Part.value("network", "network %", ofCurve(LoadCurve.Point::networkPercent), Numbers::times),
                Part.value("ceiling", "ceiling/s", ofCurve(LoadCurve.Point::ceilingPerSecond), Numbers::rate),
                Part.text(
                        "limit",
                        "limit",
                        line -> line.point() == null
                                ? ""
                                : String.valueOf(line.point().bound())));
    }

    private static Function<Line, @Nullable Double> ofCurve(Function<LoadCurve.Point, @Nullable Double> part) {
        return line -> line.point() == null ? null : part.apply(line.point());
    }

    /** Columns for cells measured at a rate. */
    private static List<Part<Line>> loads() {
        List<Part<Line>> parts = new ArrayList<>(List.of(
                Part.value("asked", "arrivals/s", load(CellLoad::askedPerSecond), Numbers::rate),
                Part.value("achieved", "achieved/s", load(CellLoad::achievedPerSecond), Numbers::rate),
                Part.value("capacity", "closed loop/s", load(CellLoad::capacityPerSecond), Numbers::rate)));
        parts.addAll(times("response", CellLoad::response));
        parts.addAll(times("service", CellLoad::service));
        return parts;
    }

    private static List<Part<Line>> times(String name, Function<CellLoad, Percentiles> times) {
        return List.of(
                Part.value(
                        name + "Mean",
                        name + " mean µs",
                        load(times.andThen(Percentiles::meanMicros)),
                        Numbers::micros),
                Part.value(
                        name + "P50", name + " p50 µs", load(times.andThen(Percentiles::p50Micros)), Numbers::micros),
                Part.value(
                        name + "P95", name + " p95 µs", load(times.andThen(Percentiles::p95Micros)), Numbers::micros),
                Part.value(
                        name + "P99", name + " p99 µs", load(times.andThen(Percentiles::p99Micros)), Numbers::micros),
                Part.value(
                        name + "P999",
                        name + " p99.9 µs",
                        load(times.andThen(Percentiles::p999Micros)),
                        Numbers::micros),
                Part.value(
                        name + "Max", name + " max µs", load(times.andThen(Percentiles::maxMicros)), Numbers::micros));
    }

    private static Function<Line, @Nullable Double> load(Function<CellLoad, Double> part) {
        return line -> line.cell().load() == null || !line.run().hasTimes()
                ? null
                : part.apply(line.cell().load());
    }

    private List<Line> lines() {
        List<Line> lines = new ArrayList<>();
        for (Report.Run run : runs) {
            Map<String, Contrast> contrasts = new LinkedHashMap<>();
            run.results().contrasts().stream()
                    .filter(contrast ->
                            contrast.axis() == run.results().effort().contrast())
                    .forEach(contrast -> contrasts.put(contrast.cell(), contrast));
            Map<String, LoadCurve.Point> points = run.results().curves().stream()
                    .flatMap(curve -> curve.points().stream())
                    .collect(Collectors.toMap(LoadCurve.Point::cell, point -> point));
            run.results()
                    .cells()
                    .forEach(cell -> lines.add(new Line(run, cell, contrasts.get(cell.key()), points.get(cell.key()))));
        }
        return lines;
    }

    private static String status(Line line) {
        if (line.cell().load() != null && line.cell().load().reason() != null) {
            return ScoreText.CANNOT_KEEP_UP + ": " + line.cell().load().reason();
        }
        if (line.cell().status() == Status.OK) {
            return line.cell().steadiness().settled() ? "ok" : "not settled";
        }
        return line.cell().status()
                + (line.cell().reason() == null ? "" : ": " + line.cell().reason());
    }

    private static String note(Line line) {
        Double pinned = line.cell().cost().pinnedPerOp();
        return Stream.of(
                        line.cell().remark(),
                        pinned == null ? null : ScoreText.pinned(pinned),
                        line.cell().decision())
                .filter(Objects::nonNull)
                .collect(Collectors.joining("; "));
    }

    private static Function<Line, @Nullable Double> compared(Function<Contrast, @Nullable Double> part) {
        return line -> line.contrast() == null ? null : part.apply(line.contrast());
    }

    private static Function<Line, @Nullable Double> percentile(
            Function<dev.jdbcbench.event.ServiceTime, @Nullable Double> part) {
        return line -> line.cell().percentiles().serviceTime() == null
                ? null
                : part.apply(line.cell().percentiles().serviceTime());
    }

    private static @Nullable Double asDouble(@Nullable Long value) {
        return value == null ? null : (Double) (double) value;
    }
}
