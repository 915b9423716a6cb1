/** Reads and writes JMH's files: a log or JSON of any version becomes a run, and a run becomes jmh.json. Pure. */
@NullMarked
package dev.jdbcbench.jmh;

import org.jspecify.annotations.NullMarked;
