package dev.jdbcbench.report.document;

import dev.jdbcbench.report.document.Block.Heading;
import dev.jdbcbench.report.layout.Medium;
import java.util.List;

/** A format: how each kind of block looks in it. What it does not show is the empty text. */
public abstract class Renderer {
    private final Medium medium;

    Renderer(Medium medium) {
        this.medium = medium;
    }

    final Medium medium() {
        return medium;
    }

    /** The blocks, one after the other. */
    final String all(List<Block> blocks) {
        StringBuilder text = new StringBuilder();
        blocks.forEach(block -> text.append(block.by(this)));
        return text.toString();
    }

    abstract String title(String text);

    abstract String section(String id, Heading heading, String content);

    abstract String table(Block.Table table);

    abstract String lines(List<String> lines);

    abstract String paragraph(List<String> sentences);

    abstract String strong(String sentence);

    abstract String legend(List<String> lines);

    abstract String items(Block.Items items);
}
