package dev.jdbcbench.report.collect;

import dev.jdbcbench.comparison.Collected;
import dev.jdbcbench.comparison.SideBySide;
import dev.jdbcbench.report.Parts;
import dev.jdbcbench.report.document.Block;
import dev.jdbcbench.report.document.Block.Heading;
import dev.jdbcbench.report.document.Block.Item;
import dev.jdbcbench.report.layout.Grid;
import dev.jdbcbench.report.layout.Medium;
import dev.jdbcbench.result.LoadCurve;
import dev.jdbcbench.run.Axis;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** What a collection says, local and distant side by side: its sections, in order, each with the media that show it. */
public final class CollectDocument {
    private static final Set<Medium> LONG = Set.of(Medium.WIDE, Medium.MARKDOWN);

    private final Collected collected;
    private final CollectTables tables;
    private final ComparisonTables comparisons;
    private final CollectWords words;
    private final Optional<Parts> parts = Parts.provided();

    private CollectDocument(Collected collected) {
        this.collected = collected;
        this.tables = new CollectTables(collected);
        this.comparisons = new ComparisonTables(collected);
        this.words = new CollectWords(collected);
    }

    /**
     * The document.
     *
     * @param curves load curves of both sides, for the CSV
     */
    public static List<Block> of(Collected collected, List<LoadCurve> curves) {
        CollectDocument document = new CollectDocument(collected);
        List<Block> blocks = new ArrayList<>(document.inFull());
        blocks.add(
                collected.rows().isEmpty()
                        ? Block.only(
                                Medium.BRIEF,
                                document.words
                                        .oneSide()
                                        .map(Block::lines)
                                        .orElseGet(() -> new Block.InFull(List.copyOf(blocks))))
                        : document.brief());
        blocks.add(Block.only(Medium.CSV, new Block.Table("rows", "", document.tables.csv(curves))));
        return blocks;
    }

    /** A bottom line, and for each cell the time that distance adds, with its cause. */
    private Block brief() {
        boolean axes = collected.comparisons().stream()
                .anyMatch(comparison -> !comparison.axis().equals(Axis.DRIVER.id()));
        boolean distances = !tables.distances().isEmpty() && !tables.distances().equals(SideBySide.Question.DISTANCES);
        int unpaired = collected.unpaired().size();
        return Block.only(
                Medium.BRIEF,
                Block.lines(words.header()),
                Block.section(
                        "",
                        new Heading("BOTTOM LINE", "", ""),
                        Block.items(Stream.of(
                                        words.bottomLine().stream(),
                                        parts.stream().flatMap(all -> all.bottomLine(collected).stream()),
                                        Stream.of(CollectSummary.ranking(collected)))
                                .flatMap(lines -> lines)
                                .toList())),
                Block.part(Block.table(tables.rows(Medium.BRIEF), Block.Form.ONCE)),
                Block.section(
                        "",
                        new Heading("WHAT TO DO", "", ""),
                        Block.items(CollectRemedies.of(collected)),
                        new Block.Verbatim(CollectRemedies.command(collected))),
                Block.section(
                        "", new Heading("PARTS OF AN OPERATION, in percent of its time", "", ""), parts(Medium.BRIEF)),
                Block.part(axes ? List.of(comparisons.narrow()) : List.of()),
                Block.part(Block.lines(words.published()), tables.narrowPublished()),
                Block.part(
                        Block.lines(distances ? List.of(CollectWords.PREDICTED) : List.of()),
                        tables.narrowWhatIf(distances ? tables.distances() : List.of())),
                Block.part(
                        Block.lines(
                                unpaired == 0 ? List.of() : List.of(unpaired + " cells have no partner (why: --wide)")),
                        Block.line("more: --wide has intervals, the model, other distances, advice and notes;"
                                + " --format html a page")));
    }

    private Block.Table parts(Medium medium) {
        return new Block.Table(
                "table-parts",
                "The driver's own code, its round trips and the rest, near and far",
                parts.map(all -> all.collected(collected, medium)).orElse(new Grid(List.of(), List.of())));
    }

    private List<Block> inFull() {
        Grid all = comparisons.all();
        Block.Table parts = parts(Medium.PAGE);
        return List.of(
                Block.only(
                        LONG,
                        new Block.Title("Local and distant"),
                        Block.lines(Stream.of(
                                        Stream.of(words.runs()),
                                        words.distance().stream(),
                                        words.differences().stream())
                                .flatMap(lines -> lines)
                                .toList()),
                        Block.part(new Block.Paragraph(CollectSummary.of(collected)))),
                Block.only(Medium.MARKDOWN, new Block.Table("rows", "", tables.rows(Medium.MARKDOWN))),
                Block.only(
                        Medium.DETAILED,
                        Block.section(
                                "rows",
                                new Heading("", "", "Local and distant"),
                                new Block.Table(
                                        "table-rows",
                                        "Rows: local, distant, and why they differ",
                                        tables.rows(Medium.PAGE)))),
                Block.only(
                        Medium.READ,
                        Block.section(
                                "parts",
                                new Heading(
                                        "parts of an operation, µs:", "Parts of an operation", "Parts of an operation"),
                                parts),
                        Block.section(
                                "comparisons",
                                new Heading("local and distant compared:", "Compared", "Compared near and far"),
                                new Block.Table("table-comparisons", "The faster of two, local and distant", all),
                                Block.lines(words.rankings())),
                        Block.section(
                                "what-if",
                                new Heading("what if: " + CollectWords.PREDICTED, "What if", "Other distances"),
                                Block.only(
                                        Set.of(Medium.MARKDOWN, Medium.PAGE),
                                        new Block.Paragraph(
                                                tables.distances().isEmpty()
                                                        ? List.of()
                                                        : List.of(CollectWords.PREDICTED))),
                                new Block.Table("table-what-if", "Predicted µs per operation by RTT", tables.whatIf())),
                        Block.section(
                                "advice",
                                new Heading("advice:", "Advice", "Advice"),
                                new Block.Items("advice", words.advice())),
                        Block.section("notes", new Heading("notes:", "Notes", "Notes"), Block.items(collected.notes())),
                        Block.section(
                                "reference",
                                new Heading("reference:", "Reference", "Reference"),
                                Block.items(words.reference())),
                        Block.section(
                                "unpaired",
                                new Heading("without a partner:", "Without a partner", "Without a partner"),
                                new Block.Items(
                                        "",
                                        words.unpaired().entrySet().stream()
                                                .map(reason -> new Item(
                                                        "", reason.getKey(), "", List.copyOf(reason.getValue())))
                                                .toList()))),
                Block.only(LONG, new Block.Legend(words.footNotes(true))));
    }
}
