package dev.jdbcbench.report.layout;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A text table whose rows stand below headings that name what they share, which leaves room for more numbers. If they
 * still do not fit, texts are wrapped in their columns; then further columns follow below, with the names again.
 */
public final class GroupedTable {
    private static final String INDENT = "  ";
    private static final String SEPARATOR = "  ";

    /** The least width of the name column. A longer name gets a line of its own; with less room, most names would. */
    private static final int LEAST_ROOM = 14;

    private record Line(String name, List<String> cells) {}

    private final int pageWidth;
    private final Grid grid;
    private final int names;
    private final String corner;
    private final List<Grid.Column> columns;
    private final List<Line> lines = new ArrayList<>();
    private final int[] widths;

    /**
     * A table whose first column names the groups, and the second one the rows. If the second one has numbers, there
     * are no groups, and the first one names the rows.
     *
     * @param pageWidth the longest line, in characters
     */
    public GroupedTable(Grid grid, int pageWidth) {
        this.pageWidth = pageWidth;
        this.grid = grid;
        this.names = grid.columns().size() > 1 && !grid.columns().get(1).number() ? 2 : 1;
        this.corner = grid.columns().get(names - 1).heading();
        this.columns = grid.columns().subList(names, grid.columns().size());
        String before = "";
        for (List<Grid.Cell> row : grid.rows()) {
            List<String> cells =
                    row.stream().map(cell -> Page.plain(cell.text())).toList();
            if (names > 1 && !cells.get(0).equals(before)) {
                lines.add(new Line(cells.get(0), List.of()));
            }
            lines.add(new Line((names > 1 ? INDENT : "") + cells.get(names - 1), cells.subList(names, cells.size())));
            before = cells.get(0);
        }
        this.widths = IntStream.range(0, columns.size()).map(this::longest).toArray();
    }

    /** Whether no line is wider than a page. */
    public boolean fits() {
        return room() >= leastRoom();
    }

    private int leastRoom() {
        return Math.max(Math.min(LEAST_ROOM, longestName(Integer.MAX_VALUE)), corner.length());
    }

    /** The longest name of a row that has at most so many characters. */
    private int longestName(int most) {
        return lines.stream()
                .filter(line -> !line.cells().isEmpty())
                .mapToInt(line -> line.name().length())
                .filter(length -> length <= most)
                .reduce(0, Math::max);
    }

    /** The table, ending with a line break. */
    public String text() {
        int[] natural = widths.clone();
        shrink();
        if (fits()) {
            return whole();
        }
        System.arraycopy(natural, 0, widths, 0, widths.length);
        return parts();
    }

    /** Wraps texts in their columns, the last ones first, as far as that is necessary. */
    private void shrink() {
        for (int i = columns.size() - 1; i >= 0 && !fits(); i--) {
            if (!columns.get(i).number()) {
                widths[i] = Math.max(longestWord(i), widths[i] - leastRoom() + room());
            }
        }
    }

    /** The columns in several tables below each other, each with the names; one without a heading stays with the one before. */
    private String parts() {
        int named = (int) columns.stream().takeWhile(column -> !column.number()).count() % columns.size();
        StringBuilder text = new StringBuilder();
        for (int from = named; from < columns.size(); ) {
            int to = next(from);
            while (to < columns.size() && taken(0, named) + taken(from, next(to)) + leastRoom() <= pageWidth) {
                to = next(to);
            }
            int[] kept = IntStream.concat(IntStream.range(0, named), IntStream.range(from, to))
                    .toArray();
            GroupedTable part = new GroupedTable(
                    grid.only(IntStream.concat(
                                    IntStream.range(0, names),
                                    Arrays.stream(kept).map(column -> names + column))
                            .boxed()
                            .toList()),
                    pageWidth);
            part.shrink();
            text.append(text.isEmpty() ? "" : "\n").append(part.whole());
            from = to;
        }
        return text.toString();
    }

    /** The end of the column that begins here, and of those without a heading after it. */
    private int next(int column) {
        int next = column + 1;
        while (next < columns.size() && columns.get(next).heading().isEmpty()) {
            next++;
        }
        return next;
    }

    private String whole() {
        int width = Math.max(corner.length(), longestName(Math.max(room(), leastRoom())));
        StringBuilder text = new StringBuilder();
        List<String> headings = columns.stream().map(Grid.Column::heading).toList();
        if (!corner.isEmpty() || headings.stream().anyMatch(heading -> !heading.isEmpty())) {
            line(text, corner, width, headings);
        }
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
        return pageWidth - taken(0, columns.size());
    }

    private int taken(int from, int to) {
        return IntStream.range(from, to)
                .map(i -> SEPARATOR.length() + widths[i])
                .sum();
    }

    private int longest(int column) {
        return lines.stream()
                .filter(line -> !line.cells().isEmpty())
                .mapToInt(line -> line.cells().get(column).length())
                .reduce(columns.get(column).heading().length(), Math::max);
    }

    private int longestWord(int column) {
        return lines.stream()
                .filter(line -> !line.cells().isEmpty())
                .flatMap(line -> Arrays.stream(Page.words(line.cells().get(column))))
                .mapToInt(String::length)
                .reduce(columns.get(column).heading().length(), Math::max);
    }

    /** Appends a row, whose texts are wrapped to their columns. */
    private void line(StringBuilder text, String name, int nameWidth, List<String> cells) {
        List<List<String>> wrapped = IntStream.range(0, cells.size())
                .mapToObj(i -> Page.wrapped(cells.get(i), "", widths[i]).lines().toList())
                .toList();
        int height = wrapped.stream().mapToInt(List::size).reduce(1, Math::max);
        for (int part = 0; part < height; part++) {
            String first = part == 0 ? name : "";
            StringBuilder line = new StringBuilder(first).append(" ".repeat(nameWidth - first.length()));
            for (int i = 0; i < cells.size(); i++) {
                String cell = part < wrapped.get(i).size() ? wrapped.get(i).get(part) : "";
                String blanks = " ".repeat(Math.max(0, widths[i] - cell.length()));
                line.append(SEPARATOR)
                        .append(columns.get(i).number() ? blanks : "")
                        .append(cell)
                        .append(columns.get(i).number() ? "" : blanks);
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
    }
}
