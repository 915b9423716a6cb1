package dev.jdbcbench.report;

import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.result.Finding;
import java.util.List;
import java.util.function.Function;

/** What a check found, for people: a line each, and below it what to do. */
public final class FindingsText {
    private FindingsText() {}

    /** All findings, those in the way counted at the end. */
    public static String of(List<Finding> findings) {
        int where = width(findings, Finding::where);
        int what = width(findings, Finding::what);
        int indent = where + what + "  warning  ".length() + 2;
        StringBuilder text = new StringBuilder();
        for (Finding finding : findings) {
            text.append(pad(finding.where(), where)).append("  ");
            text.append(pad(finding.what(), what)).append("  ");
            text.append(pad(verdict(finding), "warning".length())).append("  ");
            List<String> said = finding.said().lines().toList();
            text.append(said.isEmpty() ? "" : said.get(0)).append('\n');
            said.stream()
                    .skip(1)
                    .forEach(
                            more -> text.append(" ".repeat(indent)).append(more).append('\n'));
            finding.hint()
                    .lines()
                    .forEach(more -> text.append(" ".repeat(indent))
                            .append("→ ")
                            .append(more)
                            .append('\n'));
        }
        long problems = findings.stream()
                .filter(finding -> finding.exit() != ExitCode.OK)
                .count();
        text.append(problems == 0 ? "all checks passed" : problems + (problems == 1 ? " problem" : " problems"))
                .append('\n');
        return text.toString();
    }

    private static String verdict(Finding finding) {
        if (finding.exit() != ExitCode.OK) {
            return "PROBLEM";
        }
        return finding.warning() ? "warning" : "ok";
    }

    private static int width(List<Finding> findings, Function<Finding, String> column) {
        return findings.stream()
                .mapToInt(finding -> column.apply(finding).length())
                .max()
                .orElse(0);
    }

    private static String pad(String text, int width) {
        return text + " ".repeat(width - text.length());
    }
}
