package dev.jdbcbench.report.collect;

import dev.jdbcbench.comparison.Collected;
import dev.jdbcbench.comparison.Collected.Comparison;
import dev.jdbcbench.comparison.Collected.Side;
import dev.jdbcbench.comparison.Row;
import dev.jdbcbench.report.layout.Grid;
import dev.jdbcbench.report.layout.Grid.Cell;
import dev.jdbcbench.report.layout.GroupedTable;
import dev.jdbcbench.report.layout.Numbers;
import dev.jdbcbench.report.layout.Page;
import dev.jdbcbench.result.CellName;
import dev.jdbcbench.result.DriverName;
import dev.jdbcbench.statistics.Verdict;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The text output of {@code collect}: local and distant side by side, and why they differ. */
public final class CollectText {
    private static final String INDENT = "  ";

    private final Collected collected;
    private final CollectGrids grids;
    private final CellName names;
    private final StringBuilder text = new StringBuilder();

    private CollectText(Collected collected) {
        this.collected = collected;
        this.grids = new CollectGrids(collected);
        this.names = collected.names();
    }

    /**
     * Both sides for a terminal.
     *
     * @param wide whether lines may be of any length and show every number; otherwise lines have at most 80 characters
     */
    public static String of(Collected collected, boolean wide) {
        return wide || collected.rows().isEmpty() ? new CollectText(collected).all() : CollectBrief.of(collected);
    }

    /** The comparisons of both sides, wrapped to the page. */
    static String comparisonsOf(Collected collected) {
        return new CollectText(collected).comparisons();
    }

    /** Predictions for other distances, wrapped to the page; empty if there are none. */
    static String whatIfOf(Collected collected) {
        List<Double> distances = CollectGrids.distances(collected);
        return distances.isEmpty() ? "" : new CollectText(collected).whatIf(distances);
    }

    private String all() {
        CollectWords words = new CollectWords(collected);
        paragraph(words.runs());
        words.distance().forEach(this::paragraph);
        words.differences().forEach(this::paragraph);
        section("");
        CollectSummary.of(collected).forEach(this::paragraph);
        if (!collected.rows().isEmpty()) {
            section("");
            text.append(grids.allOfRows().text());
        }
        if (!collected.comparisons().isEmpty()) {
            section("local and distant compared:");
            text.append(grids.comparisons().text());
            words.rankings().forEach(this::paragraph);
        }
        List<Double> distances = CollectGrids.distances(collected);
        if (!distances.isEmpty()) {
            section("what if: " + CollectWords.PREDICTED);
            text.append(grids.whatIf().text());
        }
        list("advice:", words.advice());
        list("notes:", collected.notes());
        list("reference:", words.reference());
        if (!collected.unpaired().isEmpty()) {
            section("without a partner:");
            words.unpaired().forEach((reason, keys) -> {
                paragraph(INDENT + Page.plain(reason), INDENT + INDENT);
                keys.forEach(key -> paragraph(INDENT + INDENT + Page.plain(key), INDENT + INDENT + INDENT));
            });
        }
        section("");
        words.footNotes(true).forEach(this::paragraph);
        return text.toString();
    }

    private void paragraph(String line) {
        paragraph(Page.plain(line), INDENT);
    }

    private void paragraph(String line, String indent) {
        text.append(Page.wrapped(line, indent)).append('\n');
    }

    private void section(String title) {
        text.append('\n');
        if (!title.isEmpty()) {
            paragraph(title);
        }
    }

    private void list(String title, List<String> lines) {
        if (!lines.isEmpty()) {
            section(title);
            lines.forEach(line -> paragraph(INDENT + Page.plain(line), INDENT + INDENT));
        }
    }

    /** The comparisons, grouped by what is compared, one line per scenario. */
    private String comparisons() {
        GroupedTable full = comparisons(CollectGrids::ahead, UnaryOperator.identity());
        if (full.fits()) {
            return full.text();
        }
        GroupedTable brief = comparisons(CollectText::aheadOfThePair, UnaryOperator.identity());
        // Drop the intervals last: the verdict depends on them.
        return brief.fits()
                ? brief.text()
                : comparisons(CollectText::aheadOfThePair, ratio -> ratio.replaceFirst(" \\[.*\\]", ""))
                        .text();
    }

    private GroupedTable comparisons(
            BiFunction<Comparison, @Nullable Side, String> ahead, UnaryOperator<String> ratio) {
        GroupedTable table = new GroupedTable(
                "ahead",
                List.of(
                        new Grid.Column("aheadLocal", "local", false),
                        new Grid.Column("ratioLocal", "ratio", false),
                        new Grid.Column("aheadDistant", "distant", false),
                        new Grid.Column("ratioDistant", "ratio", false),
                        new Grid.Column("order", "ranking", false)));
        collected.comparisons().stream()
                .collect(Collectors.groupingBy(
                        comparison ->
                                DriverName.of(comparison.value()) + " divided by " + DriverName.of(comparison.base()),
                        LinkedHashMap::new,
                        Collectors.toList()))
                .forEach((pair, comparisons) -> {
                    table.group(pair);
                    comparisons.forEach(comparison -> table.row(
                            names.on(comparison.server(), comparison.subject()),
                            List.of(
                                    ahead.apply(comparison, comparison.local()),
                                    ratio.apply(CollectGrids.ratio(comparison.local())
                                            .text()),
                                    ahead.apply(comparison, comparison.distant()),
                                    ratio.apply(CollectGrids.ratio(comparison.distant())
                                            .text()),
                                    CollectGrids.order(comparison))));
                });
        return table;
    }

    /** The faster of the pair in the group's heading, for names wider than a column. */
    private static String aheadOfThePair(Comparison comparison, @Nullable Side side) {
        String name = CollectGrids.ahead(comparison, side);
        return side == null || side.verdict() == Verdict.EQUAL || side.verdict() == Verdict.UNDECIDED
                ? name
                : side.verdict() == Verdict.FASTER ? "the first" : "the second";
    }

    /** The predictions; distances that do not fit on one page go into further tables. */
    private String whatIf(List<Double> distances) {
        GroupedTable table = new GroupedTable(
                "RTT",
                distances.stream()
                        .map(rtt -> new Grid.Column("rtt", Numbers.distance(rtt), true))
                        .toList());
        String group = "";
        for (Row row : CollectGrids.predictable(collected)) {
            if (!names.row(row.subject()).equals(group)) {
                group = names.row(row.subject());
                table.group(group);
            }
            table.row(
                    DriverName.of(row.subject()),
                    distances.stream()
                            .map(rtt -> CollectGrids.predicted(row, rtt))
                            .map(Cell::text)
                            .toList());
        }
        if (distances.size() == 1 || table.fits()) {
            return table.text();
        }
        int half = distances.size() / 2;
        return whatIf(distances.subList(0, half)) + "\n" + whatIf(distances.subList(half, distances.size()));
    }
}
