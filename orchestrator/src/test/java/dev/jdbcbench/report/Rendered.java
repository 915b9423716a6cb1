package dev.jdbcbench.report;

import dev.jdbcbench.comparison.Collected;
import dev.jdbcbench.comparison.Compared;
import dev.jdbcbench.report.document.Block;
import dev.jdbcbench.report.document.TextDocument;
import dev.jdbcbench.report.layout.Page;
import dev.jdbcbench.report.run.RunDocument;
import dev.jdbcbench.result.Results;
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

    /** A report. */
    public static String in(String format, Report report, boolean wide, int columns) {
        return Objects.requireNonNull(ReportFormat.all().get(format)).render(report, new Page(wide, columns));
    }

    /** A run as text. */
    public static String run(Results results, int columns) {
        return TextDocument.of(RunDocument.text(results), new Page(false, columns));
    }

    /** A run as text with every detail, on a page. */
    public static String wide(Results results) {
        return wide(results, Page.WIDTH);
    }

    /** A run as text with every detail. */
    public static String wide(Results results, int columns) {
        return text(RunDocument.text(results), columns);
    }

    /** A document as text with every detail. */
    public static String text(List<Block> document, int columns) {
        return TextDocument.of(document, new Page(true, columns));
    }

    /** A document as text with every detail, where no terminal limits it. */
    public static String text(List<Block> document) {
        return text(document, Page.UNLIMITED);
    }
}
