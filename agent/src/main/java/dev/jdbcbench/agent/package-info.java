/** The program on the client host: reads the plan, runs the measured JVMs, writes events. */
@NullMarked
package dev.jdbcbench.agent;

import org.jspecify.annotations.NullMarked;
