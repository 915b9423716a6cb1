/** Formats of results: text, Markdown, HTML, CSV, JSON and the formats of other tools. */
@NullMarked
package dev.jdbcbench.report;

import org.jspecify.annotations.NullMarked;
