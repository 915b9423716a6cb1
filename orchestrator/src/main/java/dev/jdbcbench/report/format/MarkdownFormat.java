package dev.jdbcbench.report.format;

import com.google.auto.service.AutoService;
import dev.jdbcbench.report.Report;
import dev.jdbcbench.report.ReportFormat;
import dev.jdbcbench.report.collect.CollectMarkdown;
import dev.jdbcbench.report.compare.CompareMarkdown;
import dev.jdbcbench.report.run.LoadCurveText;
import dev.jdbcbench.report.run.RunMarkdown;
import java.util.stream.Collectors;

/** A report in GitHub's Markdown, ready to paste into a comment. */
@AutoService(ReportFormat.class)
public final class MarkdownFormat implements ReportFormat {
    @Override
    public String id() {
        return "markdown";
    }

    @Override
    public String render(Report report, boolean wide, int columns) {
        if (report.compared() != null) {
            return CompareMarkdown.of(report.compared());
        }
        return report.collected() != null
                ? CollectMarkdown.of(report.collected())
                        + report.runs().stream()
                                .map(Report.Run::results)
                                .map(LoadCurveText::markdown)
                                .collect(Collectors.joining())
                : report.runs().stream().map(RunMarkdown::of).collect(Collectors.joining("\n"));
    }
}
