package dev.jdbcbench.report.compare;

import dev.jdbcbench.comparison.Compared;
import dev.jdbcbench.report.layout.ChangeText;
import dev.jdbcbench.report.layout.Page;
import dev.jdbcbench.report.layout.RowNames;
import dev.jdbcbench.report.layout.Table;
import java.util.ArrayList;
import java.util.List;

/** A candidate and its base for a terminal: one line per changed row, and one line for all others. */
public final class CompareText {
    private static final String INDENT = "  ";

    private CompareText() {}

    /** The text of one comparison, ending with a line break. */
    public static String of(Compared compared) {
        StringBuilder text = new StringBuilder(CompareWords.title(compared) + "\n\n");
        List<Compared.Row> changed =
                compared.rows().stream().filter(row -> !row.calm()).toList();
        if (!changed.isEmpty()) {
            RowNames names = CompareWords.names(compared);
            Table table = new Table().names(names.headings("  scenario")).numbers("base", "change");
            table.names("interval", "verdict");
            for (Compared.Row row : changed) {
                ChangeText change = ChangeText.of(row.change());
                List<String> cells = new ArrayList<>(names.of(row.base()));
                cells.set(0, change.mark() + " " + cells.get(0));
                cells.add(CompareWords.time(row));
                cells.add(change.change());
                cells.add(change.interval());
                cells.add(CompareWords.verdict(compared, row));
                table.row(cells);
            }
            text.append(table.text()).append('\n');
        }
        CompareWords.calm(compared)
                .forEach(line -> text.append(Page.wrapped(line, INDENT)).append('\n'));
        text.append(Page.wrapped(CompareWords.conclusion(compared), INDENT)).append('\n');
        compared.unpaired()
                .forEach(row -> text.append(Page.wrapped("not compared: " + row.line(), INDENT))
                        .append('\n'));
        compared.warnings()
                .forEach(line -> text.append(Page.wrapped("! " + line, INDENT)).append('\n'));
        return text.toString();
    }
}
