/** One run: what its events mean, and what a check saw. Pure. */
@NullMarked
package dev.jdbcbench.result;

import org.jspecify.annotations.NullMarked;
