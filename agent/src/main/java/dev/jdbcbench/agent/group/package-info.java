/** The JVMs of a row, which take turns, on this host or on several. */
@NullMarked
package dev.jdbcbench.agent.group;

import org.jspecify.annotations.NullMarked;
