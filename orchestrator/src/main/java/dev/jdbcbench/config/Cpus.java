package dev.jdbcbench.config;

import java.util.Optional;

/**
 * To which CPUs of a host bench pins what it starts there, as taskset(1) writes them ({@code 2-3}). Where client and database are on one
 * host, the two can be kept apart.
 *
 * @param client those of the agent and the measured JVMs; empty for all
 * @param database those of the private servers; empty for all
 */
public record Cpus(Optional<String> client, Optional<String> database) {
    /** No pinning. */
    public static final Cpus ALL = new Cpus(Optional.empty(), Optional.empty());

    /** Whether anything is pinned. */
    public boolean any() {
        return client.isPresent() || database.isPresent();
    }
}
