/** The servers of a plan, as the agent itself reaches them: facts, losses, schemas of external servers. */
@NullMarked
package dev.jdbcbench.agent.server;

import org.jspecify.annotations.NullMarked;
