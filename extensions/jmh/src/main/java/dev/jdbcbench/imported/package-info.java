/** Reads JMH's files: a log or JSON of any version becomes a run. */
@NullMarked
package dev.jdbcbench.imported;

import org.jspecify.annotations.NullMarked;
