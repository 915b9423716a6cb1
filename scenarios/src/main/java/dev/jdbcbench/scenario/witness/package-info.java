/** What an operation must have done: its result, its commits, and what a second session sees. */
@NullMarked
package dev.jdbcbench.scenario.witness;

import org.jspecify.annotations.NullMarked;
