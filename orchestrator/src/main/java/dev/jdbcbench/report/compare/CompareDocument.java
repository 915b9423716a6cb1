package dev.jdbcbench.report.compare;

import dev.jdbcbench.comparison.Compared;
import dev.jdbcbench.comparison.Unpaired;
import dev.jdbcbench.report.document.Block;
import dev.jdbcbench.report.layout.ChangeText;
import dev.jdbcbench.report.layout.Columns;
import dev.jdbcbench.report.layout.Grid.Cell;
import dev.jdbcbench.report.layout.Medium;
import dev.jdbcbench.report.layout.NameColumns;
import dev.jdbcbench.report.layout.Numbers;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What a comparison of a candidate with its base says: the changed rows, one line for all others, and the conclusion. In
 * Markdown it has at most about fifty lines. A row has one time, that of the base: the change is the mean ratio of turns, and
 * the mean of the candidate's forks may contradict it.
 */
public final class CompareDocument {
    private static final int MOST_ROWS = 30;
    private static final int MOST_LINES = 8;

    private CompareDocument() {}

    /** The document of one comparison. */
    public static List<Block> of(Compared compared) {
        List<Compared.Row> changed =
                compared.rows().stream().filter(row -> !row.calm()).toList();
        List<String> unpaired = compared.unpaired().stream()
                .map(Unpaired::line)
                .map(line -> "not compared: " + line)
                .toList();
        return List.of(
                Block.only(
                        Medium.TEXT,
                        Block.line(CompareWords.title(compared)),
                        Block.part(table(compared, Medium.WIDE, changed)),
                        Block.part(
                                Block.lines(CompareWords.calm(compared)),
                                Block.line(CompareWords.conclusion(compared)),
                                Block.lines(unpaired),
                                Block.lines(compared.warnings().stream()
                                        .map(line -> "! " + line)
                                        .toList()))),
                Block.only(
                        Medium.MARKDOWN,
                        Block.section(
                                "",
                                new Block.Heading("", CompareWords.title(compared), ""),
                                new Block.Strong(CompareWords.conclusion(compared)),
                                table(
                                        compared,
                                        Medium.MARKDOWN,
                                        changed.stream().limit(MOST_ROWS).toList()),
                                new Block.Paragraph(
                                        changed.size() > MOST_ROWS
                                                ? List.of("and " + (changed.size() - MOST_ROWS)
                                                        + " more rows that changed less")
                                                : List.of()),
                                new Block.Paragraph(CompareWords.calm(compared)),
                                Block.lines(first(unpaired, "not compared: ")),
                                Block.lines(first(compared.warnings(), "")))),
                Block.only(Medium.CSV, table(compared, Medium.CSV, compared.rows())));
    }

    private static List<String> first(List<String> lines, String begin) {
        return lines.size() <= MOST_LINES
                ? lines
                : Stream.concat(
                                lines.stream().limit(MOST_LINES),
                                Stream.of(begin + "and " + (lines.size() - MOST_LINES) + " more"))
                        .toList();
    }

    /** The table of these rows in Markdown. */
    static String markdown(Compared compared, List<Compared.Row> rows) {
        return rows.isEmpty()
                ? ""
                : columns(compared).grid(Medium.MARKDOWN, rows).markdown();
    }

    private static Block.Table table(Compared compared, Medium medium, List<Compared.Row> rows) {
        return new Block.Table("compared", "", columns(compared).grid(medium, rows));
    }

    /** The columns of all formats, in order; in text, the sign of the verdict is before the name. */
    private static Columns<Compared.Row> columns(Compared compared) {
        NameColumns names = CompareWords.names(compared);
        Function<Compared.Row, ChangeText> change = row -> ChangeText.of(row.change());
        int longest = compared.rows().stream()
                .mapToInt(row -> change.apply(row).change().length())
                .max()
                .orElse(0);
        return names.columns("scenario", Compared.Row::base)
                .number("base_us_per_op", "base", row -> row.base().time().score(), Numbers::time)
                .in(Medium.WIDE)
                .name("change", "change", row -> change.apply(row).aligned(longest))
                .in(Medium.MARKDOWN)
                .number("change", "change", row -> Cell.of(change.apply(row).change()))
                .name("interval", "interval", row -> change.apply(row).interval())
                .exact("ratio", row -> row.change().ratio().ratio())
                .exact("ratio_low", row -> row.change().low())
                .exact(
                        "ratio_high",
                        row -> Double.isFinite(row.change().high())
                                ? (Double) row.change().high()
                                : "inf")
                .exact("groups", row -> (double) row.change().ratio().groups())
                .in(Set.of(Medium.values()))
                .name("verdict", "verdict", row -> CompareWords.verdict(compared, row));
    }
}
