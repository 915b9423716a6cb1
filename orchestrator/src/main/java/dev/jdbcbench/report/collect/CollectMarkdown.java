package dev.jdbcbench.report.collect;

import dev.jdbcbench.comparison.Collected;
import dev.jdbcbench.report.layout.Markdown;
import java.util.List;

/** A collection in GitHub's Markdown, ready to paste into a comment. */
public final class CollectMarkdown {
    private final StringBuilder text = new StringBuilder();

    private CollectMarkdown() {}

    /** Both sides, with tables. */
    public static String of(Collected collected) {
        return new CollectMarkdown().all(collected);
    }

    private String all(Collected collected) {
        CollectWords words = new CollectWords(collected);
        CollectGrids grids = new CollectGrids(collected);
        text.append("## Local and distant\n\n");
        bullets(List.of(words.runs()));
        bullets(words.distance());
        bullets(words.differences());
        text.append('\n')
                .append(Markdown.escaped(String.join(" ", CollectSummary.of(collected))))
                .append('\n');
        if (!collected.rows().isEmpty()) {
            text.append('\n').append(grids.rows().markdown());
        }
        if (!collected.comparisons().isEmpty()) {
            heading("Compared");
            text.append(grids.comparisons().markdown());
            section("", words.rankings());
        }
        if (!CollectGrids.distances(collected).isEmpty()) {
            heading("What if");
            text.append(Markdown.escaped(CollectWords.PREDICTED)).append("\n\n");
            text.append(grids.whatIf().markdown());
        }
        section("Advice", words.advice());
        section("Notes", collected.notes());
        section("Reference", words.reference());
        if (!collected.unpaired().isEmpty()) {
            heading("Without a partner");
            words.unpaired().forEach((reason, keys) -> {
                bullets(List.of(reason));
                keys.forEach(
                        key -> text.append("  - ").append(Markdown.escaped(key)).append('\n'));
            });
        }
        text.append("\n---\n\n");
        bullets(words.footNotes(true));
        return text.toString();
    }

    private void heading(String title) {
        text.append("\n### ").append(title).append("\n\n");
    }

    private void section(String title, List<String> lines) {
        if (lines.isEmpty()) {
            return;
        }
        if (title.isEmpty()) {
            text.append('\n');
        } else {
            heading(title);
        }
        bullets(lines);
    }

    private void bullets(List<String> lines) {
        lines.forEach(line -> text.append("- ").append(Markdown.escaped(line)).append('\n'));
    }
}
