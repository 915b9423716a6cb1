package dev.jdbcbench.report.run;

import dev.jdbcbench.report.document.Block;
import dev.jdbcbench.report.layout.ChangeText;
import dev.jdbcbench.report.layout.ChangeText.Form;
import dev.jdbcbench.report.layout.Columns;
import dev.jdbcbench.report.layout.Grid;
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
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The cells of one place, with a column or a line for each driver. The base shows its time, the others their change
 * against it.
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

    /** How the changes of each driver are written. */
    private final Map<String, Form> forms = new HashMap<>();

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
        drivers.forEach(driver -> forms.put(driver, Form.of(changesOf(driver))));
    }

    private DoubleStream changesOf(String driver) {
        return cells.stream()
                .filter(cell -> cell.driverName().equals(driver))
                .map(cell -> contrasts.get(cell.key()))
                .filter(Objects::nonNull)
                .mapToDouble(Contrast::ratio);
    }

    private Form form(String driver) {
        return forms.getOrDefault(driver, Form.PERCENT);
    }

    /** The heading of a driver's column, with the form of its changes. */
    private String headed(String driver, String label) {
        return changesOf(driver).findAny().isPresent()
                ? label + " (" + form(driver).unit() + ")"
                : label;
    }

    /** The table; empty if the run does not compare drivers. */
    static Optional<ChangeTable> of(Results results, List<CellResult> cells) {
        ChangeTable table = new ChangeTable(results, cells);
        return results.effort().contrast() == Axis.DRIVER
                        && results.claims()
                        && cells.stream().anyMatch(cell -> table.contrasts.containsKey(cell.key()))
                ? Optional.of(table)
                : Optional.empty();
    }

    /** With a column for each driver; in text, with short names if it is too wide, or with a line for each driver. */
    Block block() {
        return new Block.Choice(columns(), lines());
    }

    /** In text, nothing that is wider than a terminal without room for a column for each driver. */
    Block live() {
        List<Block.Table> columns = columns();
        return new Block.Choice(columns, columns.get(columns.size() - 1));
    }

    private List<Block.Table> columns() {
        // Short labels may drop the version: the sentences below the table state it.
        Map<String, String> labels = new LinkedHashMap<>();
        drivers.forEach(driver -> labels.put(driver, driver.split(" ", 2)[0]));
        boolean distinct = Set.copyOf(labels.values()).size() == labels.size();
        return Stream.of(
                        grid(UnaryOperator.identity()),
                        grid(driver -> distinct ? labels.getOrDefault(driver, driver) : driver))
                .map(grid -> Block.table(grid, Block.Form.CLOSE))
                .toList();
    }

    private record Line(List<String> row, String driver, ChangeText change) {}

    /** With a line for each driver, for so many that their columns do not fit. */
    private Block lines() {
        Form all = Form.of(drivers.stream().flatMapToDouble(this::changesOf));
        forms.replaceAll((driver, form) -> all);
        List<Line> lines = new ArrayList<>();
        rows().forEach((row, changes) -> drivers.forEach(driver -> Optional.ofNullable(changes.get(driver))
                .ifPresent(change -> lines.add(new Line(row, driver, change)))));
        int longest = lines.stream()
                .mapToInt(line -> line.change().change().length())
                .max()
                .orElse(0);
        Grid grid = new Columns<Line>()
                .name("row", "", line -> String.join(" ", line.row()).strip())
                .name("driver", "", Line::driver)
                .name("change", "", line -> line.change().aligned(longest))
                .grid(lines);
        return Block.table(grid, Block.Form.GROUPED);
    }

    private Map<List<String>, Map<String, ChangeText>> rows() {
        Map<List<String>, Map<String, ChangeText>> rows = new LinkedHashMap<>();
        for (CellResult cell : cells) {
            rows.computeIfAbsent(names.of(cell), key -> new HashMap<>()).put(cell.driverName(), change(cell));
        }
        rows.values().forEach(row -> drivers.forEach(driver -> row.putIfAbsent(driver, change(null))));
        Map<String, ChangeText> means = means();
        if (!means.isEmpty()) {
            rows.put(List.of(MEAN, ""), means);
        }
        return rows;
    }

    private Grid grid(UnaryOperator<String> heading) {
        Map<List<String>, Map<String, ChangeText>> rows = rows();
        Columns<Map.Entry<List<String>, Map<String, ChangeText>>> columns = new Columns<>();
        int parts = rows.keySet().iterator().next().size();
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
                    headed(driver, heading.apply(driver)),
                    row -> row.getValue().containsKey(driver)
                            ? row.getValue().get(driver).aligned(width)
                            : "");
        }
        return columns.grid(List.copyOf(rows.entrySet()));
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
        ChangeText change = ChangeText.of(contrast, form(cell.driverName()));
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
                String driver = DriverName.of(mean.value());
                means.put(driver, ChangeText.of(mean.ratio(), mean.low(), mean.high(), form(driver)));
            }
        }
        return means;
    }
}
