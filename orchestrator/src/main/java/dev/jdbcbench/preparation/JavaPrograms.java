package dev.jdbcbench.preparation;

import dev.jdbcbench.config.HostSpec;
import java.util.Map;
import java.util.Optional;

/**
 * The paths of java on the client hosts.
 *
 * @param byHost the path by host name
 */
public record JavaPrograms(Map<String, String> byHost) {
    public JavaPrograms {
        byHost = Map.copyOf(byHost);
    }

    /** The paths for a single client. */
    public static JavaPrograms of(HostSpec client, String java) {
        return new JavaPrograms(Map.of(client.name(), java));
    }

    /** The path on a client. */
    public String on(HostSpec client) {
        return Optional.ofNullable(byHost.get(client.name())).orElseThrow();
    }
}
