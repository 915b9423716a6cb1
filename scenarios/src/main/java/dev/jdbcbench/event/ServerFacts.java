package dev.jdbcbench.event;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.OptBoolean;
import dev.jdbcbench.driver.PartCheck;
import dev.jdbcbench.run.Topology;
import java.util.Map;

/**
 * Facts about a server, as read by the agent.
 *
 * @param engine storage engine of the tables that scenarios insert into: BLACKHOLE or its replacement
 * @param variables non-default values, without paths, addresses and identities
 */
public record ServerFacts(
        Topology topology,
        String server,
        String version,
        String engine,
        @JsonProperty(isRequired = OptBoolean.FALSE) Map<String, String> variables) {
    public ServerFacts {
        // older runs did not record them
        variables = variables == null ? Map.of() : PartCheck.textMap(variables, "variables");
        PartCheck.present(topology, "topology");
        PartCheck.name(server, "server");
        PartCheck.message(version, "version");
        PartCheck.message(engine, "engine");
    }
}
