package dev.jdbcbench.report.document;

import dev.jdbcbench.report.document.Block.Heading;
import dev.jdbcbench.report.layout.Medium;
import dev.jdbcbench.report.layout.Note;
import java.util.List;

/** A format: how each kind of block looks in it. What it does not show is the empty text. */
public abstract class Renderer {
    private final Medium medium;

    protected Renderer(Medium medium) {
        this.medium = medium;
    }

    final Medium medium() {
        return medium;
    }

    /** The blocks, one after the other. */
    protected final String all(List<Block> blocks) {
        StringBuilder text = new StringBuilder();
        blocks.forEach(block -> text.append(block.by(this)));
        return text.toString();
    }

    protected abstract String title(String text);

    protected abstract String section(String id, Heading heading, String content);

    protected abstract String table(Block.Table table);

    /** Sentences, of which the second line is indented by {@code hanging} where lines are wrapped. */
    protected abstract String lines(List<String> lines, int hanging);

    /** In one line each. */
    protected String notes(List<Note> notes) {
        return lines(notes.stream().map(Note::line).toList(), 0);
    }

    /** The first one. */
    protected String choice(List<Block.Table> tables, Block otherwise) {
        return tables.get(0).by(this);
    }

    /** First the table, and then the sentences. */
    protected String listing(Block.Listing listing) {
        return Block.table(listing.forms().get(0)).by(this)
                + lines(listing.below().stream().flatMap(List::stream).toList(), 0);
    }

    /** As everywhere. */
    protected String inFull(List<Block> blocks) {
        return all(blocks);
    }

    protected abstract String paragraph(List<String> sentences);

    protected abstract String strong(String sentence);

    protected abstract String legend(List<String> lines);

    protected abstract String items(Block.Items items);
}
