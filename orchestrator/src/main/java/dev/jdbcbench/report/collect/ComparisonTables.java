package dev.jdbcbench.report.collect;

import dev.jdbcbench.comparison.Collected;
import dev.jdbcbench.comparison.Collected.Comparison;
import dev.jdbcbench.comparison.Collected.Side;
import dev.jdbcbench.report.document.Block;
import dev.jdbcbench.report.layout.Columns;
import dev.jdbcbench.report.layout.Grid;
import dev.jdbcbench.report.layout.Grid.Cell;
import dev.jdbcbench.report.layout.RatioText;
import dev.jdbcbench.report.layout.ScoreText;
import dev.jdbcbench.report.layout.VerdictSign;
import dev.jdbcbench.result.DriverName;
import dev.jdbcbench.statistics.contrast.Verdict;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The comparisons of a collection: which of two is ahead, local and distant. */
final class ComparisonTables {
    /** Marks comparisons of forks that did not run in the same blocks. */
    static final String NOT_PAIRED = "†";

    private final Collected collected;

    ComparisonTables(Collected collected) {
        this.collected = collected;
    }

    /** Which of two is ahead, local and distant. */
    Grid all() {
        return new Columns<Comparison>()
                .name("subject", "compared in", this::subject)
                .name("value", "this", comparison -> DriverName.of(comparison.value()))
                .name("base", "with", comparison -> DriverName.of(comparison.base()))
                .name("aheadLocal", "ahead local", comparison -> ahead(comparison, comparison.local()))
                .number("ratioLocal", "ratio local", comparison -> ratio(comparison.local()))
                .name("aheadDistant", "ahead distant", comparison -> ahead(comparison, comparison.distant()))
                .number("ratioDistant", "ratio distant", comparison -> ratio(comparison.distant()))
                .name("order", "ranking", ComparisonTables::order)
                .known("crossover", "turns at RTT µs", ComparisonTables::crossover)
                .grid(collected.comparisons());
    }

    /** What a comparison compares, without its two sides. */
    String subject(Comparison comparison) {
        return collected.names().on(comparison.server(), comparison.subject());
    }

    /** {@code 10.2 [8.81–11.9]}. */
    static Cell crossover(Comparison comparison) {
        return CollectTables.interval(
                comparison.crossoverMicros(), comparison.crossoverLow(), comparison.crossoverHigh());
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
    Block narrow() {
        return new Block.Choice(
                List.of(
                        narrow(ComparisonTables::ahead, UnaryOperator.identity()),
                        narrow(ComparisonTables::aheadOfThePair, UnaryOperator.identity())),
                narrow(ComparisonTables::aheadOfThePair, ratio -> ratio.replaceFirst(" \\[.*\\]", "")));
    }

    private Block.Table narrow(BiFunction<Comparison, @Nullable Side, String> ahead, UnaryOperator<String> ratio) {
        Function<Comparison, String> pair =
                comparison -> DriverName.of(comparison.value()) + " divided by " + DriverName.of(comparison.base());
        List<String> pairs =
                collected.comparisons().stream().map(pair).distinct().toList();
        Grid grid = new Columns<Comparison>()
                .name("pair", "", pair)
                .name("subject", "ahead", this::subject)
                .name("aheadLocal", "local", one -> ahead.apply(one, one.local()))
                .name(
                        "ratioLocal",
                        "ratio",
                        one -> ratio.apply(ratio(one.local()).text()))
                .name("aheadDistant", "distant", one -> ahead.apply(one, one.distant()))
                .name(
                        "ratioDistant",
                        "ratio",
                        one -> ratio.apply(ratio(one.distant()).text()))
                .name("order", "ranking", ComparisonTables::order)
                .grid(collected.comparisons().stream()
                        .sorted(Comparator.comparing(one -> pairs.indexOf(pair.apply(one))))
                        .toList());
        return Block.table(grid, Block.Form.GROUPED);
    }
}
