/** The JMH benchmark classes, one per operation. Loaded in measured JVMs: no library but JMH may be used here. */
@NullMarked
package dev.jdbcbench.scenario;

import org.jspecify.annotations.NullMarked;
