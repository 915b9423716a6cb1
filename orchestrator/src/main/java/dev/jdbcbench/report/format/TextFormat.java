package dev.jdbcbench.report.format;

import com.google.auto.service.AutoService;
import dev.jdbcbench.report.Report;
import dev.jdbcbench.report.ReportFormat;
import dev.jdbcbench.report.document.TextDocument;
import dev.jdbcbench.report.layout.Page;
import java.util.stream.Collectors;

/** A report for a terminal. */
@AutoService(ReportFormat.class)
public final class TextFormat implements ReportFormat {
    @Override
    public String id() {
        return "text";
    }

    @Override
    public String render(Report report, Page page) {
        // A comparison has one form.
        Page shown = report.compared() == null ? page : page.inFull();
        return Documents.of(report, page.wide()).stream()
                .map(document -> TextDocument.of(document, shown))
                .collect(Collectors.joining("\n"));
    }
}
