package dev.jdbcbench.report.collect;

import dev.jdbcbench.comparison.Collected;
import dev.jdbcbench.comparison.Collected.Prediction;
import dev.jdbcbench.comparison.Collected.Published;
import dev.jdbcbench.comparison.Collected.Value;
import dev.jdbcbench.comparison.Row;
import dev.jdbcbench.event.ServiceTime;
import dev.jdbcbench.report.document.Block;
import dev.jdbcbench.report.layout.Columns;
import dev.jdbcbench.report.layout.Grid;
import dev.jdbcbench.report.layout.Grid.Cell;
import dev.jdbcbench.report.layout.Medium;
import dev.jdbcbench.report.layout.Numbers;
import dev.jdbcbench.result.CellName;
import dev.jdbcbench.result.DriverName;
import dev.jdbcbench.result.LoadCurve;
import dev.jdbcbench.result.LoadCurve.Point;
import dev.jdbcbench.result.Score;
import dev.jdbcbench.run.Topology;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a collection. {@link #columns} has the columns of all formats, in order; a new one is a line there, after the
 * media that show it.
 */
public final class CollectTables {
    /** Marks rows that prove nothing about the RTT because it was estimated from them. */
    static final String CIRCULAR = "°";

    /** The key's parts before those that the cells of both sides share: topology, client, database. */
    private static final int PARTS_OF_A_KEY = 4;

    private final CellName names;
    private final List<Row> rows;

    /** The tables of one collection. */
    public CollectTables(Collected collected) {
        this.names = collected.names();
        this.rows = collected.rows();
    }

    /** The rows for one medium. */
    Grid rows(Medium medium) {
        return columns().grid(medium, rows);
    }

    /** The rows for other programs, with the points of load curves if there are any. */
    Grid csv(List<LoadCurve> curves) {
        Columns<Row> columns = columns();
        if (!curves.isEmpty()) {
            for (Topology topology : Topology.values()) {
                points(columns, topology, curves);
            }
        }
        return columns.grid(Medium.CSV, rows);
    }

    private Columns<Row> columns() {
        Columns<Row> columns = new Columns<>();
        columns.in(Medium.BRIEF)
                .name("row", "", row -> names.row(row.subject()))
                .name("of", "", this::briefDriver);
        named(columns.in(Medium.READ));
        columns.exact("key", Row::key)
                .exact("server", row -> row.subject().server())
                .exact("scenario", row -> row.subject().scenario())
                .exact("params", CollectTables::params)
                .exact("mode", row -> row.subject().mode())
                .exact("driver", row -> row.subject().driver())
                .exact("driver_version", row -> row.subject().driverVersion())
                .exact("transport", row -> row.subject().transport())
                .exact("threads", row -> row.subject().threads());
        if (rows.stream().anyMatch(row -> row.subject().rate() != null)) {
            columns.exact("rate", row -> row.subject().rate());
        }
        side(columns, "local", Row::local);
        side(columns, "distant", Row::distant);
        columns.in(Medium.BRIEF)
                .number("added", "added", CollectTables::added)
                .number("trips", "trips", row -> row.traffic().roundTripsCounted(), Numbers::count)
                .name("explained", "explained by trips", CollectCauses::explained)
                .in(Medium.READ)
                .number("ratio", "ratio", Row::ratio, Numbers::ratio)
                .exact("ratio", Row::ratio)
                .number("difference", "difference", Row::differenceMicros, Numbers::signedMicros)
                .exact("difference_us", Row::differenceMicros)
                .number("counted", "k", row -> row.traffic().roundTripsCounted(), Numbers::count)
                .exact("round_trips_counted", row -> row.traffic().roundTripsCounted())
                .number("implied", "k implied", CollectTables::implied)
                .exact("round_trips_implied", implied(Value::value))
                .exact("round_trips_implied_low", implied(Value::low))
                .exact("round_trips_implied_high", implied(Value::high))
                .number("residual", "residual", row -> row.explained().residualMicros(), Numbers::signedMicros)
                .name("label", "label", row -> row.explained().cause().toString())
                .in(Medium.DETAILED)
                .known("residualInterval", "residual 95 %", CollectTables::residualInterval)
                .known("predicted", "predicted µs", row -> row.explained().predicted(), Numbers::micros)
                .known("latency", "waiting µs", row -> row.explained().latencyMicros(), Numbers::micros)
                .known("transfer", "transfer µs", row -> row.explained().transferMicros(), Numbers::micros)
                .known("bytesUp", "bytes up", row -> bytes(row.traffic().bytesUp()))
                .known("bytesDown", "bytes down", row -> bytes(row.traffic().bytesDown()))
                .exact("circular", row -> row.traffic().circular())
                .exact("bytes_up", row -> row.traffic().bytesUp())
                .exact("bytes_down", row -> row.traffic().bytesDown())
                .exact("waiting_us", row -> row.explained().latencyMicros())
                .exact("transfer_us", row -> row.explained().transferMicros())
                .exact("predicted_us_per_op", row -> row.explained().predicted())
                .exact("residual_us", row -> row.explained().residualMicros())
                .exact("residual_low_us", row -> row.explained().residualLow())
                .exact("residual_high_us", row -> row.explained().residualHigh())
                .exact("label", row -> row.explained().label())
                .exact("cause", row -> row.explained().cause())
                .in(Medium.READ)
                .known("percentLocal", "local %", row -> row.percent().percentLocal(), Numbers::times)
                .exact("local_percent_of_base", row -> row.percent().percentLocal())
                .known("percentDistant", "distant %", row -> row.percent().percentDistant(), Numbers::times)
                .exact("distant_percent_of_base", row -> row.percent().percentDistant())
                .text("published", "published as", row -> Objects.toString(published(row, Published::benchmark), ""))
                .exact("published_as", row -> published(row, Published::benchmark))
                .known("publishedLocal", "its local µs", row -> published(row, Published::localMicros), Numbers::micros)
                .exact("published_local_us_per_op", row -> published(row, Published::localMicros))
                .known(
                        "publishedDistant",
                        "its distant µs",
                        row -> published(row, Published::distantMicros),
                        Numbers::micros)
                .exact("published_distant_us_per_op", row -> published(row, Published::distantMicros))
                .known("publishedRatio", "its ratio", row -> published(row, Published::ratio), Numbers::ratio)
                .exact("published_ratio", row -> published(row, Published::ratio))
                .known(
                        "publishedDifference",
                        "its difference",
                        row -> published(row, CollectTables::difference),
                        Numbers::signedMicros)
                .known(
                        "publishedPercentLocal",
                        "its local %",
                        row -> published(row, Published::percentLocal),
                        Numbers::times)
                .exact("published_local_percent_of_base", row -> published(row, Published::percentLocal))
                .known(
                        "publishedPercentDistant",
                        "its distant %",
                        row -> published(row, Published::percentDistant),
                        Numbers::times)
                .exact("published_distant_percent_of_base", row -> published(row, Published::percentDistant));
        for (double rtt : distances()) {
            columns.exact("predicted" + at(rtt), row -> predicted(row, rtt, Prediction::micros));
        }
        for (double rtt : distances()) {
            columns.exact("predicted_low" + at(rtt), row -> predicted(row, rtt, Prediction::low))
                    .exact("predicted_high" + at(rtt), row -> predicted(row, rtt, Prediction::high));
        }
        return columns;
    }

    private Columns<Row> named(Columns<Row> columns) {
        return columns.name("scenario", "scenario", row -> names.scenario(row.subject()))
                .name("mode", "mode", row -> row.subject().mode().id())
                .name("driver", "driver", row -> DriverName.of(row.subject()));
    }

    /** The time on one side: with its interval where there is room. */
    private static void side(Columns<Row> columns, String id, Function<Row, Score> side) {
        columns.in(Medium.BRIEF)
                .number(id, id, row -> time(side.apply(row).score()))
                .in(Medium.MARKDOWN)
                .number(id, id + " µs", row -> side.apply(row).score(), Numbers::micros)
                .in(Medium.DETAILED)
                .number(
                        id,
                        id + " µs",
                        row -> interval(
                                side.apply(row).score(),
                                side.apply(row).low(),
                                side.apply(row).high()))
                .exact(id + "_us_per_op", row -> side.apply(row).score())
                .exact(id + "_low_us_per_op", row -> side.apply(row).low())
                .exact(id + "_high_us_per_op", row -> side.apply(row).high());
    }

    private static <V> @Nullable V published(Row row, Function<Published, @Nullable V> part) {
        return row.published() == null ? null : part.apply(row.published());
    }

    private static @Nullable Double difference(Published published) {
        return published.distantMicros() == null || published.localMicros() == null
                ? null
                : published.distantMicros() - published.localMicros();
    }

    private static Cell bytes(@Nullable Long bytes) {
        return bytes == null ? Cell.NOTHING : new Cell(String.valueOf(bytes), (double) bytes);
    }

    private static String at(double rtt) {
        return "_us_per_op_at_rtt_" + Numbers.plain(rtt) + "_us";
    }

    /** The driver, with its version if the collection has several versions of it. */
    private String briefDriver(Row row) {
        boolean versions = rows.stream()
                .anyMatch(other -> other.subject().driver().equals(row.subject().driver())
                        && !other.subject().driverVersion().equals(row.subject().driverVersion()));
        return versions ? DriverName.of(row.subject()) : row.subject().driver();
    }

    private static String params(Row row) {
        return new TreeMap<>(row.subject().params())
                .entrySet().stream()
                        .map(param -> param.getKey() + "=" + param.getValue())
                        .collect(Collectors.joining(" "));
    }

    /** A time with its unit. */
    static Cell time(@Nullable Double micros) {
        return micros == null || !Double.isFinite(micros) ? Cell.NOTHING : Cell.of(Numbers.time(micros));
    }

    private static Cell added(Row row) {
        double added = row.differenceMicros();
        return !Double.isFinite(added)
                ? Cell.NOTHING
                : Cell.of((added < 0 ? "−" : "+") + Numbers.time(Math.abs(added)));
    }

    /** {@code 10.2 [8.81–11.9]}. */
    static Cell interval(@Nullable Double micros, @Nullable Double low, @Nullable Double high) {
        return Cell.of(
                micros,
                value -> Numbers.micros(value)
                        + (low == null || high == null
                                ? ""
                                : " [" + Numbers.micros(low) + "–" + Numbers.micros(high) + "]"));
    }

    private static Cell residualInterval(Row row) {
        return row.explained().residualLow() == null || row.explained().residualHigh() == null
                ? Cell.NOTHING
                : Cell.of("[" + Numbers.signedMicros(row.explained().residualLow()) + " … "
                        + Numbers.signedMicros(row.explained().residualHigh()) + "]");
    }

    /** {@code 1.06 [1.02–1.09]}. */
    private static Cell implied(Row row) {
        Value implied = row.traffic().roundTripsImplied();
        return implied == null
                ? Cell.NOTHING
                : new Cell(
                        Numbers.times(implied.value())
                                + (row.traffic().circular() ? CIRCULAR : "")
                                + (implied.low() == null || implied.high() == null
                                        ? ""
                                        : " [" + Numbers.times(implied.low()) + "–" + Numbers.times(implied.high())
                                                + "]"),
                        implied.value());
    }

    private static Function<Row, @Nullable Object> implied(Function<Value, @Nullable Double> part) {
        return row -> row.traffic().roundTripsImplied() == null
                ? null
                : part.apply(row.traffic().roundTripsImplied());
    }

    private static @Nullable Double predicted(Row row, double rtt, Function<Prediction, @Nullable Double> part) {
        return row.whatIf().stream()
                .filter(prediction -> prediction.rttMicros() == rtt)
                .findFirst()
                .map(part)
                .orElse(null);
    }

    /** The points of the load curves of one side, for programs. */
    private static void points(Columns<Row> columns, Topology topology, List<LoadCurve> curves) {
        Map<String, Point> points = new HashMap<>();
        curves.stream()
                .filter(curve -> curve.topology() == topology)
                .flatMap(curve -> curve.points().stream())
                .forEach(point -> points.put(point.cell().split("/", PARTS_OF_A_KEY)[PARTS_OF_A_KEY - 1], point));
        Map<String, Function<Point, @Nullable Object>> parts = new LinkedHashMap<>();
        parts.put("operations_per_s", Point::perSecond);
        parts.put("p50_us", percentile(ServiceTime::p50Micros));
        parts.put("p95_us", percentile(ServiceTime::p95Micros));
        parts.put("p99_us", percentile(ServiceTime::p99Micros));
        parts.put("client_cpu_percent", point -> point.load().clientCpuPercent());
        parts.put("client_host_cpu_percent", point -> point.load().clientHostCpuPercent());
        parts.put("database_cpu_percent", point -> point.load().databaseCpuPercent());
        parts.put("mbit_up_per_s", Point::megabitsUp);
        parts.put("mbit_down_per_s", Point::megabitsDown);
        parts.put("network_percent", Point::networkPercent);
        parts.put("ceiling_per_s", Point::ceilingPerSecond);
        parts.put("limit", Point::bound);
        parts.forEach((name, part) -> columns.exact(topology.id() + "_" + name, row -> {
            Point point = points.get(row.key());
            return point == null ? null : part.apply(point);
        }));
    }

    private static Function<Point, @Nullable Object> percentile(Function<ServiceTime, @Nullable Double> which) {
        return point -> point.serviceTime() == null ? null : which.apply(point.serviceTime());
    }

    /** The model's predictions for other distances, at every RTT that any row has. */
    Grid whatIf() {
        Columns<Row> columns = named(new Columns<>());
        distances()
                .forEach(rtt -> columns.number(
                        "rtt" + Numbers.plain(rtt),
                        "RTT " + Numbers.distance(rtt),
                        row -> interval(
                                predicted(row, rtt, Prediction::micros),
                                predicted(row, rtt, Prediction::low),
                                predicted(row, rtt, Prediction::high))));
        return columns.grid(predictable());
    }

    /** The predictions for a page of text; distances that do not fit go into further tables. */
    Block narrowWhatIf(List<Double> distances) {
        Columns<Row> columns = new Columns<Row>()
                .name("row", "", row -> names.row(row.subject()))
                .name("driver", "RTT", row -> DriverName.of(row.subject()));
        distances.forEach(rtt -> columns.number(
                "rtt", Numbers.distance(rtt), row -> predicted(row, rtt, Prediction::micros), Numbers::micros));
        Block.Table table =
                Block.table(columns.grid(distances.isEmpty() ? List.of() : predictable()), Block.Form.GROUPED);
        if (distances.size() <= 1) {
            return table;
        }
        int half = distances.size() / 2;
        return new Block.Choice(
                List.of(table),
                Block.only(
                        Medium.TEXT,
                        narrowWhatIf(distances.subList(0, half)),
                        Block.part(narrowWhatIf(distances.subList(half, distances.size())))));
    }

    /** The ratios of both sides beside the published ones, for a page of text; no rows if none was published. */
    Block narrowPublished() {
        List<Row> published =
                rows.stream().filter(row -> row.published() != null).toList();
        Columns<Row> columns = new Columns<Row>()
                .name("row", "", row -> names.row(row.subject()))
                .name("of", "", this::briefDriver)
                .number("ratio", "ratio", Row::ratio, Numbers::ratio)
                .number("publishedRatio", "its ratio", row -> published(row, Published::ratio), Numbers::ratio)
                .number("publishedLocal", "its local", row -> time(published(row, Published::localMicros)))
                .number("publishedDistant", "its distant", row -> time(published(row, Published::distantMicros)));
        return Block.table(columns.grid(published), Block.Form.GROUPED);
    }

    private List<Row> predictable() {
        return rows.stream().filter(row -> !row.whatIf().isEmpty()).toList();
    }

    /** All RTTs with predictions, µs, ascending. */
    List<Double> distances() {
        return rows.stream()
                .flatMap(row -> row.whatIf().stream())
                .map(Prediction::rttMicros)
                .distinct()
                .sorted()
                .toList();
    }
}
