package dev.jdbcbench.execution;

import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.config.ServerSpec;
import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.Command;
import dev.jdbcbench.host.Host;
import dev.jdbcbench.host.HostScript;
import dev.jdbcbench.host.Outcome;
import dev.jdbcbench.plan.Cells;
import dev.jdbcbench.plan.Selection;
import dev.jdbcbench.preparation.DiskNeeds;
import dev.jdbcbench.preparation.HostCheck;
import dev.jdbcbench.preparation.Prepared;
import dev.jdbcbench.result.CheckFinding;
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

/**
 * Checks all hosts for everything that would prevent a run, and changes nothing. If everything is provisioned already,
 * it also starts each server, logs in to it, and removes it again.
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

    private final Path results;
    private final Clock clock;
    private final Progress progress;
    private final List<CheckFinding> findings = new ArrayList<>();
    private final Set<String> tried = new HashSet<>();

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
                if (client) {
                    findings.add(HostCheck.java(spec, script.host()));
                }
            });
            Optional.ofNullable(scripts.get(selection.client().name()))
                    .ifPresent(client -> reach(selection, client.host(), scripts));
        }
        boolean obstacles = findings.stream().anyMatch(finding -> finding.exit() != ExitCode.OK);
        if (obstacles) {
            findings.add(CheckFinding.warning("servers", "login", "not tried: see the problems above", ""));
        } else {
            logins(selection);
        }
        return List.copyOf(findings);
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
                String address =
                        spec.dataAddress().orElseGet(() -> database.host().address());
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
            findings.add(CheckFinding.warning(
                    where, "data address", "not tried " + way + ": neither bash nor nc is there", ""));
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

    /** Tries the logins. A dry run first lists what is missing on the hosts; the logins run only if nothing is. */
    private void logins(Selection selection) {
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
                findings.add(
                        CheckFinding.ok(
                                "servers",
                                "login",
                                "not tried: programs and jars are not on the hosts yet; bench provision copies them and tries"));
                return;
            }
            for (String line : new Provision(results, clock, progress, Optional.empty()).carryOut(selection)) {
                findings.add(CheckFinding.ok("servers", "login", line));
            }
        } catch (Failure.Interrupted e) {
            throw e;
        } catch (Failure e) {
            findings.add(CheckFinding.of("servers", "login", e));
        }
    }
}
