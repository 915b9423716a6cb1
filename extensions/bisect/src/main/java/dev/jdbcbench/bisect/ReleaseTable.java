package dev.jdbcbench.bisect;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.jdbcbench.bisect.VersionedRow.Point;
import dev.jdbcbench.driver.Version;
import dev.jdbcbench.event.Exchange;
import dev.jdbcbench.expected.RowId;
import dev.jdbcbench.report.compare.ExchangeText;
import dev.jdbcbench.report.document.Block;
import dev.jdbcbench.report.document.MarkdownDocument;
import dev.jdbcbench.report.layout.Columns;
import dev.jdbcbench.report.layout.Grid;
import dev.jdbcbench.report.layout.Grid.Cell;
import dev.jdbcbench.report.layout.Markdown;
import dev.jdbcbench.report.layout.Medium;
import dev.jdbcbench.report.layout.Numbers;
import dev.jdbcbench.report.layout.ScoreText;
import dev.jdbcbench.report.layout.StatementDiff;
import dev.jdbcbench.result.CellResult;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.untrusted.SecretWords;
import dev.jdbcbench.untrusted.ShellWord;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What each version of a driver exchanges with the server, and what changed between neighbours: Markdown, or the format
 * {@code releases/1}.
 *
 * @param rows in the order of the first run
 * @param where the servers
 * @param command the command that repeats it, with secrets masked
 */
@JsonPropertyOrder({"schema", "driver"})
public record ReleaseTable(
        String driver, List<String> versions, List<VersionedRow> rows, List<String> where, String command)
        implements Found {
    /** Versions without numbers come first. */
    private static final Comparator<String> OLDEST_FIRST = Comparator.comparing(
                    (String version) -> Version.of(version).orElse(new Version(0, 0, 0)))
            .thenComparing(version -> version);

    /** The name and version of this format. */
    @JsonProperty("schema")
    public String schema() {
        return "releases/1";
    }

    public ReleaseTable {
        versions = List.copyOf(versions);
        rows = List.copyOf(rows);
        where = List.copyOf(where);
    }

    /** Versions in a row that exchange the same. */
    private record Span(RowId row, List<Point> points) {
        Point first() {
            return points.get(0);
        }

        String versions() {
            String oldest = first().version();
            String newest = points.get(points.size() - 1).version();
            return oldest.equals(newest) ? oldest : oldest + " – " + newest;
        }

        @Nullable
        Exchange exchange() {
            return first().exchange();
        }
    }

    /**
     * The table.
     *
     * @param counted runs that counted
     * @param words the command line after {@code bench}
     */
    public static ReleaseTable of(String driver, List<Results> counted, List<String> words) {
        Map<RowId, Map<String, Point>> rows = new LinkedHashMap<>();
        Set<String> versions = new TreeSet<>(OLDEST_FIRST);
        Set<String> where = new LinkedHashSet<>();
        for (Results results : counted) {
            results.servers().forEach(server -> where.add(server.product()));
            for (CellResult cell : results.cells()) {
                if (cell.cell().driver().equals(driver)) {
                    versions.add(cell.cell().driverVersion());
                    rows.computeIfAbsent(RowId.of(cell.cell()), row -> new TreeMap<>(OLDEST_FIRST))
                            .merge(cell.cell().driverVersion(), Point.of(cell), Point::or);
                }
            }
        }
        return new ReleaseTable(
                driver,
                List.copyOf(versions),
                rows.entrySet().stream()
                        .map(row -> new VersionedRow(
                                row.getKey(), List.copyOf(row.getValue().values())))
                        .toList(),
                List.copyOf(where),
                "bench "
                        + SecretWords.masked(words).stream()
                                .map(ShellWord::quoted)
                                .collect(Collectors.joining(" ")));
    }

    private static List<Span> spans(VersionedRow row) {
        List<Span> spans = new ArrayList<>();
        for (Point point : row.points()) {
            Span last = spans.isEmpty() ? null : spans.get(spans.size() - 1);
            if (last != null && point.same(last.points().get(last.points().size() - 1), row.row())) {
                last.points().add(point);
            } else {
                spans.add(new Span(row.row(), new ArrayList<>(List.of(point))));
            }
        }
        return spans;
    }

    /** The tables and the changes as Markdown. */
    @Override
    public String markdown() {
        return MarkdownDocument.of(text());
    }

    @Override
    public List<Block> text() {
        List<Span> spans = rows.stream().flatMap(row -> spans(row).stream()).toList();
        List<Block> blocks = new ArrayList<>();
        blocks.add(paragraph(versions.size() + " versions of " + driver + ", "
                + versions.get(0) + " to " + versions.get(versions.size() - 1) + ", with " + String.join(", ", where)
                + ". Versions that exchange the same are one line."));
        blocks.add(Block.part(Block.table(grid(spans))));
        blocks.addAll(new OwnByVersion(versions, rows).text());
        List<Change> changes = changes();
        blocks.add(Block.part(
                paragraph(changes.isEmpty() ? "No operation changed." : "What changed from one version to the next:")));
        changes.forEach(change -> {
            String version = driver + " " + change.version();
            blocks.add(Block.only(
                    Medium.MARKDOWN,
                    new Block.Verbatim("\n**" + Markdown.escaped(version) + "**, " + Markdown.escaped(change.what())
                            + "\n"
                            + (change.statements().isEmpty()
                                    ? ""
                                    : "\n" + StatementDiff.markdown(change.statements()) + "\n"))));
            blocks.add(Block.only(
                    Medium.TEXT,
                    Block.part(paragraph(version + ", " + change.what())),
                    Block.part(Block.lines(4, change.statements().lines().toList()))));
        });
        blocks.add(new Block.Verbatim("\n    " + command + "\n"));
        return blocks;
    }

    private static Block paragraph(String sentence) {
        return new Block.Paragraph(List.of(sentence));
    }

    private static Grid grid(List<Span> spans) {
        return new Columns<Span>()
                .name("operation", "operation", span -> span.row().row())
                .name("versions", "versions", Span::versions)
                .number("roundTrips", "round trips", span -> Cell.of(roundTrips(span.exchange())))
                .name("commands", "commands", span -> said(span.first()))
                .number("up", "bytes up", span -> Cell.of(bytes(span, true)))
                .number("down", "bytes down", span -> Cell.of(bytes(span, false)))
                .grid(spans);
    }

    private static String roundTrips(@Nullable Exchange exchange) {
        return exchange == null
                ? ScoreText.NOTHING
                : Numbers.count(exchange.roundTrips()) + (exchange.known() ? "" : "?");
    }

    private static String said(Point point) {
        return point.exchange() == null ? String.valueOf(point.reason()) : ExchangeText.commands(point.exchange());
    }

    private static String bytes(Span span, boolean up) {
        Exchange exchange = span.exchange();
        return exchange == null ? ScoreText.NOTHING : String.valueOf(up ? exchange.bytesUp() : exchange.bytesDown());
    }

    /**
     * What changed from one version to the next.
     *
     * @param statements the differing ones as a diff; empty if they are the same, or not known
     */
    private record Change(String version, String what, String statements) {}

    /** The changes between neighbours, by version. */
    private List<Change> changes() {
        Map<String, List<Change>> byVersion = new LinkedHashMap<>();
        versions.forEach(version -> byVersion.put(version, new ArrayList<>()));
        for (VersionedRow row : rows) {
            List<Span> spans = spans(row);
            for (int i = 1; i < spans.size(); i++) {
                Point before =
                        spans.get(i - 1).points().get(spans.get(i - 1).points().size() - 1);
                Point after = spans.get(i).first();
                Objects.requireNonNull(byVersion.get(after.version())).add(change(row.row(), before, after));
            }
        }
        return byVersion.values().stream().flatMap(List::stream).toList();
    }

    private static Change change(RowId row, Point before, Point after) {
        String what = row.row() + ": " + amounts(before) + ARROW + amounts(after);
        Exchange was = before.exchange();
        Exchange is = after.exchange();
        List<String> old = was == null ? null : was.statements();
        List<String> now = is == null ? null : is.statements();
        return new Change(
                after.version(), what, old == null || now == null || old.equals(now) ? "" : StatementDiff.of(old, now));
    }

    private static final String ARROW = " → ";

    private static String amounts(Point point) {
        Exchange exchange = point.exchange();
        return exchange == null
                ? String.valueOf(point.reason())
                : roundTrips(exchange) + " RTT, " + ExchangeText.commands(exchange) + ", " + exchange.bytesUp() + " + "
                        + exchange.bytesDown() + " B";
    }
}
