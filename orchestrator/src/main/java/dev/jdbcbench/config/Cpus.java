package dev.jdbcbench.config;

import java.util.Optional;

/**
 * To which CPUs of a host bench pins what it starts there, as taskset(1) writes them ({@code 2-3}). Where client and database are on one
 * host, the two can be kept apart.
 *
 * @param client those of the agent and the measured JVMs; empty for all
 * @param database those of the private servers; empty for all
 * @param auto whether both are chosen when it is known which CPUs the host has
 */
public record Cpus(Optional<String> client, Optional<String> database, boolean auto) {
    /** Chosen by bench. */
    public static final Cpus AUTO = new Cpus(Optional.empty(), Optional.empty(), true);

    /** No pinning. */
    public static final Cpus ALL = of(Optional.empty(), Optional.empty());

    /** The CPUs of each side, from the hosts file or chosen by bench. */
    public static Cpus of(Optional<String> client, Optional<String> database) {
        return new Cpus(client, database, false);
    }

    /** Whether anything is pinned, as far as it is known. */
    public boolean any() {
        return client.isPresent() || database.isPresent();
    }
}
