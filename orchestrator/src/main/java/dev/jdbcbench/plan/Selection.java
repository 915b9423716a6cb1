package dev.jdbcbench.plan;

import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.config.Hosts.DriverSpec;
import dev.jdbcbench.config.ServerSpec;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.run.Profile;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.scenario.ScenarioCatalogue;
import java.util.List;
import java.util.Optional;

/**
 * What is to be measured where: a request that was checked.
 *
 * @param client where the agent runs, and in the local topology the database
 * @param database where the database runs in the distant topology; empty when only local is asked for
 * @param drivers with their versions; labels and versions together are unique
 * @param jvmArgs of each measured JVM
 */
public record Selection(
        List<Topology> topologies,
        HostSpec client,
        Optional<HostSpec> database,
        List<ServerSpec> servers,
        List<ScenarioCatalogue.Entry> scenarios,
        List<Mode> modes,
        List<DriverSpec> drivers,
        Profile profile,
        long seed,
        List<String> jvmArgs) {
    public Selection {
        topologies = List.copyOf(topologies);
        servers = List.copyOf(servers);
        scenarios = List.copyOf(scenarios);
        modes = List.copyOf(modes);
        drivers = List.copyOf(drivers);
        jvmArgs = List.copyOf(jvmArgs);
    }

    /** The host of the database in a topology. */
    public HostSpec databaseHost(Topology topology) {
        return topology == Topology.LOCAL ? client : database.orElseThrow();
    }

    /** The version of a driver that is to be measured. */
    public static String version(DriverSpec driver) {
        return driver.version().orElse(driver.kind().defaultVersion());
    }
}
