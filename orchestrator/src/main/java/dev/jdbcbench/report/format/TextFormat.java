package dev.jdbcbench.report.format;

import com.google.auto.service.AutoService;
import dev.jdbcbench.report.Report;
import dev.jdbcbench.report.ReportFormat;
import dev.jdbcbench.report.document.TextDocument;
import dev.jdbcbench.report.layout.Medium;
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
        return Documents.of(report, columns, wide).stream()
                .map(document -> wide
                        ? TextDocument.of(document, Medium.WIDE, columns)
                        : TextDocument.of(document, Medium.BRIEF))
                .collect(Collectors.joining("\n"));
    }
}
