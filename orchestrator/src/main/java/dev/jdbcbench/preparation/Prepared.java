package dev.jdbcbench.preparation;

import dev.jdbcbench.artifact.Artifacts;
import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.config.Install;
import dev.jdbcbench.config.ServerSpec;
import dev.jdbcbench.database.Binaries;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.HostScript;
import dev.jdbcbench.host.Outcome;
import dev.jdbcbench.plan.Cells;
import dev.jdbcbench.plan.Selection;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.site.ConnectedHosts;
import dev.jdbcbench.site.Progress;
import dev.jdbcbench.site.Undo;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Hosts that have everything a run needs: the agent and the drivers on the client host, the programs of the private
 * servers on theirs. The files stay there for the next run.
 *
 * @param javas the path of java on each client host
 * @param binaries programs of each private server on each of its hosts
 * @param versions versions of the external servers, as they report them
 * @param reference the version of the reference program; empty if none is measured
 * @param absent why there are no programs of a private server; empty unless the run can do without it
 */
public record Prepared(
        AgentFiles files,
        JavaPrograms javas,
        Map<String, Map<String, Binaries>> binaries,
        Map<String, String> versions,
        Optional<String> reference,
        Map<String, Failure> absent) {
    /**
     * Installs everything on the hosts.
     *
     * @param run the ID of the run for which the hosts are claimed
     * @param results the directory of all runs, searched for the partner
     */
    public static Prepared on(
            ConnectedHosts site, Selection selection, String run, Path results, Progress progress, Undo undo) {
        Artifacts artifacts = new Artifacts(progress::transferred);
        Provisioning provisioning = new Provisioning(site, results, progress);
        provisioning.verifyArchives(selection);
        warnOfUnencrypted(selection, progress);
        // Report a missing secret before anything is started. The value is not kept; it is read again where it is
        // needed.
        selection
                .servers()
                .forEach(server -> server.external()
                        .ifPresent(external -> external.admin().password().read(Instances.passwordOf(server))));
        nameAccounts(selection, progress);
        AgentFiles files = new AgentFiles(artifacts, selection.drivers(), selection.transports());
        site.connect(run, selection.hosts(), undo);
        if (!site.isDryRun()) {
            DiskNeeds.require(site, selection);
        }
        HostLimits.require(site, selection);
        site.claim(run, undo);
        Optional<String> reference = selection.hasReference()
                ? Optional.of(ReferenceSource.provided()
                        .version(site.script(selection.client()).host()))
                : Optional.empty();
        reference.ifPresent(files::foundReference);
        Map<String, String> javas = new LinkedHashMap<>();
        for (HostSpec client : selection.clients()) {
            site.doing("preparing the agent on " + client.name());
            javas.put(client.name(), agent(site, client, files, progress));
        }
        Map<String, Failure> absent = new LinkedHashMap<>();
        Map<String, Map<String, Binaries>> binaries = provisioning.provide(selection, artifacts, absent);
        Prepared prepared = new Prepared(files, new JavaPrograms(javas), binaries, Map.of(), reference, absent);
        boolean external = selection.servers().stream()
                .anyMatch(server -> server.external().isPresent());
        return external && !site.isDryRun() ? prepared.withServerVersions(site, selection, progress) : prepared;
    }

    /** Warns about what the hosts file leaves open before anything connects: anyone on the network path could read it. */
    public static void warnOfUnencrypted(Selection selection, Progress progress) {
        for (ServerSpec server : selection.servers()) {
            server.external().ifPresent(external -> {
                ServerSpec.Tls tls = external.tls();
                tls.protection()
                        .caution()
                        .ifPresent(caution -> progress.warn(server.label() + ": " + caution + " (tls: "
                                + tls.protection() + ", to " + external.address() + ")"));
                if (!tls.required()) {
                    progress.warn(server.label()
                            + ": what is measured without --transport tls travels unencrypted to "
                            + external.address() + ", passwords included (tls: required: false)");
                }
            });
        }
    }

    /** Names the accounts for the user's own statements. bench cannot promise anything for an account that the user limits. */
    private static void nameAccounts(Selection selection, Progress progress) {
        if (selection.what().sql().isEmpty()) {
            return;
        }
        for (ServerSpec server : selection.servers()) {
            server.external().map(ServerSpec.External::account).ifPresent(named -> {
                if (named.isEmpty()) {
                    progress.say(server.label()
                            + ": your own statements run as an account with rights on the run's schema alone");
                    return;
                }
                named.get().password().read(Instances.passwordOf(server) + ".account");
                progress.warn(server.label() + ": your own statements run as "
                        + named.get().user() + " and can reach everything that this account can reach");
            });
        }
    }

    /** Puts the agent on the client host, and makes sure that no other agent runs there. */
    private static String agent(ConnectedHosts site, HostSpec client, AgentFiles files, Progress progress) {
        HostScript script = site.script(client);
        String java = Java.find(client, script.host());
        files.upload(script);
        if (site.isDryRun() && !files.areOn(script)) {
            return java;
        }
        Outcome lock = script.host().run(files.agent(script, java, "lock").asQuery());
        if (!lock.ok() && site.isDryRun()) {
            progress.warn("the client host " + client.name() + " is busy at the moment, so a run would end now: "
                    + lock.lastLines().strip());
        } else if (!lock.ok()) {
            throw new Failure.Command(
                    "the client host " + client.name() + " is busy",
                    lock.lastLines(),
                    "Wait until the other run has ended, or end it.",
                    null);
        }
        return java;
    }

    /**
     * Asks the external servers for their versions. The plan needs them, because the versions determine what drivers
     * can do.
     */
    private Prepared withServerVersions(ConnectedHosts site, Selection selection, Progress progress) {
        Selection externals = selection.withServers(selection.servers().stream()
                .filter(server -> server.external().isPresent())
                .toList());
        Plan plan =
                Cells.probe(externals, "probe-" + Long.toHexString(System.nanoTime()), Instant.EPOCH, files.drivers());
        Instances instances = new Instances(externals, plan, site, files, javas, progress);
        Logins.Answers answers = new Logins(
                        site.script(selection.client()), files, javas.on(selection.client()), progress)
                .answers(plan, instances);
        // The account that measures logs in, unless bench has yet to create it.
        Map<String, String> found =
                requireLogins(externals, answers, selection.what().sql().isEmpty() ? "admin" : "account");
        for (ServerSpec server : externals.servers()) {
            progress.say(server.label() + ": " + found.get(server.label()) + " (external, tls: " + tls(server) + ")");
        }
        return new Prepared(files, javas, binaries, found, reference, absent);
    }

    /**
     * Makes sure that a run can use external servers.
     *
     * @param account key of the account that logged in, for servers that have {@code account} beside {@code admin}
     * @return their versions, by label
     * @throws Failure if no driver can log in to one of them, its version is another than required, or it allows too few
     *     connections
     */
    public static Map<String, String> requireLogins(Selection externals, Logins.Answers answers, String account) {
        Map<String, String> found = new LinkedHashMap<>();
        Map<String, StringBuilder> failed = new LinkedHashMap<>();
        for (Logins.Attempt attempt : answers.attempts()) {
            if (attempt.status() == Logins.Status.OK) {
                found.put(attempt.server(), attempt.said());
            } else {
                failed.computeIfAbsent(attempt.server(), label -> new StringBuilder())
                        .append(attempt.driver())
                        .append(": ")
                        .append(attempt.said())
                        .append('\n');
            }
        }
        for (ServerSpec server : externals.servers()) {
            String version = found.get(server.label());
            if (version == null) {
                boolean named =
                        server.external().flatMap(ServerSpec.External::account).isPresent();
                String said = String.valueOf(failed.getOrDefault(server.label(), new StringBuilder()));
                throw new Failure.Command(
                        "no driver can log in to " + server.label() + " from "
                                + externals.client().name(),
                        said,
                        LoginAdvice.of(server, said)
                                .orElse("Correct `address:`, `port:`, `tls:` or `" + (named ? account : "admin")
                                        + ":` of servers."
                                        + server.label()
                                        + " in the hosts file, or let the server accept connections from there."),
                        null);
            }
            Provisioning.checkVersion(server, server.label(), version, Install.EXTERNAL);
        }
        HostLimits.requireConnections(externals, answers.connections());
        return found;
    }

    private static String tls(ServerSpec server) {
        return server.external()
                .map(external -> external.tls().protection().id())
                .orElse("");
    }

    /** The plan of a run on these hosts. */
    public Plan plan(Selection selection, String run, Instant createdAt) {
        Map<String, Cells.Provided> provided = new LinkedHashMap<>();
        binaries.forEach((label, byHost) -> byHost.values().stream()
                .findFirst()
                .ifPresent(found -> provided.put(
                        label,
                        new Cells.Provided(
                                found.install(),
                                found.version(),
                                found.enclosure().origin()))));
        versions.forEach((label, version) -> provided.put(label, new Cells.Provided(Install.EXTERNAL, version)));
        selection
                .servers()
                .forEach(server -> provided.putIfAbsent(
                        server.label(),
                        new Cells.Provided(server.external().isPresent() ? Install.EXTERNAL : server.install(), "")));
        Selection known = reference.map(selection::withReference).orElse(selection);
        return Cells.plan(known, run, createdAt, provided, files.drivers());
    }

    /** A plan with these hosts' servers and nothing to measure. */
    public Plan probe(Selection selection, String run, Instant createdAt) {
        return Cells.probe(selection, run, createdAt, files.drivers());
    }
}
