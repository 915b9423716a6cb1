package dev.jdbcbench.bisect;

/** What was found: a record with a published format, which is also Markdown for a ticket. */
interface Found {
    String markdown();

    /** The same for a terminal of {@code columns}. */
    String text(int columns);
}
