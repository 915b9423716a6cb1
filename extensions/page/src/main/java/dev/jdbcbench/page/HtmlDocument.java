package dev.jdbcbench.page;

import dev.jdbcbench.report.document.Block;
import dev.jdbcbench.report.document.Block.Heading;
import dev.jdbcbench.report.document.Block.Item;
import dev.jdbcbench.report.document.Renderer;
import dev.jdbcbench.report.layout.Grid;
import dev.jdbcbench.report.layout.Html;
import dev.jdbcbench.report.layout.Medium;
import dev.jdbcbench.report.layout.Numbers;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Blocks as sections of a page, whose script sorts and filters the tables. */
final class HtmlDocument extends Renderer {
    private final StringBuilder style = new StringBuilder();
    private final StringBuilder paper = new StringBuilder();
    private final Set<String> screenOnly;
    private final String html;

    /**
     * The sections.
     *
     * @param screenOnly identifiers of columns that do not fit on paper
     */
    public HtmlDocument(List<Block> blocks, Set<String> screenOnly) {
        super(Medium.PAGE);
        this.screenOnly = Set.copyOf(screenOnly);
        this.html = all(blocks);
    }

    /** The elements. */
    public String html() {
        return html;
    }

    /** The style of the tables' columns. */
    public String style() {
        return style + (paper.isEmpty() ? "" : "@media print {\n" + paper + "}\n");
    }

    /** A list of sentences. */
    public static String list(List<String> lines) {
        return lines.stream()
                .map(line -> Html.element("li", line) + "\n")
                .collect(Collectors.joining("", "<ul>\n", "</ul>\n"));
    }

    @Override
    protected String title(String text) {
        return "";
    }

    @Override
    protected String section(String id, Heading heading, String content) {
        return heading.page().isEmpty()
                ? content
                : "<section id=\"" + id + "\">\n" + Html.element("h2", heading.page()) + "\n" + content
                        + "</section>\n";
    }

    @Override
    protected String lines(List<String> lines, int hanging) {
        return list(lines);
    }

    @Override
    protected String paragraph(List<String> sentences) {
        return sentences.stream()
                .map(sentence -> Html.element("p", sentence) + "\n")
                .collect(Collectors.joining());
    }

    @Override
    protected String strong(String sentence) {
        return paragraph(List.of(sentence));
    }

    @Override
    protected String legend(List<String> lines) {
        return "";
    }

    @Override
    protected String items(Block.Items items) {
        return items.items().stream()
                .map(HtmlDocument::item)
                .collect(Collectors.joining(
                        "", items.style().isEmpty() ? "<ul>\n" : "<ul class=\"" + items.style() + "\">\n", "</ul>\n"));
    }

    private static String item(Item item) {
        return "<li>"
                + (item.subject().isEmpty() ? "" : Html.element("strong", item.subject() + ":") + " ")
                + Html.escaped(item.text())
                + (item.caveat().isEmpty() ? "" : " " + Html.element("span class=\"caveat\"", "But: " + item.caveat()))
                + (item.parts().isEmpty()
                        ? ""
                        : "\n"
                                + list(item.parts())
                                        .replaceFirst("<ul>", "<ul class=\"keys\">")
                                        .stripTrailing())
                + "</li>\n";
    }

    /**
     * A table. Attribute {@code data-value} holds each number with all digits. Cells of text have no class: a large run has
     * thousands of cells.
     */
    @Override
    protected String table(Block.Table table) {
        Grid grid = table.grid();
        String id = table.id();
        boolean filtered =
                grid.columns().stream().anyMatch(column -> column.id().equals("scenario"));
        StringBuilder text = new StringBuilder();
        text.append("<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-labelledby=\"" + id
                        + "-caption\">\n<table id=\"" + id + "\" class=\"sortable" + (filtered ? " filtered" : "")
                        + "\">\n<caption id=\"" + id + "-caption\">")
                .append(Html.escaped(table.caption()))
                .append(filtered ? "<output aria-live=\"polite\"></output>" : "")
                .append("</caption>\n<thead><tr>");
        for (Grid.Column column : grid.columns()) {
            text.append("<th scope=\"col\"" + (column.number() ? " class=\"number\"" : "") + " data-column=\""
                    + Html.escaped(column.id()) + "\">" + Html.escaped(column.heading()) + "</th>");
        }
        text.append("</tr></thead>\n<tbody>\n");
        for (List<Grid.Cell> row : grid.rows()) {
            text.append("<tr>");
            row.forEach(cell -> text.append(
                            cell.value() == null ? "<td>" : "<td data-value=\"" + Numbers.plain(cell.value()) + "\">")
                    .append(Html.escaped(cell.text()))
                    .append("</td>"));
            text.append("</tr>\n");
        }
        IntStream.range(0, grid.columns().size()).forEach(i -> {
            Grid.Column column = grid.columns().get(i);
            style.append(column.number() ? "#" + id + " td:nth-child(" + (i + 1) + ") { text-align: right; }\n" : "");
            paper.append(
                    screenOnly.contains(column.id())
                            ? "#" + id + " tr > :nth-child(" + (i + 1) + ") { display: none; }\n"
                            : "");
        });
        return text.append("</tbody>\n</table>\n</div>\n").toString();
    }
}
