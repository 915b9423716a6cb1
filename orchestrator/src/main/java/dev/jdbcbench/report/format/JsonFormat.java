package dev.jdbcbench.report.format;

import com.google.auto.service.AutoService;
import dev.jdbcbench.report.Report;
import dev.jdbcbench.report.ReportFormat;
import dev.jdbcbench.report.collect.CollectJson;
import dev.jdbcbench.report.compare.CompareJson;
import dev.jdbcbench.report.layout.Page;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.run.Json;
import java.util.List;

/**
 * A report for other programs: {@code collect/1} for both sides, else {@code results/1}, as an array if there are
 * several runs.
 */
@AutoService(ReportFormat.class)
public final class JsonFormat implements ReportFormat {
    @Override
    public String id() {
        return "json";
    }

    @Override
    public String render(Report report, Page page) {
        if (report.compared() != null) {
            return Json.pretty(CompareJson.of(report.compared()));
        }
        if (report.collected() != null) {
            return Json.pretty(new CollectJson(report.collected(), Documents.curves(report)));
        }
        List<Results> results = report.runs().stream().map(Report.Run::results).toList();
        return Json.pretty(results.size() == 1 ? results.get(0) : results);
    }
}
