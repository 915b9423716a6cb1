package dev.jdbcbench.report.layout;

import java.util.ArrayList;
import java.util.List;

/** A text table whose rows stand below headings that name what they share, which leaves room for more numbers. */
public final class GroupedTable {
    private static final String INDENT = "  ";
    private static final String SEPARATOR = "  ";

    /** The least width of the name column. A longer name gets a line of its own; with less room, most names would. */
    private static final int LEAST_ROOM = 14;

    private record Line(String name, List<String> cells) {}

    private final int pageWidth;
    private final String corner;
    private final List<Grid.Column> columns;
    private final List<Line> lines = new ArrayList<>();

    /**
     * A table whose first column names the groups, and the second one the rows.
     *
     * @param pageWidth the longest line, in characters
     */
    public GroupedTable(Grid grid, int pageWidth) {
        this.pageWidth = pageWidth;
        this.corner = grid.columns().get(1).heading();
        this.columns = grid.columns().subList(2, grid.columns().size());
        String before = "";
        for (List<Grid.Cell> row : grid.rows()) {
            List<String> cells =
                    row.stream().map(cell -> Page.plain(cell.text())).toList();
            if (!cells.get(0).equals(before)) {
                lines.add(new Line(cells.get(0), List.of()));
            }
            lines.add(new Line(INDENT + cells.get(1), cells.subList(2, cells.size())));
            before = cells.get(0);
        }
    }

    /** Whether no line is wider than a page. */
    public boolean fits() {
        return room() >= Math.max(LEAST_ROOM, corner.length());
    }

    /** The table, ending with a line break. */
    public String text() {
        int room = Math.max(room(), Math.max(LEAST_ROOM, corner.length()));
        int width = lines.stream()
                .filter(line -> !line.cells().isEmpty())
                .mapToInt(line -> line.name().length())
                .filter(length -> length <= room)
                .reduce(corner.length(), Math::max);
        StringBuilder text = new StringBuilder();
        line(text, corner, width, columns.stream().map(Grid.Column::heading).toList());
        for (Line line : lines) {
            if (line.cells().isEmpty()) {
                text.append(Page.wrapped(line.name(), INDENT, pageWidth)).append('\n');
            } else if (line.name().length() > width) {
                text.append(Page.wrapped(line.name(), INDENT, pageWidth)).append('\n');
                line(text, "", width, line.cells());
            } else {
                line(text, line.name(), width, line.cells());
            }
        }
        return text.toString();
    }

    private int room() {
        int taken = 0;
        for (int i = 0; i < columns.size(); i++) {
            taken += SEPARATOR.length() + width(i);
        }
        return pageWidth - taken;
    }

    private int width(int column) {
        return lines.stream()
                .filter(line -> !line.cells().isEmpty())
                .mapToInt(line -> line.cells().get(column).length())
                .reduce(columns.get(column).heading().length(), Math::max);
    }

    private void line(StringBuilder text, String name, int nameWidth, List<String> cells) {
        StringBuilder line = new StringBuilder(name).append(" ".repeat(nameWidth - name.length()));
        for (int i = 0; i < cells.size(); i++) {
            String blanks = " ".repeat(width(i) - cells.get(i).length());
            line.append(SEPARATOR)
                    .append(columns.get(i).number() ? blanks : "")
                    .append(cells.get(i))
                    .append(columns.get(i).number() ? "" : blanks);
        }
        text.append(line.toString().stripTrailing()).append('\n');
    }
}
