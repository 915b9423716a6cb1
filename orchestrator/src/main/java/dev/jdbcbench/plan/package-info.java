/** From what the user asked for to the cells of a run. Pure. */
@NullMarked
package dev.jdbcbench.plan;

import org.jspecify.annotations.NullMarked;
