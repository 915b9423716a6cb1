/** Feeds the readers of bench with inputs that nobody should write. */
@NullMarked
package dev.jdbcbench.fuzz;

import org.jspecify.annotations.NullMarked;
