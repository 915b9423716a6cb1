package dev.jdbcbench.execution;

import dev.jdbcbench.artifact.Artifacts;
import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.config.ServerSpec;
import dev.jdbcbench.config.ServerSpec.Install;
import dev.jdbcbench.database.Binaries;
import dev.jdbcbench.database.InstalledServer;
import dev.jdbcbench.database.PortableMariaDb;
import dev.jdbcbench.driver.ServerKind;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.HostScript;
import dev.jdbcbench.plan.Selection;
import dev.jdbcbench.run.Topology;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/** Brings each server's binaries to the hosts where it is to run. */
final class Provisioning {
    private final Function<HostSpec, HostScript> hosts;
    private final Progress progress;

    /** On hosts that are connected. */
    Provisioning(Function<HostSpec, HostScript> hosts, Progress progress) {
        this.hosts = hosts;
        this.progress = progress;
    }

    /** The binaries of each server on each database host: of one source for all hosts, so that the topologies pair. */
    Map<String, Map<String, Binaries>> provide(Selection selection, Artifacts artifacts) {
        PortableMariaDb portable = new PortableMariaDb(artifacts, localCache());
        Map<String, Map<String, Binaries>> provided = new LinkedHashMap<>();
        for (ServerSpec server : selection.servers()) {
            Install source = server.install() == Install.AUTO ? choose(server, portable) : server.install();
            Map<String, Binaries> byHost = source == Install.PORTABLE
                    ? provide(selection, server, portable::provide)
                    : provide(selection, server, script -> InstalledServer.require(script.host(), server.kind()));
            provided.put(server.label(), byHost);
        }
        return provided;
    }

    /** Portable where it can be had in the version that is asked for, else the host's own: said, for it is another server. */
    private Install choose(ServerSpec server, PortableMariaDb portable) {
        if (server.kind() == ServerKind.MYSQL) {
            return Install.HOST; // there is no portable one
        }
        if (server.version().filter(version -> !PortableMariaDb.has(version)).isPresent()) {
            progress.say(server.label()
                    + ": the portable MariaDB is another version, the one installed on the host is taken");
            return Install.HOST;
        }
        try {
            portable.fetch();
            return Install.PORTABLE;
        } catch (PortableMariaDb.Unavailable e) {
            progress.warn(
                    "the portable MariaDB cannot be had, the one installed on the host is taken: " + e.getMessage());
            return Install.HOST;
        }
    }

    /** One way to get binaries on a host. */
    private interface Source {
        Binaries on(HostScript script);
    }

    private Map<String, Binaries> provide(Selection selection, ServerSpec server, Source source) {
        Map<String, Binaries> byHost = new LinkedHashMap<>();
        for (Topology topology : selection.topologies()) {
            HostSpec spec = selection.databaseHost(topology);
            Binaries found = byHost.computeIfAbsent(spec.name(), name -> source.on(hosts.apply(spec)));
            server.version()
                    .filter(version -> !found.version().startsWith(version))
                    .ifPresent(version -> {
                        throw new Failure.Command(
                                server.kind().title() + " on " + spec.name() + " is not version " + version,
                                "from " + found.install() + " comes " + found.version(),
                                "Correct `version:` or `install:` of servers." + server.label() + " in the hosts file.",
                                null);
                    });
            progress.say(server.label() + " on " + spec.name() + ": " + found.version() + " (" + found.install() + ")");
        }
        return byHost;
    }

    /** Where this machine keeps what it packs for hosts: the desk need not be a machine that can measure. */
    private static Path localCache() {
        if (System.getProperty("user.name").equals("root")) {
            return Path.of("/var/cache/bench");
        }
        String xdg = System.getenv("XDG_CACHE_HOME");
        return xdg == null || xdg.isEmpty()
                ? Path.of(System.getProperty("user.home"), ".cache", "bench")
                : Path.of(xdg, "bench");
    }
}
