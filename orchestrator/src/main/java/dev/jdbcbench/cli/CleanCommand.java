package dev.jdbcbench.cli;

import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.config.Hosts;
import dev.jdbcbench.config.ServerSpec;
import dev.jdbcbench.execution.Clean;
import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.plan.Planner;
import dev.jdbcbench.plan.Request;
import dev.jdbcbench.plan.Selection;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.store.RunOrigins;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench clean}: removes everything that bench left on hosts. */
@Command(
        name = "clean",
        mixinStandardHelpOptions = true,
        header = "removes everything that bench left on hosts",
        description = {
            "Removes everything that bench left on the hosts of the hosts file (or on this one): processes, databases, directories, the"
                    + " cache, and its schemas on external servers. Then checks again, and prints the command for whatever it could not"
                    + " undo.",
            "Does not touch a run that is still in progress."
        })
final class CleanCommand implements Callable<Integer> {
    private final CommandContext around;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private HostOptions on = new HostOptions();

    @Mixin
    private DryRun dryRun = new DryRun();

    @Option(names = "--keep-cache", description = "keep the cache for the next run: server binaries and jars")
    private boolean keepCache;

    CleanCommand(CommandContext around) {
        this.around = around;
    }

    @Override
    public Integer call() throws Exception {
        Hosts hosts = on.hosts(around);
        Map<String, HostSpec> specs = new LinkedHashMap<>(hosts.hosts());
        on.databaseHost(hosts).ifPresent(host -> specs.put(host.name(), host));
        specs.putIfAbsent(hosts.clientHost().name(), hosts.clientHost());
        return HostCommand.carryOut(around, spec, common, on.clean(), (console, log) -> {
            List<String> done = new Clean(around.clock(), console, dryRun.shown(), keepCache)
                    .carryOut(
                            new ArrayList<>(specs.values()),
                            dryRun.asked() ? Optional.empty() : external(hosts),
                            RunOrigins.ofUser().runs());
            done.forEach(console::say);
            return ExitCode.OK;
        });
    }

    /** The external servers of the hosts file; empty if it has none. */
    private Optional<Selection> external(Hosts hosts) {
        List<ServerSpec> servers = hosts.servers().values().stream()
                .filter(server -> server.external().isPresent())
                .toList();
        if (servers.isEmpty()) {
            return Optional.empty();
        }
        List<String> topologies = new ArrayList<>();
        for (Topology topology : Topology.values()) {
            boolean local = topology == Topology.LOCAL;
            if (servers.stream()
                    .anyMatch(server -> server.external().orElseThrow().onClientHost() == local)) {
                topologies.add(topology.id());
            }
        }
        Request.Where where = new Request.Where(
                topologies,
                Optional.empty(),
                List.of(),
                Map.of(),
                servers.stream().map(ServerSpec::label).toList(),
                Optional.empty());
        return Optional.of(Planner.select(Request.ofHosts(hosts, where)));
    }
}
