/** Cells that were measured in turns, in groups. */
@NullMarked
package dev.jdbcbench.statistics.turn;

import org.jspecify.annotations.NullMarked;
