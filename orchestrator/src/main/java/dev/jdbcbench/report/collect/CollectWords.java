package dev.jdbcbench.report.collect;

import dev.jdbcbench.comparison.Collected;
import dev.jdbcbench.comparison.Collected.Advice;
import dev.jdbcbench.comparison.Collected.Comparison;
import dev.jdbcbench.comparison.Collected.Link;
import dev.jdbcbench.comparison.Collected.Order;
import dev.jdbcbench.comparison.Collected.Reference;
import dev.jdbcbench.comparison.Collected.Rtt;
import dev.jdbcbench.comparison.Collected.Side;
import dev.jdbcbench.comparison.Collected.Unpaired;
import dev.jdbcbench.comparison.Collected.Value;
import dev.jdbcbench.comparison.Row;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.load.Unit;
import dev.jdbcbench.report.document.Block.Item;
import dev.jdbcbench.report.layout.Numbers;
import dev.jdbcbench.report.layout.Page;
import dev.jdbcbench.report.layout.RatioText;
import dev.jdbcbench.result.CellName;
import dev.jdbcbench.result.DriverName;
import dev.jdbcbench.run.Subject;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.statistics.contrast.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The sentences of a collection; the same in every format. */
public final class CollectWords {
    /** The caption of the table for other distances. */
    public static final String PREDICTED =
            "Predicted by the model, not measured: µs per operation if the distance added this RTT.";

    /** A mode counts as far faster if it takes less than this share of the worst mode's time. */
    private static final double FAR_FASTER = 0.7;

    private static final double BITS_PER_BYTE = 8;
    private static final double MEGABITS_PER_GIGABIT = 1000;

    private final Collected collected;
    private final CellName names;

    /** The sentences about one collection. */
    public CollectWords(Collected collected) {
        this.collected = collected;
        this.names = collected.names();
    }

    /** The collected runs, in the order in which they were given. */
    String runs() {
        return collected.runs().isEmpty() ? "no runs" : "runs " + ids();
    }

    private String ids() {
        return collected.runs().stream()
                .map(run -> run + (collected.incomplete().contains(run) ? " (INCOMPLETE)" : ""))
                .collect(Collectors.joining(", "));
    }

    /** What was collected, in few lines. */
    List<String> header() {
        Rtt rtt = collected.rtt();
        String distance = rtt == null || rtt.medianMicros() == null
                ? "RTT not known"
                : "RTT " + Numbers.time(rtt.medianMicros())
                        + (rtt.p95Micros() == null ? "" : " (p95 " + Numbers.time(rtt.p95Micros()) + ")")
                        + (rtt.localMedianMicros() == null
                                ? ""
                                : ", " + Numbers.time(rtt.medianMicros() - rtt.localMedianMicros())
                                        + " more than on one host")
                        + (rtt.source().equals(Rtt.MEASURED) ? "" : ", " + rtt.source());
        int rows = collected.rows().size();
        List<String> lines = new ArrayList<>();
        lines.add("local vs distant · " + distance);
        lines.add(rows + " of " + (rows + collected.unpaired().size()) + " cells on both sides · "
                + (collected.runs().size() == 1 ? "run " : "runs ") + ids());
        differences().forEach(difference -> lines.add("! " + Page.plain(difference)));
        return lines;
    }

    /** What to say, and to do, if all cells are of one side; empty if there are cells of both. */
    Optional<List<String>> oneSide() {
        Set<String> sides = collected.unpaired().stream()
                .map(cell -> cell.key().split("/", 2)[0])
                .collect(Collectors.toSet());
        if (sides.size() != 1) {
            return Optional.empty();
        }
        boolean local = sides.contains(Topology.LOCAL.id());
        int cells = collected.unpaired().size();
        return Optional.of(List.of(
                "only " + (local ? Topology.LOCAL : Topology.DISTANT) + ": " + cells + (cells == 1 ? " cell" : " cells")
                        + ", and none " + (local ? Topology.DISTANT : Topology.LOCAL) + " to compare "
                        + (cells == 1 ? "it" : "them") + " with",
                (collected.runs().size() == 1 ? "run " : "runs ") + ids(),
                "next: ./bench run --topology " + (local ? "distant --db-host HOST" : "local")
                        + ", then ./bench collect",
                "times: ./bench report --format text; all cells: ./bench collect --wide"));
    }

    /** The caption of the published ratios; none if no publication was requested. */
    List<String> published() {
        Reference reference = collected.reference();
        if (reference == null) {
            return List.of();
        }
        List<String> lines = new ArrayList<>();
        lines.add("published: " + reference.name()
                + (has(Row::published)
                        ? ". Its hosts were others: compare ratios, not times"
                        : " has none of these rows"));
        return lines;
    }

    /** Why cells are slower far away, the one that is slowest, and a mode that is far faster. */
    List<String> bottomLine() {
        List<String> lines = new ArrayList<>(new CollectCauses(collected).sentences());
        collected.rows().stream()
                .filter(row -> Double.isFinite(row.differenceMicros()) && row.differenceMicros() > 0)
                .max(Comparator.comparingDouble(Row::differenceMicros))
                .ifPresent(worst -> {
                    lines.add("Most added: " + names.row(worst.subject()) + " with " + DriverName.of(worst.subject())
                            + ", "
                            + CollectTables.time(worst.local().score()).text() + " local, "
                            + CollectTables.time(worst.distant().score()).text() + " distant"
                            + waits(worst, ": ", " an operation")
                            + ".");
                    fasterMode(worst)
                            .ifPresent(row -> lines.add("   → distant in mode "
                                    + row.subject().mode() + ": "
                                    + CollectTables.time(row.distant().score()).text() + waits(row, ", ", "")));
                });
        return lines;
    }

    private static String waits(Row row, String before, String after) {
        Double counted = row.traffic().roundTripsCounted();
        if (counted == null) {
            return "";
        }
        String trips = Numbers.count(counted);
        return before + trips + (trips.equals("1") ? " round trip" : " round trips") + after;
    }

    /** The mode in which the same driver runs the same operation far faster, if one was measured. */
    private Optional<Row> fasterMode(Row worst) {
        return collected.rows().stream()
                .filter(row -> inMode(row.subject(), worst.subject().mode()).equals(worst.subject())
                        && isFarFaster(row, worst))
                .min(Comparator.comparingDouble(CollectWords::distant));
    }

    private static Subject inMode(Subject cell, Mode mode) {
        return new Subject(
                cell.server(),
                cell.scenario(),
                cell.params(),
                mode,
                cell.driver(),
                cell.driverVersion(),
                cell.transport(),
                cell.threads(),
                cell.rate());
    }

    /** Whether a row is worth choosing another mode far away. */
    static boolean isFarFaster(Row row, Row worst) {
        return distant(row) < FAR_FASTER * distant(worst);
    }

    /** The time far away, µs; infinite if there is none. */
    static double distant(Row row) {
        return Objects.requireNonNullElse(row.distant().score(), Double.POSITIVE_INFINITY);
    }

    /** RTT and bandwidth of the path to the servers. */
    public List<String> distance() {
        List<String> lines = new ArrayList<>();
        Rtt first = collected.rtt();
        lines.add("RTT: " + (first == null ? "not known for a distant run" : rtt(first)));
        collected.links().forEach((server, link) -> {
            List<String> parts = new ArrayList<>();
            Rtt own = link.rtt();
            if (own != null && !own.equals(first)) {
                parts.add("RTT " + rtt(own));
            }
            parts.addAll(width(link));
            if (!parts.isEmpty()) {
                lines.add("link to " + server + ": " + String.join("; ", parts));
            }
        });
        return lines;
    }

    private static String rtt(Rtt rtt) {
        Double median = rtt.medianMicros();
        if (median == null) {
            return "not known";
        }
        return Numbers.micros(median) + " µs"
                + (rtt.halfWidthMicros() == null ? "" : " ±" + Numbers.micros(rtt.halfWidthMicros()))
                + (rtt.source().equals(Rtt.MEASURED) ? " in the protocol" : "")
                + (rtt.p95Micros() == null ? "" : " (p95 " + Numbers.micros(rtt.p95Micros()) + ")")
                + (rtt.localMedianMicros() == null
                        ? ""
                        : ", " + Numbers.micros(rtt.localMedianMicros()) + " µs on one host")
                + ", " + rtt.source()
                + (rtt.drift() == null ? "" : "; drift: " + rtt.drift());
    }

    private static List<String> width(Link link) {
        List<String> parts = new ArrayList<>();
        if (link.upMicrosPerMegabyte() != null) {
            parts.add("up " + perMegabyte(link.upMicrosPerMegabyte()));
        }
        if (link.downMicrosPerMegabyte() != null) {
            parts.add("down " + perMegabyte(link.downMicrosPerMegabyte()));
        }
        return parts;
    }

    /** The time that distance adds per megabyte, with the corresponding bandwidth. */
    private static String perMegabyte(double micros) {
        if (!(micros > 0)) {
            return "no slower than on one host";
        }
        double megabits = BITS_PER_BYTE * Unit.MICROS_PER_SECOND / micros;
        return (micros < Unit.MICROS_PER_MILLI
                        ? Numbers.micros(micros) + " µs"
                        : Numbers.micros(micros / Unit.MICROS_PER_MILLI) + " ms")
                + " per MB ("
                + (megabits < MEGABITS_PER_GIGABIT
                        ? Numbers.ratio(megabits) + " Mbit/s"
                        : Numbers.ratio(megabits / MEGABITS_PER_GIGABIT) + " Gbit/s")
                + ")";
    }

    /** Reasons other than distance why the two sides may differ. */
    public List<String> differences() {
        List<String> lines = new ArrayList<>();
        if (collected.forced()) {
            lines.add("Not comparable: shown anyway because of --force.");
        }
        collected.differences().forEach(difference -> lines.add("differs: " + difference));
        return lines;
    }

    /** Remarks on comparisons that their table does not show. */
    public List<String> rankings() {
        List<String> lines = new ArrayList<>();
        for (Comparison comparison : collected.comparisons()) {
            Side local = comparison.local();
            Side distant = comparison.distant();
            if (comparison.order() == Order.CHANGES && local != null && distant != null) {
                lines.add("Distance flips the ranking in " + names.on(comparison.server(), comparison.subject()) + ": "
                        + ComparisonTables.ahead(comparison, local) + " is ahead local, "
                        + ComparisonTables.ahead(comparison, distant) + " distant"
                        + (comparison.crossoverMicros() == null
                                ? "."
                                : "; by the model the order turns at an RTT of " + crossover(comparison) + "."));
            } else if (comparison.crossoverMicros() != null) {
                lines.add("By the model, the order of " + brief(comparison) + " in "
                        + names.on(comparison.server(), comparison.subject()) + " turns at an RTT of "
                        + crossover(comparison) + ".");
            }
        }
        for (Comparison comparison : collected.comparisons()) {
            pooled(comparison, "local", comparison.local()).ifPresent(lines::add);
            pooled(comparison, "distant", comparison.distant()).ifPresent(lines::add);
        }
        return lines;
    }

    private static String crossover(Comparison comparison) {
        String[] parts = ComparisonTables.crossover(comparison).text().split(" ", 2);
        return parts[0] + " µs" + (parts.length == 1 ? "" : " " + parts[1]);
    }

    private static String brief(Comparison comparison) {
        return DriverName.brief(comparison.value(), comparison.base()) + " and "
                + DriverName.brief(comparison.base(), comparison.value());
    }

    /**
     * A note if JMH's own error would call the two different. It treats iterations as independent, so it finds
     * differences that do not exist.
     */
    private Optional<String> pooled(Comparison comparison, String where, @Nullable Side side) {
        if (side == null
                || side.verdict() != Verdict.UNDECIDED
                || (side.pooledVerdict() != Verdict.FASTER && side.pooledVerdict() != Verdict.SLOWER)) {
            return Optional.empty();
        }
        boolean holdsOne = side.low() != null && side.high() != null && side.low() <= 1 && side.high() >= 1;
        return Optional.of("? " + names.on(comparison.server(), comparison.subject()) + ", " + where
                + ": JMH's own error would call "
                + DriverName.of(comparison.value()) + " " + side.pooledVerdict() + " than "
                + DriverName.of(comparison.base()) + "; "
                + (holdsOne ? "the true intervals overlap" : "the forks do not decide it") + " ("
                + RatioText.of(side.ratio(), side.low(), side.high()) + ").");
    }

    /** The advice, each with what speaks against it. */
    List<Item> advice() {
        return collected.advice().stream()
                .map(advice -> new Item(
                        names.on(advice.server(), advice.scenario()),
                        advice.text() + evidence(advice),
                        advice.caveat(),
                        List.of()))
                .toList();
    }

    /** The number that supports an advice, as a suffix to its text. */
    private static String evidence(Advice advice) {
        Value value = advice.value();
        if (value == null) {
            return "";
        }
        String unit = advice.unit().isEmpty() ? "" : " " + advice.unit();
        String interval = value.low() == null || value.high() == null
                ? ""
                : " [" + amount(advice, value.low()) + "–" + amount(advice, value.high()) + "]";
        return ": " + amount(advice, value.value()) + unit + interval;
    }

    private static String amount(Advice advice, double value) {
        return advice.unit().equals("µs") ? Numbers.micros(value) : Numbers.times(value);
    }

    /** The publication shown beside the rows, with its caveats. */
    public List<String> reference() {
        Reference reference = collected.reference();
        return reference == null
                ? List.of()
                : Stream.concat(
                                Stream.of(reference.name()
                                        + (reference.source().isEmpty() ? "" : ", " + reference.source())),
                                reference.remarks().stream())
                        .toList();
    }

    /** Cells without a partner, grouped by reason. */
    public Map<String, Set<String>> unpaired() {
        Map<String, Set<String>> byReason = new LinkedHashMap<>();
        for (Unpaired cell : collected.unpaired()) {
            byReason.computeIfAbsent(cell.status() + ": " + cell.reason(), key -> new LinkedHashSet<>())
                    .add(cell.key());
        }
        return byReason;
    }

    /**
     * The legend of columns and signs.
     *
     * @param percentages whether the report shows percentages and published times
     */
    public List<String> footNotes(boolean percentages) {
        List<String> lines = new ArrayList<>();
        lines.add("Service time of a closed loop, one connection per thread; intervals are of 95 %.");
        lines.add("local: client and database on one host; they share its CPUs unless pinned apart.");
        if (!collected.rows().isEmpty()) {
            lines.add("difference = distant − local, µs. k: round trips per operation, as counted; k implied:"
                    + " difference / RTT of the distance. residual: distant less what the model predicts, µs ="
                    + " distant − (local + k × RTT + bytes / bandwidth).");
        }
        if (percentages
                && (has(row -> row.percent().percentLocal())
                        || has(row -> row.percent().percentDistant()))) {
            lines.add("%: of the base of the same group on the same side, which is 100 %.");
        }
        if (collected.rows().stream().anyMatch(row -> row.traffic().circular())) {
            lines.add(CollectTables.CIRCULAR + " The RTT was found from these rows, so they prove nothing about it.");
        }
        if (!collected.comparisons().isEmpty()) {
            lines.add(
                    "Comparisons: the time of this divided by that of the other, with its interval; = equal within the"
                            + " margin, ? not decided.");
        }
        if (notPaired()) {
            lines.add(ComparisonTables.NOT_PAIRED + " The two were not measured next to one another, block by block.");
        }
        if (percentages && has(Row::published)) {
            lines.add("Published times are of other hosts: compare ratios and percentages, not µs.");
        }
        return lines;
    }

    private boolean has(Function<Row, @Nullable Object> part) {
        return collected.rows().stream().anyMatch(row -> part.apply(row) != null);
    }

    private boolean notPaired() {
        return collected.comparisons().stream()
                .flatMap(comparison ->
                        Stream.of(Optional.ofNullable(comparison.local()), Optional.ofNullable(comparison.distant())))
                .anyMatch(side -> side.isPresent() && !side.get().paired());
    }
}
