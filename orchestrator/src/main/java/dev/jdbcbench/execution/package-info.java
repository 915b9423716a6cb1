/** A run, step by step, each with what undoes it. */
@NullMarked
package dev.jdbcbench.execution;

import org.jspecify.annotations.NullMarked;
