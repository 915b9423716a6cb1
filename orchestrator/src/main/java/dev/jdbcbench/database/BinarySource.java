package dev.jdbcbench.database;

import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.HostScript;

/** Where the programs of a server come from. */
public interface BinarySource {
    /**
     * Brings the programs to a host, unless they are there.
     *
     * @throws Failure.Command when they cannot be had, or cannot run there; the message says why, and what can be done
     */
    Binaries provide(HostScript script);
}
