package dev.jdbcbench.report;

import java.util.List;

/** What a check found, for people: a line each, and below it what to do. */
public final class FindingsText {
    private FindingsText() {}

    /**
     * One finding.
     *
     * @param verdict {@code ok}, {@code warning} or {@code PROBLEM}
     * @param hint what to do; may be empty
     */
    public record Line(String where, String what, String verdict, String said, String hint) {}

    /** All findings, those in the way counted at the end. */
    public static String of(List<Line> findings) {
        int where = width(findings, Line::where);
        int what = width(findings, Line::what);
        int indent = where + what + "  warning  ".length() + 2;
        StringBuilder text = new StringBuilder();
        for (Line line : findings) {
            text.append(pad(line.where(), where)).append("  ");
            text.append(pad(line.what(), what)).append("  ");
            text.append(pad(line.verdict(), "warning".length())).append("  ");
            List<String> said = line.said().lines().toList();
            text.append(said.isEmpty() ? "" : said.get(0)).append('\n');
            said.stream()
                    .skip(1)
                    .forEach(
                            more -> text.append(" ".repeat(indent)).append(more).append('\n'));
            line.hint()
                    .lines()
                    .forEach(more -> text.append(" ".repeat(indent))
                            .append("→ ")
                            .append(more)
                            .append('\n'));
        }
        long problems = findings.stream()
                .filter(line -> line.verdict().equals("PROBLEM"))
                .count();
        text.append(problems == 0 ? "nothing stands in the way" : problems + " in the way")
                .append('\n');
        return text.toString();
    }

    private static int width(List<Line> lines, java.util.function.Function<Line, String> column) {
        return lines.stream()
                .mapToInt(line -> column.apply(line).length())
                .max()
                .orElse(0);
    }

    private static String pad(String text, int width) {
        return text + " ".repeat(width - text.length());
    }
}
