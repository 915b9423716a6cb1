/** What a run measures: its plan, its cells, how they are compared, and how all of this is written to files. */
@NullMarked
package dev.jdbcbench.run;

import org.jspecify.annotations.NullMarked;
