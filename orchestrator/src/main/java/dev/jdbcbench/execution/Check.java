package dev.jdbcbench.execution;

import dev.jdbcbench.artifact.Artifacts;
import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.config.ServerSpec;
import dev.jdbcbench.driver.Protection;
import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.Command;
import dev.jdbcbench.host.Host;
import dev.jdbcbench.host.HostScript;
import dev.jdbcbench.host.Outcome;
import dev.jdbcbench.plan.Cells;
import dev.jdbcbench.plan.Selection;
import dev.jdbcbench.preparation.AgentFiles;
import dev.jdbcbench.preparation.DiskNeeds;
import dev.jdbcbench.preparation.HostCheck;
import dev.jdbcbench.preparation.Instances;
import dev.jdbcbench.preparation.Java;
import dev.jdbcbench.preparation.JavaPrograms;
import dev.jdbcbench.preparation.LinuxHosts;
import dev.jdbcbench.preparation.LoginAdvice;
import dev.jdbcbench.preparation.Logins;
import dev.jdbcbench.preparation.Prepared;
import dev.jdbcbench.result.CheckFinding;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.site.ConnectedHosts;
import dev.jdbcbench.site.OnlyWarnings;
import dev.jdbcbench.site.Progress;
import dev.jdbcbench.site.Undo;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Checks all hosts for everything that would prevent a run, and leaves nothing there. Logs in to external servers from the client
 * host with what a run would use: the drivers, the accounts, TLS. If everything for the private servers is on the hosts already,
 * it also starts each, logs in to it, and removes it again. It reports what it did not try.
 */
public final class Check {
    /** Connects like the client: a refused connection proves that the host is reachable, silence that it is not. */
    private static final String REACH = """
            if command -v bash >/dev/null && command -v timeout >/dev/null; then
                said=$(LC_ALL=C timeout 5 bash -c 'exec 3<>"/dev/tcp/$0/$1"' "$1" "$2" 2>&1)
                code=$?
            elif command -v nc >/dev/null; then
                said=$(LC_ALL=C nc -z -v -w 5 "$1" "$2" 2>&1)
                code=$?
            else
                echo untried; exit
            fi
            case $code/$said in
                0/*) echo open ;;
                */*refused*) echo refused ;;
                124/*) echo "no answer within 5 s" ;;
                *) echo "$said" | tail -n 1 | sed 's/.*: //' ;;
            esac
            """;

    /** A port that no service uses: a reachable host answers that it is closed. */
    private static final int SURELY_CLOSED = 28_470;

    private static final String LOGIN = "login";
    private static final String UNSUPPORTED = "It is not measured there.";
    private static final String WAIT = "Wait until it has ended.";

    private final Path results;
    private final Clock clock;
    private final Progress progress;
    private final List<CheckFinding> findings = new ArrayList<>();
    private final Set<String> tried = new HashSet<>();
    /** Runs in progress on the hosts, by host: starting a JVM or a server there would disturb them. */
    private final Map<String, String> busy = new LinkedHashMap<>();

    /** Whether the client host has nothing of bench's yet. */
    private boolean fresh;

    /** A check; the hosts need not be connected yet. */
    public Check(Path results, Clock clock, Progress progress) {
        this.results = results;
        this.clock = clock;
        this.progress = progress;
    }

    /**
     * Runs all checks.
     *
     * @param heapMegabytes the heap of a measured JVM
     */
    public List<CheckFinding> carryOut(Selection selection, long heapMegabytes) {
        LinuxHosts.require(selection, false);
        // Closing the connections does not end the command: Ctrl-C must still work afterwards.
        try (Undo undo = new Undo(new OnlyWarnings(progress))) {
            ConnectedHosts site = new ConnectedHosts(progress, Optional.empty());
            connect(selection.hosts(), site, undo);
            Map<String, HostScript> scripts = new LinkedHashMap<>();
            site.hosts().forEach(host -> {
                HostSpec spec = host.spec();
                HostScript script = host.script();
                scripts.put(spec.name(), script);
                boolean client = spec.equals(selection.client());
                findings.addAll(new HostCheck(spec, script, clock)
                        .look(new HostCheck.Wanted(
                                client,
                                Cells.aliveAtOnce(selection),
                                heapMegabytes,
                                DiskNeeds.serversOn(spec, selection))));
                script.entries().stream()
                        .filter(ConnectedHosts::inUse)
                        .forEach(entry -> busy.put(spec.name(), entry.run()));
                if (client) {
                    fresh = script.leftovers().isEmpty();
                    findings.add(HostCheck.java(spec, script.host()));
                }
            });
            Optional.ofNullable(scripts.get(selection.client().name()))
                    .ifPresent(client -> reach(selection, client.host(), scripts));
        }
        List<ServerSpec> servers = selection.topologies().stream()
                .flatMap(topology -> selection.servers(topology).stream())
                .distinct()
                .toList();
        List<ServerSpec> started =
                servers.stream().filter(server -> server.external().isEmpty()).toList();
        servers.forEach(
                server -> server.external().ifPresent(external -> external(selection, server, external.account())));
        if (!started.isEmpty()) {
            logins(selection.withServers(started));
        }
        return List.copyOf(findings);
    }

    private boolean hasProblem(Predicate<CheckFinding> which) {
        return findings.stream()
                .filter(finding -> finding.verdict() == CheckFinding.Verdict.PROBLEM)
                .anyMatch(which);
    }

    private void connect(Collection<HostSpec> specs, ConnectedHosts site, Undo undo) {
        Map<HostSpec, Failure> unreachable = site.reach(specs, undo);
        for (HostSpec spec : specs) {
            Failure why = unreachable.get(spec);
            findings.add(
                    why == null
                            ? CheckFinding.ok(
                                    spec.name(),
                                    "ssh",
                                    spec.local() ? "this machine, no SSH needed" : "logged in, host key verified")
                            : CheckFinding.of(spec.name(), "ssh", why));
        }
    }

    private void reach(Selection selection, Host client, Map<String, HostScript> scripts) {
        if (!selection.topologies().contains(Topology.DISTANT)) {
            return;
        }
        for (ServerSpec server : selection.servers(Topology.DISTANT)) {
            if (server.external().isPresent()) {
                ServerSpec.External external = server.external().get();
                reach(server.label(), client, external.address(), external.port(), true);
                continue;
            }
            HostSpec spec = selection.databaseHost(Topology.DISTANT);
            HostScript database = scripts.get(spec.name());
            if (database != null) {
                String address = spec.dataAddress(database.host()::address);
                reach(spec.name(), client, address, server.port().orElse(SURELY_CLOSED), false);
            }
        }
    }

    private void reach(String where, Host client, String address, int port, boolean mustBeOpen) {
        String way = "from " + client.name() + " to " + address + ":" + port;
        if (!tried.add(way)) {
            return;
        }
        Outcome outcome = client.run(Command.query("sh", "-c", REACH, "sh", address, String.valueOf(port)));
        String said = outcome.out().strip();
        if (said.equals("untried")) {
            findings.add(CheckFinding.notTried(where, "data address", way + ": neither bash nor nc is there", ""));
        } else if (said.equals("open") || (said.equals("refused") && !mustBeOpen)) {
            findings.add(CheckFinding.ok(
                    where,
                    "data address",
                    way + (said.equals("open") ? ": something answers" : ": the host answers, the port is free")));
        } else {
            findings.add(CheckFinding.problem(
                    where,
                    "data address",
                    ExitCode.COMMAND,
                    way + ": " + said,
                    mustBeOpen
                            ? "Correct `address:` and `port:` of servers." + where
                                    + " in the hosts file, or let the server accept connections from there."
                            : "Correct `dataAddress:` of " + where
                                    + " in the hosts file, or let its firewall accept connections from the client."));
        }
    }

    /** Logs in to an external server, also with the account that it has for the user's own statements. */
    private void external(Selection selection, ServerSpec server, Optional<ServerSpec.Account> account) {
        String client = selection.client().name();
        if (hasProblem(finding -> Set.of(client, server.label()).contains(finding.where()))) {
            findings.add(CheckFinding.notTried(server.label(), LOGIN, "see the problems above", ""));
            return;
        }
        if (busy.containsKey(client)) {
            findings.add(CheckFinding.notTried(
                    server.label(), LOGIN, "run " + busy.get(client) + " is working on " + client, WAIT));
            return;
        }
        external(selection.withServers(List.of(server)), server, LOGIN);
        account.ifPresent(
                named -> external(selection.withServers(List.of(server.withAdmin(named))), server, "account"));
    }

    private void external(Selection selection, ServerSpec server, String what) {
        try (Undo undo = new Undo(new OnlyWarnings(progress))) {
            Logins.Answers answers = answers(selection, undo);
            if (answers.attempts().stream().anyMatch(attempt -> attempt.status() == Logins.Status.OK)) {
                answers.attempts().forEach(attempt -> findings.add(finding(server, what, attempt)));
            }
            Prepared.requireLogins(selection, answers, what.equals(LOGIN) ? "admin" : what);
        } catch (Failure.Interrupted e) {
            throw e;
        } catch (Failure e) {
            findings.add(CheckFinding.of(server.label(), what, e));
        }
    }

    /** One of several drivers: if none could log in, no run would begin. */
    private static CheckFinding finding(ServerSpec server, String what, Logins.Attempt attempt) {
        String where = server.label();
        return switch (attempt.status()) {
            case OK ->
                CheckFinding.ok(
                        where,
                        what,
                        attempt.words()
                                + server.external()
                                        .map(external -> way(external.tls().protection()))
                                        .orElse(""));
            case UNSUPPORTED ->
                CheckFinding.warning(
                        where,
                        what,
                        attempt.words(),
                        LoginAdvice.of(server, attempt.said()).orElse(UNSUPPORTED));
            case FAILED ->
                CheckFinding.problem(
                        where,
                        what,
                        ExitCode.INCOMPLETE,
                        attempt.words(),
                        LoginAdvice.of(server, attempt.said()).orElse("Without a login its cells fail."));
        };
    }

    private static String way(Protection protection) {
        return switch (protection) {
            case NONE, PUBLIC_KEY -> " without TLS";
            case SOCKET -> " through the Unix socket";
            case REQUIRED -> " with TLS, certificate not verified";
            case VERIFY_CA -> " with TLS, certificate verified";
            case VERIFY_IDENTITY -> " with TLS, certificate and name verified";
        };
    }

    /** Asks the external servers from the client host, and removes what that needed there. */
    private Logins.Answers answers(Selection selection, Undo undo) {
        Progress silent = new OnlyWarnings(progress);
        HostSpec client = selection.client();
        String run = RunIds.id("check", clock);
        Prepared.warnOfUnencrypted(selection, progress);
        AgentFiles files =
                new AgentFiles(new Artifacts(progress::transferred), selection.drivers(), selection.transports());
        ConnectedHosts site = new ConnectedHosts(silent, Optional.empty());
        site.connect(List.of(client), undo);
        HostScript unclaimed = site.script(client);
        if (fresh) {
            undo.add("remove " + unclaimed.cache() + " on " + client.name(), () -> {
                if (unclaimed.entries().isEmpty()) {
                    unclaimed.remove();
                }
            });
        }
        site.claim(run, undo);
        HostScript script = site.script(client);
        List<String> missing = files.missing(script);
        undo.add("remove the jars on " + client.name(), () -> files.remove(script, missing));
        files.upload(script);
        String java = Java.find(client, script.host());
        Plan plan = Cells.probe(selection, run, clock.instant(), files.drivers());
        Instances instances = new Instances(selection, plan, site, files, JavaPrograms.of(client, java), silent);
        return new Logins(script, files, java, silent).answers(plan, instances);
    }

    /** Logs in to the private servers. A dry run first lists what is missing on the hosts; the logins run only if nothing is. */
    private void logins(Selection selection) {
        if (hasProblem(finding -> true)) {
            notTried(selection, "see the problems above", "");
            return;
        }
        if (!busy.isEmpty()) {
            busy.forEach((host, run) -> notTried(selection, "run " + run + " is working on " + host, WAIT));
            return;
        }
        List<String> lacking = new ArrayList<>();
        try {
            Progress silent = new OnlyWarnings(progress);
            try (Undo undo = new Undo(silent)) {
                Prepared.on(
                        new ConnectedHosts(silent, Optional.of(lacking::add)),
                        selection,
                        RunIds.id("check", clock),
                        results,
                        silent,
                        undo);
            }
            if (!lacking.isEmpty()) {
                notTried(
                        selection,
                        "programs and jars are not on the hosts yet",
                        "bench provision copies them and tries.");
                return;
            }
            for (Logins.Attempt attempt :
                    new Provision(results, clock, progress, Optional.empty()).carryOut(selection)) {
                findings.add(
                        attempt.status() == Logins.Status.OK
                                ? CheckFinding.ok("servers", LOGIN, attempt.toString())
                                : CheckFinding.warning("servers", LOGIN, attempt.toString(), UNSUPPORTED));
            }
        } catch (Failure.Interrupted e) {
            throw e;
        } catch (Failure e) {
            findings.add(CheckFinding.of("servers", LOGIN, e));
        }
    }

    private void notTried(Selection selection, String why, String hint) {
        selection.servers().forEach(server -> findings.add(CheckFinding.notTried(server.label(), LOGIN, why, hint)));
    }
}
