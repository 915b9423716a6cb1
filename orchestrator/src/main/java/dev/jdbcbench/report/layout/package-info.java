/** How reports write numbers, names and tables, whatever they report. */
@NullMarked
package dev.jdbcbench.report.layout;

import org.jspecify.annotations.NullMarked;
