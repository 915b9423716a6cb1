package dev.jdbcbench.report.compare;

import dev.jdbcbench.comparison.Compared;
import dev.jdbcbench.report.layout.ChangeText;
import dev.jdbcbench.report.layout.Grid;
import dev.jdbcbench.report.layout.Numbers;
import dev.jdbcbench.report.layout.RowNames;
import java.util.ArrayList;
import java.util.List;

/**
 * The table of a candidate and its base. A row has one time, that of the base: the change is the mean ratio of turns, and
 * the mean of the candidate's forks may contradict it.
 */
public final class CompareGrid {
    private CompareGrid() {}

    /** The table for a spreadsheet: all rows, one number per column. */
    public static Grid numbers(Compared compared) {
        List<Grid.Part<Compared.Row>> parts = new ArrayList<>();
        parts.add(Grid.Part.number(
                "ratio", "ratio", row -> Grid.Cell.of(row.change().ratio().ratio(), Numbers::ratio)));
        parts.add(
                Grid.Part.number("low", "from", row -> Grid.Cell.of(row.change().low(), Numbers::ratio)));
        parts.add(
                Grid.Part.number("high", "to", row -> Grid.Cell.of(row.change().high(), CompareGrid::limit)));
        parts.add(Grid.Part.number(
                "groups",
                "groups",
                row -> Grid.Cell.of((double) row.change().ratio().groups(), Numbers::plain)));
        return of(compared, parts, compared.rows());
    }

    /** The table for human readers. */
    static Grid of(Compared compared, List<Compared.Row> rows) {
        return of(
                compared,
                List.of(
                        Grid.Part.number(
                                "change",
                                "change",
                                row -> Grid.Cell.of(ChangeText.of(row.change()).change())),
                        Grid.Part.name(
                                "interval",
                                "interval",
                                row -> ChangeText.of(row.change()).interval())),
                rows);
    }

    private static Grid of(Compared compared, List<Grid.Part<Compared.Row>> change, List<Compared.Row> rows) {
        RowNames names = CompareWords.names(compared);
        String[] headings = names.headings("scenario");
        List<Grid.Part<Compared.Row>> parts = new ArrayList<>();
        for (int i = 0; i < headings.length; i++) {
            int column = i;
            parts.add(Grid.Part.name(
                    headings[i], headings[i], row -> names.of(row.base()).get(column)));
        }
        parts.add(Grid.Part.number(
                "baseMicros", "base", row -> Grid.Cell.of(row.base().time().score(), Numbers::time)));
        parts.addAll(change);
        parts.add(Grid.Part.name("verdict", "verdict", row -> CompareWords.verdict(compared, row)));
        return Grid.of(parts, rows);
    }

    private static String limit(double ratio) {
        return Double.isFinite(ratio) ? Numbers.ratio(ratio) : "∞";
    }
}
