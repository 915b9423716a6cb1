/** What the kernel of this host knows: its noise, its connections, the CPUs of a process. */
@NullMarked
package dev.jdbcbench.agent.kernel;

import org.jspecify.annotations.NullMarked;
