package dev.jdbcbench.preparation;

import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.config.ServerSpec;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.Command;
import dev.jdbcbench.host.Host;
import dev.jdbcbench.plan.Selection;
import dev.jdbcbench.plan.ThreadLimits;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.site.ConnectedHosts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Checks that hosts and external servers allow the number of threads that the run needs. */
final class HostLimits {
    /**
     * Prints this user's limits that are set, one per line: {@code processes LIMIT USED} and {@code pids LIMIT USED}
     * for threads and processes, {@code files LIMIT} for the open files of a process. For the first one, the user's
     * current threads are counted; they are 0 for root, because root hands the agent to a user without threads.
     */
    static final String LIMITS = """
            limit=$(sed -n 's/^Max processes  *\\([0-9]*\\) .*/\\1/p' /proc/self/limits 2>/dev/null)
            case $limit in
                *[!0-9]*|'') ;;
                *)
                    used=0
                    if [ "$(id -u)" -ne 0 ]; then
                        for process in /proc/[0-9]*; do
                            [ -O "$process" ] || continue
                            set -- "$process"/task/*
                            used=$((used + $#))
                        done
                    fi
                    echo "processes $limit $used" ;;
            esac
            path=$(sed -n 's/^0:://p; s/^[0-9]*:pids://p' /proc/self/cgroup 2>/dev/null | head -n 1)
            for group in "/sys/fs/cgroup$path" "/sys/fs/cgroup/pids$path" /sys/fs/cgroup /sys/fs/cgroup/pids; do
                { read -r limit <"$group/pids.max" && read -r used <"$group/pids.current"; } 2>/dev/null || continue
                case $limit in *[!0-9]*|'') ;; *) echo "pids $limit $used" ;; esac
            done
            limit=$(sed -n 's/^Max open files  *[^ ]*  *\\([^ ]*\\).*/\\1/p' /proc/self/limits 2>/dev/null)
            case $limit in *[!0-9]*|'') ;; *) echo "files $limit" ;; esac
            """;

    private HostLimits() {}

    /** A limit, and how much of it is used. */
    record Limit(String kind, long limit, long used) {
        static Optional<Limit> of(String line) {
            String[] words = line.split(" ", -1);
            if (!line.matches("(processes|pids) [0-9]{1,18} [0-9]{1,18}|files [0-9]{1,18}")) {
                return Optional.empty();
            }
            return Optional.of(
                    new Limit(words[0], Long.parseLong(words[1]), words.length > 2 ? Long.parseLong(words[2]) : 0));
        }
    }

    /**
     * Makes sure that the client host allows enough threads, and the hosts of private servers enough connections.
     *
     * @throws Failure.Input with the number of threads that they allow
     */
    static void require(ConnectedHosts site, Selection selection) {
        List<String> problems = new ArrayList<>();
        for (HostSpec spec : selection.hosts()) {
            Host host = site.script(spec).host();
            List<Limit> limits = limits(host);
            if (selection.clients().contains(spec)) {
                limits.forEach(limit -> ofClient(selection, spec.name(), limit).ifPresent(problems::add));
            }
            OptionalLong files = limits.stream()
                    .filter(limit -> limit.kind().equals("files"))
                    .mapToLong(Limit::limit)
                    .findFirst();
            if (files.isPresent()) {
                problems.addAll(ofServers(selection, spec, files.getAsLong()));
            }
        }
        refuse(problems, "Use fewer threads or drivers, or raise the limit.");
    }

    private static List<Limit> limits(Host host) {
        return host.run(host.ask(Command.query("sh", "-c", LIMITS), "limits"))
                .out()
                .lines()
                .flatMap(line -> Limit.of(line).stream())
                .toList();
    }

    /** The problem with a limit of the client host; empty if it suffices. */
    static Optional<String> ofClient(Selection selection, String host, Limit limit) {
        long free = limit.limit() - limit.used();
        return switch (limit.kind()) {
            case "processes" ->
                ThreadLimits.client(
                        selection,
                        free,
                        host + " allows " + limit.limit() + " (ulimit -u), " + limit.used() + " in use");
            case "pids" ->
                ThreadLimits.client(
                        selection,
                        free,
                        host + " allows " + limit.limit() + " (pids.max), " + limit.used() + " in use");
            default -> Optional.empty();
        };
    }

    private static List<String> ofServers(Selection selection, HostSpec host, long files) {
        List<String> problems = new ArrayList<>();
        for (Topology topology : selection.topologies()) {
            for (ServerSpec server : selection.servers(topology)) {
                if (server.external().isEmpty()
                        && selection.databaseHost(topology).equals(host)) {
                    ThreadLimits.files(selection, topology, server, files).ifPresent(problems::add);
                }
            }
        }
        return problems;
    }

    /**
     * Makes sure that external servers allow enough connections.
     *
     * @throws Failure.Input with the number of threads that they allow
     */
    static void requireConnections(Selection selection, List<Logins.Connections> answers) {
        List<String> problems = new ArrayList<>();
        for (Logins.Connections answer : answers) {
            Topology.of(answer.topology())
                    .ifPresent(topology -> selection.servers(topology).stream()
                            .filter(server -> server.label().equals(answer.server()))
                            .findFirst()
                            .flatMap(server -> ThreadLimits.connections(
                                    selection,
                                    topology,
                                    server,
                                    answer.allowed() - answer.open(),
                                    "it allows " + answer.allowed()
                                            + (answer.open() > 0 ? ", of which others have " + answer.open() : "")))
                            .ifPresent(problems::add));
        }
        refuse(problems, "Use fewer threads or drivers, or let the server allow more (max_connections).");
    }

    private static void refuse(List<String> problems, String hint) {
        if (!problems.isEmpty()) {
            throw new Failure.Input(
                    "too many threads for these hosts",
                    problems.stream().distinct().toList(),
                    hint);
        }
    }
}
