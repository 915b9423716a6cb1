package dev.jdbcbench.history;

import com.google.auto.service.AutoService;
import dev.jdbcbench.report.layout.Columns;
import dev.jdbcbench.report.layout.Grid.Cell;
import dev.jdbcbench.report.layout.Markdown;
import dev.jdbcbench.report.layout.Numbers;
import java.util.List;
import java.util.stream.Collectors;

/** Histories in Markdown for a pull request: one table per cell. */
@AutoService(HistoryFormat.class)
public final class HistoryMarkdown implements HistoryFormat {
    private static final Columns<HistoryRows> COLUMNS = new Columns<HistoryRows>()
            .name("run", "run", row -> row.found().run())
            .name("at", "date", row -> HistoryText.DATE.format(row.found().at()))
            .name("version", "version", row -> row.found().cell().driverVersion())
            .number(
                    "score",
                    "µs/op",
                    row -> Cell.of(HistoryText.score(row.found().time())))
            .number("ratio", "ratio", HistoryRows::ratio, Numbers::ratio)
            .name("name", "name", row -> HistoryRows.name(row.found().naming()))
            .name("tags", "tags", row -> HistoryRows.tags(row.found().naming()));

    @Override
    public String id() {
        return "markdown";
    }

    @Override
    public List<String> leftOut(List<CellHistory> cells) {
        return List.of();
    }

    @Override
    public String render(List<CellHistory> cells) {
        return cells.stream().map(HistoryMarkdown::of).collect(Collectors.joining("\n"));
    }

    private static String of(CellHistory cell) {
        List<HistoryRows> compared = HistoryRows.of(cell).stream()
                .filter(row -> row.differences().isEmpty())
                .toList();
        StringBuilder text = new StringBuilder("## " + Markdown.escaped(cell.key()) + "\n\n")
                .append(COLUMNS.grid(compared).markdown());
        if (!cell.apart().isEmpty()) {
            text.append("\nUnder other conditions, not compared:\n\n");
        }
        cell.apart()
                .forEach(group -> text.append("- ")
                        .append(group.runs().stream()
                                .map(run -> Markdown.escaped(run.run()) + " ("
                                        + Markdown.escaped(run.cell().driverVersion()) + ", "
                                        + HistoryText.score(run.time()) + ")")
                                .collect(Collectors.joining(", ")))
                        .append(": ")
                        .append(Markdown.escaped(String.join("; ", group.differences())))
                        .append('\n'));
        return text.toString();
    }
}
