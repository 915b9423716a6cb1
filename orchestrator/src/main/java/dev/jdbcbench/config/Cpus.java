package dev.jdbcbench.config;

import java.util.Optional;

/**
 * To which CPUs of a host bench pins what it starts there, as taskset(1) writes them ({@code 2-3}). Where client and database are on one
 * host, the two can be kept apart.
 *
 * @param client those of the agent and the measured JVMs; empty for all
 * @param database those of the private servers; empty for all
 * @param warmUp those on which the measured JVMs warm up, before they have only those of the client; empty where they always have only those
 * @param auto whether all of them are chosen when it is known which CPUs the host has
 */
public record Cpus(Optional<String> client, Optional<String> database, Optional<String> warmUp, boolean auto) {
    /** Chosen by bench. */
    public static final Cpus AUTO = new Cpus(Optional.empty(), Optional.empty(), Optional.empty(), true);

    /** No pinning. */
    public static final Cpus ALL = of(Optional.empty(), Optional.empty());

    /** The CPUs of each side, from the hosts file: nothing works on others. */
    public static Cpus of(Optional<String> client, Optional<String> database) {
        return chosen(client, database, Optional.empty());
    }

    /** The CPUs of each side, and those for the warm-up. */
    public static Cpus chosen(Optional<String> client, Optional<String> database, Optional<String> warmUp) {
        return new Cpus(client, database, warmUp, false);
    }

    /** Whether anything is pinned, as far as it is known. */
    public boolean any() {
        return client.isPresent() || database.isPresent();
    }
}
