package dev.jdbcbench.preparation;

import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.config.ServerSpec;
import dev.jdbcbench.event.EventLog;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.Host;
import dev.jdbcbench.plan.Cells;
import dev.jdbcbench.plan.JvmArgs;
import dev.jdbcbench.plan.Selection;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Profile;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.site.ConnectedHosts;
import dev.jdbcbench.site.Progress;
import dev.jdbcbench.store.RunDirectory;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Examines the hosts of a run before anything of it is active there: their facts, and whether they are suitable. */
public final class Inspection {
    private static final Pattern KILOBYTES = Pattern.compile("([0-9]{1,15}) kB");

    private final ConnectedHosts site;
    private final Clock clock;
    private final Progress progress;

    public Inspection(ConnectedHosts site, Clock clock, Progress progress) {
        this.site = site;
        this.clock = clock;
        this.progress = progress;
    }

    /**
     * Checks each host before anything of the run is active there, and warns about unsuitable ones. Gated profiles
     * refuse them unless {@code --force} is given. Profiles that claim nothing skip the check.
     */
    public void lookForFitness(Plan plan, EventLog log) {
        if (!plan.profile().claims()) {
            return;
        }
        site.hosts().forEach(connected -> {
            String name = connected.spec().name();
            List<String> reasons = Fitness.reasons(connected.script().host());
            if (reasons.isEmpty()) {
                return;
            }
            log.append(new Fact.HostUnfit(name, reasons));
            if (plan.profile().gated() && !plan.goal().force()) {
                throw unfit(name, reasons);
            }
            reasons.forEach(reason -> progress.warn(name + " is unsuitable for measuring: " + reason));
        });
    }

    private static Failure unfit(String host, List<String> reasons) {
        return unfit(host, reasons, "Fix it, choose another host, or use --force (recorded in the results).");
    }

    /**
     * The failure for a host that the first block shows to be unsuitable. The block stays in the run, so resuming it
     * fails in the same way: its plan has no --force, and resume cannot add it.
     */
    public static Failure unfitInFirstBlock(String host, List<String> reasons) {
        return unfit(
                host,
                reasons,
                "The first block shows it, and stays in this run: fix the host or choose another one, and start a new run, or start one"
                        + " with --force (recorded in the results).");
    }

    private static Failure unfit(String host, List<String> reasons, String hint) {
        String ungated = Profile.ALL.stream()
                .filter(profile -> !profile.gated())
                .map(Profile::name)
                .collect(Collectors.joining(", "));
        return new Failure.Unfit(
                host + " is unsuitable for measuring",
                String.join("\n", reasons),
                hint + " These profiles measure there without --force: " + ungated + ".");
    }

    /** Records the facts of the hosts. */
    public void writeHostFacts(Selection selection, Plan plan, RunDirectory directory, Prepared prepared) {
        Map<String, Map<String, String>> facts = new LinkedHashMap<>();
        String dataAddress = dataAddress(selection);
        site.hosts().forEach(connected -> {
            String name = connected.spec().name();
            Host host = connected.script().host();
            Map<String, String> found = HostFacts.ask(host, dataAddress, clock);
            if (name.equals(selection.client().name())) {
                warnIfMemoryIsShort(name, found, selection);
            }
            if (selection.clients().stream().anyMatch(client -> client.name().equals(name))) {
                found.put("jdk", HostFacts.jdk(host, prepared.javas().on(connected.spec())));
            }
            prepared.binaries()
                    .forEach((label, byHost) -> Optional.ofNullable(byHost.get(name))
                            .ifPresent(
                                    server -> found.put("database." + label, server.kind() + " " + server.version())));
            facts.put(name, found);
        });
        warnOfOtherJdks(selection, facts);
        directory.writeHosts(Json.pretty(new HostFacts(plan.run(), facts)));
    }

    /** Warns if several clients, which measure one cell together, have different JDKs. */
    private void warnOfOtherJdks(Selection selection, Map<String, Map<String, String>> facts) {
        String first = jdk(selection.client().name(), facts);
        for (HostSpec client : selection.furtherClients()) {
            String other = jdk(client.name(), facts);
            if (!other.equals(first)) {
                progress.warn(client.name() + " has another JDK than "
                        + selection.client().name() + ": " + other + ", not " + first);
            }
        }
    }

    private static String jdk(String host, Map<String, Map<String, String>> facts) {
        return facts.getOrDefault(host, Map.of()).getOrDefault("jdk", "unknown");
    }

    /** Warns when the heaps do not fit into memory: all JVMs of a row are alive at the same time. */
    private void warnIfMemoryIsShort(String name, Map<String, String> facts, Selection selection) {
        Matcher available = KILOBYTES.matcher(facts.getOrDefault("memoryAvailable", ""));
        OptionalLong heap = JvmArgs.heapMegabytes(selection.jvmArgs());
        if (available.matches() && heap.isPresent()) {
            int jvms = Cells.aliveAtOnce(selection);
            long needed = jvms * (heap.getAsLong() + HostCheck.JVM_MEMORY);
            long free = Long.parseLong(available.group(1)) / 1024;
            if (needed > free) {
                progress.warn(
                        name + " has " + free + " MB free, and " + jvms + " measured JVMs with a heap of "
                                + heap.getAsLong() + " MB at once need about " + needed
                                + " MB: it would swap. Take a smaller heap (jvm: { heap: 128M } in the hosts file), fewer drivers, or --no-turns");
            }
        }
    }

    /** The address at which the client reaches the first distant database; it shows which network the hosts use. */
    private String dataAddress(Selection selection) {
        if (!selection.topologies().contains(Topology.DISTANT)) {
            return "127.0.0.1";
        }
        return selection
                .servers(Topology.DISTANT)
                .get(0)
                .external()
                .map(ServerSpec.External::address)
                .orElseGet(() -> {
                    HostSpec spec = selection.databaseHost(Topology.DISTANT);
                    return spec.dataAddress(site.script(spec).host()::address);
                });
    }
}
