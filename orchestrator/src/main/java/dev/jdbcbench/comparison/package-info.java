/** Runs side by side: which cells pair, what the distance costs, whether runs may be compared, and what follows for who has to choose. Pure. */
@NullMarked
package dev.jdbcbench.comparison;

import org.jspecify.annotations.NullMarked;
