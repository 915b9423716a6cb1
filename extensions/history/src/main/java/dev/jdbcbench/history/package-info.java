/** Series of runs over time, for people and for tools that find changes. */
@NullMarked
package dev.jdbcbench.history;

import org.jspecify.annotations.NullMarked;
