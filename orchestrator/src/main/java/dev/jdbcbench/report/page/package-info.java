/** Pages for a browser, which need no network. */
@NullMarked
package dev.jdbcbench.report.page;

import org.jspecify.annotations.NullMarked;
