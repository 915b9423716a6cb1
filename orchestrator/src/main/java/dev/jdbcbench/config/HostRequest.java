package dev.jdbcbench.config;

import java.util.Map;

/**
 * A request for hosts that exist only for a run.
 *
 * @param kind the id of their kind, which an extension provides: {@code slurm}
 * @param options what that kind reads
 */
public record HostRequest(String kind, Map<String, String> options) {
    public HostRequest {
        options = Map.copyOf(options);
    }
}
