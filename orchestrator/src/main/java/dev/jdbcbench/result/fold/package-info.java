/** Derives results from plan and events: events in, results out. */
@NullMarked
package dev.jdbcbench.result.fold;

import org.jspecify.annotations.NullMarked;
