package dev.jdbcbench.report.collect;

import dev.jdbcbench.comparison.Collected;
import dev.jdbcbench.comparison.Row;
import dev.jdbcbench.comparison.SideBySide;
import dev.jdbcbench.report.layout.Grid;
import dev.jdbcbench.report.layout.GroupedTable;
import dev.jdbcbench.report.layout.Numbers;
import dev.jdbcbench.report.layout.Page;
import dev.jdbcbench.report.layout.ScoreText;
import dev.jdbcbench.report.layout.Table;
import dev.jdbcbench.result.CellName;
import dev.jdbcbench.result.DriverName;
import dev.jdbcbench.run.Axis;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The short form of {@code collect}: a bottom line, and for each cell the time that distance adds, with its cause. */
final class CollectBrief {
    private static final String INDENT = "  ";

    /** A mode counts as far faster if it takes less than this share of the worst mode's time. */
    private static final double FAR_FASTER = 0.7;

    /** The columns after the names. */
    private static final List<Column> COLUMNS = List.of(
            new Column("local", true, row -> time(row.local().score())),
            new Column("distant", true, row -> time(row.distant().score())),
            new Column("added", true, CollectBrief::added),
            new Column("trips", true, CollectBrief::trips),
            new Column("explained by them", false, CollectCauses::explained));

    private record Column(String heading, boolean number, Function<Row, String> text) {}

    private final Collected collected;
    private final CellName names;
    private final List<Row> rows;
    private final List<String> lines = new ArrayList<>();

    private CollectBrief(Collected collected) {
        this.collected = collected;
        this.names = collected.names();
        this.rows = collected.rows();
    }

    /** The short form, ending with a line break. */
    static String of(Collected collected) {
        CollectBrief brief = new CollectBrief(collected);
        brief.header();
        brief.bottomLine();
        brief.lines.add("");
        brief.lines.add(brief.table().stripTrailing());
        brief.lines.add("");
        brief.end();
        return String.join("\n", brief.lines) + "\n";
    }

    private void add(String line, String indent) {
        lines.add(Page.wrapped(Page.plain(line).isEmpty() ? "" : line, indent, Page.NARROW));
    }

    private void header() {
        Collected.Rtt rtt = collected.rtt();
        String distance = rtt == null || rtt.medianMicros() == null
                ? "RTT not known"
                : "RTT " + Numbers.time(rtt.medianMicros())
                        + (rtt.p95Micros() == null ? "" : " (p95 " + Numbers.time(rtt.p95Micros()) + ")")
                        + (rtt.localMedianMicros() == null
                                ? ""
                                : ", " + Numbers.time(rtt.medianMicros() - rtt.localMedianMicros())
                                        + " more than on one host")
                        + (rtt.source().equals(Collected.Rtt.MEASURED) ? "" : ", " + rtt.source());
        int unpaired = collected.unpaired().size();
        add(
                "local vs distant · " + distance + " · " + rows.size() + " of " + (rows.size() + unpaired)
                        + " cells on both sides",
                INDENT);
        add(
                (collected.runs().size() == 1 ? "run " : "runs ")
                        + collected.runs().stream()
                                .map(run -> run + (collected.incomplete().contains(run) ? " (INCOMPLETE)" : ""))
                                .collect(Collectors.joining(", ")),
                INDENT);
        new CollectWords(collected).differences().forEach(difference -> add("! " + Page.plain(difference), INDENT));
    }

    private void bottomLine() {
        lines.add("");
        lines.add("BOTTOM LINE");
        Stream.concat(
                        new CollectCauses(collected).sentences().stream(),
                        Stream.of(worst(), fasterMode(), Optional.of(CollectSummary.ranking(collected)))
                                .flatMap(Optional::stream))
                .forEach(line -> lines.add(
                        Page.wrapped(INDENT + line.replaceAll("\\p{Cntrl}+", " "), INDENT + INDENT, Page.NARROW)));
    }

    private Optional<Row> costliest() {
        return rows.stream()
                .filter(row -> Double.isFinite(row.differenceMicros()) && row.differenceMicros() > 0)
                .max(Comparator.comparingDouble(Row::differenceMicros));
    }

    private Optional<String> worst() {
        return costliest()
                .map(row -> "Worst: " + names.row(row.subject()) + " with " + DriverName.of(row.subject()) + ", "
                        + time(row.local().score())
                        + " → " + time(row.distant().score())
                        + (row.traffic().roundTripsCounted() == null
                                ? "."
                                : ": " + trips(row) + (trips(row).equals("1") ? " round trip" : " round trips")
                                        + " an operation."));
    }

    /** The mode in which the same driver runs the same operation far faster, if one was measured. */
    private Optional<String> fasterMode() {
        return costliest()
                .flatMap(worst -> rows.stream()
                        .filter(row -> row.subject()
                                        .scenario()
                                        .equals(worst.subject().scenario())
                                && row.subject().params().equals(worst.subject().params())
                                && row.subject().server().equals(worst.subject().server())
                                && row.subject().transport() == worst.subject().transport()
                                && row.subject().threads() == worst.subject().threads()
                                && Objects.equals(
                                        row.subject().rate(), worst.subject().rate())
                                && DriverName.of(row.subject()).equals(DriverName.of(worst.subject()))
                                && distant(row) < FAR_FASTER * distant(worst))
                        .min(Comparator.comparingDouble(CollectBrief::distant))
                        .map(row -> INDENT + " → mode " + row.subject().mode() + ": "
                                + time(row.distant().score())
                                + (row.traffic().roundTripsCounted() == null
                                        ? ""
                                        : ", " + trips(row)
                                                + (trips(row).equals("1") ? " round trip" : " round trips"))));
    }

    private static double distant(Row row) {
        return Objects.requireNonNullElse(row.distant().score(), Double.POSITIVE_INFINITY);
    }

    /** One line per cell; names that are too long get lines of their own. */
    private String table() {
        Table table = new Table().names("", "");
        List<Grid.Column> headings = new ArrayList<>();
        for (Column column : COLUMNS) {
            if (column.number()) {
                table.numbers(column.heading());
            } else {
                table.names(column.heading());
            }
            headings.add(new Grid.Column(column.heading(), column.heading(), column.number()));
        }
        GroupedTable grouped = new GroupedTable("", headings, Page.NARROW);
        String before = "";
        for (Row row : rows) {
            String group = Page.plain(names.row(row.subject()));
            String driver = Page.plain(driver(row));
            List<String> cells =
                    COLUMNS.stream().map(column -> column.text().apply(row)).toList();
            if (!group.equals(before)) {
                grouped.group(group);
            }
            grouped.row(driver, cells);
            table.row(Stream.concat(Stream.of(group.equals(before) ? "" : group, driver), cells.stream())
                    .toList());
            before = group;
        }
        return table.fits(Page.NARROW) ? table.text() : grouped.text();
    }

    /** The driver, with its version if the collection has several versions of it. */
    private String driver(Row row) {
        boolean versions = rows.stream()
                .anyMatch(other -> other.subject().driver().equals(row.subject().driver())
                        && !other.subject().driverVersion().equals(row.subject().driverVersion()));
        return versions ? DriverName.of(row.subject()) : row.subject().driver();
    }

    private static String time(@Nullable Double micros) {
        return micros == null || !Double.isFinite(micros) ? ScoreText.NOTHING : Numbers.time(micros);
    }

    private static String added(Row row) {
        double difference = row.differenceMicros();
        return !Double.isFinite(difference)
                ? ScoreText.NOTHING
                : difference < 0 ? "−" + Numbers.time(-difference) : "+" + Numbers.time(difference);
    }

    private static String trips(Row row) {
        Double counted = row.traffic().roundTripsCounted();
        return counted == null ? ScoreText.NOTHING : Numbers.count(counted);
    }

    private void end() {
        if (collected.comparisons().stream()
                .anyMatch(comparison -> !comparison.axis().equals(Axis.DRIVER.id()))) {
            lines.add(CollectText.comparisonsOf(collected).stripTrailing());
            lines.add("");
        }
        List<Double> distances = CollectGrids.distances(collected);
        if (!distances.isEmpty() && !distances.equals(SideBySide.Question.DISTANCES)) {
            lines.add(Page.wrapped(CollectWords.PREDICTED, INDENT, Page.NARROW));
            lines.add(CollectText.whatIfOf(collected));
        }
        if (!collected.unpaired().isEmpty()) {
            add(collected.unpaired().size() + " cells have no partner (why: --wide)", INDENT);
        }
        add("more: --wide has intervals, the model, other distances, advice and notes; --format html a page", INDENT);
    }
}
