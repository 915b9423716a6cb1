package dev.jdbcbench.report.run;

import dev.jdbcbench.report.Report;
import dev.jdbcbench.report.layout.Markdown;
import dev.jdbcbench.report.layout.RunNames;
import dev.jdbcbench.result.Results;
import java.util.List;
import java.util.stream.Stream;

/** A run in GitHub's Markdown. */
public final class RunMarkdown {
    private RunMarkdown() {}

    /** The document of one run. */
    public static String of(Report.Run run) {
        Results results = run.results();
        StringBuilder text = new StringBuilder("## bench run " + RunNames.brief(results.run()) + "\n\n");
        bullets(text, List.of(RunHeader.line(results)));
        bullets(
                text,
                Stream.concat(RunBrief.warnings(results).stream(), RunBrief.sentences(results).stream())
                        .toList());
        text.append('\n')
                .append(new RunGrids(List.of(run)).cells().markdown())
                .append(LoadCurveText.markdown(results))
                .append("\n### Notes\n\n");
        bullets(text, RunNotes.lines(results));
        return text.toString();
    }

    private static void bullets(StringBuilder text, List<String> lines) {
        lines.forEach(line -> text.append("- ").append(Markdown.escaped(line)).append('\n'));
    }
}
