package dev.jdbcbench.report.format;

import com.google.auto.service.AutoService;
import dev.jdbcbench.report.Report;
import dev.jdbcbench.report.ReportFormat;
import dev.jdbcbench.report.collect.CollectText;
import dev.jdbcbench.report.compare.CompareText;
import dev.jdbcbench.report.run.LoadCurveText;
import dev.jdbcbench.report.run.RunText;
import java.util.stream.Collectors;

/** A report for a terminal. */
@AutoService(ReportFormat.class)
public final class TextFormat implements ReportFormat {
    @Override
    public String id() {
        return "text";
    }

    @Override
    public String render(Report report, boolean wide, int columns) {
        if (report.compared() != null) {
            return CompareText.of(report.compared());
        }
        return report.collected() != null
                ? CollectText.of(report.collected(), wide)
                        + LoadCurveText.of(
                                report.runs().stream().map(Report.Run::results).toList())
                : report.runs().stream()
                        .map(Report.Run::results)
                        .map(results -> wide ? RunText.wide(results) : RunText.of(results, columns))
                        .collect(Collectors.joining("\n"));
    }
}
