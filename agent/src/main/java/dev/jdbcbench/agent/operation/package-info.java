/** Operations of a cell, one at a time, in the agent itself or in a reference's process. */
@NullMarked
package dev.jdbcbench.agent.operation;

import org.jspecify.annotations.NullMarked;
