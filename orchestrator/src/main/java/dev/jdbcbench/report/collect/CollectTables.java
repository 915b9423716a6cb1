package dev.jdbcbench.report.collect;

import static dev.jdbcbench.report.layout.Medium.BRIEF;
import static dev.jdbcbench.report.layout.Medium.CSV;
import static dev.jdbcbench.report.layout.Medium.MARKDOWN;
import static dev.jdbcbench.report.layout.Medium.PAGE;
import static dev.jdbcbench.report.layout.Medium.WIDE;

import dev.jdbcbench.comparison.Collected;
import dev.jdbcbench.comparison.Collected.Comparison;
import dev.jdbcbench.comparison.Collected.Prediction;
import dev.jdbcbench.comparison.Collected.Published;
import dev.jdbcbench.comparison.Collected.Side;
import dev.jdbcbench.comparison.Collected.Value;
import dev.jdbcbench.comparison.Row;
import dev.jdbcbench.event.ServiceTime;
import dev.jdbcbench.report.layout.Grid;
import dev.jdbcbench.report.layout.Grid.Cell;
import dev.jdbcbench.report.layout.Grid.Part;
import dev.jdbcbench.report.layout.GroupedTable;
import dev.jdbcbench.report.layout.Medium;
import dev.jdbcbench.report.layout.Numbers;
import dev.jdbcbench.report.layout.Page;
import dev.jdbcbench.report.layout.RatioText;
import dev.jdbcbench.report.layout.ScoreText;
import dev.jdbcbench.report.layout.VerdictSign;
import dev.jdbcbench.result.CellName;
import dev.jdbcbench.result.DriverName;
import dev.jdbcbench.result.LoadCurve;
import dev.jdbcbench.result.LoadCurve.Point;
import dev.jdbcbench.result.Score;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.statistics.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The tables of a collection. {@link #columns} has the columns of its rows in all formats, in order; a new one is an entry
 * there, with the media that show it.
 */
public final class CollectTables {
    /** Marks rows that prove nothing about the RTT because it was estimated from them. */
    static final String CIRCULAR = "°";

    /** Marks comparisons of forks that did not run in the same blocks. */
    static final String NOT_PAIRED = "†";

    /** The key's parts before those that the cells of both sides share: topology, client, database. */
    private static final int PARTS_OF_A_KEY = 4;

    private static final Medium[] READ = {WIDE, MARKDOWN, PAGE};
    private static final Medium[] DETAILED = {WIDE, PAGE};

    private final Collected collected;
    private final CellName names;
    private final List<Row> rows;

    /** The tables of one collection. */
    public CollectTables(Collected collected) {
        this.collected = collected;
        this.names = collected.names();
        this.rows = collected.rows();
    }

    /** The rows for one medium. */
    Grid rows(Medium medium) {
        return Grid.of(medium, columns(), rows);
    }

    /** The rows for other programs, with the points of load curves if there are any. */
    Grid csv(List<LoadCurve> curves) {
        List<Part<Row>> parts = columns();
        if (!curves.isEmpty()) {
            for (Topology topology : Topology.values()) {
                parts.addAll(points(topology, curves));
            }
        }
        return Grid.of(CSV, parts, rows);
    }

    private List<Part<Row>> columns() {
        List<Part<Row>> parts = new ArrayList<>();
        parts.add(Part.<Row>name("row", "", row -> names.row(row.subject())).in(BRIEF));
        parts.add(Part.<Row>name("of", "", this::briefDriver).in(BRIEF));
        parts.add(Part.<Row>name("scenario", "scenario", row -> names.scenario(row.subject()))
                .in(READ));
        parts.add(
                Part.<Row>name("mode", "mode", row -> row.subject().mode().id()).in(READ));
        parts.add(Part.<Row>name("driver", "driver", row -> DriverName.of(row.subject()))
                .in(READ));
        parts.add(Part.exact("key", Row::key));
        parts.add(Part.exact("server", row -> row.subject().server()));
        parts.add(Part.exact("scenario", row -> row.subject().scenario()));
        parts.add(Part.exact("params", CollectTables::params));
        parts.add(Part.exact("mode", row -> row.subject().mode()));
        parts.add(Part.exact("driver", row -> row.subject().driver()));
        parts.add(Part.exact("driver_version", row -> row.subject().driverVersion()));
        parts.add(Part.exact("transport", row -> row.subject().transport()));
        parts.add(Part.exact("threads", row -> row.subject().threads()));
        if (rows.stream().anyMatch(row -> row.subject().rate() != null)) {
            parts.add(Part.exact("rate", row -> row.subject().rate()));
        }
        parts.addAll(side("local", Row::local));
        parts.addAll(side("distant", Row::distant));
        parts.add(Part.<Row>number("ratio", "ratio", row -> Cell.of(row.ratio(), Numbers::ratio))
                .in(READ));
        parts.add(Part.exact("ratio", Row::ratio));
        parts.add(Part.<Row>number("added", "added", CollectTables::added).in(BRIEF));
        parts.add(signed("difference", "difference", Row::differenceMicros).in(READ));
        parts.add(Part.exact("difference_us", Row::differenceMicros));
        parts.add(count("counted", "k").in(READ));
        parts.add(count("trips", "trips").in(BRIEF));
        parts.add(Part.exact("round_trips_counted", row -> row.traffic().roundTripsCounted()));
        parts.add(
                Part.<Row>number("implied", "k implied", CollectTables::implied).in(READ));
        parts.add(Part.exact("round_trips_implied", implied(Value::value)));
        parts.add(Part.exact("round_trips_implied_low", implied(Value::low)));
        parts.add(Part.exact("round_trips_implied_high", implied(Value::high)));
        parts.add(signed("residual", "residual", row -> row.explained().residualMicros())
                .in(READ));
        parts.add(
                Part.<Row>name("label", "label", row -> row.explained().cause().toString())
                        .in(READ));
        parts.add(Part.<Row>name("explained", "explained by them", CollectCauses::explained)
                .in(BRIEF));
        parts.add(Part.<Row>number("residualInterval", "residual 95 %", CollectTables::residualInterval)
                .ifKnown()
                .in(DETAILED));
        parts.add(micros("predicted", "predicted µs", row -> row.explained().predicted()));
        parts.add(micros("latency", "waiting µs", row -> row.explained().latencyMicros()));
        parts.add(micros("transfer", "transfer µs", row -> row.explained().transferMicros()));
        parts.add(bytes("bytesUp", "bytes up", row -> row.traffic().bytesUp()));
        parts.add(bytes("bytesDown", "bytes down", row -> row.traffic().bytesDown()));
        parts.add(Part.exact("circular", row -> row.traffic().circular()));
        parts.add(Part.exact("bytes_up", row -> row.traffic().bytesUp()));
        parts.add(Part.exact("bytes_down", row -> row.traffic().bytesDown()));
        parts.add(Part.exact("waiting_us", row -> row.explained().latencyMicros()));
        parts.add(Part.exact("transfer_us", row -> row.explained().transferMicros()));
        parts.add(Part.exact("predicted_us_per_op", row -> row.explained().predicted()));
        parts.add(Part.exact("residual_us", row -> row.explained().residualMicros()));
        parts.add(Part.exact("residual_low_us", row -> row.explained().residualLow()));
        parts.add(Part.exact("residual_high_us", row -> row.explained().residualHigh()));
        parts.add(Part.exact("label", row -> row.explained().label()));
        parts.add(Part.exact("cause", row -> row.explained().cause()));
        both(
                parts,
                "percentLocal",
                "local %",
                "local_percent_of_base",
                row -> row.percent().percentLocal(),
                Numbers::times);
        both(
                parts,
                "percentDistant",
                "distant %",
                "distant_percent_of_base",
                row -> row.percent().percentDistant(),
                Numbers::times);
        parts.add(Part.<Row>text(
                        "published",
                        "published as",
                        row -> row.published() == null ? "" : row.published().benchmark())
                .in(READ));
        parts.add(Part.exact(
                "published_as",
                row -> row.published() == null ? null : row.published().benchmark()));
        published(parts, "Local", "local µs", "local_us_per_op", Published::localMicros, Numbers::micros);
        published(parts, "Distant", "distant µs", "distant_us_per_op", Published::distantMicros, Numbers::micros);
        published(parts, "Ratio", "ratio", "ratio", Published::ratio, Numbers::ratio);
        parts.add(Part.<Row>value(
                        "publishedDifference",
                        "its difference",
                        ofPublished(CollectTables::difference),
                        Numbers::signedMicros)
                .in(READ));
        published(parts, "PercentLocal", "local %", "local_percent_of_base", Published::percentLocal, Numbers::times);
        published(
                parts,
                "PercentDistant",
                "distant %",
                "distant_percent_of_base",
                Published::percentDistant,
                Numbers::times);
        for (double rtt : distances()) {
            parts.add(predicted("predicted", rtt, Prediction::micros));
        }
        for (double rtt : distances()) {
            parts.add(predicted("predicted_low", rtt, Prediction::low));
            parts.add(predicted("predicted_high", rtt, Prediction::high));
        }
        return parts;
    }

    /** The time on one side: with its interval where there is room. */
    private static List<Part<Row>> side(String id, Function<Row, Score> score) {
        return List.of(
                Part.<Row>number(id, id, row -> time(score.apply(row).score())).in(BRIEF),
                Part.<Row>number(id, id + " µs", row -> Cell.of(score.apply(row).score(), Numbers::micros))
                        .in(MARKDOWN),
                Part.<Row>number(
                                id,
                                id + " µs",
                                row -> Cell.of(
                                        score.apply(row).score(),
                                        value -> Numbers.micros(value)
                                                + between(
                                                        score.apply(row).low(),
                                                        score.apply(row).high())))
                        .in(DETAILED),
                Part.exact(id + "_us_per_op", row -> score.apply(row).score()),
                Part.exact(id + "_low_us_per_op", row -> score.apply(row).low()),
                Part.exact(id + "_high_us_per_op", row -> score.apply(row).high()));
    }

    /** A column for readers, if known, and for programs. */
    private static void both(
            List<Part<Row>> parts,
            String id,
            String heading,
            String csv,
            Function<Row, @Nullable Double> value,
            Function<Double, String> look) {
        parts.add(Part.value(id, heading, value, look).in(READ));
        parts.add(Part.exact(csv, value::apply));
    }

    private static void published(
            List<Part<Row>> parts,
            String id,
            String heading,
            String csv,
            Function<Published, @Nullable Double> value,
            Function<Double, String> look) {
        both(parts, "published" + id, "its " + heading, "published_" + csv, ofPublished(value), look);
    }

    private static Function<Row, @Nullable Double> ofPublished(Function<Published, @Nullable Double> value) {
        return row -> row.published() == null ? null : value.apply(row.published());
    }

    private static @Nullable Double difference(Published published) {
        return published.distantMicros() == null || published.localMicros() == null
                ? null
                : published.distantMicros() - published.localMicros();
    }

    private static Part<Row> signed(String id, String heading, Function<Row, @Nullable Double> value) {
        return Part.number(id, heading, row -> Cell.of(value.apply(row), Numbers::signedMicros));
    }

    private static Part<Row> count(String id, String heading) {
        return Part.number(id, heading, row -> Cell.of(row.traffic().roundTripsCounted(), Numbers::count));
    }

    private static Part<Row> micros(String id, String heading, Function<Row, @Nullable Double> value) {
        return Part.value(id, heading, value, Numbers::micros).in(DETAILED);
    }

    private static Part<Row> bytes(String id, String heading, Function<Row, @Nullable Long> value) {
        return Part.<Row>number(id, heading, row -> {
                    Long bytes = value.apply(row);
                    return bytes == null ? Cell.NOTHING : new Cell(String.valueOf(bytes), (double) bytes);
                })
                .ifKnown()
                .in(DETAILED);
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

    private static String between(@Nullable Double low, @Nullable Double high) {
        return low == null || high == null ? "" : " [" + Numbers.micros(low) + "–" + Numbers.micros(high) + "]";
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

    private static Part<Row> predicted(String what, double rtt, Function<Prediction, @Nullable Double> part) {
        return Part.exact(
                what + "_us_per_op_at_rtt_" + Numbers.plain(rtt) + "_us",
                row -> prediction(row, rtt).map(part).orElse(null));
    }

    /** The points of the load curves of one side, for programs. */
    private static List<Part<Row>> points(Topology topology, List<LoadCurve> curves) {
        Map<String, Point> points = new HashMap<>();
        curves.stream()
                .filter(curve -> curve.topology() == topology)
                .flatMap(curve -> curve.points().stream())
                .forEach(point -> points.put(point.cell().split("/", PARTS_OF_A_KEY)[PARTS_OF_A_KEY - 1], point));
        BiFunction<String, Function<Point, @Nullable Object>, Part<Row>> part =
                (id, value) -> Part.exact(topology.id() + "_" + id, row -> {
                    Point point = points.get(row.key());
                    return point == null ? null : value.apply(point);
                });
        return List.of(
                part.apply("operations_per_s", Point::perSecond),
                part.apply("p50_us", percentile(ServiceTime::p50Micros)),
                part.apply("p95_us", percentile(ServiceTime::p95Micros)),
                part.apply("p99_us", percentile(ServiceTime::p99Micros)),
                part.apply("client_cpu_percent", point -> point.load().clientCpuPercent()),
                part.apply("client_host_cpu_percent", point -> point.load().clientHostCpuPercent()),
                part.apply("database_cpu_percent", point -> point.load().databaseCpuPercent()),
                part.apply("mbit_up_per_s", Point::megabitsUp),
                part.apply("mbit_down_per_s", Point::megabitsDown),
                part.apply("network_percent", Point::networkPercent),
                part.apply("ceiling_per_s", Point::ceilingPerSecond),
                part.apply("limit", Point::bound));
    }

    private static Function<Point, @Nullable Object> percentile(Function<ServiceTime, @Nullable Double> which) {
        return point -> point.serviceTime() == null ? null : which.apply(point.serviceTime());
    }

    /** Which of two is ahead, local and distant. */
    Grid comparisons() {
        return Grid.of(
                List.of(
                        Part.name("subject", "compared in", this::subject),
                        Part.name("value", "this", comparison -> DriverName.of(comparison.value())),
                        Part.name("base", "with", comparison -> DriverName.of(comparison.base())),
                        Part.name("aheadLocal", "ahead local", comparison -> ahead(comparison, comparison.local())),
                        Part.number("ratioLocal", "ratio local", comparison -> ratio(comparison.local())),
                        Part.name(
                                "aheadDistant", "ahead distant", comparison -> ahead(comparison, comparison.distant())),
                        Part.number("ratioDistant", "ratio distant", comparison -> ratio(comparison.distant())),
                        Part.name("order", "ranking", CollectTables::order),
                        Part.<Comparison>number("crossover", "turns at RTT µs", CollectTables::crossover)
                                .ifKnown()),
                collected.comparisons());
    }

    /** What a comparison compares, without its two sides. */
    String subject(Comparison comparison) {
        return names.on(comparison.server(), comparison.subject());
    }

    /** {@code 10.2 [8.81–11.9]}. */
    static Cell crossover(Comparison comparison) {
        return Cell.of(
                comparison.crossoverMicros(),
                micros -> Numbers.micros(micros) + between(comparison.crossoverLow(), comparison.crossoverHigh()));
    }

    /** Whether the same one is ahead local and distant; {@code =} if neither is ahead on either side. */
    private static String order(Comparison comparison) {
        return switch (comparison.order()) {
            case SAME -> "same";
            case CHANGES -> "changes";
            case UNDECIDED ->
                (equal(comparison.local()) && equal(comparison.distant()) ? VerdictSign.EQUAL : VerdictSign.UNDECIDED)
                        .sign();
        };
    }

    private static boolean equal(@Nullable Side side) {
        return side != null && side.verdict() == Verdict.EQUAL;
    }

    /** The faster of the two, or the sign of a verdict that says neither. */
    static String ahead(Comparison comparison, @Nullable Side side) {
        return side == null
                ? ScoreText.NOTHING
                : switch (side.verdict()) {
                    case EQUAL, UNDECIDED -> VerdictSign.of(side.verdict()).sign();
                    case FASTER -> DriverName.brief(comparison.value(), comparison.base());
                    case SLOWER -> DriverName.brief(comparison.base(), comparison.value());
                };
    }

    /** The faster of the pair in the group's heading, for names wider than a column. */
    private static String aheadOfThePair(Comparison comparison, @Nullable Side side) {
        return side != null && side.verdict() == Verdict.FASTER
                ? "the first"
                : side != null && side.verdict() == Verdict.SLOWER ? "the second" : ahead(comparison, side);
    }

    private static Cell ratio(@Nullable Side side) {
        return side == null
                ? Cell.NOTHING
                : new Cell(
                        RatioText.of(side.ratio(), side.low(), side.high()) + (side.paired() ? "" : NOT_PAIRED),
                        side.ratio());
    }

    /** The comparisons for a page of text, grouped by what is compared. If that is too wide, intervals go last: the verdict depends on them. */
    String narrowComparisons() {
        GroupedTable full = comparisons(CollectTables::ahead, UnaryOperator.identity());
        if (full.fits()) {
            return full.text();
        }
        GroupedTable brief = comparisons(CollectTables::aheadOfThePair, UnaryOperator.identity());
        return (brief.fits()
                        ? brief
                        : comparisons(CollectTables::aheadOfThePair, ratio -> ratio.replaceFirst(" \\[.*\\]", "")))
                .text();
    }

    private GroupedTable comparisons(
            BiFunction<Comparison, @Nullable Side, String> ahead, UnaryOperator<String> ratio) {
        Function<Comparison, String> pair =
                comparison -> DriverName.of(comparison.value()) + " divided by " + DriverName.of(comparison.base());
        List<String> pairs =
                collected.comparisons().stream().map(pair).distinct().toList();
        return new GroupedTable(
                Grid.of(
                        List.of(
                                Part.name("pair", "", pair),
                                Part.name("subject", "ahead", this::subject),
                                Part.name("aheadLocal", "local", one -> ahead.apply(one, one.local())),
                                Part.name(
                                        "ratioLocal",
                                        "ratio",
                                        one -> ratio.apply(ratio(one.local()).text())),
                                Part.name("aheadDistant", "distant", one -> ahead.apply(one, one.distant())),
                                Part.name(
                                        "ratioDistant",
                                        "ratio",
                                        one -> ratio.apply(ratio(one.distant()).text())),
                                Part.name("order", "ranking", CollectTables::order)),
                        collected.comparisons().stream()
                                .sorted(Comparator.comparing(one -> pairs.indexOf(pair.apply(one))))
                                .toList()),
                Page.WIDTH);
    }

    /** The model's predictions for other distances, at every RTT that any row has. */
    Grid whatIf() {
        List<Part<Row>> parts = new ArrayList<>(columns().stream()
                .filter(part -> List.of("scenario", "mode", "driver")
                                .contains(part.column().id())
                        && part.media().contains(PAGE))
                .toList());
        distances()
                .forEach(rtt -> parts.add(Part.number(
                        "rtt" + Numbers.plain(rtt),
                        "RTT " + Numbers.distance(rtt),
                        row -> Cell.of(
                                prediction(row, rtt).map(Prediction::micros).orElse(null),
                                micros -> Numbers.micros(micros)
                                        + prediction(row, rtt)
                                                .map(found -> between(found.low(), found.high()))
                                                .orElse("")))));
        return Grid.of(parts, predictable());
    }

    /** The predictions for a page of text; distances that do not fit go into further tables. Empty if there are none. */
    String narrowWhatIf() {
        return distances().isEmpty() ? "" : narrowWhatIf(distances());
    }

    private String narrowWhatIf(List<Double> distances) {
        List<Part<Row>> parts = new ArrayList<>(List.of(
                Part.name("row", "", row -> names.row(row.subject())),
                Part.name("driver", "RTT", row -> DriverName.of(row.subject()))));
        distances.forEach(rtt -> parts.add(Part.number(
                "rtt",
                Numbers.distance(rtt),
                row -> Cell.of(prediction(row, rtt).map(Prediction::micros).orElse(null), Numbers::micros))));
        GroupedTable table = new GroupedTable(Grid.of(parts, predictable()), Page.WIDTH);
        if (distances.size() == 1 || table.fits()) {
            return table.text();
        }
        int half = distances.size() / 2;
        return narrowWhatIf(distances.subList(0, half)) + "\n"
                + narrowWhatIf(distances.subList(half, distances.size()));
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

    private static Optional<Prediction> prediction(Row row, double rttMicros) {
        return row.whatIf().stream()
                .filter(prediction -> prediction.rttMicros() == rttMicros)
                .findFirst();
    }
}
