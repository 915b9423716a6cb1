/** The requests to JVMs that take turns, and their answers. */
@NullMarked
package dev.jdbcbench.agent.turn;

import org.jspecify.annotations.NullMarked;
