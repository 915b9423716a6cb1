package dev.jdbcbench.config;

import java.util.Optional;

/**
 * The CPUs of a host to which bench pins its processes, in the syntax of taskset(1) ({@code 2-3}). If client and
 * database share a host, this can keep them apart.
 *
 * @param client CPUs of the agent and the measured JVMs; empty for all
 * @param database CPUs of the private servers; empty for all
 * @param warmUp CPUs on which the measured JVMs warm up before they are limited to those of the client; empty to use
 *     those of the client from the start
 * @param auto whether bench chooses all of them once it knows the CPUs of the host
 */
public record Cpus(Optional<String> client, Optional<String> database, Optional<String> warmUp, boolean auto) {
    /** bench chooses the CPUs. */
    public static final Cpus AUTO = new Cpus(Optional.empty(), Optional.empty(), Optional.empty(), true);

    /** No pinning. */
    public static final Cpus ALL = of(Optional.empty(), Optional.empty());

    /** The CPUs of each side, from the hosts file; processes use no others, not even for the warm-up. */
    public static Cpus of(Optional<String> client, Optional<String> database) {
        return chosen(client, database, Optional.empty());
    }

    /** The CPUs of each side, and those for the warm-up. */
    public static Cpus chosen(Optional<String> client, Optional<String> database, Optional<String> warmUp) {
        return new Cpus(client, database, warmUp, false);
    }

    /** Whether anything is pinned, as far as it is known yet. */
    public boolean any() {
        return client.isPresent() || database.isPresent();
    }
}
