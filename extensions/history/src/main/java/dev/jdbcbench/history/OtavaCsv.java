package dev.jdbcbench.history;

import com.google.auto.service.AutoService;
import dev.jdbcbench.history.CellHistory.Point;
import dev.jdbcbench.report.layout.Csv;
import dev.jdbcbench.report.layout.Numbers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * Histories for the CSV importer of Apache Otava: one line per run, one column per cell. Otava cannot represent missing
 * values, so runs that lack a cell are left out.
 */
@AutoService(HistoryFormat.class)
public final class OtavaCsv implements HistoryFormat {
    /** Columns other than the time and the metrics. Otava can select by commit and version if these names exist. */
    static final List<String> ATTRIBUTES = List.of("run", "commit", "version", "name", "tags");

    static final String TIME = "time";

    /** Prefix of the tag that holds the commit. */
    private static final String COMMIT = "commit/";

    @Override
    public String id() {
        return "otava";
    }

    /** The name of a cell's metric. Otava aligns columns by their headings, so these contain no blanks. */
    static String metric(CellHistory cell) {
        return cell.key().replaceAll("\\s", "_");
    }

    @Override
    public List<String> leftOut(List<CellHistory> cells) {
        List<String> notes = new ArrayList<>(HistoryFormat.super.leftOut(cells));
        Map<String, List<Observation>> runs = runs(cells);
        long gaps = runs.values().stream()
                .filter(found -> found.size() < cells.size())
                .count();
        if (gaps > 0) {
            notes.add(
                    gaps + " of " + runs.size()
                            + " runs are left out, because they lack a cell that others have, and Otava needs a value for each; name fewer cells");
        }
        return notes;
    }

    /** The observations of each run in the order of the cells, oldest run first. */
    private static Map<String, List<Observation>> runs(List<CellHistory> cells) {
        Map<String, List<Observation>> runs = new LinkedHashMap<>();
        cells.stream()
                .flatMap(cell -> cell.points().stream())
                .map(Point::found)
                .sorted(CellHistory.OLDEST_FIRST)
                .forEach(found -> runs.computeIfAbsent(found.run(), run -> new ArrayList<>())
                        .add(found));
        return runs;
    }

    @Override
    public String render(List<CellHistory> cells) {
        List<String> headings = new ArrayList<>(List.of(TIME));
        headings.addAll(ATTRIBUTES);
        cells.forEach(cell -> headings.add(metric(cell)));
        StringBuilder text = new StringBuilder(line(headings));
        runs(cells).values().stream()
                .filter(found -> found.size() == cells.size())
                .forEach(found -> text.append(line(values(found, cells))));
        return text.toString();
    }

    private static List<String> values(List<Observation> found, List<CellHistory> cells) {
        Map<String, Observation> bySeries = found.stream().collect(Collectors.toMap(Observation::series, one -> one));
        Observation any = found.get(0);
        List<String> values = new ArrayList<>(List.of(
                HistoryRows.at(any),
                any.run(),
                any.naming().tags().stream()
                        .filter(tag -> tag.startsWith(COMMIT))
                        .findFirst()
                        .map(tag -> tag.substring(COMMIT.length()))
                        .orElse(""),
                versions(found),
                HistoryRows.name(any.naming()),
                HistoryRows.tags(any.naming())));
        cells.forEach(cell -> values.add(
                Numbers.plain(Objects.requireNonNull(bySeries.get(cell.key())).micros())));
        return values;
    }

    /** The version; with several drivers, each with its version. */
    private static String versions(List<Observation> found) {
        List<String> drivers = found.stream()
                .map(one -> one.cell().driver() + "@" + one.cell().driverVersion())
                .distinct()
                .toList();
        return drivers.size() == 1 ? found.get(0).cell().driverVersion() : String.join(" ", drivers);
    }

    private static String line(List<String> fields) {
        return fields.stream().map(Csv::field).collect(Collectors.joining(",")) + Csv.END;
    }
}
