package dev.jdbcbench.comparison;

import dev.jdbcbench.comparison.Collected.Rtt;
import dev.jdbcbench.comparison.SideBySide.Pair;
import dev.jdbcbench.event.ServerFacts;
import dev.jdbcbench.result.fold.Fold;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Topology;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Notes on how to read the rows of a collection, in sentences. */
final class Notes {
    private final List<Fold> runs;
    private final List<Pair> pairs;
    private final List<Row> rows;
    private final @Nullable Rtt rtt;

    Notes(List<Fold> runs, List<Pair> pairs, List<Row> rows, @Nullable Rtt rtt) {
        this.runs = runs;
        this.pairs = pairs;
        this.rows = rows;
        this.rtt = rtt;
    }

    List<String> all() {
        List<String> notes = new ArrayList<>();
        if (pairs.stream().anyMatch(pair -> sharesCpus(pair.local().run()))) {
            notes.add(
                    "Local: client and database share the CPUs of one host, distant they do not. The local times include the cost of"
                            + " sharing, which can make a residual negative; cpus: in the hosts file gives each its own.");
        }
        if (pairs.stream().anyMatch(pair -> pair.local().run() != pair.distant().run())) {
            notes.add(
                    "Local and distant were measured in different runs: the differences include whatever changed on the hosts in"
                            + " between. One run of both, --topology local,distant, measures them in turns.");
        }
        notes.addAll(derived());
        runs.forEach(run -> run.results()
                .notes()
                .forEach(note -> notes.add((runs.size() > 1 ? run.plan().run() + ": " : "") + note + ".")));
        boolean imported = runs.stream().anyMatch(run -> !run.plan().profile().interleaved());
        if (imported) {
            notes.add(
                    "Imported runs: forks of a cell ran one after the other, so a disturbance of some minutes affects one cell only;"
                            + " what the files do not record is not compared.");
        }
        if (rtt != null && rtt.source().equals(Rtt.IMPLIED)) {
            notes.add(
                    "The RTT was not measured. It is estimated as the median of what the distance adds to rows that certainly make one"
                            + " round trip; the implied round trips of these rows prove nothing.");
        }
        if (rows.stream().anyMatch(row -> row.traffic().roundTripsImplied() != null)) {
            notes.add(
                    "Implied round trips: the difference of the geometric means of the fork scores, in RTTs; they include what the"
                            + " server and the bytes add.");
        }
        if (!rows.isEmpty() && rows.stream().allMatch(row -> row.traffic().roundTripsCounted() == null)) {
            notes.add(
                    "No run counted round trips, so nothing is predicted: a run counts them unless it has the profile smoke or"
                            + " --no-explain, and bench explain counts them by itself.");
        }
        return notes;
    }

    /** What each server derived from its host and has differently near and far, one line for each server. */
    private Set<String> derived() {
        Set<String> notes = new LinkedHashSet<>();
        for (Pair pair : pairs) {
            String server = pair.local().cell().server();
            Optional<ServerFacts> near = pair.local().run().serverFacts(Topology.LOCAL, server);
            Optional<ServerFacts> far = pair.distant().run().serverFacts(Topology.DISTANT, server);
            if (near.isEmpty() || far.isEmpty()) {
                continue;
            }
            Set<String> names = new TreeSet<>(near.get().derived().keySet());
            names.retainAll(far.get().derived().keySet());
            String values = names.stream()
                    .filter(name -> !near.get().setting(name).equals(far.get().setting(name)))
                    .map(name -> name + " " + near.get().setting(name) + " local, "
                            + far.get().setting(name) + " distant")
                    .collect(Collectors.joining("; "));
            if (!values.isEmpty()) {
                notes.add(server + " derived these settings from its hosts, which differ: " + values + ".");
            }
        }
        return notes;
    }

    private static boolean sharesCpus(Fold run) {
        return run.plan().servers().stream()
                .filter(server -> server.topology() == Topology.LOCAL)
                .anyMatch(server -> run.plan().profile().interleaved()
                        && !Plan.Server.apart(server.clientCpus(), server.databaseCpus()));
    }
}
