package dev.jdbcbench.report.document;

import dev.jdbcbench.report.document.Block.Heading;
import dev.jdbcbench.report.layout.Markdown;
import dev.jdbcbench.report.layout.Medium;
import java.util.List;
import java.util.stream.Collectors;

/** Blocks in GitHub's Markdown, ready to paste into a comment. */
public final class MarkdownDocument extends Renderer {
    private MarkdownDocument() {
        super(Medium.MARKDOWN);
    }

    /** The Markdown, ending with a line break. */
    public static String of(List<Block> blocks) {
        return new MarkdownDocument().all(blocks).stripLeading();
    }

    @Override
    protected String title(String text) {
        return "## " + Markdown.escaped(text) + "\n";
    }

    @Override
    protected String section(String id, Heading heading, String content) {
        return heading.markdown().isEmpty()
                ? content
                : "\n### " + Markdown.escaped(heading.markdown()) + "\n" + content;
    }

    @Override
    protected String table(Block.Table table) {
        return "\n" + table.grid().markdown();
    }

    @Override
    protected String lines(List<String> lines, int hanging) {
        return lines.stream().map(MarkdownDocument::bullet).collect(Collectors.joining("", "\n", ""));
    }

    @Override
    protected String paragraph(List<String> sentences) {
        return "\n" + Markdown.escaped(String.join(" ", sentences)) + "\n";
    }

    @Override
    protected String strong(String sentence) {
        return "\n**" + Markdown.escaped(sentence) + "**\n";
    }

    @Override
    protected String legend(List<String> lines) {
        return "\n---\n" + lines(lines, 0);
    }

    @Override
    protected String items(Block.Items items) {
        StringBuilder text = new StringBuilder("\n");
        for (Block.Item item : items.items()) {
            text.append(bullet((item.subject().isEmpty() ? "" : item.subject() + ": ")
                    + item.text()
                    + (item.caveat().isEmpty() ? "" : " – but: " + item.caveat())));
            item.parts().forEach(part -> text.append("  ").append(bullet(part)));
        }
        return text.toString();
    }

    private static String bullet(String line) {
        return "- " + Markdown.escaped(line) + "\n";
    }
}
