package dev.jdbcbench.report.run;

import dev.jdbcbench.report.layout.ChangeText;
import dev.jdbcbench.report.layout.NameColumns;
import dev.jdbcbench.report.layout.Numbers;
import dev.jdbcbench.report.layout.ScoreText;
import dev.jdbcbench.result.CellResult;
import dev.jdbcbench.result.DriverName;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.result.Results.Contrast;
import dev.jdbcbench.result.Results.Mean;
import dev.jdbcbench.result.Results.Status;
import dev.jdbcbench.run.Axis;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The cells of one place: a line per row, a column per driver. The base shows its time, the others their change against
 * it.
 */
final class ChangeTable {
    private static final String GAP = "  ";
    private static final String MEAN = "geomean";

    /** Shown for a cell that has no measurement yet. */
    private static final String PENDING = "…";

    private final Results results;
    private final List<CellResult> cells;
    private final NameColumns names;
    private final Map<String, Contrast> contrasts = new HashMap<>();
    private final Set<String> drivers = new LinkedHashSet<>();

    private ChangeTable(Results results, List<CellResult> cells) {
        this.results = results;
        this.cells = cells;
        this.names = NameColumns.of(cells);
        results.contrasts().stream()
                .filter(contrast -> contrast.axis() == Axis.DRIVER)
                .forEach(contrast -> contrasts.put(contrast.cell(), contrast));
        Set<String> bases = new LinkedHashSet<>();
        contrasts.values().forEach(contrast -> bases.add(contrast.base()));
        cells.stream().filter(cell -> bases.contains(cell.key())).forEach(cell -> drivers.add(cell.driverName()));
        cells.forEach(cell -> drivers.add(cell.driverName()));
    }

    /** The table; empty if the run does not compare drivers, or if no form of the table fits {@code width}. */
    static Optional<String> of(Results results, List<CellResult> cells, int width) {
        if (results.effort().contrast() != Axis.DRIVER || !results.claims()) {
            return Optional.empty();
        }
        ChangeTable table = new ChangeTable(results, cells);
        if (cells.stream().noneMatch(cell -> table.contrasts.containsKey(cell.key()))) {
            return Optional.empty();
        }
        // Short labels may drop the version: the sentences below the table state it.
        Map<String, String> labels = new LinkedHashMap<>();
        table.drivers.forEach(driver -> labels.put(driver, driver.split(" ", 2)[0]));
        boolean distinct = Set.copyOf(labels.values()).size() == labels.size();
        return Stream.of(
                        table.text(UnaryOperator.identity()),
                        table.text(driver -> distinct ? labels.getOrDefault(driver, driver) : driver))
                .filter(text -> text.lines().allMatch(line -> line.length() <= width))
                .findFirst();
    }

    private String text(UnaryOperator<String> heading) {
        List<List<String>> heads = new ArrayList<>();
        List<Map<String, ChangeText>> lines = new ArrayList<>();
        Map<List<String>, Map<String, CellResult>> rows = new LinkedHashMap<>();
        for (CellResult cell : cells) {
            rows.computeIfAbsent(names.of(cell), key -> new HashMap<>()).put(cell.driverName(), cell);
        }
        rows.forEach((head, byDriver) -> {
            Map<String, ChangeText> line = new HashMap<>();
            drivers.forEach(driver -> line.put(driver, change(byDriver.get(driver))));
            heads.add(head);
            lines.add(line);
        });
        Map<String, ChangeText> means = means();
        if (!means.isEmpty()) {
            List<String> head = new ArrayList<>(List.of(MEAN, ""));
            heads.add(head);
            lines.add(means);
        }
        return text(heads, lines, heading);
    }

    private ChangeText change(@Nullable CellResult cell) {
        if (cell != null && cell.overloaded()) {
            return new ChangeText(ScoreText.CANNOT_KEEP_UP, "", "");
        }
        if (cell == null || cell.time().score() == null) {
            return new ChangeText(nothing(cell), "", "");
        }
        Contrast contrast = contrasts.get(cell.key());
        String unsettled = cell.steadiness().settled() ? "" : RunTables.UNSETTLED;
        if (contrast == null) {
            return new ChangeText(Numbers.time(cell.time().score()) + unsettled, "", "");
        }
        ChangeText change = ChangeText.of(contrast);
        return new ChangeText(change.mark(), change.change(), change.interval() + unsettled);
    }

    private static String nothing(@Nullable CellResult cell) {
        return cell == null || cell.status() == Status.UNSUPPORTED
                ? ScoreText.NOTHING
                : cell.status() == Status.FAILED ? "failed" : PENDING;
    }

    private Map<String, ChangeText> means() {
        CellResult first = cells.get(0);
        Map<String, ChangeText> means = new HashMap<>();
        for (Mean mean : results.means()) {
            if (mean.rows() > 1
                    && mean.topology() == first.cell().topology()
                    && first.cell().server().equals(mean.server())) {
                means.put(DriverName.of(mean.value()), ChangeText.of(mean.ratio(), mean.low(), mean.high()));
            }
        }
        return means;
    }

    private String text(List<List<String>> heads, List<Map<String, ChangeText>> lines, UnaryOperator<String> heading) {
        int parts = heads.stream().mapToInt(List::size).max().orElse(0);
        int[] headWidths = new int[parts];
        heads.forEach(head -> {
            for (int i = 0; i < head.size(); i++) {
                headWidths[i] = Math.max(headWidths[i], head.get(i).length());
            }
        });
        Map<String, Column> columns = new LinkedHashMap<>();
        drivers.forEach(driver -> columns.put(driver, new Column(driver, heading.apply(driver), lines)));
        StringBuilder text = new StringBuilder();
        line(text, headWidths, List.of(), columns, heading);
        List<String> before = List.of("");
        for (int i = 0; i < lines.size(); i++) {
            List<String> head = new ArrayList<>(heads.get(i));
            String scenario = head.get(0);
            if (scenario.equals(before.get(0))) {
                head.set(0, "");
            }
            before = heads.get(i);
            Map<String, ChangeText> line = lines.get(i);
            line(
                    text,
                    headWidths,
                    head,
                    columns,
                    driver -> line.containsKey(driver)
                            ? Column.require(columns, driver).text(line.get(driver))
                            : "");
        }
        return text.toString();
    }

    private static void line(
            StringBuilder text,
            int[] headWidths,
            List<String> head,
            Map<String, Column> columns,
            UnaryOperator<String> content) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < headWidths.length; i++) {
            line.append(padded(i < head.size() ? head.get(i) : "", headWidths[i]))
                    .append(i + 1 < headWidths.length ? " " : "");
        }
        columns.forEach((driver, column) -> line.append(GAP).append(padded(content.apply(driver), column.width)));
        text.append(line.toString().stripTrailing()).append('\n');
    }

    private static String padded(String text, int width) {
        return text + " ".repeat(Math.max(0, width - text.length()));
    }

    /** The widths of the parts of a driver's column. */
    private static final class Column {
        private final int change;
        private final int width;

        Column(String driver, String heading, List<Map<String, ChangeText>> lines) {
            List<ChangeText> texts = lines.stream()
                    .filter(line -> line.containsKey(driver))
                    .map(line -> line.get(driver))
                    .toList();
            change = texts.stream()
                    .mapToInt(text -> text.change().length())
                    .max()
                    .orElse(0);
            width = Math.max(
                    heading.length(),
                    texts.stream().mapToInt(text -> text(text).length()).max().orElse(0));
        }

        static Column require(Map<String, Column> columns, String driver) {
            return Objects.requireNonNull(columns.get(driver));
        }

        /** Aligns changes at their right end and the intervals after them at their left. */
        String text(ChangeText text) {
            return text.change().isEmpty()
                    ? text.mark()
                    : (text.mark() + " " + " ".repeat(change - text.change().length()) + text.change() + " "
                                    + text.interval())
                            .stripTrailing();
        }
    }
}
