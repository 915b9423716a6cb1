package dev.jdbcbench.report.layout;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Statements of two sides as a diff: those of the first, then those of the second, with signs. */
public final class StatementDiff {
    private static final int MOST = 7;

    private StatementDiff() {}

    /** The diff; a side with many statements is cut. */
    public static String of(List<String> before, List<String> after) {
        return Stream.concat(side("- ", before), side("+ ", after)).collect(Collectors.joining("\n"));
    }

    private static Stream<String> side(String sign, List<String> statements) {
        return Stream.concat(
                statements.stream().limit(MOST).map(text -> sign + Page.plain(text)),
                statements.size() > MOST
                        ? Stream.of(sign + "… " + (statements.size() - MOST) + " more")
                        : Stream.empty());
    }

    /** A diff as a block of Markdown. */
    public static String markdown(String diff) {
        return "~~~~diff\n" + diff.replace('~', '-') + "\n~~~~";
    }
}
