package dev.jdbcbench.report.layout;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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

        static Cell exact(@Nullable Object value) {
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

    /** The table with only these of its columns. */
    Grid only(List<Integer> kept) {
        return new Grid(
                kept.stream().map(columns::get).toList(),
                rows.stream().map(row -> kept.stream().map(row::get).toList()).toList());
    }

    /** The table with other texts in its first column. */
    public Grid naming(UnaryOperator<String> name) {
        return new Grid(
                columns,
                rows.stream()
                        .map(row -> Stream.concat(
                                        Stream.of(Cell.of(name.apply(row.get(0).text()))),
                                        row.stream().skip(1))
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
        rows.forEach(row -> table.row(row.stream()
                .map(cell -> Page.oneLine(cell.text()).stripTrailing())
                .toList()));
        return table;
    }

    /** The table without repetitions in its first column. */
    public Grid once() {
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
        return new Grid(columns, once);
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
