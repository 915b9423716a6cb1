package dev.jdbcbench.preparation;

import dev.jdbcbench.config.Install;
import dev.jdbcbench.config.ServerSpec;
import dev.jdbcbench.database.PortableMariaDb;
import dev.jdbcbench.database.ProgramSource;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.HostScript;
import dev.jdbcbench.site.Progress;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The choice of a source for {@code install: auto}, said with its reason.
 *
 * @param hosts the hosts on which the server will run
 * @param existing sources that can have a server on a host before bench came, the preferred one first
 * @param isDryRun whether nothing is fetched
 */
record AutomaticSource(
        ServerSpec server,
        List<HostScript> hosts,
        List<ProgramSource> existing,
        PortableMariaDb portable,
        boolean isDryRun,
        Progress progress) {
    private static final Install PORTABLE = Install.named("portable");
    private static final Install HOST = Install.named("host");

    /** What is installed, then images. */
    static List<ProgramSource> allExisting() {
        return Stream.concat(Stream.of(HOST), Install.ofImages().stream())
                .flatMap(install -> ProgramSource.behind(install).stream())
                .toList();
    }

    /** A source that has the server on all hosts; what each of them has, without duplicates. */
    private record Found(Install install, List<String> what) {
        private boolean alike() {
            return what.size() == 1;
        }
    }

    /**
     * The source that the partner has, if there is one; else the first that has one and the same server on all hosts;
     * else the portable server; else the first that has different servers on the hosts; else what should be installed.
     *
     * @throws Failure.Command if the partner's server was installed, and a host has none
     */
    Install with(Optional<Partner> partner) {
        Optional<Install> same = partner.flatMap(Partner::install)
                .filter(Install.choices()::contains)
                .filter(install -> install != PORTABLE || unfit().isEmpty());
        if (same.isPresent()) {
            String run = partner.map(Partner::run).orElse("");
            if (same.get() == HOST) {
                requireInstalled(run);
            }
            return say(same.get(), "as in run " + run + ", to be compared with it");
        }
        List<Found> everywhere =
                existing.stream().flatMap(source -> everywhere(source).stream()).toList();
        Optional<Found> alike = everywhere.stream().filter(Found::alike).findFirst();
        if (alike.isPresent()) {
            return say(alike.get().install(), "because " + alike.get().what().get(0));
        }
        if (PORTABLE.offers(server.kind()) && obstacle().isEmpty()) {
            String none = existing.stream().map(source -> source.noun(server)).collect(Collectors.joining(" and no "));
            return say(
                    PORTABLE,
                    everywhere.isEmpty()
                            ? "because " + names() + " no " + none
                            : "because the hosts differ: "
                                    + String.join(", ", everywhere.get(0).what()));
        }
        return everywhere.stream()
                .findFirst()
                .map(found -> say(found.install(), "though the hosts differ: " + String.join(", ", found.what())))
                .orElse(HOST);
    }

    /** A server with the source that a run of this host alone would take, unless the user chose one. */
    static ServerSpec expected(ServerSpec server, HostScript host) {
        if (server.install() != Install.AUTO) {
            return server;
        }
        Install otherwise = PORTABLE.offers(server.kind()) ? PORTABLE : Install.AUTO;
        return server.from(allExisting().stream()
                .filter(source -> source.there(server, host).isPresent())
                .map(Install.class::cast)
                .findFirst()
                .orElse(otherwise));
    }

    private Optional<Found> everywhere(ProgramSource source) {
        List<String> found = hosts.stream()
                .flatMap(host -> source.there(server, host).stream())
                .toList();
        return found.size() < hosts.size()
                ? Optional.empty()
                : Optional.of(new Found(source, found.stream().distinct().toList()));
    }

    private void requireInstalled(String run) {
        ProgramSource installed = ProgramSource.behind(HOST).orElseThrow();
        for (HostScript host : hosts) {
            if (installed.there(server, host).isEmpty()) {
                throw new Failure.Command(
                        host.host().name() + " has no " + installed.noun(server) + ", which run " + run + " measured",
                        "Two runs of different servers do not show what the distance costs.",
                        "Install it there, or measure both topologies with a server that bench brings: --install portable.",
                        null);
            }
        }
    }

    /** Why the portable server cannot be taken, said; empty if it can. */
    private Optional<String> obstacle() {
        Optional<String> obstacle = server.version()
                .filter(version -> !PortableMariaDb.has(version))
                .map(version -> "the portable MariaDB has another version")
                .or(this::unfit)
                .or(() -> isDryRun ? Optional.empty() : unavailable());
        obstacle.ifPresent(why -> progress.warn(server.label() + ": " + why));
        return obstacle;
    }

    /** Why the portable server cannot run on one of the hosts. */
    private Optional<String> unfit() {
        return hosts.stream()
                .flatMap(host -> PortableMariaDb.unfit(host).stream())
                .findFirst();
    }

    private Optional<String> unavailable() {
        try {
            portable.fetch();
            return Optional.empty();
        } catch (PortableMariaDb.Unavailable e) {
            return Optional.of("the portable MariaDB is not available: " + e.getMessage());
        }
    }

    private String names() {
        return hosts.stream().map(host -> host.host().name()).collect(Collectors.joining(" and "))
                + (hosts.size() == 1 ? " has" : " have");
    }

    private Install say(Install install, String why) {
        progress.say(server.label() + ": from " + install + ", " + why);
        return install;
    }
}
