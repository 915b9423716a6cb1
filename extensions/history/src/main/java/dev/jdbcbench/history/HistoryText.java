package dev.jdbcbench.history;

import com.google.auto.service.AutoService;
import dev.jdbcbench.history.CellHistory.Point;
import dev.jdbcbench.report.layout.Numbers;
import dev.jdbcbench.report.layout.Page;
import dev.jdbcbench.report.layout.RunNames;
import dev.jdbcbench.report.layout.ScoreText;
import dev.jdbcbench.report.layout.Table;
import dev.jdbcbench.result.Score;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Histories for a terminal: one line per run, with a chart of its time and interval. */
@AutoService(HistoryFormat.class)
public final class HistoryText implements HistoryFormat {
    static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("yyyy-MM-dd").withZone(ZoneOffset.UTC);

    private static final int WIDEST_CHART = 24;
    private static final int NARROWEST_CHART = 12;
    private static final int FEWEST_OF_TAGS = 8;
    private static final int GAP = 2;
    private static final String INDENT = "  ";

    @Override
    public String id() {
        return "text";
    }

    @Override
    public List<String> leftOut(List<CellHistory> cells) {
        return List.of();
    }

    @Override
    public String render(List<CellHistory> cells) {
        return cells.stream().map(HistoryText::of).collect(Collectors.joining("\n"));
    }

    private static String of(CellHistory cell) {
        StringBuilder text = new StringBuilder(Page.wrapped(Page.plain(cell.key()), INDENT, Page.NARROW)).append('\n');
        text.append(table(cell.points()));
        cell.apart().forEach(group -> {
            text.append("under other conditions, not compared:\n");
            group.runs()
                    .forEach(run -> text.append(INDENT)
                            .append(String.join(
                                    INDENT,
                                    RunNames.brief(run.run()),
                                    DATE.format(run.at()),
                                    run.cell().driverVersion(),
                                    score(run.time())))
                            .append('\n'));
            group.differences()
                    .forEach(difference -> text.append(
                                    Page.wrapped(INDENT + Page.plain(difference), INDENT + INDENT, Page.NARROW))
                            .append('\n'));
        });
        return text.toString();
    }

    /** The table; long lines get shortened tags and a smaller chart. */
    private static String table(List<Point> points) {
        List<List<String>> rows = points.stream().map(HistoryText::row).toList();
        int used = bare(rows).text().lines().mapToInt(String::length).max().orElse(0);
        int longest =
                points.stream().mapToInt(point -> tags(point).length()).max().orElse(0);
        int free = Page.NARROW - used - GAP - (longest == 0 ? 0 : longest + GAP);
        int width = Math.max(NARROWEST_CHART, Math.min(WIDEST_CHART, free));
        int room = Math.max(FEWEST_OF_TAGS, Page.NARROW - used - GAP - width - GAP);
        Chart chart = Chart.of(points, width);
        Table table = headings().names(chart.scale());
        if (longest > 0) {
            table.names("tags");
        }
        for (int i = 0; i < points.size(); i++) {
            List<String> row = new ArrayList<>(rows.get(i));
            row.add(chart.line(points.get(i).found().time()));
            if (longest > 0) {
                row.add(cut(tags(points.get(i)), room));
            }
            table.row(row);
        }
        return table.text();
    }

    private static Table bare(List<List<String>> rows) {
        Table table = headings();
        rows.forEach(table::row);
        return table;
    }

    private static Table headings() {
        return new Table().names("run", "date", "version").numbers("µs/op", "ratio");
    }

    private static List<String> row(Point point) {
        Observation found = point.found();
        return List.of(
                RunNames.brief(found.run()),
                DATE.format(found.at()),
                Page.plain(found.cell().driverVersion()),
                score(found.time()),
                point.ratio() == null ? ScoreText.NOTHING : Numbers.ratio(point.ratio()));
    }

    private static String tags(Point point) {
        return String.join(", ", point.found().naming().tags());
    }

    private static String cut(String text, int room) {
        return text.length() <= room ? text : text.substring(0, room - 1) + "…";
    }

    /** The time and the half width of its interval. */
    static String score(Score time) {
        String score = Numbers.micros(Objects.requireNonNull(time.score()));
        return time.low() == null || time.high() == null
                ? score + " ±?"
                : score + " " + Numbers.halfWidth(Math.sqrt(time.high() / time.low()) - 1);
    }

    /**
     * A chart of times on a common scale, one line of characters each: {@code ..--o--...}.
     *
     * @param low the left end, µs
     * @param high the right end, µs
     */
    private record Chart(double low, double high, int width) {
        static Chart of(List<Point> points, int width) {
            double low = points.stream()
                    .mapToDouble(point -> end(point.found().time().low(), point.found()))
                    .min()
                    .orElse(0);
            double high = points.stream()
                    .mapToDouble(point -> end(point.found().time().high(), point.found()))
                    .max()
                    .orElse(0);
            return new Chart(low, high, width);
        }

        private static double end(@Nullable Double limit, Observation found) {
            return limit == null ? found.micros() : limit;
        }

        /** The ends of the scale, used as a heading. */
        String scale() {
            String left = Numbers.micros(low);
            String right = Numbers.micros(high);
            return left + " ".repeat(Math.max(1, width - left.length() - right.length())) + right;
        }

        String line(Score time) {
            char[] line = new char[width];
            Arrays.fill(line, '.');
            double score = Objects.requireNonNull(time.score());
            if (time.low() != null && time.high() != null) {
                Arrays.fill(line, place(time.low()), place(time.high()) + 1, '-');
            }
            line[place(score)] = 'o';
            return String.valueOf(line);
        }

        private int place(double micros) {
            double share = high > low ? (micros - low) / (high - low) : 0.5;
            return (int) Math.round(Math.max(0, Math.min(1, share)) * (width - 1));
        }
    }
}
