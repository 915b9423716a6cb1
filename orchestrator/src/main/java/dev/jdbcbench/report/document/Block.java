package dev.jdbcbench.report.document;

import dev.jdbcbench.report.layout.Grid;
import dev.jdbcbench.report.layout.Medium;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A part of a report. Each format says how it shows each kind of block; empty blocks and sections are left out. */
public sealed interface Block {
    /** What it looks like in a format; empty if that does not show it. */
    String by(Renderer format);

    /** The name of the whole report, for formats that are pasted somewhere. */
    record Title(String text) implements Block {
        @Override
        public String by(Renderer format) {
            return format.title(text);
        }
    }

    /** Sentences in lines of their own: a list where the format has lists. */
    record Lines(List<String> lines) implements Block {
        @Override
        public String by(Renderer format) {
            return lines.isEmpty() ? "" : format.lines(lines);
        }
    }

    /** Sentences that belong together: a paragraph where the format has paragraphs. */
    record Paragraph(List<String> sentences) implements Block {
        @Override
        public String by(Renderer format) {
            return sentences.isEmpty() ? "" : format.paragraph(sentences);
        }
    }

    /** The most important sentence. */
    record Strong(String sentence) implements Block {
        @Override
        public String by(Renderer format) {
            return format.strong(sentence);
        }
    }

    /** The legend at the end. */
    record Legend(List<String> lines) implements Block {
        @Override
        public String by(Renderer format) {
            return format.legend(lines);
        }
    }

    /**
     * A list within a section.
     *
     * @param style the page's class for the list; empty for none
     */
    record Items(String style, List<Item> items) implements Block {
        @Override
        public String by(Renderer format) {
            return items.isEmpty() ? "" : format.items(this);
        }
    }

    /**
     * An entry of a list.
     *
     * @param subject what it is about; may be empty
     * @param caveat what speaks against it; may be empty
     * @param parts what it holds for, each in a line of its own
     */
    record Item(String subject, String text, String caveat, List<String> parts) {
        /** A sentence. */
        public Item(String text) {
            this("", text, "", List.of());
        }
    }

    /**
     * A table.
     *
     * @param id its identifier in the page
     */
    record Table(String id, String caption, Grid grid) implements Block {
        @Override
        public String by(Renderer format) {
            return grid.rows().isEmpty() ? "" : format.table(this);
        }
    }

    /** Text that is laid out for a terminal, only when it is shown. */
    record Laid(Supplier<String> text) implements Block {
        /** Text that is laid out already. */
        public Laid(String text) {
            this(() -> text);
        }

        @Override
        public String by(Renderer format) {
            return text.get();
        }
    }

    /** Blocks under a heading. */
    record Section(String id, Heading heading, List<Block> blocks) implements Block {
        @Override
        public String by(Renderer format) {
            String content = format.all(blocks);
            return content.isEmpty() ? "" : format.section(id, heading, content);
        }
    }

    /** A heading in text, in Markdown and on the page; an empty one only separates. */
    record Heading(String text, String markdown, String page) {
        /** Separates without words. */
        public static final Heading NONE = new Heading("", "", "");
    }

    /** Blocks that only some media show. */
    record Only(Set<Medium> media, List<Block> blocks) implements Block {
        @Override
        public String by(Renderer format) {
            return media.contains(format.medium()) ? format.all(blocks) : "";
        }
    }

    /** Sentences in lines of their own. */
    static Block lines(List<String> lines) {
        return new Lines(List.copyOf(lines));
    }

    /** One sentence. */
    static Block line(String line) {
        return new Lines(List.of(line));
    }

    /** A list of sentences within a section. */
    static Block items(List<String> lines) {
        return new Items("", lines.stream().map(Item::new).toList());
    }

    /** Blocks after an empty line. */
    static Block part(Block... blocks) {
        return new Section("", Heading.NONE, List.of(blocks));
    }

    /** Blocks under a heading. */
    static Block section(String id, Heading heading, Block... blocks) {
        return new Section(id, heading, List.of(blocks));
    }

    /** Blocks for one medium. */
    static Block only(Medium medium, Block... blocks) {
        return new Only(Set.of(medium), List.of(blocks));
    }

    /** Blocks for some media. */
    static Block only(Set<Medium> media, Block... blocks) {
        return new Only(media, List.of(blocks));
    }

    /** The first table for a medium; null if it has none. */
    static @Nullable Grid table(List<Block> blocks, Medium medium) {
        for (Block block : blocks) {
            Grid found = block instanceof Table table
                    ? table.grid()
                    : block instanceof Only only && only.media().contains(medium) ? table(only.blocks(), medium) : null;
            if (found != null) {
                return found;
            }
        }
        return null;
    }
}
