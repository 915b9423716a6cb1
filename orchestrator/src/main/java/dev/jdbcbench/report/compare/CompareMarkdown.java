package dev.jdbcbench.report.compare;

import dev.jdbcbench.comparison.Compared;
import dev.jdbcbench.comparison.Unpaired;
import dev.jdbcbench.report.layout.Markdown;
import java.util.List;

/** A candidate and its base in Markdown for a pull request: at most about fifty lines. */
public final class CompareMarkdown {
    private static final int MOST_ROWS = 30;
    private static final int MOST_LINES = 8;

    private CompareMarkdown() {}

    /** The Markdown, ending with a line break. */
    public static String of(Compared compared) {
        StringBuilder text = new StringBuilder("### " + Markdown.escaped(CompareWords.title(compared)) + "\n\n**"
                + CompareWords.conclusion(compared) + "**\n\n");
        List<Compared.Row> changed =
                compared.rows().stream().filter(row -> !row.calm()).toList();
        if (!changed.isEmpty()) {
            text.append(CompareGrid.of(
                                    compared, changed.stream().limit(MOST_ROWS).toList())
                            .markdown())
                    .append('\n');
            if (changed.size() > MOST_ROWS) {
                text.append("and ").append(changed.size() - MOST_ROWS).append(" more rows that changed less\n\n");
            }
        }
        CompareWords.calm(compared)
                .forEach(line -> text.append(Markdown.escaped(line)).append("\n"));
        bullets(
                text,
                "not compared: ",
                compared.unpaired().stream().map(Unpaired::line).toList());
        bullets(text, "", compared.warnings());
        return text.toString();
    }

    private static void bullets(StringBuilder text, String begin, List<String> lines) {
        lines.stream().limit(MOST_LINES).forEach(line -> text.append("\n- ").append(Markdown.escaped(begin + line)));
        if (lines.size() > MOST_LINES) {
            text.append("\n- ")
                    .append(begin)
                    .append("and ")
                    .append(lines.size() - MOST_LINES)
                    .append(" more");
        }
        if (!lines.isEmpty()) {
            text.append('\n');
        }
    }
}
