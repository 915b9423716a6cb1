package dev.jdbcbench.report.format;

import com.google.auto.service.AutoService;
import dev.jdbcbench.report.Report;
import dev.jdbcbench.report.ReportFormat;
import dev.jdbcbench.report.document.MarkdownDocument;
import dev.jdbcbench.report.layout.Page;
import java.util.stream.Collectors;

/** A report in GitHub's Markdown, ready to paste into a comment. */
@AutoService(ReportFormat.class)
public final class MarkdownFormat implements ReportFormat {
    @Override
    public String id() {
        return "markdown";
    }

    @Override
    public String render(Report report, Page page) {
        return Documents.of(report, page.wide()).stream()
                .map(MarkdownDocument::of)
                .collect(Collectors.joining("\n"));
    }
}
