package dev.jdbcbench.plan;

import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.config.Hosts.DriverSpec;
import dev.jdbcbench.config.ServerNeeds;
import dev.jdbcbench.config.ServerSpec;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.run.Profile;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.scenario.ScenarioCatalogue;
import dev.jdbcbench.scenario.SqlScenario;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * What is to be measured where: a request that was checked.
 *
 * @param client where the agent runs, and in the local topology the database
 * @param database where the database runs in the distant topology; empty when only local is asked for
 * @param drivers with their versions; labels and versions together are unique
 * @param threads how many connections work at the same time; each number makes cells of its own
 * @param jvmArgs of each measured JVM
 * @param sql those of the scenarios that are the user's own
 */
public record Selection(
        List<Topology> topologies,
        HostSpec client,
        Optional<HostSpec> database,
        List<ServerSpec> servers,
        List<Choice> scenarios,
        List<Transport> transports,
        List<Integer> threads,
        List<DriverSpec> drivers,
        Profile profile,
        long seed,
        List<String> jvmArgs,
        List<SqlScenario> sql) {
    public Selection {
        topologies = List.copyOf(topologies);
        servers = List.copyOf(servers);
        scenarios = List.copyOf(scenarios);
        transports = List.copyOf(transports);
        threads = List.copyOf(threads);
        sql = List.copyOf(sql);
        drivers = List.copyOf(drivers);
        jvmArgs = List.copyOf(jvmArgs);
    }

    /** The host of the database in a topology. */
    public HostSpec databaseHost(Topology topology) {
        return topology == Topology.LOCAL ? client : database.orElseThrow();
    }

    /** A scenario and the modes in which it is to be measured. */
    public record Choice(ScenarioCatalogue.Entry scenario, List<Mode> modes) {
        public Choice {
            modes = List.copyOf(modes);
        }
    }

    /** What the servers must offer to the cells of a topology. */
    public ServerNeeds needs(Topology topology) {
        boolean connectsWithTls =
                scenarios.stream().anyMatch(choice -> choice.modes().contains(Mode.TLS));
        return new ServerNeeds(
                connectsWithTls || transports.contains(Transport.TLS),
                topology == Topology.LOCAL && transports.contains(Transport.SOCKET),
                Collections.max(threads));
    }
}
