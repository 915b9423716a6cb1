/** Several client hosts that measure each cell together: their agents, and the lines between them. */
@NullMarked
package dev.jdbcbench.clients;

import org.jspecify.annotations.NullMarked;
