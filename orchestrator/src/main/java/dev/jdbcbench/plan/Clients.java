package dev.jdbcbench.plan;

import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.failure.Suggestion;
import dev.jdbcbench.load.Share;
import dev.jdbcbench.run.Profile;
import dev.jdbcbench.run.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The client hosts of a request, and the checks for measuring with several of them. */
final class Clients {
    private static final String OPTION = "--clients";

    private final HostSpec first;
    private final List<HostSpec> further;

    private Clients(HostSpec first, List<HostSpec> further) {
        this.first = first;
        this.further = List.copyOf(further);
    }

    /** Looks up the clients. Unknown and duplicate ones are added to the problems. */
    static Clients of(Inputs inputs, List<String> problems) {
        List<HostSpec> found = new ArrayList<>();
        for (String name : inputs.clients()) {
            HostSpec host = inputs.hosts().hosts().get(name);
            if (host == null) {
                problems.add(OPTION + ": no host of the hosts file is called " + name
                        + (name.matches("[0-9]+")
                                ? "; --threads " + name + " measures with that many connections"
                                : Suggestion.of(name, inputs.hosts().hosts().keySet())));
                continue;
            }
            found.stream()
                    .filter(other -> Planner.same(other, host))
                    .findFirst()
                    .ifPresentOrElse(
                            other -> problems.add(
                                    other.name().equals(name)
                                            ? OPTION + " names " + name + " twice"
                                            : OPTION + ": " + other.name() + " and " + name + " are one host, "
                                                    + host.address()),
                            () -> found.add(host));
        }
        if (found.size() > Share.MOST_CLIENTS) {
            problems.add(OPTION + ": at most " + Share.MOST_CLIENTS + " clients, not " + found.size());
        }
        return found.isEmpty()
                ? new Clients(inputs.hosts().clientHost(), List.of())
                : new Clients(found.get(0), found.subList(1, found.size()));
    }

    HostSpec first() {
        return first;
    }

    List<HostSpec> further() {
        return further;
    }

    List<HostSpec> all() {
        List<HostSpec> all = new ArrayList<>(List.of(first));
        all.addAll(further);
        return all;
    }

    boolean several() {
        return !further.isEmpty();
    }

    /** Adds to the problems everything that several clients cannot measure. */
    void refuseUnsuitable(List<Topology> topologies, List<Integer> threads, Profile profile, List<String> problems) {
        if (!several()) {
            return;
        }
        int number = all().size();
        if (topologies.contains(Topology.LOCAL)) {
            problems.add("--topology local: the database is then on the client's host, and there are " + number
                    + " clients (" + all().stream().map(HostSpec::name).collect(Collectors.joining(", "))
                    + "); take --topology distant, or one client with " + OPTION);
        }
        threads.stream()
                .filter(some -> some < number)
                .forEach(some -> problems.add("--threads " + some + ": " + number
                        + " clients need at least one thread each; take --threads " + number + " or more"));
        if (profile.published()) {
            problems.add(OPTION + ": the profile " + profile.name()
                    + " repeats a published plan of one client; take another profile");
        } else if (!profile.turns()) {
            problems.add(OPTION + " needs turns, which all clients begin together; leave out --no-turns");
        }
    }
}
