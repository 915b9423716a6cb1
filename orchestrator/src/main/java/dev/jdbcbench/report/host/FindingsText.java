package dev.jdbcbench.report.host;

import dev.jdbcbench.report.layout.Page;
import dev.jdbcbench.result.CheckFinding;
import dev.jdbcbench.result.CheckFinding.Verdict;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The findings of a check as text: one line each, followed by the remedy. */
public final class FindingsText {
    private FindingsText() {}

    /** All findings, in lines of a page, ending with the number of problems and what was not tried. */
    public static String of(List<CheckFinding> findings, Page page) {
        int columns = page.columns();
        int where = width(findings, CheckFinding::where);
        int what = width(findings, CheckFinding::what);
        int verdict = Math.max("warning".length(), width(findings, FindingsText::verdict));
        int indent = where + what + verdict + 3 * "  ".length();
        String below = " ".repeat(Math.min(indent, columns / 2));
        StringBuilder text = new StringBuilder();
        for (CheckFinding finding : findings) {
            String start = pad(finding.where(), where) + "  " + pad(finding.what(), what) + "  "
                    + pad(verdict(finding), verdict) + "  ";
            for (String said : finding.said().lines().toList()) {
                text.append(Page.wrapped(start + said, below, columns)).append('\n');
                start = below;
            }
            text.append(finding.said().isEmpty() ? start + "\n" : "");
            finding.hint()
                    .lines()
                    .forEach(hint -> text.append(Page.wrapped(below + "→ " + hint, below + "  ", columns))
                            .append('\n'));
        }
        return text.append(Page.wrapped(summary(findings), "  ", columns))
                .append('\n')
                .toString();
    }

    private static String summary(List<CheckFinding> findings) {
        long problems = findings.stream()
                .filter(finding -> finding.verdict() == Verdict.PROBLEM)
                .count();
        String untried = findings.stream()
                .filter(finding -> finding.verdict() == Verdict.NOT_TRIED)
                .map(finding -> finding.where() + " " + finding.what())
                .distinct()
                .collect(Collectors.joining(", "));
        if (problems == 0 && untried.isEmpty()) {
            return "all checks passed";
        }
        String found = problems == 0 ? "no problems found" : problems + (problems == 1 ? " problem" : " problems");
        return found + (untried.isEmpty() ? "" : "; not tried: " + untried);
    }

    private static String verdict(CheckFinding finding) {
        return switch (finding.verdict()) {
            case OK -> "ok";
            case WARNING -> "warning";
            case NOT_TRIED -> "not tried";
            case PROBLEM -> "PROBLEM";
        };
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
