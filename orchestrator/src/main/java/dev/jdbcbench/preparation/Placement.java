package dev.jdbcbench.preparation;

import dev.jdbcbench.config.Cpus;
import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.host.Command;
import dev.jdbcbench.plan.Selection;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.site.ConnectedHosts;
import dev.jdbcbench.site.Progress;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Chooses the CPUs of the client host for the two sides when the hosts file leaves that to bench: the database gets the
 * first half of the cores, the client the rest. Otherwise the scheduler would decide in each turn whether both share a
 * core, an effect that taking turns does not remove. The choice is the same in both topologies, so local and distant
 * have the same client. JVMs warm up on the CPUs of both sides; on a single CPU they could not warm up at the same
 * time.
 */
public final class Placement {
    private static final String LOOK = """
            sed -n 's/^Cpus_allowed_list:[[:space:]]*//p' /proc/self/status 2>/dev/null | grep . || echo none
            command -v taskset || echo none
            for list in /sys/devices/system/cpu/cpu[0-9]*/topology/thread_siblings_list; do
                if [ -r "$list" ]; then cat "$list"; fi
            done
            """;

    private static final Pattern RANGE = Pattern.compile("([0-9]{1,6})(?:-([0-9]{1,6}))?");

    private Placement() {}

    /** Assigns CPUs to the client host of a selection, and reports them to the user. The host must be connected. */
    public static Selection choose(Selection selection, ConnectedHosts site, Progress progress) {
        HostSpec client = selection.client();
        // Profiles that claim nothing do not need it, and published measurements were not pinned.
        if (!client.cpus().auto()
                || !selection.profile().claims()
                || selection.profile().published()) {
            return selection;
        }
        if (!selection.furtherClients().isEmpty()) {
            return selection.withClient(client.withCpus(Cpus.ALL)); // the database is on none of them
        }
        List<String> lines = site.script(client)
                .host()
                .require("list the CPUs", Command.query("sh", "-c", LOOK))
                .out()
                .lines()
                .toList();
        int connections = Collections.max(selection.what().threads());
        boolean taskset = lines.size() > 1 && !lines.get(1).equals("none");
        Optional<Cpus> apart =
                taskset ? halves(lines.get(0), lines.subList(2, lines.size()), connections) : Optional.empty();
        if (apart.isEmpty()) {
            progress.say(client.name() + ": nothing is pinned (cpus: auto): "
                    + (taskset
                            ? "the client needs " + (connections == 1 ? "one CPU" : connections + " CPUs")
                                    + ", and half of the cores have fewer"
                            : "there is no taskset"));
            return selection.withClient(client.withCpus(Cpus.ALL));
        }
        Cpus cpus = apart.get();
        String database = selection.topologies().contains(Topology.LOCAL)
                ? cpus.database().orElseThrow()
                : "";
        progress.found(
                client.name() + ": the client runs on CPU " + cpus.client().orElseThrow()
                        + (database.isEmpty() ? "" : ", the database on CPU " + database) + " (cpus: auto)",
                "CPUs: client " + cpus.client().orElseThrow() + (database.isEmpty() ? "" : ", server " + database));
        return selection.withClient(client.withCpus(cpus));
    }

    /** Restores the choice of an earlier session of the run. */
    public static Selection asInEarlierSession(Selection selection, Plan plan) {
        if (!selection.client().cpus().auto()) {
            return selection;
        }
        Optional<String> client = plan.servers().stream()
                .map(Plan.Server::clientCpus)
                .filter(Objects::nonNull)
                .findFirst();
        Optional<String> database = plan.servers().stream()
                .filter(server -> server.topology() == Topology.LOCAL)
                .map(Plan.Server::databaseCpus)
                .filter(Objects::nonNull)
                .findFirst();
        Optional<String> warmUp = plan.servers().stream()
                .map(Plan.Server::warmUpCpus)
                .filter(Objects::nonNull)
                .findFirst();
        return selection.withClient(selection.client().withCpus(Cpus.chosen(client, database, warmUp)));
    }

    /**
     * Divides the CPUs into halves: by whole cores if there are at least two, else by the threads of the only core.
     *
     * @param allowed usable CPUs, in the kernel's notation ({@code 0-3,8})
     * @param siblings for each CPU, the CPUs of its core, including itself
     * @param connections number of connections that are active at once: the client needs a CPU for each
     * @return empty if there are too few CPUs, or the host does not list them
     */
    static Optional<Cpus> halves(String allowed, List<String> siblings, int connections) {
        BitSet left = list(allowed);
        List<BitSet> cores = new ArrayList<>();
        for (String line : siblings) {
            BitSet core = list(line);
            core.and(left);
            if (!core.isEmpty()) {
                cores.add(core);
                left.andNot(core);
            }
        }
        left.stream().forEach(cpu -> cores.add(only(cpu)));
        if (cores.size() == 1) {
            BitSet threads = cores.remove(0);
            threads.stream().forEach(cpu -> cores.add(only(cpu)));
        }
        cores.sort(Comparator.comparingInt(core -> core.nextSetBit(0)));
        BitSet database = union(cores.subList(0, cores.size() / 2));
        BitSet client = union(cores.subList(cores.size() / 2, cores.size()));
        return database.isEmpty() || client.cardinality() < connections
                ? Optional.empty()
                : Optional.of(Cpus.chosen(
                        Optional.of(text(client)),
                        Optional.of(text(database)),
                        Optional.of(text(union(List.of(client, database))))));
    }

    private static BitSet only(int cpu) {
        BitSet set = new BitSet();
        set.set(cpu);
        return set;
    }

    private static BitSet union(List<BitSet> sets) {
        BitSet all = new BitSet();
        sets.forEach(all::or);
        return all;
    }

    /** Parses a CPU list; unreadable parts are ignored. */
    static BitSet list(String text) {
        BitSet set = new BitSet();
        for (String range : text.strip().split(",", -1)) {
            Matcher matcher = RANGE.matcher(range);
            if (matcher.matches()) {
                int from = Integer.parseInt(matcher.group(1));
                int to = matcher.group(2) == null ? from : Integer.parseInt(matcher.group(2));
                set.set(from, Math.max(from, to) + 1);
            }
        }
        return set;
    }

    /** A CPU list in the syntax of taskset. */
    private static String text(BitSet set) {
        List<String> ranges = new ArrayList<>();
        for (int from = set.nextSetBit(0); from >= 0; ) {
            int end = set.nextClearBit(from);
            ranges.add(end - from == 1 ? String.valueOf(from) : from + "-" + (end - 1));
            from = set.nextSetBit(end);
        }
        return String.join(",", ranges);
    }
}
