package dev.jdbcbench.preparation;

import dev.jdbcbench.artifact.Artifacts;
import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.config.Install;
import dev.jdbcbench.config.ServerSpec;
import dev.jdbcbench.database.Binaries;
import dev.jdbcbench.database.BinarySource;
import dev.jdbcbench.database.PortableMariaDb;
import dev.jdbcbench.database.ProgramSource;
import dev.jdbcbench.database.VendorArchive;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.HostScript;
import dev.jdbcbench.plan.Selection;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.site.ConnectedHosts;
import dev.jdbcbench.site.Progress;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Installs each private server's programs on its hosts, all from one source, so the topologies are comparable. */
final class Provisioning {
    private final ConnectedHosts site;
    private final Path results;
    private final Progress progress;

    /**
     * A provisioning for connected hosts.
     *
     * @param results the directory of all runs, searched for the partner
     */
    Provisioning(ConnectedHosts site, Path results, Progress progress) {
        this.site = site;
        this.results = results;
        this.progress = progress;
    }

    /**
     * Verifies the checksums of the archives in the hosts file, before anything else is done.
     *
     * @throws Failure.Input when one differs
     */
    void verifyArchives(Selection selection) {
        selection.servers().stream()
                .filter(server -> server.archive().isPresent())
                .forEach(server -> new VendorArchive(server, localCache()).verify());
    }

    /**
     * Provides the programs of each private server on each of its hosts.
     *
     * @param absent receives why there are none, if the run can do without that server
     */
    Map<String, Map<String, Binaries>> provide(Selection selection, Artifacts artifacts, Map<String, Failure> absent) {
        PortableMariaDb portable = new PortableMariaDb(artifacts, localCache());
        Map<String, Map<String, Binaries>> provided = new LinkedHashMap<>();
        for (ServerSpec server : selection.servers()) {
            if (server.external().isEmpty()) {
                Instances.attempt(selection, () -> provide(selection, server, artifacts, portable, provided))
                        .ifPresent(failure -> absent.put(server.label(), failure));
            }
        }
        return provided;
    }

    private void provide(
            Selection selection,
            ServerSpec server,
            Artifacts artifacts,
            PortableMariaDb portable,
            Map<String, Map<String, Binaries>> provided) {
        Optional<Partner> partner = Partner.of(selection, server, results, progress::warn);
        List<HostScript> hosts = selection.topologies().stream()
                .map(selection::databaseHost)
                .distinct()
                .map(site::script)
                .toList();
        Install install = server.install() == Install.AUTO
                ? new AutomaticSource(server, hosts, AutomaticSource.allExisting(), portable, site.isDryRun(), progress)
                        .with(partner)
                : server.install();
        ProgramSource source = ProgramSource.behind(install)
                .orElseThrow(() -> new IllegalStateException(server.label() + " has no source"));
        Map<String, Binaries> byHost = provide(selection, server, source.of(server, artifacts, localCache()));
        provided.put(server.label(), byHost);
        warnOfDifferences(server, byHost);
        partner.ifPresent(other -> byHost.values()
                .forEach(found -> other.differences(found)
                        .forEach(difference -> progress.warn(server.label() + " differs from that of run "
                                + other.run() + " (" + other.topology()
                                + "), with which collect would compare this one: " + difference))));
    }

    private Map<String, Binaries> provide(Selection selection, ServerSpec server, BinarySource source) {
        Map<String, Binaries> byHost = new LinkedHashMap<>();
        for (Topology topology : selection.topologies()) {
            HostSpec spec = selection.databaseHost(topology);
            if (byHost.containsKey(spec.name())) {
                continue;
            }
            Binaries found = source.provide(site.script(spec), progress::step);
            if (!found.version().equals(Binaries.UNKNOWN_VERSION)) {
                checkVersion(server, spec.name(), found.version(), found.install());
            }
            String version = found.version() + " (" + found.install()
                    + found.enclosure().origin().map(image -> " " + image).orElse("") + ")";
            progress.found(
                    server.label() + " on " + spec.name() + ": " + version,
                    server.label() + " on " + spec.name() + ": " + version);
            byHost.put(spec.name(), found);
        }
        return byHost;
    }

    /**
     * Verifies the version requested by the hosts file.
     *
     * @throws Failure.Command if it is another one
     */
    static void checkVersion(ServerSpec server, String where, String version, Install install) {
        server.version().filter(wanted -> !version.startsWith(wanted)).ifPresent(wanted -> {
            throw new Failure.Command(
                    server.kind().title() + " on " + where + " is not version " + wanted,
                    "from " + install + " comes " + version,
                    "Correct `version:` or `install:` of servers." + server.label() + " in the hosts file.",
                    null);
        });
    }

    private void warnOfDifferences(ServerSpec server, Map<String, Binaries> byHost) {
        List<Map.Entry<String, Binaries>> all = List.copyOf(byHost.entrySet());
        for (Map.Entry<String, Binaries> other : all.subList(Math.min(1, all.size()), all.size())) {
            Map.Entry<String, Binaries> first = all.get(0);
            if (!first.getValue().version().equals(other.getValue().version())
                    || first.getValue().blackhole() != other.getValue().blackhole()) {
                progress.warn(server.label() + " is not the same on both hosts, so local and distant do not compare: "
                        + described(first) + ", " + described(other)
                        + ". --install portable gives both the same MariaDB.");
            }
        }
    }

    private static String described(Map.Entry<String, Binaries> entry) {
        return entry.getValue().version() + (entry.getValue().blackhole() ? " with BLACKHOLE" : "") + " on "
                + entry.getKey();
    }

    /** The directory on this machine for archives that it packs for hosts. This machine need not be able to measure. */
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
