/** How reports write numbers, names, tables and elements, whatever they report. */
@NullMarked
package dev.jdbcbench.report.layout;

import org.jspecify.annotations.NullMarked;
