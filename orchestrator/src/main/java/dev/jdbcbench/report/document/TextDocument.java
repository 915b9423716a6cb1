package dev.jdbcbench.report.document;

import dev.jdbcbench.report.document.Block.Heading;
import dev.jdbcbench.report.layout.Medium;
import dev.jdbcbench.report.layout.Page;
import java.util.List;
import java.util.stream.Collectors;

/** Blocks for a terminal: sections are separated by empty lines, sentences are wrapped. */
public final class TextDocument extends Renderer {
    private static final String INDENT = "  ";

    private final int width;

    /** The longest line of a table. */
    private final int columns;

    private TextDocument(Medium medium, int width, int columns) {
        super(medium);
        this.width = width;
        this.columns = columns;
    }

    /** The text, ending with a line break; its tables may be wider than a page. */
    public static String of(List<Block> blocks, Medium medium) {
        return new TextDocument(medium, medium == Medium.BRIEF ? Page.NARROW : Page.WIDTH, Page.UNLIMITED).all(blocks);
    }

    /** The text, ending with a line break, whose tables fit a terminal of {@code columns}; sentences are not wider than a page. */
    public static String of(List<Block> blocks, Medium medium, int columns) {
        return new TextDocument(medium, Page.on(columns), Math.max(Page.NARROW, columns)).all(blocks);
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
        return columns == Page.UNLIMITED || table.grid().table().fits(columns)
                ? table.grid().text()
                : table.grid().grouped(columns);
    }

    @Override
    protected String lines(List<String> lines) {
        return lines.stream().map(line -> wrapped(Page.plain(line), INDENT)).collect(Collectors.joining());
    }

    @Override
    protected String paragraph(List<String> sentences) {
        return lines(sentences);
    }

    @Override
    protected String strong(String sentence) {
        return lines(List.of(sentence));
    }

    @Override
    protected String legend(List<String> lines) {
        return "\n" + lines(lines);
    }

    @Override
    protected String items(Block.Items items) {
        StringBuilder text = new StringBuilder();
        for (Block.Item item : items.items()) {
            String line = (item.subject().isEmpty() ? "" : item.subject() + ": ")
                    + item.text()
                    + (item.caveat().isEmpty() ? "" : " – but: " + item.caveat());
            text.append(wrapped(INDENT + Page.oneLine(line).stripTrailing(), INDENT + INDENT));
            item.parts()
                    .forEach(
                            part -> text.append(wrapped(INDENT + INDENT + Page.plain(part), INDENT + INDENT + INDENT)));
        }
        return text.toString();
    }

    private String wrapped(String line, String indent) {
        return Page.wrapped(line, indent, width) + "\n";
    }
}
