package dev.jdbcbench.report;

import dev.jdbcbench.comparison.Collected;
import dev.jdbcbench.comparison.Compared;
import dev.jdbcbench.report.layout.Page;
import java.util.List;
import java.util.Objects;

/** Reports as the values of {@code --format} render them. */
public final class Rendered {
    private static final int COLUMNS = 80;

    private Rendered() {}

    /** A collection. */
    public static String in(String format, Collected collected) {
        return in(format, Report.of(collected), false);
    }

    /** A collection as text with every detail. */
    public static String wide(Collected collected) {
        return in("text", Report.of(collected), true, Page.UNLIMITED);
    }

    /** A candidate and its base. */
    public static String in(String format, Compared compared) {
        return in(format, new Report(List.of(), null).comparing(compared), false);
    }

    private static String in(String format, Report report, boolean wide) {
        return in(format, report, wide, COLUMNS);
    }

    private static String in(String format, Report report, boolean wide, int columns) {
        return Objects.requireNonNull(ReportFormat.all().get(format)).render(report, wide, columns);
    }
}
