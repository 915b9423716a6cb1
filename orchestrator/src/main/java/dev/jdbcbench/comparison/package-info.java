/**
 * Compares runs side by side: which cells pair up, what distance costs, whether the runs are comparable, and what follows.
 * Pure.
 */
@NullMarked
package dev.jdbcbench.comparison;

import org.jspecify.annotations.NullMarked;
