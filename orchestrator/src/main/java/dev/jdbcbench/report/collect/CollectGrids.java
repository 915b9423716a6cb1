package dev.jdbcbench.report.collect;

import dev.jdbcbench.comparison.Collected;
import dev.jdbcbench.comparison.Collected.Comparison;
import dev.jdbcbench.comparison.Collected.Prediction;
import dev.jdbcbench.comparison.Collected.Published;
import dev.jdbcbench.comparison.Collected.Side;
import dev.jdbcbench.comparison.Collected.Value;
import dev.jdbcbench.comparison.Row;
import dev.jdbcbench.report.layout.Grid;
import dev.jdbcbench.report.layout.Grid.Cell;
import dev.jdbcbench.report.layout.Grid.Part;
import dev.jdbcbench.report.layout.Numbers;
import dev.jdbcbench.report.layout.RatioText;
import dev.jdbcbench.report.layout.ScoreText;
import dev.jdbcbench.report.layout.VerdictSign;
import dev.jdbcbench.result.CellName;
import dev.jdbcbench.result.DriverName;
import dev.jdbcbench.result.Score;
import dev.jdbcbench.statistics.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The tables of a collection, with the content of each column. Text with {@code --wide} and the page show all columns
 * ({@link #allOfRows}), Markdown those of {@link #rows}. The table of 80 columns is in {@link CollectBrief}.
 */
public final class CollectGrids {
    /** Marks rows that prove nothing about the RTT because it was estimated from them. */
    static final String CIRCULAR = "°";

    /** Marks comparisons of forks that did not run in the same blocks. */
    static final String NOT_PAIRED = "†";

    private final Collected collected;
    private final CellName names;

    /** The tables of one collection. */
    public CollectGrids(Collected collected) {
        this.collected = collected;
        this.names = collected.names();
    }

    /** Each cell local and distant, with the essential numbers. */
    Grid rows() {
        List<Part<Row>> parts = new ArrayList<>(namesOfRows());
        parts.add(Part.number("local", "local µs", row -> score(row.local())));
        parts.add(Part.number("distant", "distant µs", row -> score(row.distant())));
        parts.addAll(essentials());
        parts.addAll(percentages());
        parts.addAll(published());
        return Grid.of(parts, collected.rows());
    }

    /** The same rows with every known number. */
    public Grid allOfRows() {
        List<Part<Row>> parts = new ArrayList<>(namesOfRows());
        parts.add(Part.number("local", "local µs", row -> interval(row.local())));
        parts.add(Part.number("distant", "distant µs", row -> interval(row.distant())));
        parts.addAll(essentials());
        parts.add(Part.<Row>number("residualInterval", "residual 95 %", CollectGrids::residualInterval)
                .ifKnown());
        parts.add(micros("predicted", "predicted µs", row -> row.explained().predicted()));
        parts.add(micros("latency", "waiting µs", row -> row.explained().latencyMicros()));
        parts.add(micros("transfer", "transfer µs", row -> row.explained().transferMicros()));
        parts.add(bytes("bytesUp", "bytes up", row -> row.traffic().bytesUp()));
        parts.add(bytes("bytesDown", "bytes down", row -> row.traffic().bytesDown()));
        parts.addAll(percentages());
        parts.addAll(published());
        return Grid.of(parts, collected.rows());
    }

    private List<Part<Row>> namesOfRows() {
        return List.of(
                Part.name("scenario", "scenario", row -> names.scenario(row.subject())),
                Part.name("mode", "mode", row -> row.subject().mode().id()),
                Part.name("driver", "driver", row -> DriverName.of(row.subject())));
    }

    private static List<Part<Row>> essentials() {
        return List.of(
                Part.number("ratio", "ratio", row -> Cell.of(row.ratio(), Numbers::ratio)),
                Part.number("difference", "difference", row -> Cell.of(row.differenceMicros(), Numbers::signedMicros)),
                Part.number("counted", "k", row -> Cell.of(row.traffic().roundTripsCounted(), Numbers::count)),
                Part.number("implied", "k implied", CollectGrids::implied),
                Part.number(
                        "residual",
                        "residual",
                        row -> Cell.of(row.explained().residualMicros(), Numbers::signedMicros)),
                Part.name("label", "label", row -> row.explained().cause().toString()));
    }

    private static List<Part<Row>> percentages() {
        return List.of(
                Part.<Row>number(
                                "percentLocal",
                                "local %",
                                row -> Cell.of(row.percent().percentLocal(), Numbers::times))
                        .ifKnown(),
                Part.<Row>number(
                                "percentDistant",
                                "distant %",
                                row -> Cell.of(row.percent().percentDistant(), Numbers::times))
                        .ifKnown());
    }

    private static List<Part<Row>> published() {
        return List.of(
                new Part<Row>(
                        new Grid.Column("published", "published as", false),
                        false,
                        row -> row.published() == null
                                ? Cell.NOTHING
                                : Cell.of(row.published().benchmark())),
                published("publishedLocal", "its local µs", Published::localMicros, Numbers::micros),
                published("publishedDistant", "its distant µs", Published::distantMicros, Numbers::micros),
                published("publishedRatio", "its ratio", Published::ratio, Numbers::ratio),
                published("publishedDifference", "its difference", CollectGrids::difference, Numbers::signedMicros),
                published("publishedPercentLocal", "its local %", Published::percentLocal, Numbers::times),
                published("publishedPercentDistant", "its distant %", Published::percentDistant, Numbers::times));
    }

    private static @Nullable Double difference(Published published) {
        return published.distantMicros() == null || published.localMicros() == null
                ? null
                : published.distantMicros() - published.localMicros();
    }

    private static Part<Row> published(
            String id, String heading, Function<Published, @Nullable Double> value, Function<Double, String> look) {
        return Part.<Row>number(id, heading, row -> {
                    Published published = row.published();
                    return published == null ? Cell.NOTHING : Cell.of(value.apply(published), look);
                })
                .ifKnown();
    }

    private static Part<Row> micros(String id, String heading, Function<Row, @Nullable Double> value) {
        return Part.<Row>number(id, heading, row -> Cell.of(value.apply(row), Numbers::micros))
                .ifKnown();
    }

    private static Part<Row> bytes(String id, String heading, Function<Row, @Nullable Long> value) {
        return Part.<Row>number(id, heading, row -> {
                    Long bytes = value.apply(row);
                    return bytes == null ? Cell.NOTHING : new Cell(String.valueOf(bytes), (double) bytes);
                })
                .ifKnown();
    }

    private static Cell score(Score score) {
        return Cell.of(score.score(), Numbers::micros);
    }

    private static Cell interval(Score score) {
        return Cell.of(score.score(), value -> Numbers.micros(value) + between(score.low(), score.high()));
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
    static Cell implied(Row row) {
        Value implied = row.traffic().roundTripsImplied();
        return implied == null
                ? Cell.NOTHING
                : new Cell(
                        implied(row, implied)
                                + (implied.low() == null || implied.high() == null
                                        ? ""
                                        : " [" + Numbers.times(implied.low()) + "–" + Numbers.times(implied.high())
                                                + "]"),
                        implied.value());
    }

    private static String implied(Row row, Value implied) {
        return Numbers.times(implied.value()) + (row.traffic().circular() ? CIRCULAR : "");
    }

    /** Which of two is ahead, local and distant. */
    public Grid comparisons() {
        List<Part<Comparison>> parts = new ArrayList<>();
        parts.add(
                Part.name("subject", "compared in", comparison -> names.on(comparison.server(), comparison.subject())));
        parts.add(Part.name("value", "this", comparison -> DriverName.of(comparison.value())));
        parts.add(Part.name("base", "with", comparison -> DriverName.of(comparison.base())));
        parts.add(Part.name("aheadLocal", "ahead local", comparison -> ahead(comparison, comparison.local())));
        parts.add(Part.number("ratioLocal", "ratio local", comparison -> ratio(comparison.local())));
        parts.add(Part.name("aheadDistant", "ahead distant", comparison -> ahead(comparison, comparison.distant())));
        parts.add(Part.number("ratioDistant", "ratio distant", comparison -> ratio(comparison.distant())));
        parts.add(Part.name("order", "ranking", CollectGrids::order));
        parts.add(Part.<Comparison>number("crossover", "turns at RTT µs", CollectGrids::crossover)
                .ifKnown());
        return Grid.of(parts, collected.comparisons());
    }

    /** {@code 10.2 [8.81–11.9]}. */
    static Cell crossover(Comparison comparison) {
        return Cell.of(
                comparison.crossoverMicros(),
                micros -> Numbers.micros(micros) + between(comparison.crossoverLow(), comparison.crossoverHigh()));
    }

    /** Whether the same one is ahead local and distant; {@code =} if neither is ahead on either side. */
    static String order(Comparison comparison) {
        return switch (comparison.order()) {
            case SAME -> "same";
            case CHANGES -> "changes";
            case UNDECIDED -> neitherIsAhead(comparison.local()) && neitherIsAhead(comparison.distant()) ? "=" : "?";
        };
    }

    private static boolean neitherIsAhead(@Nullable Side side) {
        return side != null && side.verdict() == Verdict.EQUAL;
    }

    /** The faster of the two: {@code =} if neither is, {@code ~} if undecided. */
    static String ahead(Comparison comparison, @Nullable Side side) {
        return side == null
                ? ScoreText.NOTHING
                : switch (side.verdict()) {
                    case EQUAL, UNDECIDED -> VerdictSign.of(side.verdict()).word();
                    case FASTER, SLOWER -> ahead(comparison, side.verdict());
                };
    }

    /** The faster of the two by a decided verdict. */
    static String ahead(Comparison comparison, Verdict verdict) {
        return verdict == Verdict.FASTER
                ? DriverName.brief(comparison.value(), comparison.base())
                : DriverName.brief(comparison.base(), comparison.value());
    }

    static Cell ratio(@Nullable Side side) {
        return side == null
                ? Cell.NOTHING
                : new Cell(
                        RatioText.of(side.ratio(), side.low(), side.high()) + (side.paired() ? "" : NOT_PAIRED),
                        side.ratio());
    }

    /** The model's predictions for other distances, at every RTT that any row has. */
    public Grid whatIf() {
        List<Part<Row>> parts = new ArrayList<>(namesOfRows());
        distances(collected)
                .forEach(rtt -> parts.add(Part.number(
                        "rtt" + Numbers.plain(rtt),
                        "RTT " + Numbers.distance(rtt),
                        row -> predictedBetween(row, rtt))));
        return Grid.of(parts, predictable(collected));
    }

    /** The rows that have predictions. */
    static List<Row> predictable(Collected collected) {
        return collected.rows().stream().filter(row -> !row.whatIf().isEmpty()).toList();
    }

    /** All RTTs with predictions, µs, ascending. */
    public static List<Double> distances(Collected collected) {
        return collected.rows().stream()
                .flatMap(row -> row.whatIf().stream())
                .map(Prediction::rttMicros)
                .distinct()
                .sorted()
                .toList();
    }

    /** The predicted time without its interval, for narrow pages. */
    static Cell predicted(Row row, double rttMicros) {
        return prediction(row, rttMicros)
                .map(prediction -> Cell.of(prediction.micros(), Numbers::micros))
                .orElse(Cell.NOTHING);
    }

    /** The predicted time with its interval. */
    private static Cell predictedBetween(Row row, double rttMicros) {
        return prediction(row, rttMicros)
                .map(prediction -> Cell.of(
                        prediction.micros(),
                        micros -> Numbers.micros(micros) + between(prediction.low(), prediction.high())))
                .orElse(Cell.NOTHING);
    }

    private static Optional<Prediction> prediction(Row row, double rttMicros) {
        return row.whatIf().stream()
                .filter(prediction -> prediction.rttMicros() == rttMicros)
                .findFirst();
    }
}
