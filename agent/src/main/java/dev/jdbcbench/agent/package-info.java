/** The program on the client host: reads the plan, runs one measured JVM at a time, writes events. */
@NullMarked
package dev.jdbcbench.agent;

import org.jspecify.annotations.NullMarked;
