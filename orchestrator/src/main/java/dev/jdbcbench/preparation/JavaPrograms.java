package dev.jdbcbench.preparation;

import dev.jdbcbench.config.HostSpec;
import java.util.Map;
import java.util.Optional;

/**
 * The java programs of the client hosts.
 *
 * @param byHost by the name of the host
 */
public record JavaPrograms(Map<String, String> byHost) {
    public JavaPrograms {
        byHost = Map.copyOf(byHost);
    }

    /** That of one client. */
    public static JavaPrograms of(HostSpec client, String java) {
        return new JavaPrograms(Map.of(client.name(), java));
    }

    /** That of a client. */
    public String on(HostSpec client) {
        return Optional.ofNullable(byHost.get(client.name())).orElseThrow();
    }
}
