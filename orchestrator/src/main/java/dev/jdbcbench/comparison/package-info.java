/** Runs side by side: which cells pair, what the distance costs, whether runs may be compared, and what to make of the difference. Pure. */
@NullMarked
package dev.jdbcbench.comparison;

import org.jspecify.annotations.NullMarked;
