package dev.jdbcbench.report.format;

import com.google.auto.service.AutoService;
import dev.jdbcbench.report.Report;
import dev.jdbcbench.report.ReportFormat;
import dev.jdbcbench.report.collect.CollectCsv;
import dev.jdbcbench.report.compare.CompareGrid;
import dev.jdbcbench.report.run.RunGrids;

/** A report as CSV (RFC 4180): one line per cell, every digit; an empty field is an unknown value. */
@AutoService(ReportFormat.class)
public final class CsvFormat implements ReportFormat {
    @Override
    public String id() {
        return "csv";
    }

    @Override
    public String render(Report report, boolean wide, int columns) {
        if (report.compared() != null) {
            return CompareGrid.numbers(report.compared()).csv();
        }
        return report.collected() != null
                ? CollectCsv.of(
                        report.collected(),
                        report.runs().stream()
                                .flatMap(run -> run.results().curves().stream())
                                .toList())
                : new RunGrids(report.runs()).cells().csv();
    }
}
