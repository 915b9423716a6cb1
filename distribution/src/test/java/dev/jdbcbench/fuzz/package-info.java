/** Feeds hostile inputs to the readers of bench. */
@NullMarked
package dev.jdbcbench.fuzz;

import org.jspecify.annotations.NullMarked;
