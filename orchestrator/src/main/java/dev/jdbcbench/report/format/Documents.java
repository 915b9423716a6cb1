package dev.jdbcbench.report.format;

import dev.jdbcbench.report.Report;
import dev.jdbcbench.report.collect.CollectDocument;
import dev.jdbcbench.report.compare.CompareDocument;
import dev.jdbcbench.report.document.Block;
import dev.jdbcbench.report.layout.Grid;
import dev.jdbcbench.report.layout.Medium;
import dev.jdbcbench.report.run.LoadCurveDocument;
import dev.jdbcbench.report.run.RunDocument;
import dev.jdbcbench.result.LoadCurve;
import dev.jdbcbench.result.Results;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** The documents of a report: of a comparison, or of a collection, or one of each run. */
final class Documents {
    private Documents() {}

    /**
     * The documents, in order.
     *
     * @param wide whether tables have all columns
     */
    static List<List<Block>> of(Report report, boolean wide) {
        if (report.compared() != null) {
            return List.of(CompareDocument.of(report.compared()));
        }
        if (report.collected() == null) {
            return report.runs().stream().map(run -> RunDocument.of(run, wide)).toList();
        }
        List<Block> blocks = new ArrayList<>(CollectDocument.of(report.collected(), curves(report)));
        List<Results> runs = report.runs().stream().map(Report.Run::results).toList();
        blocks.add(Block.only(Medium.TEXT, new Block.InFull(LoadCurveDocument.of(runs))));
        runs.forEach(run -> blocks.add(new Block.Only(Set.of(Medium.MARKDOWN), LoadCurveDocument.of(List.of(run)))));
        return List.of(blocks);
    }

    /** The table of a report for other programs. */
    static Grid table(Report report) {
        return report.compared() == null && report.collected() == null
                ? RunDocument.cells(report.runs()).grid()
                : Objects.requireNonNull(Block.table(of(report, true).get(0), Medium.CSV));
    }

    /** The load curves of all runs. */
    static List<LoadCurve> curves(Report report) {
        return report.runs().stream()
                .flatMap(run -> run.results().curves().stream())
                .toList();
    }
}
