/** Turns a user's request into the cells of a run. Pure. */
@NullMarked
package dev.jdbcbench.plan;

import org.jspecify.annotations.NullMarked;
