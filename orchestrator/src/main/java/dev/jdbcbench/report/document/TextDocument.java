package dev.jdbcbench.report.document;

import dev.jdbcbench.report.document.Block.Form;
import dev.jdbcbench.report.document.Block.Heading;
import dev.jdbcbench.report.layout.Grid;
import dev.jdbcbench.report.layout.GroupedTable;
import dev.jdbcbench.report.layout.Medium;
import dev.jdbcbench.report.layout.Note;
import dev.jdbcbench.report.layout.Page;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Blocks for a terminal: sections are separated by empty lines, sentences are wrapped, and tables have a form that fits. */
public final class TextDocument extends Renderer {
    private static final int INDENT = 2;

    /** Indents what is below a row. */
    private static final int BELOW = 4;

    /** The longest line of a sentence. */
    private final int width;

    /** The longest line of a table. */
    private final int columns;

    private TextDocument(Medium medium, int width, int columns) {
        super(medium);
        this.width = width;
        this.columns = columns;
    }

    /** The text, ending with a line break. */
    public static String of(List<Block> blocks, Page page) {
        return (page.wide()
                        ? new TextDocument(Medium.WIDE, page.width(), page.columns())
                        : new TextDocument(Medium.BRIEF, Page.NARROW, page.columns()))
                .all(blocks);
    }

    @Override
    protected String inFull(List<Block> blocks) {
        int page = Math.min(Page.WIDTH, columns);
        return medium() == Medium.WIDE ? all(blocks) : new TextDocument(Medium.WIDE, page, page).all(blocks);
    }

    @Override
    protected String title(String text) {
        return "";
    }

    @Override
    protected String section(String id, Heading heading, String content) {
        return "\n" + (heading.text().isEmpty() ? "" : wrapped(heading.text(), INDENT)) + content;
    }

    @Override
    protected String table(Block.Table table) {
        Grid grid = table.grid();
        int room = table.form() == Form.ROWS || table.form() == Form.HEADED ? columns : width;
        return switch (table.form()) {
            case GROUPED -> new GroupedTable(grid, room).text();
            case CLOSE -> rows(table);
            case ROWS, HEADED, ONCE ->
                fits(table, room)
                        ? rows(table)
                        : (table.form() == Form.HEADED ? grid.columns().get(0).heading() + "\n" : "")
                                + new GroupedTable(grid, room).text();
        };
    }

    /** The table with a line for each row. */
    private static String rows(Block.Table table) {
        Grid grid = table.grid();
        return switch (table.form()) {
            case ROWS, HEADED, GROUPED -> grid.table().text();
            case ONCE -> grid.once().table().text();
            case CLOSE ->
                grid.once().table().text((int) grid.columns().stream()
                        .takeWhile(column -> column.heading().isEmpty())
                        .count());
        };
    }

    private boolean fits(Block.Table table, int room) {
        return table.form() == Form.GROUPED
                ? new GroupedTable(table.grid(), width).fits()
                : rows(table).lines().allMatch(line -> line.length() <= room);
    }

    @Override
    protected String choice(List<Block.Table> tables, Block otherwise) {
        return IntStream.of(width, columns)
                .boxed()
                .flatMap(room -> tables.stream().filter(table -> fits(table, room)))
                .findFirst()
                .map(table -> table.by(this))
                .orElseGet(() -> otherwise.by(this));
    }

    @Override
    protected String listing(Block.Listing listing) {
        Grid grid = listing.forms().stream()
                .filter(form -> longest(form) <= columns)
                .findFirst()
                .orElseGet(() -> listing.forms().get(listing.forms().size() - 1));
        int room = columns
                - longest(grid.naming(name -> ""))
                + grid.columns().get(0).heading().length();
        Iterator<String> lines =
                rows(grid.naming(name -> name.length() <= room ? name : "")).iterator();
        StringBuilder text = new StringBuilder(lines.next()).append('\n');
        for (int row = 0; row < grid.rows().size(); row++) {
            String name = grid.rows().get(row).get(0).text();
            text.append(name.length() <= room ? "" : Page.oneLine(name) + "\n")
                    .append(lines.next())
                    .append('\n');
            listing.below()
                    .get(row)
                    .forEach(line -> text.append(" ".repeat(BELOW))
                            .append(Page.fitted(Page.oneLine(line), width - BELOW)
                                    .replace("\n", "\n" + " ".repeat(BELOW)))
                            .append('\n'));
        }
        return text.toString();
    }

    private static int longest(Grid grid) {
        return rows(grid).mapToInt(String::length).max().orElse(0);
    }

    /** Its heading and its rows, in a line each. */
    private static Stream<String> rows(Grid grid) {
        return grid.table().text(1).lines();
    }

    @Override
    protected String lines(List<String> lines, int hanging) {
        return lines.stream()
                .map(line -> wrapped(Page.oneLine(line).stripTrailing(), hanging))
                .collect(Collectors.joining());
    }

    @Override
    protected String notes(List<Note> notes) {
        return notes.stream().map(note -> note.lines(width) + "\n").collect(Collectors.joining());
    }

    @Override
    protected String paragraph(List<String> sentences) {
        return lines(sentences, INDENT);
    }

    @Override
    protected String strong(String sentence) {
        return paragraph(List.of(sentence));
    }

    @Override
    protected String legend(List<String> lines) {
        return "\n" + paragraph(lines);
    }

    @Override
    protected String items(Block.Items items) {
        StringBuilder text = new StringBuilder();
        for (Block.Item item : items.items()) {
            String line = (item.subject().isEmpty() ? "" : item.subject() + ": ")
                    + item.text()
                    + (item.caveat().isEmpty() ? "" : " – but: " + item.caveat());
            text.append(wrapped("  " + Page.oneLine(line).stripTrailing(), 2 * INDENT));
            item.parts().forEach(part -> text.append(wrapped("    " + Page.plain(part), 3 * INDENT)));
        }
        return text.toString();
    }

    /** A blank that does not break is one that is shown. */
    private String wrapped(String line, int hanging) {
        return Page.wrapped(line, " ".repeat(hanging), width).replace('\u00a0', ' ') + "\n";
    }
}
