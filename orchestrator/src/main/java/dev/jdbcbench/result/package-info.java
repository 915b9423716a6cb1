/** One run: the meaning of its events, and the findings of checks. Pure. */
@NullMarked
package dev.jdbcbench.result;

import org.jspecify.annotations.NullMarked;
