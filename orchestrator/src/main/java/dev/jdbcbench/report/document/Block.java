package dev.jdbcbench.report.document;

import dev.jdbcbench.report.layout.Grid;
import dev.jdbcbench.report.layout.Medium;
import dev.jdbcbench.report.layout.Note;
import java.util.List;
import java.util.Set;
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

    /**
     * Sentences in lines of their own: a list where the format has lists.
     *
     * @param hanging how far the second line of a sentence that is wrapped is indented
     */
    record Lines(List<String> lines, int hanging) implements Block {
        @Override
        public String by(Renderer format) {
            return lines.isEmpty() ? "" : format.lines(lines, hanging);
        }
    }

    /** Notes that each apply to several things. */
    record Notes(List<Note> notes) implements Block {
        @Override
        public String by(Renderer format) {
            return notes.isEmpty() ? "" : format.notes(notes);
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
     * @param form its form in text
     */
    record Table(String id, String caption, Grid grid, Form form) implements Block {
        /** A table without a special form. */
        public Table(String id, String caption, Grid grid) {
            this(id, caption, grid, Form.ROWS);
        }

        @Override
        public String by(Renderer format) {
            return grid.rows().isEmpty() ? "" : format.table(this);
        }
    }

    /** The form of a table in text. One that is too wide is grouped, unless there is a {@link Choice}. */
    enum Form {
        ROWS,
        /** If it is too wide, the heading of its first column is above it. */
        HEADED,
        /** Without repetitions in its first column, and no wider than sentences. */
        ONCE,
        /** As above; the columns without a heading, which come first, are close to each other. */
        CLOSE,
        /** Always with the names of its first column as headings, and no wider than sentences. */
        GROUPED
    }

    /**
     * One thing in several forms: text has the first that fits, other formats the first.
     *
     * @param otherwise for text in which none of the tables fits
     */
    record Choice(List<Table> tables, Block otherwise) implements Block {
        @Override
        public String by(Renderer format) {
            return format.choice(tables, otherwise);
        }
    }

    /**
     * A table with sentences below its rows. In text whose lines are too short for it, a name has a line of its own.
     *
     * @param forms the same rows, with ever fewer characters; text has the first that fits
     * @param below for each row
     */
    record Listing(List<Grid> forms, List<List<String>> below) implements Block {
        public Listing {
            if (forms.stream().anyMatch(form -> form.rows().size() != below.size())) {
                throw new IllegalArgumentException("each row has a list of sentences");
            }
        }

        @Override
        public String by(Renderer format) {
            return below.isEmpty() ? "" : format.listing(this);
        }
    }

    /** Text whose lines stay as they are: commands and statements, for instance. */
    record Verbatim(String text) implements Block {
        @Override
        public String by(Renderer format) {
            return text;
        }
    }

    /** Blocks that text shows with every detail, in full width, even if its other parts are brief. */
    record InFull(List<Block> blocks) implements Block {
        @Override
        public String by(Renderer format) {
            return format.inFull(blocks);
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

    /** An empty line. */
    Block BLANK = new Verbatim("\n");

    /** Sentences in lines of their own. */
    static Block lines(List<String> lines) {
        return lines(2, lines);
    }

    /** Sentences in lines of their own, of which the second line is indented by {@code hanging}. */
    static Block lines(int hanging, List<String> lines) {
        return new Lines(List.copyOf(lines), hanging);
    }

    /** A sentence whose lines begin below each other. */
    static Block text(String sentence) {
        return lines(0, List.of(sentence));
    }

    /** A table for text alone. */
    static Table table(Grid grid) {
        return table(grid, Form.ROWS);
    }

    /** A table for text alone, in a form. */
    static Table table(Grid grid, Form form) {
        return new Table("", "", grid, form);
    }

    /** One sentence. */
    static Block line(String line) {
        return lines(List.of(line));
    }

    /** A list of sentences within a section. */
    static Block items(List<String> lines) {
        return new Items("", lines.stream().map(Item::new).toList());
    }

    /** Blocks after an empty line. */
    static Block part(Block... blocks) {
        return part(List.of(blocks));
    }

    /** Blocks after an empty line. */
    static Block part(List<Block> blocks) {
        return new Section("", Heading.NONE, blocks);
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
