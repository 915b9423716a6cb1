/** Transactions of a recording, as they are given to a measured JVM. */
@NullMarked
package dev.jdbcbench.scenario.recording;

import org.jspecify.annotations.NullMarked;
