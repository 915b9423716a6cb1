/** What goes through a connection: relayed, read from the kernel or from TLS, and counted in round trips. */
@NullMarked
package dev.jdbcbench.agent.traffic;

import org.jspecify.annotations.NullMarked;
