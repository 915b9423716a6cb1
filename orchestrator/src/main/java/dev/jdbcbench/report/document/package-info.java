/** What a report says, as a tree without a format, and the formats that render it: a new block or format is written here once. */
@NullMarked
package dev.jdbcbench.report.document;

import org.jspecify.annotations.NullMarked;
