package dev.jdbcbench.report.run;

import dev.jdbcbench.event.ServiceTime;
import dev.jdbcbench.load.CellLoad;
import dev.jdbcbench.load.Percentiles;
import dev.jdbcbench.report.Report;
import dev.jdbcbench.report.layout.Columns;
import dev.jdbcbench.report.layout.Grid;
import dev.jdbcbench.report.layout.Numbers;
import dev.jdbcbench.report.layout.RunNames;
import dev.jdbcbench.report.layout.ScoreText;
import dev.jdbcbench.result.CellName;
import dev.jdbcbench.result.CellResult;
import dev.jdbcbench.result.CellResult.Status;
import dev.jdbcbench.result.LoadCurve;
import dev.jdbcbench.result.Results.Contrast;
import dev.jdbcbench.scenario.witness.Ends;
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
            Report.Run run, CellResult cell, @Nullable Contrast contrast, LoadCurve.@Nullable Point point) {}

    /** One row per cell; a new column is a line here, in Markdown, on the page and in the CSV. */
    public Grid cells() {
        Columns<Line> columns = new Columns<Line>()
                .name(
                        "scenario",
                        "scenario",
                        line -> names.scenario(line.cell().cell().subject()))
                .name("mode", "mode", line -> line.cell().cell().mode().id())
                .name("driver", "driver", line -> driver(line.run(), line.cell()))
                .name(
                        "topology",
                        "topology",
                        line -> line.cell().cell().topology().id())
                .known("us_per_op", "µs", timed(cell -> cell.time().score()), Numbers::micros)
                .known("low_us_per_op", "low", timed(cell -> cell.time().low()), Numbers::micros)
                .known("high_us_per_op", "high", timed(cell -> cell.time().high()), Numbers::micros)
                .known("ratio", "ratio to base", compared(Contrast::ratio), Numbers::ratio)
                .known("ratio_low", "its low", compared(Contrast::low), Numbers::ratio)
                .known("ratio_high", "its high", compared(Contrast::high), Numbers::ratio)
                .text(
                        "verdict",
                        "verdict",
                        line -> line.contrast() == null
                                ? ""
                                : String.valueOf(line.contrast().verdict()))
                .text("status", "status", CellTable::status)
                .text("reason", "reason", CellTable::reason)
                .known(
                        "round_trips",
                        "round trips",
                        line -> line.cell().traffic().roundTrips(),
                        Numbers::count)
                .known("forks", "forks", line -> ScoreText.forks(line.cell()), Numbers::count)
                .known(
                        "bytes_up",
                        "bytes up",
                        line -> asDouble(line.cell().traffic().bytesUp()),
                        Numbers::plain)
                .known(
                        "bytes_down",
                        "bytes down",
                        line -> asDouble(line.cell().traffic().bytesDown()),
                        Numbers::plain)
                .known(
                        "operations_per_s",
                        "operations/s",
                        timed(cell -> cell.cost().operationsPerSecond()),
                        Numbers::rate)
                .known(
                        "allocated_bytes_per_op",
                        "bytes allocated",
                        timed(cell -> cell.cost().allocBytesPerOp()),
                        value -> Numbers.fixed(value, 0))
                .known("cpu_us_per_op", "CPU µs", timed(cell -> cell.cost().cpuMicrosPerOp()), Numbers::micros)
                .known("own_us_per_op", "own µs", parts(CellParts::own), Numbers::micros)
                .known("floor_us_per_op", "floor µs", parts(CellParts::floor), Numbers::micros)
                .known("in_place_us_per_op", "in place µs", parts(CellParts::inPlace), Numbers::micros)
                .known("p50_us", "p50 µs", percentile(ServiceTime::p50Micros), Numbers::micros)
                .known("p90_us", "p90 µs", percentile(ServiceTime::p90Micros), Numbers::micros)
                .known("p99_us", "p99 µs", percentile(ServiceTime::p99Micros), Numbers::micros)
                .known("p95_us", "p95 µs", percentile(ServiceTime::p95Micros), Numbers::micros)
                .known(
                        "client_cpu_percent",
                        "client CPU %",
                        ofCurve(point -> point.load().clientCpuPercent()),
                        Numbers::times)
                .known(
                        "client_host_cpu_percent",
                        "client host CPU %",
                        ofCurve(point -> point.load().clientHostCpuPercent()),
                        Numbers::times)
                .known(
                        "database_cpu_percent",
                        "database CPU %",
                        ofCurve(point -> point.load().databaseCpuPercent()),
                        Numbers::times)
                .known("network_percent", "network %", ofCurve(LoadCurve.Point::networkPercent), Numbers::times)
                .known("ceiling_per_s", "ceiling/s", ofCurve(LoadCurve.Point::ceilingPerSecond), Numbers::rate)
                .text(
                        "limit",
                        "limit",
                        line -> line.point() == null
                                ? ""
                                : String.valueOf(line.point().bound()))
                .known("arrivals_per_s", "arrivals/s", load(CellLoad::askedPerSecond), Numbers::rate)
                .known("achieved_per_s", "achieved/s", load(CellLoad::achievedPerSecond), Numbers::rate)
                .known("closed_loop_per_s", "closed loop/s", load(CellLoad::capacityPerSecond), Numbers::rate);
        times(columns, "response", CellLoad::response);
        times(columns, "service", CellLoad::service);
        return columns.known("commits", "commits", counted(Ends.COMMITS), Numbers::count)
                .known("rollbacks", "rollbacks", counted(Ends.ROLLBACKS), Numbers::count)
                .text("note", "note", CellTable::note)
                .grid(lines());
    }

    private static void times(Columns<Line> columns, String name, Function<CellLoad, Percentiles> times) {
        columns.known(
                        name + "_mean_us",
                        name + " mean µs",
                        load(times.andThen(Percentiles::meanMicros)),
                        Numbers::micros)
                .known(name + "_p50_us", name + " p50 µs", load(times.andThen(Percentiles::p50Micros)), Numbers::micros)
                .known(name + "_p95_us", name + " p95 µs", load(times.andThen(Percentiles::p95Micros)), Numbers::micros)
                .known(name + "_p99_us", name + " p99 µs", load(times.andThen(Percentiles::p99Micros)), Numbers::micros)
                .known(
                        name + "_p99_9_us",
                        name + " p99.9 µs",
                        load(times.andThen(Percentiles::p999Micros)),
                        Numbers::micros)
                .known(
                        name + "_max_us",
                        name + " max µs",
                        load(times.andThen(Percentiles::maxMicros)),
                        Numbers::micros);
    }

    /** A part of a cell whose times mean something. */
    private static Function<Line, @Nullable Double> timed(Function<CellResult, @Nullable Double> part) {
        return line -> line.run().hasTimes() && line.cell().time().score() != null ? part.apply(line.cell()) : null;
    }

    private static Function<Line, @Nullable Double> parts(Function<CellParts, @Nullable Double> part) {
        return line ->
                line.run().hasTimes() ? part.apply(new CellParts(line.run().results(), line.cell())) : null;
    }

    private static Function<Line, @Nullable Double> counted(String counter) {
        return line -> line.cell().counters().get(counter);
    }

    private static Function<Line, @Nullable Double> ofCurve(Function<LoadCurve.Point, @Nullable Double> part) {
        return line -> line.point() == null ? null : part.apply(line.point());
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
            return ScoreText.CANNOT_KEEP_UP;
        }
        return line.cell().status() != Status.OK
                ? line.cell().status().toString()
                : line.cell().steadiness().settled() ? "ok" : "not settled";
    }

    private static String reason(Line line) {
        String overload = line.cell().load() == null ? null : line.cell().load().reason();
        return Objects.requireNonNullElse(
                overload, Objects.requireNonNullElse(line.cell().reason(), ""));
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

    private static Function<Line, @Nullable Double> percentile(Function<ServiceTime, @Nullable Double> part) {
        return line -> line.cell().percentiles().serviceTime() == null
                ? null
                : part.apply(line.cell().percentiles().serviceTime());
    }

    private static @Nullable Double asDouble(@Nullable Long value) {
        return value == null ? null : (Double) (double) value;
    }
}
