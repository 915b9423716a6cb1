package dev.jdbcbench.report.layout;

import java.util.ArrayList;
import java.util.List;

/** Statements of two sides as a diff: those of one side with its sign, and those of both without. */
public final class StatementDiff {
    private static final int MOST = 7;
    private static final int MOST_LINES = 20;

    /** Of longer lists, nothing is looked for that both have; number of pairs. */
    private static final long MOST_PAIRS = 1_000_000;

    private StatementDiff() {}

    /** The diff; of many statements with the same sign, the first ones. */
    public static String of(List<String> before, List<String> after) {
        List<String> lines = new ArrayList<>();
        for (List<String> run : runs(lines(before, after))) {
            lines.addAll(run.subList(0, Math.min(MOST, run.size())));
            if (run.size() > MOST) {
                lines.add(run.get(0).charAt(0) + " … " + (run.size() - MOST) + " more");
            }
        }
        return lines.size() <= MOST_LINES
                ? String.join("\n", lines)
                : String.join("\n", lines.subList(0, MOST_LINES)) + "\n  … and more";
    }

    /** Every statement with its sign; as many as possible are of both sides. */
    private static List<String> lines(List<String> before, List<String> after) {
        boolean few = (long) before.size() * after.size() <= MOST_PAIRS;
        int[][] common = few ? common(before, after) : new int[0][0];
        List<String> lines = new ArrayList<>();
        int was = 0;
        int is = 0;
        while (was < before.size() || is < after.size()) {
            if (few
                    && was < before.size()
                    && is < after.size()
                    && before.get(was).equals(after.get(is))) {
                lines.add("  " + Page.plain(before.get(was++)));
                is++;
            } else if (is == after.size()
                    || was < before.size() && (!few || common[was + 1][is] >= common[was][is + 1])) {
                lines.add("- " + Page.plain(before.get(was++)));
            } else {
                lines.add("+ " + Page.plain(after.get(is++)));
            }
        }
        return lines;
    }

    /** The length of the longest common subsequence of what follows two places. */
    private static int[][] common(List<String> before, List<String> after) {
        int[][] common = new int[before.size() + 1][after.size() + 1];
        for (int was = before.size() - 1; was >= 0; was--) {
            for (int is = after.size() - 1; is >= 0; is--) {
                common[was][is] = before.get(was).equals(after.get(is))
                        ? common[was + 1][is + 1] + 1
                        : Math.max(common[was + 1][is], common[was][is + 1]);
            }
        }
        return common;
    }

    private static List<List<String>> runs(List<String> lines) {
        List<List<String>> runs = new ArrayList<>();
        for (String line : lines) {
            if (runs.isEmpty() || runs.get(runs.size() - 1).get(0).charAt(0) != line.charAt(0)) {
                runs.add(new ArrayList<>());
            }
            runs.get(runs.size() - 1).add(line);
        }
        return runs;
    }

    /** A diff as a block of Markdown. */
    public static String markdown(String diff) {
        return "~~~~diff\n" + diff.replace('~', '-') + "\n~~~~";
    }
}
