package dev.jdbcbench.report.format;

import com.google.auto.service.AutoService;
import dev.jdbcbench.report.Report;
import dev.jdbcbench.report.ReportFormat;
import dev.jdbcbench.report.layout.Page;

/** A report as CSV (RFC 4180): one line per cell, every digit; an empty field is an unknown value. */
@AutoService(ReportFormat.class)
public final class CsvFormat implements ReportFormat {
    @Override
    public String id() {
        return "csv";
    }

    @Override
    public String render(Report report, Page page) {
        return Documents.table(report).csv();
    }
}
