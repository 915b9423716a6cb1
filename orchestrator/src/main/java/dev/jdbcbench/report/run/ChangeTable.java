package dev.jdbcbench.report.run;

import dev.jdbcbench.report.layout.ChangeText;
import dev.jdbcbench.report.layout.Columns;
import dev.jdbcbench.report.layout.NameColumns;
import dev.jdbcbench.report.layout.Numbers;
import dev.jdbcbench.report.layout.ScoreText;
import dev.jdbcbench.result.CellResult;
import dev.jdbcbench.result.CellResult.Status;
import dev.jdbcbench.result.DriverName;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.result.Results.Contrast;
import dev.jdbcbench.result.Results.Mean;
import dev.jdbcbench.run.Axis;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
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
        Map<List<String>, Map<String, ChangeText>> rows = new LinkedHashMap<>();
        for (CellResult cell : cells) {
            rows.computeIfAbsent(names.of(cell), key -> new HashMap<>()).put(cell.driverName(), change(cell));
        }
        rows.values().forEach(row -> drivers.forEach(driver -> row.putIfAbsent(driver, change(null))));
        Map<String, ChangeText> means = means();
        if (!means.isEmpty()) {
            rows.put(List.of(MEAN, ""), means);
        }
        Columns<Map.Entry<List<String>, Map<String, ChangeText>>> columns = new Columns<>();
        List<List<String>> heads = List.copyOf(rows.keySet());
        int parts = heads.get(0).size();
        for (int i = 0; i < parts; i++) {
            int part = i;
            columns.name(
                    "name", "", row -> part < row.getKey().size() ? row.getKey().get(part) : "");
        }
        for (String driver : drivers) {
            int width = rows.values().stream()
                    .mapToInt(row ->
                            row.containsKey(driver) ? row.get(driver).change().length() : 0)
                    .max()
                    .orElse(0);
            columns.name(
                    driver,
                    heading.apply(driver),
                    row -> row.getValue().containsKey(driver)
                            ? aligned(row.getValue().get(driver), width)
                            : "");
        }
        return columns.grid(List.copyOf(rows.entrySet())).once().table().text(parts);
    }

    /** Changes end below each other, and the intervals after them begin so. */
    private static String aligned(ChangeText text, int width) {
        return text.change().isEmpty()
                ? text.mark()
                : (text.mark() + " " + " ".repeat(width - text.change().length()) + text.change() + " "
                                + text.interval())
                        .stripTrailing();
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
}
