package dev.jdbcbench.preparation;

import dev.jdbcbench.config.Cpus;
import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.host.Command;
import dev.jdbcbench.plan.Selection;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.site.Progress;
import dev.jdbcbench.site.Site;
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
 * On which CPUs of the client host the two sides work where the hosts file leaves it to bench: the database on the first half of its cores,
 * the client on the others. Otherwise the scheduler decides from turn to turn whether both share a core, and turns do not remove what that
 * does to a comparison. It is the same in both topologies, so near and far have the same client. The JVMs warm up on the CPUs of both
 * sides: on one CPU they could not do so at the same time.
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

    /** Gives the client host of a selection its CPUs, and tells the user which. The host is connected. */
    public static Selection choose(Selection selection, Site site, Progress progress) {
        HostSpec client = selection.client();
        // Where nothing is claimed it does not matter, and what was published was not pinned.
        if (!client.cpus().auto()
                || !selection.profile().claims()
                || selection.profile().published()) {
            return selection;
        }
        List<String> lines = site.script(client)
                .host()
                .require("look which CPUs there are", Command.query("sh", "-c", LOOK))
                .out()
                .lines()
                .toList();
        int connections = Collections.max(selection.threads());
        boolean taskset = lines.size() > 1 && !lines.get(1).equals("none");
        Optional<Cpus> apart =
                taskset ? apart(lines.get(0), lines.subList(2, lines.size()), connections) : Optional.empty();
        if (apart.isEmpty()) {
            progress.say(client.name() + ": nothing is pinned (cpus: auto): "
                    + (taskset
                            ? "the client needs " + (connections == 1 ? "one CPU" : connections + " CPUs")
                                    + ", and half of the cores have fewer"
                            : "there is no taskset"));
            return selection.withClient(client.on(Cpus.ALL));
        }
        Cpus cpus = apart.get();
        progress.say(
                client.name() + ": the client works on CPU " + cpus.client().orElseThrow()
                        + (selection.topologies().contains(Topology.LOCAL)
                                ? ", the database on CPU " + cpus.database().orElseThrow()
                                : "")
                        + " (cpus: auto)");
        return selection.withClient(client.on(cpus));
    }

    /** As an earlier session of the run had it. */
    public static Selection asBefore(Selection selection, Plan plan) {
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
        return selection.withClient(selection.client().on(Cpus.chosen(client, database, warmUp)));
    }

    /**
     * Halves: whole cores where there are two, else the threads of the only one.
     *
     * @param allowed CPUs, as the kernel lists them ({@code 0-3,8})
     * @param siblings of each CPU, those that share its core, itself among them
     * @param connections that work at the same time: the client needs a CPU for each
     * @return empty where there are not enough, or the host does not tell
     */
    static Optional<Cpus> apart(String allowed, List<String> siblings, int connections) {
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

    /** What cannot be read is no CPU. */
    private static BitSet list(String text) {
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

    /** As taskset reads it. */
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
