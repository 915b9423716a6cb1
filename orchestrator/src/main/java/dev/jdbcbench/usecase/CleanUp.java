package dev.jdbcbench.usecase;

import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.config.Hosts;
import dev.jdbcbench.config.ServerSpec;
import dev.jdbcbench.execution.Clean;
import dev.jdbcbench.plan.Inputs;
import dev.jdbcbench.plan.Planner;
import dev.jdbcbench.plan.Selection;
import dev.jdbcbench.request.Request;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.site.Progress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** {@code clean}: removes everything that bench left on hosts. */
public final class CleanUp {
    private final Here here;
    private final Inputs inputs;

    /** The clean-up of all hosts of a hosts file, or of this one. */
    public CleanUp(Request.Hosts named, Here here) {
        Request request = Request.of(Request.Where.DEFAULT.withHosts(named));
        this.here = here;
        this.inputs = Inputs.of(request, Inputs.hosts(request, here.reading()));
    }

    /**
     * Cleans up.
     *
     * @param commands receives each command that would change a host, and nothing is changed; empty to clean up
     * @param keepCache whether to keep what the next run needs
     * @return what was done, one line each
     */
    public List<String> carryOut(Optional<Consumer<String>> commands, boolean keepCache, Progress progress) {
        Hosts hosts = inputs.hosts();
        Map<String, HostSpec> specs = new LinkedHashMap<>(hosts.hosts());
        inputs.databaseHost().ifPresent(host -> specs.put(host.name(), host));
        specs.putIfAbsent(hosts.clientHost().name(), hosts.clientHost());
        return new Clean(here.clock(), progress, commands, keepCache)
                .carryOut(
                        new ArrayList<>(specs.values()),
                        commands.isPresent() ? Optional.empty() : external(),
                        here.origins().runs());
    }

    /** The external servers of the hosts file; empty if it has none. */
    private Optional<Selection> external() {
        List<ServerSpec> servers = inputs.hosts().servers().values().stream()
                .filter(server -> server.external().isPresent())
                .toList();
        if (servers.isEmpty()) {
            return Optional.empty();
        }
        List<Topology> topologies = new ArrayList<>();
        for (Topology topology : Topology.values()) {
            boolean local = topology == Topology.LOCAL;
            if (servers.stream()
                    .anyMatch(server -> server.external().orElseThrow().onClientHost() == local)) {
                topologies.add(topology);
            }
        }
        Request.Where where = Request.Where.DEFAULT.withServers(
                servers.stream().map(ServerSpec::label).toList());
        return Optional.of(
                Planner.select(Inputs.of(Request.of(where), inputs.hosts()).in(topologies)));
    }
}
