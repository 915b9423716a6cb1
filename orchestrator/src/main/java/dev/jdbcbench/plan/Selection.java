package dev.jdbcbench.plan;

import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.config.Hosts.DriverSpec;
import dev.jdbcbench.config.ServerNeeds;
import dev.jdbcbench.config.ServerSpec;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.load.Rate;
import dev.jdbcbench.load.Share;
import dev.jdbcbench.run.Goal;
import dev.jdbcbench.run.Naming;
import dev.jdbcbench.run.Profile;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.scenario.ScenarioCatalogue;
import dev.jdbcbench.scenario.SetUp;
import dev.jdbcbench.scenario.SqlScenario;
import dev.jdbcbench.scenario.jvm.ThreadKind;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What to measure and where: a validated request.
 *
 * @param drivers with their versions; label and version together are unique
 * @param jvmArgs arguments of each measured JVM
 * @param naming the user's own words for the run
 */
@RecordBuilder
public record Selection(
        Where where,
        What what,
        List<ServerSpec> servers,
        List<DriverSpec> drivers,
        Profile profile,
        Goal goal,
        long seed,
        List<String> jvmArgs,
        Naming naming)
        implements SelectionBuilder.With {
    public Selection {
        servers = List.copyOf(servers);
        drivers = List.copyOf(drivers);
        jvmArgs = List.copyOf(jvmArgs);
    }

    /**
     * The hosts.
     *
     * @param client host of the agent and, in the local topology, of the database
     * @param furtherClients hosts that share each cell with the client; empty when it is alone
     * @param database host of the database in the distant topology; empty when only local is requested
     */
    @RecordBuilder
    public record Where(
            List<Topology> topologies, HostSpec client, List<HostSpec> furtherClients, Optional<HostSpec> database)
            implements SelectionWhereBuilder.With {
        public Where {
            topologies = List.copyOf(topologies);
            furtherClients = List.copyOf(furtherClients);
        }
    }

    /**
     * The operations, and the load that they are measured under.
     *
     * @param threads numbers of concurrent connections; each number has its own cells
     * @param rates arrival rates; each has its own cells; empty for a closed loop
     * @param sql the user's own scenarios among them
     * @param setUp statements that create their data
     */
    public record What(
            List<Choice> scenarios,
            List<Transport> transports,
            List<Integer> threads,
            List<Rate> rates,
            List<SqlScenario> sql,
            Optional<SetUp> setUp) {
        public What {
            scenarios = List.copyOf(scenarios);
            transports = List.copyOf(transports);
            threads = List.copyOf(threads);
            rates = List.copyOf(rates);
            sql = List.copyOf(sql);
        }

        /** A copy over this transport alone. */
        public What over(Transport only) {
            return new What(scenarios, List.of(only), threads, rates, sql, setUp);
        }
    }

    /** A copy with another description of the client host. */
    public Selection withClient(HostSpec other) {
        return withWhere(where.withClient(other));
    }

    /**
     * A copy that judges comparisons against a limit.
     *
     * @param limit 0.05 for 5 % longer; null for none
     */
    public Selection failingAbove(@Nullable Double limit) {
        return with(copy ->
                copy.profile(limit == null ? profile : profile.forALimit()).goal(goal.withFailAbove(limit)));
    }

    /** A copy whose reference has the version that was found on the client host. */
    public Selection withReference(String version) {
        return withDrivers(drivers.stream()
                .map(driver -> driver.kind().reference() ? driver.called(version) : driver)
                .toList());
    }

    /** Whether a reference program is measured alongside the drivers. */
    public boolean hasReference() {
        return drivers.stream().anyMatch(driver -> driver.kind().reference());
    }

    /** A copy with another seed and fewer cells: the cross product of these values. */
    public Selection only(Set<Topology> in, List<Choice> chosen, Set<Transport> by, Set<Integer> counts) {
        What fewer = new What(
                chosen,
                what.transports.stream().filter(by::contains).toList(),
                what.threads.stream().filter(counts::contains).toList(),
                what.rates,
                what.sql,
                what.setUp);
        return with(copy -> copy.where(where.withTopologies(
                        where.topologies.stream().filter(in::contains).toList()))
                .what(fewer)
                .seed(seed + 1));
    }

    /** The transports of the cells and of the logins. */
    public Set<Transport> transports() {
        Set<Transport> transports = new LinkedHashSet<>(what.transports);
        servers.stream()
                .flatMap(server -> server.external().stream())
                .forEach(external -> transports.add(external.tls().protection().transport()));
        return transports;
    }

    public List<Topology> topologies() {
        return where.topologies;
    }

    public HostSpec client() {
        return where.client;
    }

    public List<HostSpec> furtherClients() {
        return where.furtherClients;
    }

    /** All client hosts; the first one is in charge. */
    public List<HostSpec> clients() {
        List<HostSpec> all = new ArrayList<>(List.of(where.client));
        all.addAll(where.furtherClients);
        return List.copyOf(all);
    }

    /** The name of the client, or the names of all clients together. */
    public String clientName() {
        return clients().stream().map(HostSpec::name).collect(Collectors.joining("+"));
    }

    /** The largest share of a number of threads that one client gets. */
    int threadsOfAClient(int threads) {
        return new Share("", 0, clients().size()).threads(threads);
    }

    /** The host of the private servers in a topology. */
    public HostSpec databaseHost(Topology topology) {
        return topology == Topology.LOCAL ? where.client : where.database.orElseThrow();
    }

    /**
     * The servers of a topology. The address of an external server decides its topology; every other server belongs to both.
     */
    public List<ServerSpec> servers(Topology topology) {
        return servers.stream().filter(server -> belongs(server, topology)).toList();
    }

    /** Whether a server can be measured in a topology. */
    static boolean belongs(ServerSpec server, Topology topology) {
        return server.external()
                .map(external -> external.onClientHost() == (topology == Topology.LOCAL))
                .orElse(true);
    }

    /** The display name of a server's location: its host, or the server's own label if the host is unknown. */
    public String databaseName(ServerSpec server, Topology topology) {
        return server.external().isPresent() && topology == Topology.DISTANT
                ? server.label()
                : databaseHost(topology).name();
    }

    /** The hosts that the run uses: the clients, and the hosts of private servers. */
    public List<HostSpec> hosts() {
        Set<HostSpec> hosts = new LinkedHashSet<>(clients());
        for (Topology topology : where.topologies) {
            if (servers(topology).stream().anyMatch(server -> server.external().isEmpty())) {
                hosts.add(databaseHost(topology));
            }
        }
        return List.copyOf(hosts);
    }

    /**
     * A scenario and the modes to measure it in.
     *
     * @param params parameters of the scenario
     * @param kinds kinds of threads for its tasks
     */
    public record Choice(
            ScenarioCatalogue.Entry scenario, List<Mode> modes, Map<String, String> params, List<ThreadKind> kinds) {
        public Choice {
            modes = List.copyOf(modes);
            params = Map.copyOf(params);
            kinds = List.copyOf(kinds);
        }

        /** A copy with fewer modes and kinds of threads. */
        public Choice only(Predicate<Mode> mode, Predicate<ThreadKind> kind) {
            return new Choice(
                    scenario,
                    modes.stream().filter(mode).toList(),
                    params,
                    kinds.stream().filter(kind).toList());
        }

        /** The parameters of its cells with threads of this kind. */
        Map<String, String> params(ThreadKind kind) {
            Map<String, String> all = new HashMap<>(params);
            all.putAll(kind.params());
            return all;
        }
    }

    /** What the servers must provide for the cells of a topology. */
    public ServerNeeds needs(Topology topology) {
        boolean connectsWithTls =
                what.scenarios.stream().anyMatch(choice -> choice.modes().contains(Mode.TLS));
        return new ServerNeeds(
                connectsWithTls || what.transports.contains(Transport.TLS),
                topology == Topology.LOCAL && what.transports.contains(Transport.SOCKET),
                ThreadLimits.connections(this, topology),
                profile.published());
    }
}
