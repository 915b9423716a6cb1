/** The values of {@code --format}: each chooses the renderers for what a report contains. */
@NullMarked
package dev.jdbcbench.report.format;

import org.jspecify.annotations.NullMarked;
