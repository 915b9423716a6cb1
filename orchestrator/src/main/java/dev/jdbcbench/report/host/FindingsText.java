package dev.jdbcbench.report.host;

import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.result.CheckFinding;
import java.util.List;
import java.util.function.Function;

/** The findings of a check as text: one line each, followed by the remedy. */
public final class FindingsText {
    private FindingsText() {}

    /** All findings, ending with the number of problems. */
    public static String of(List<CheckFinding> findings) {
        int where = width(findings, CheckFinding::where);
        int what = width(findings, CheckFinding::what);
        int indent = where + what + "  warning  ".length() + 2;
        StringBuilder text = new StringBuilder();
        for (CheckFinding finding : findings) {
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

    private static String verdict(CheckFinding finding) {
        if (finding.exit() != ExitCode.OK) {
            return "PROBLEM";
        }
        return finding.warning() ? "warning" : "ok";
    }

    private static int width(List<CheckFinding> findings, Function<CheckFinding, String> column) {
        return findings.stream()
                .mapToInt(finding -> column.apply(finding).length())
                .max()
                .orElse(0);
    }

    private static String pad(String text, int width) {
        return text + " ".repeat(width - text.length());
    }
}
