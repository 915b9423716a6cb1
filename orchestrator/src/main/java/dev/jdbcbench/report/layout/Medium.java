package dev.jdbcbench.report.layout;

import java.util.Set;

/** Where a part of a report can be shown. Blocks and columns name theirs; without any they are shown everywhere. */
public enum Medium {
    /** Text in 80 columns. */
    BRIEF,
    /** Text with every detail. */
    WIDE,
    MARKDOWN,
    /** The HTML page. */
    PAGE,
    /** For other programs. */
    CSV;

    /** Both forms of text. */
    public static final Set<Medium> TEXT = Set.of(BRIEF, WIDE);

    /** Everything for readers with room for more than 80 columns. */
    public static final Set<Medium> READ = Set.of(WIDE, MARKDOWN, PAGE);

    /** What shows every detail. */
    public static final Set<Medium> DETAILED = Set.of(WIDE, PAGE);
}
