package dev.jdbcbench.history;

import com.google.auto.service.AutoService;
import dev.jdbcbench.run.Json;
import java.util.List;

/** The configuration for Apache Otava to read the output of {@link OtavaCsv}. */
@AutoService(HistoryFormat.class)
public final class OtavaConfig implements HistoryFormat {
    @Override
    public String id() {
        return "otava-config";
    }

    @Override
    public List<String> leftOut(List<CellHistory> cells) {
        return List.of();
    }

    /** Strings are quoted as JSON, which is valid YAML. */
    @Override
    public String render(List<CellHistory> cells) {
        StringBuilder text = new StringBuilder("tests:\n")
                .append("  bench:\n")
                .append("    type: csv\n")
                .append("    file: history.csv\n")
                .append("    time_column: " + OtavaCsv.TIME + "\n")
                .append("    attributes: [" + String.join(", ", OtavaCsv.ATTRIBUTES) + "]\n")
                .append(cells.isEmpty() ? "    metrics: {}\n" : "    metrics:\n");
        cells.forEach(cell ->
                text.append("      ").append(Json.line(OtavaCsv.metric(cell))).append(": { direction: -1 }\n"));
        return text.toString();
    }
}
