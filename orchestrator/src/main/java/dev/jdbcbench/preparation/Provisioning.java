package dev.jdbcbench.preparation;

import dev.jdbcbench.artifact.Artifacts;
import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.config.ServerSpec;
import dev.jdbcbench.config.ServerSpec.Install;
import dev.jdbcbench.database.Binaries;
import dev.jdbcbench.database.BinarySource;
import dev.jdbcbench.database.DebianPackages;
import dev.jdbcbench.database.InstalledServer;
import dev.jdbcbench.database.PortableMariaDb;
import dev.jdbcbench.database.VendorArchive;
import dev.jdbcbench.driver.ServerKind;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.plan.Selection;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.site.Progress;
import dev.jdbcbench.site.Site;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Brings each private server's programs to the hosts where it is to run: of one source, so that the topologies pair. */
final class Provisioning {
    private final Site site;
    private final Path results;
    private final Progress progress;

    /**
     * On hosts that are connected.
     *
     * @param results the directory of the runs, among which the partner may be
     */
    Provisioning(Site site, Path results, Progress progress) {
        this.site = site;
        this.results = results;
        this.progress = progress;
    }

    /**
     * Looks whether the archives are what the hosts file means, before anything is done.
     *
     * @throws Failure.Input when one is not
     */
    void verifyArchives(Selection selection) {
        selection.servers().stream()
                .filter(server -> server.archive().isPresent())
                .forEach(server -> new VendorArchive(server, localCache()).verify());
    }

    /** The programs of each private server on each of its hosts. */
    Map<String, Map<String, Binaries>> provide(Selection selection, Artifacts artifacts) {
        PortableMariaDb portable = new PortableMariaDb(artifacts, localCache());
        Map<String, Map<String, Binaries>> provided = new LinkedHashMap<>();
        for (ServerSpec server : selection.servers()) {
            if (server.external().isPresent()) {
                continue;
            }
            Optional<Partner> partner = Partner.of(selection, server, results, progress::warn);
            Install install = server.install() == Install.AUTO ? choose(server, portable, partner) : server.install();
            if (install == Install.PORTABLE && !site.rehearses()) {
                PortableMariaDb.age(LocalDate.now(ZoneOffset.UTC))
                        .ifPresent(age -> progress.say(server.label() + ": " + age));
            }
            Map<String, Binaries> byHost = provide(selection, server, source(install, server, portable));
            provided.put(server.label(), byHost);
            warnOfDifferences(server, byHost);
            partner.ifPresent(other -> byHost.values()
                    .forEach(found -> other.differences(found)
                            .forEach(difference -> progress.warn(server.label() + " differs from that of run "
                                    + other.run() + " (" + other.topology()
                                    + "), with which this one would be collected: " + difference))));
        }
        return provided;
    }

    private BinarySource source(Install install, ServerSpec server, PortableMariaDb portable) {
        return switch (install) {
            case PORTABLE -> portable;
            case HOST -> script -> InstalledServer.require(script.host(), server.kind());
            case PACKAGE -> new DebianPackages(server);
            case ARCHIVE -> new VendorArchive(server, localCache());
            case AUTO, EXTERNAL -> throw new IllegalStateException(server.label() + " has no source");
        };
    }

    /**
     * The partner's source where there is a partner; else portable where it can be had in the version that is asked for; else the host's
     * own: said, for it is another server.
     */
    private Install choose(ServerSpec server, PortableMariaDb portable, Optional<Partner> partner) {
        Optional<Install> same = partner.flatMap(Partner::install).filter(Install.choices()::contains);
        if (same.isPresent()) {
            progress.say(server.label() + ": from " + same.get() + ", as in run "
                    + partner.map(Partner::run).orElse("") + ", so that the two pair");
            return same.get();
        }
        if (server.kind() == ServerKind.MYSQL) {
            return Install.HOST; // there is no portable one
        }
        if (server.version().filter(version -> !PortableMariaDb.has(version)).isPresent()) {
            progress.say(server.label()
                    + ": the portable MariaDB is another version, the one installed on the host is taken");
            return Install.HOST;
        }
        if (site.rehearses()) {
            return Install.PORTABLE;
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

    private Map<String, Binaries> provide(Selection selection, ServerSpec server, BinarySource source) {
        Map<String, Binaries> byHost = new LinkedHashMap<>();
        for (Topology topology : selection.topologies()) {
            HostSpec spec = selection.databaseHost(topology);
            if (byHost.containsKey(spec.name())) {
                continue;
            }
            Binaries found = source.provide(site.script(spec));
            if (!found.version().equals(Binaries.UNKNOWN_VERSION)) {
                checkVersion(server, spec.name(), found.version(), found.install());
            }
            progress.say(server.label() + " on " + spec.name() + ": " + found.version() + " (" + found.install() + ")");
            byHost.put(spec.name(), found);
        }
        return byHost;
    }

    /**
     * Compares with the version that the hosts file asks for.
     *
     * @throws Failure.Command when it is another one
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
                progress.warn(server.label() + " is not the same on both hosts, so that local and distant do not pair: "
                        + described(first) + ", " + described(other)
                        + ". --install portable gives both the same MariaDB.");
            }
        }
    }

    private static String described(Map.Entry<String, Binaries> entry) {
        return entry.getValue().version() + (entry.getValue().blackhole() ? " with BLACKHOLE" : "") + " on "
                + entry.getKey();
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
