package dev.jdbcbench.execution;

import dev.jdbcbench.config.Install;
import dev.jdbcbench.database.Binaries;
import dev.jdbcbench.database.PrivateServer;
import dev.jdbcbench.database.ProgramSource;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.plan.Selection;
import dev.jdbcbench.preparation.Instances;
import dev.jdbcbench.preparation.LinuxHosts;
import dev.jdbcbench.preparation.Logins;
import dev.jdbcbench.preparation.Prepared;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.site.ConnectedHosts;
import dev.jdbcbench.site.Leases;
import dev.jdbcbench.site.Progress;
import dev.jdbcbench.site.Undo;
import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Installs on the hosts everything that a run needs, and tests it: starts each private server as a run would, logs in
 * with each driver from the client host, and removes the servers again. Whatever is already there stays.
 */
public final class Provision {
    private final Path results;
    private final Clock clock;
    private final Progress progress;
    private final ConnectedHosts site;

    /**
     * A provisioning; the hosts need not be connected yet.
     *
     * @param rehearsal receives every command that would change a host, and nothing is changed; empty to provision
     */
    public Provision(Path results, Clock clock, Progress progress, Optional<Consumer<String>> rehearsal) {
        this.results = results;
        this.clock = clock;
        this.progress = progress;
        this.site = new ConnectedHosts(progress, rehearsal);
    }

    /**
     * Provisions.
     *
     * @return the attempt of each driver on each server; none has failed
     * @throws Failure if something is not available or does not start, or a driver cannot log in
     */
    public List<Logins.Attempt> carryOut(Selection selection) {
        LinuxHosts.require(selection, false);
        try (Undo undo = new Undo(progress)) {
            String run = RunIds.id("provision", clock);
            Prepared prepared = Prepared.on(site, selection, run, results, progress, undo);
            Plan plan = prepared.probe(selection, run, clock.instant());
            List<Logins.Attempt> attempts = logins(selection, plan, prepared, undo);
            remarks(prepared.binaries().values().stream()
                            .flatMap(hosts -> hosts.values().stream())
                            .map(Binaries::install))
                    .forEach(progress::say);
            return attempts;
        }
    }

    /** What users should know of the sources of servers, such as their age. */
    public static List<String> remarks(Stream<Install> sources) {
        return sources.flatMap(install -> ProgramSource.behind(install).stream())
                .flatMap(source -> source.remark(LocalDate.now(ZoneOffset.UTC)).stream())
                .distinct()
                .toList();
    }

    private List<Logins.Attempt> logins(Selection selection, Plan plan, Prepared prepared, Undo outer) {
        try (Leases leases = new Leases(progress);
                Undo undo = outer.inner()) {
            Instances instances = new Instances(selection, plan, site, prepared.files(), prepared.javas(), progress);
            instances.start(prepared, undo, instance -> {
                PrivateServer server = instance.server();
                leases.add(server.script(), server.directory());
            });
            if (site.isDryRun()) {
                return List.of();
            }
            Logins logins = new Logins(
                    site.script(selection.client()),
                    prepared.files(),
                    prepared.javas().on(selection.client()),
                    progress);
            return withoutFailures(logins.attempts(plan, instances));
        }
    }

    /**
     * All attempts.
     *
     * @throws Failure.Command if one failed
     */
    private static List<Logins.Attempt> withoutFailures(List<Logins.Attempt> attempts) {
        List<String> failed = attempts.stream()
                .filter(attempt -> attempt.status() == Logins.Status.FAILED)
                .map(Logins.Attempt::toString)
                .toList();
        if (!failed.isEmpty()) {
            throw new Failure.Command(
                    "a driver cannot log in from the client host",
                    String.join("\n", failed),
                    "Is `dataAddress:` of the database host right, and does a firewall allow its port?",
                    null);
        }
        return attempts;
    }
}
