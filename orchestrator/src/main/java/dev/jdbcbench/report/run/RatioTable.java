package dev.jdbcbench.report.run;

import dev.jdbcbench.report.layout.Numbers;
import dev.jdbcbench.report.layout.RatioText;
import dev.jdbcbench.report.layout.RowNames;
import dev.jdbcbench.report.layout.ScoreText;
import dev.jdbcbench.report.layout.Table;
import dev.jdbcbench.report.layout.VerdictSign;
import dev.jdbcbench.result.CellResult;
import dev.jdbcbench.result.DriverName;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.result.Results.Contrast;
import dev.jdbcbench.result.Results.Mean;
import dev.jdbcbench.run.Axis;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IntSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** The cells of one place, one line each, with the comparison that the run was planned for. */
final class RatioTable {
    /** Marks cells whose warm-up reached into the last half of a fork. */
    static final String UNSETTLED = "*";

    /** Marks cells whose forks fall into two groups. */
    static final String BIMODAL = "†";

    /** Marks means that include disturbed cells. */
    static final String DISTURBED = "‡";

    private final Results results;
    private final List<CellResult> cells;
    private final RowNames names;
    private final Map<String, Contrast> contrasts = new HashMap<>();
    private final Set<String> bases = new HashSet<>();
    private final boolean marks;
    private final boolean ratios;

    private RatioTable(Results results, List<CellResult> cells) {
        this.results = results;
        this.cells = cells;
        this.names = RowNames.of(cells);
        for (Contrast contrast : results.contrasts()) {
            if (contrast.axis() == results.effort().contrast()) {
                contrasts.put(contrast.cell(), contrast);
                bases.add(contrast.base());
            }
        }
        this.marks = cells.stream().anyMatch(cell -> !marks(cell).isEmpty());
        this.ratios = cells.stream().anyMatch(cell -> contrasts.containsKey(cell.key()) || bases.contains(cell.key()));
    }

    /**
     * The table without the columns that do not fit the page: first B/op goes, then forks. A line below names what was
     * left out.
     */
    static String of(Results results, List<CellResult> cells) {
        RatioTable table = new RatioTable(results, cells);
        Table all = table.with(true, true);
        if (all.fits()) {
            return all.text();
        }
        Table withForks = table.with(true, false);
        return withForks.fits()
                ? withForks.text() + leftOut("")
                : table.with(false, false).text() + leftOut("forks (" + table.forks() + " of each cell), ");
    }

    private static String leftOut(String before) {
        return "too wide to be in this table: " + before + "B/op (in results.json)\n";
    }

    /** The number of forks per cell, as a range; cells without forks are ignored. */
    private String forks() {
        IntSummaryStatistics counts = cells.stream()
                .map(ScoreText::forks)
                .flatMap(Stream::ofNullable)
                .mapToInt(Double::intValue)
                .filter(forks -> forks > 0)
                .summaryStatistics();
        if (counts.getCount() == 0) {
            return "0";
        }
        return counts.getMin() == counts.getMax()
                ? String.valueOf(counts.getMin())
                : counts.getMin() + "–" + counts.getMax();
    }

    private Table with(boolean forks, boolean allocation) {
        Table table = new Table()
                .names(names.headings("µs per operation"))
                .names("driver")
                .numbers("score");
        if (marks) {
            table.names("");
        }
        if (ratios) {
            table.names("ratio");
        }
        if (forks) {
            table.numbers("forks");
        }
        if (allocation) {
            table.numbers("B/op");
        }
        for (CellResult cell : inRows()) {
            List<String> row = new ArrayList<>(names.of(cell));
            row.addAll(List.of(cell.driverName(), ScoreText.of(results, cell)));
            if (marks) {
                row.add(marks(cell));
            }
            if (ratios) {
                row.add(ratio(cell));
            }
            if (forks) {
                Double number = ScoreText.forks(cell);
                row.add(number == null || number == 0 ? ScoreText.NOTHING : Numbers.count(number));
            }
            if (allocation) {
                row.add(
                        cell.cost().allocBytesPerOp() == null
                                ? ScoreText.NOTHING
                                : Numbers.fixed(cell.cost().allocBytesPerOp(), 0));
            }
            table.row(row);
        }
        return table;
    }

    /** The cells, ordered so that compared ones are adjacent. */
    private List<CellResult> inRows() {
        Map<List<String>, List<CellResult>> rows = new LinkedHashMap<>();
        cells.forEach(cell ->
                rows.computeIfAbsent(names.of(cell), key -> new ArrayList<>()).add(cell));
        return rows.values().stream().flatMap(List::stream).toList();
    }

    /** The marks of a cell. */
    static String marks(CellResult cell) {
        return (cell.steadiness().settled() ? "" : UNSETTLED)
                + (cell.steadiness().bimodal() == null ? "" : BIMODAL);
    }

    private String ratio(CellResult cell) {
        boolean percent = results.effort().contrast() == Axis.SCENARIO;
        Contrast contrast = contrasts.get(cell.key());
        if (contrast == null) {
            return bases.contains(cell.key()) ? (percent ? "100 %" : "base") : ScoreText.NOTHING;
        }
        String ratio = percent
                ? RatioText.percent(contrast.ratio(), contrast.low(), contrast.high())
                : RatioText.of(contrast.ratio(), contrast.low(), contrast.high());
        return ratio + " " + VerdictSign.of(contrast.verdict()).word();
    }

    /** A mean over rows, as a sentence. */
    static String mean(Mean mean) {
        return "over " + mean.rows() + " rows: " + DriverName.of(mean.value()) + " "
                + RatioText.of(mean.ratio(), mean.low(), mean.high())
                + " of " + DriverName.of(mean.base())
                + (mean.low() == null ? " " + VerdictSign.UNDECIDED.word() : "")
                + (mean.disturbed().isEmpty() ? "" : " " + DISTURBED);
    }
}
