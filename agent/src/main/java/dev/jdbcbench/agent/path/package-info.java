/** The way to a server: its RTT and its bandwidth. */
@NullMarked
package dev.jdbcbench.agent.path;

import org.jspecify.annotations.NullMarked;
