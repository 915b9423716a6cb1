package dev.jdbcbench.plan;

import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.config.Hosts;
import dev.jdbcbench.config.ServerSpec.Install;
import java.util.List;
import java.util.Optional;

/**
 * What the user asked for, in the user's words; nothing is checked yet.
 *
 * @param hosts of the hosts file, or {@link Hosts#none()}
 * @param topologies {@code local}, {@code distant}
 * @param databaseHost overrides the hosts file's {@code database}
 * @param scenarios globs over scenario ids, {@code core} or {@code all}; empty for {@code core}
 * @param modes empty for all
 * @param drivers {@code ID}, {@code ID@VERSION} or a label of the hosts file; empty for all
 * @param servers labels of the hosts file; empty for all
 * @param install overrides where binaries come from
 * @param jvmArgs appended to those of the hosts file
 */
public record Request(
        Hosts hosts,
        List<String> topologies,
        Optional<HostSpec> databaseHost,
        List<String> scenarios,
        List<String> modes,
        List<String> drivers,
        List<String> servers,
        Optional<Install> install,
        String profile,
        long seed,
        List<String> jvmArgs) {
    public Request {
        topologies = List.copyOf(topologies);
        scenarios = List.copyOf(scenarios);
        modes = List.copyOf(modes);
        drivers = List.copyOf(drivers);
        servers = List.copyOf(servers);
        jvmArgs = List.copyOf(jvmArgs);
    }
}
