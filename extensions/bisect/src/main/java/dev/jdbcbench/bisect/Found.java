package dev.jdbcbench.bisect;

import dev.jdbcbench.report.document.Block;
import java.util.List;

/** What was found: a record with a published format, which is also Markdown for a ticket. */
interface Found {
    String markdown();

    /** The same for a terminal. */
    List<Block> text();
}
