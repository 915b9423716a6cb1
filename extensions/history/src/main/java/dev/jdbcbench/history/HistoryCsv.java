package dev.jdbcbench.history;

import com.google.auto.service.AutoService;
import java.util.List;

/** Histories as CSV: one line per run and cell, every digit. */
@AutoService(HistoryFormat.class)
public final class HistoryCsv implements HistoryFormat {
    @Override
    public String id() {
        return "csv";
    }

    @Override
    public List<String> leftOut(List<CellHistory> cells) {
        return List.of();
    }

    @Override
    public String render(List<CellHistory> cells) {
        return HistoryRows.grid(cells.stream()
                        .flatMap(cell -> HistoryRows.of(cell).stream())
                        .toList())
                .csv();
    }
}
