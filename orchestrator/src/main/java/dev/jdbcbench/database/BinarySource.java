package dev.jdbcbench.database;

import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.HostScript;

/** A source of the programs of a server. */
public interface BinarySource {
    /**
     * Installs the programs on a host, unless they are there already.
     *
     * @throws Failure.Command if they are not available or cannot run there; the message has the reason and a remedy
     */
    Binaries provide(HostScript script);
}
