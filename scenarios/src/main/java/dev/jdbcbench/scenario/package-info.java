/** The JMH benchmark classes, one per operation, and what only they need. Loaded in measured JVMs, so they may use no library but JMH. */
@NullMarked
package dev.jdbcbench.scenario;

import org.jspecify.annotations.NullMarked;
