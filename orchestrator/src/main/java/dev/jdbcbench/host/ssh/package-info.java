/** Hosts over SSH: OpenSSH's configuration and keys, connections, tunnels, transfers. */
@NullMarked
package dev.jdbcbench.host.ssh;

import org.jspecify.annotations.NullMarked;
