package dev.jdbcbench.report.layout;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.HorizontalAlign;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A text table without borders: headings, left-aligned names, right-aligned numbers. */
public final class Table {
    /** Of a column; wider cells are wrapped. */
    private static final int WIDEST = 60;

    private final List<Column> columns = new ArrayList<>();
    private final List<Object[]> rows = new ArrayList<>();

    /** Adds columns of names. */
    public Table names(String... headings) {
        return columns(HorizontalAlign.LEFT, headings);
    }

    /** Adds columns of numbers. */
    public Table numbers(String... headings) {
        return columns(HorizontalAlign.RIGHT, headings);
    }

    /** Adds a column. */
    public Table column(Grid.Column column) {
        return column.number() ? numbers(column.heading()) : names(column.heading());
    }

    private Table columns(HorizontalAlign align, String... headings) {
        for (String heading : headings) {
            columns.add(new Column()
                    .header(heading)
                    .headerAlign(align)
                    .dataAlign(align)
                    .maxWidth(WIDEST));
        }
        return this;
    }

    /** Adds a row with a cell for each column. */
    public Table row(List<String> cells) {
        rows.add(cells.toArray());
        return this;
    }

    /** The same independent of a format. */
    public Grid grid() {
        return new Grid(
                columns.stream()
                        .map(column -> new Grid.Column(
                                "", String.valueOf(column.getHeader()), column.getDataAlign() == HorizontalAlign.RIGHT))
                        .toList(),
                rows.stream()
                        .map(row -> Arrays.stream(row)
                                .map(cell -> Grid.Cell.of(String.valueOf(cell)))
                                .toList())
                        .toList());
    }

    /** The table without trailing blanks, ending with a line break. */
    public String text() {
        return text(0);
    }

    /** As above; if there are {@code names}, these first columns are closer to each other, and no cell is wrapped. */
    public String text(int names) {
        List<Object[]> lines = new ArrayList<>(rows);
        lines.add(0, columns.stream().map(Column::getHeader).toArray());
        int[] widths = new int[columns.size()];
        for (Object[] line : lines) {
            Arrays.setAll(
                    widths, i -> Math.max(widths[i], String.valueOf(line[i]).length()));
        }
        return names == 0 && Arrays.stream(widths).anyMatch(width -> width > WIDEST)
                ? wrapped()
                : plain(lines, widths, names);
    }

    /** As {@link #wrapped}, which is slow with thousands of lines. */
    private String plain(List<Object[]> lines, int[] widths, int names) {
        StringBuilder text = new StringBuilder();
        for (Object[] cells : lines) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                String blanks = " ".repeat(widths[i] - String.valueOf(cells[i]).length());
                boolean left = columns.get(i).getDataAlign() == HorizontalAlign.LEFT;
                line.append(i == 0 ? "" : i < names ? " " : "  ")
                        .append(left ? "" : blanks)
                        .append(cells[i])
                        .append(left ? blanks : "");
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }

    private String wrapped() {
        String table = AsciiTable.getTable(
                AsciiTable.NO_BORDERS, columns.toArray(Column[]::new), rows.toArray(Object[][]::new));
        StringBuilder text = new StringBuilder();
        table.lines()
                .map(line -> line.replaceFirst("^ ", "").stripTrailing())
                .forEach(line -> text.append(line).append('\n'));
        return text.toString();
    }
}
