/** What JVMs that take turns are told, and what they answer. */
@NullMarked
package dev.jdbcbench.agent.turn;

import org.jspecify.annotations.NullMarked;
