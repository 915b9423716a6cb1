package dev.jdbcbench.report.layout;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A table independent of its output format.
 *
 * @param rows each with as many cells as there are columns
 */
public record Grid(List<Column> columns, List<List<Cell>> rows) {
    public Grid {
        columns = List.copyOf(columns);
        rows = rows.stream().map(List::copyOf).toList();
    }

    /**
     * A column.
     *
     * @param id its identifier for programs
     * @param number whether its cells are right-aligned
     */
    public record Column(String id, String heading, boolean number) {}

    /**
     * A cell.
     *
     * @param value the sort key; null to sort by text
     */
    public record Cell(String text, @Nullable Double value) {
        public static Cell of(String text) {
            return new Cell(text, null);
        }

        /** A number, or the sign for a missing one. */
        public static Cell of(@Nullable Double value, Function<Double, String> look) {
            return value == null ? NOTHING : new Cell(look.apply(value), Double.isFinite(value) ? value : null);
        }

        /** A text, or the sign for a missing one if it is empty. */
        static Cell known(String text) {
            return text.isEmpty() ? NOTHING : of(text);
        }

        private static Cell exact(@Nullable Object value) {
            return value == null || value instanceof Double number && !Double.isFinite(number)
                    ? NOTHING
                    : value instanceof Double number ? new Cell("", number) : of(value.toString());
        }

        /** Shown where there is no value. */
        public static final Cell NOTHING = of(ScoreText.NOTHING);

        /** Whether there is no value. */
        public boolean isNothing() {
            return text.equals(ScoreText.NOTHING);
        }
    }

    /**
     * A column together with the function that fills it from a row's object.
     *
     * @param always whether the column stays even if it is empty
     * @param media where it is shown
     */
    public record Part<T>(Column column, boolean always, Set<Medium> media, Function<T, Cell> cell) {
        /** A column of names, aligned left. */
        public static <T> Part<T> name(String id, String heading, Function<T, String> text) {
            return new Part<>(
                    new Column(id, heading, false), true, Set.of(Medium.values()), thing -> Cell.of(text.apply(thing)));
        }

        /** A column of numbers, aligned right. */
        public static <T> Part<T> number(String id, String heading, Function<T, Cell> cell) {
            return new Part<>(new Column(id, heading, true), true, Set.of(Medium.values()), cell);
        }

        /** A column of numbers, omitted if no row has one. */
        public static <T> Part<T> value(
                String id, String heading, Function<T, @Nullable Double> value, Function<Double, String> look) {
            return Part.<T>number(id, heading, thing -> Cell.of(value.apply(thing), look))
                    .ifKnown();
        }

        /** A column of texts, omitted if all are empty. */
        public static <T> Part<T> text(String id, String heading, Function<T, String> text) {
            return Part.<T>name(id, heading, text)
                    .cell(thing -> Cell.known(text.apply(thing)))
                    .ifKnown();
        }

        /** A column for programs only: numbers with all digits; null, NaN and infinity are empty. */
        public static <T> Part<T> exact(String id, Function<T, @Nullable Object> value) {
            return Part.<T>name(id, id, String::valueOf)
                    .cell(thing -> Cell.exact(value.apply(thing)))
                    .in(Medium.CSV);
        }

        private Part<T> cell(Function<T, Cell> other) {
            return new Part<>(column, always, media, other);
        }

        /** The same part, omitted if no row has a value. */
        public Part<T> ifKnown() {
            return new Part<>(column, false, media, cell);
        }

        /** The same part, only in these media. */
        public Part<T> in(Medium... others) {
            return new Part<>(column, always, Set.of(others), cell);
        }
    }

    /** One row per object, with the columns of a medium. */
    public static <T> Grid of(Medium medium, List<Part<T>> parts, List<T> things) {
        return of(parts.stream().filter(part -> part.media().contains(medium)).toList(), things);
    }

    /** One row per object, with all columns. */
    public static <T> Grid of(List<Part<T>> parts, List<T> things) {
        List<Part<T>> shown = parts.stream()
                .filter(part -> part.always()
                        || things.stream()
                                .anyMatch(thing -> !part.cell().apply(thing).isNothing()))
                .toList();
        return new Grid(
                shown.stream().map(Part::column).toList(),
                things.stream()
                        .map(thing -> shown.stream()
                                .map(part -> part.cell().apply(thing))
                                .toList())
                        .toList());
    }

    /** The table for a terminal of any width. */
    public String text() {
        return table().text();
    }

    /** The table for a terminal, of which the width is known. */
    public Table table() {
        Table table = new Table();
        columns.forEach(table::column);
        rows.forEach(row ->
                table.row(row.stream().map(cell -> Page.plain(cell.text())).toList()));
        return table;
    }

    /** The table in {@code width} columns: without repetitions in the first column, or with its names as headings if it is too wide. */
    public String grouped(int width) {
        List<List<Cell>> once = new ArrayList<>();
        String before = "";
        for (List<Cell> row : rows) {
            List<Cell> cells = new ArrayList<>(row);
            if (row.get(0).text().equals(before)) {
                cells.set(0, Cell.of(""));
            }
            once.add(cells);
            before = row.get(0).text();
        }
        Table table = new Grid(columns, once).table();
        return table.fits(width) ? table.text() : new GroupedTable(this, width).text();
    }

    /** The table as CSV (RFC 4180): every digit of a number; an empty field is an unknown value. */
    public String csv() {
        StringBuilder text = new StringBuilder();
        text.append(columns.stream().map(column -> Csv.field(column.id())).collect(Collectors.joining(",")))
                .append(Csv.END);
        rows.forEach(row -> text.append(row.stream()
                        .map(cell ->
                                cell.isNothing() ? "" : Csv.field(cell.value() == null ? cell.text() : cell.value()))
                        .collect(Collectors.joining(",")))
                .append(Csv.END));
        return text.toString();
    }

    /** The table in GitHub's Markdown. */
    public String markdown() {
        List<String> lines = new ArrayList<>();
        lines.add(columns.stream()
                .map(column -> Markdown.escaped(column.heading()))
                .collect(Collectors.joining(" | ", "| ", " |")));
        lines.add(columns.stream()
                .map(column -> column.number() ? "--:" : ":--")
                .collect(Collectors.joining(" | ", "| ", " |")));
        rows.forEach(row -> lines.add(row.stream()
                .map(cell -> Markdown.escaped(cell.text()))
                .collect(Collectors.joining(" | ", "| ", " |"))));
        return String.join("\n", lines) + "\n";
    }
}
