package dev.jdbcbench.event;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.OptBoolean;
import dev.jdbcbench.driver.Parts;
import dev.jdbcbench.run.Topology;
import java.util.Map;

/**
 * A server as the agent found it.
 *
 * @param engine of the tables that scenarios insert into: BLACKHOLE, or what takes its place
 * @param variables whose values are not the server's defaults, without paths, addresses and identities
 */
public record ServerFacts(
        Topology topology,
        String server,
        String version,
        String engine,
        @JsonProperty(isRequired = OptBoolean.FALSE) Map<String, String> variables) {
    public ServerFacts {
        // of an older run nobody wrote them down
        variables = variables == null ? Map.of() : Parts.textMap(variables, "variables");
        Parts.present(topology, "topology");
        Parts.name(server, "server");
        Parts.said(version, "version");
        Parts.said(engine, "engine");
    }
}
