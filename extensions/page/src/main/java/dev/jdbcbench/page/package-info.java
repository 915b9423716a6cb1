/** The page of a report, {@code report.html}, which needs no network. */
@NullMarked
package dev.jdbcbench.page;

import org.jspecify.annotations.NullMarked;
