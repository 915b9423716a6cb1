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
import java.util.Iterator;
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
    private static final int NARROWEST_CHART = 8;
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
        return render(cells, Page.NARROW);
    }

    @Override
    public String render(List<CellHistory> cells, int width) {
        return cells.stream().map(cell -> of(cell, width)).collect(Collectors.joining("\n"));
    }

    private static String of(CellHistory cell, int width) {
        StringBuilder text = new StringBuilder(Page.wrapped(Page.plain(cell.key()), INDENT, width)).append('\n');
        text.append(table(cell.points(), width));
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
                                    Page.wrapped(INDENT + Page.plain(difference), INDENT + INDENT, width))
                            .append('\n'));
        });
        return text.toString();
    }

    /** The table. Tags that do not fit beside a small chart follow below their run, and a chart that does not fit is left out. */
    private static String table(List<Point> points, int width) {
        List<List<String>> rows = points.stream().map(HistoryText::row).toList();
        List<String> shared = shared(points);
        List<String> tags = points.stream()
                .map(point -> tags(point.found().naming().tags().stream()
                        .filter(tag -> !shared.contains(tag))
                        .toList()))
                .toList();
        int free = width - longest(bare(rows).text(1)) - GAP;
        int longest = tags.stream().mapToInt(String::length).max().orElse(0);
        boolean beside = longest > 0 && NARROWEST_CHART + GAP + longest <= free;
        Chart chart = Chart.of(
                points, Math.max(NARROWEST_CHART, Math.min(WIDEST_CHART, free - (beside ? GAP + longest : 0))));
        boolean charted = chart.scale().length() <= free;
        Table table = headings();
        if (charted) {
            table.names(chart.scale());
        }
        if (beside) {
            table.names("tags");
        }
        for (int i = 0; i < points.size(); i++) {
            List<String> row = new ArrayList<>(rows.get(i));
            if (charted) {
                row.add(chart.line(points.get(i).found().time()));
            }
            if (beside) {
                row.add(tags.get(i));
            }
            table.row(row);
        }
        Iterator<String> lines = table.text(1).lines().iterator();
        StringBuilder text = new StringBuilder();
        if (!shared.isEmpty()) {
            text.append(Page.wrapped("all tagged " + tags(shared), INDENT, width))
                    .append('\n');
        }
        text.append(lines.next()).append('\n');
        for (String of : tags) {
            text.append(lines.next()).append('\n');
            if (!beside && !of.isEmpty()) {
                text.append(Page.wrapped(INDENT + "tags: " + of, INDENT + INDENT, width))
                        .append('\n');
            }
        }
        return text.toString();
    }

    private static int longest(String table) {
        return table.lines().mapToInt(String::length).max().orElse(0);
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

    /** The tags that all of several runs have. */
    private static List<String> shared(List<Point> points) {
        return points.size() == 1
                ? List.of()
                : points.get(0).found().naming().tags().stream()
                        .filter(tag -> points.stream()
                                .allMatch(point -> point.found().naming().tags().contains(tag)))
                        .toList();
    }

    private static String tags(List<String> tags) {
        return Page.plain(String.join(", ", tags));
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
