/** Writes a run as jmh.json, the JSON of JMH. Pure. */
@NullMarked
package dev.jdbcbench.jmh;

import org.jspecify.annotations.NullMarked;
