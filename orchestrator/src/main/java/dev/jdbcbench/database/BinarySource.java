package dev.jdbcbench.database;

import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.HostScript;

/** Where the programs of a server come from. */
public interface BinarySource {
    /**
     * Puts the programs on a host, unless they are there.
     *
     * @throws Failure.Command when they are not available, or cannot run there; the message says why, and what to
     *     do
     */
    Binaries provide(HostScript script);
}
