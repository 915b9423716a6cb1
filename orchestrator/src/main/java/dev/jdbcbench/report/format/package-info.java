/** The values of {@code --format}, each with what it makes of a report. */
@NullMarked
package dev.jdbcbench.report.format;

import org.jspecify.annotations.NullMarked;
