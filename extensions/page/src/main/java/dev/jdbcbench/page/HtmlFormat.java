package dev.jdbcbench.page;

import com.google.auto.service.AutoService;
import dev.jdbcbench.report.Report;
import dev.jdbcbench.report.ReportFormat;
import dev.jdbcbench.report.layout.Page;

/** A report as one self-contained HTML page: see {@link ReportPage}. */
@AutoService(ReportFormat.class)
public final class HtmlFormat implements ReportFormat {
    @Override
    public String id() {
        return "html";
    }

    @Override
    public String render(Report report, Page page) {
        return ReportPage.of(report);
    }
}
