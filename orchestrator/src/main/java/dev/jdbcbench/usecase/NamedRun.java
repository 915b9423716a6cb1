package dev.jdbcbench.usecase;

import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.config.Hosts;
import dev.jdbcbench.config.Install;
import dev.jdbcbench.config.ServerSpec;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.plan.Inputs;
import dev.jdbcbench.request.Request;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.store.RunDirectory;
import dev.jdbcbench.store.RunOrigin;
import dev.jdbcbench.store.RunStore;
import dev.jdbcbench.untrusted.RunId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * A run that a user names, as far as this machine knows it.
 *
 * @param id the run's ID; nothing else is known of a run started elsewhere
 * @param directory its directory; empty if it was started elsewhere
 * @param origin how this user started it here. Empty otherwise: then nothing in the directory may decide where to
 *     connect or what to execute
 * @param where where its hosts are now
 */
public record NamedRun(
        String id, Optional<RunDirectory> directory, Optional<RunOrigin> origin, HostsNow where, Here here) {
    /**
     * The run with that ID, or in that directory.
     *
     * @throws Failure.Input if the name can be neither
     */
    public static NamedRun of(String name, HostsNow where, Here here) {
        Optional<RunDirectory> directory = new RunStore(here.results()).find(name);
        if (directory.isEmpty() && !RunId.admits(name)) {
            throw new Failure.Input(
                    "there is no run " + name,
                    List.of("it is neither a directory nor the id of a run"),
                    "./bench list runs shows the runs that are known here.");
        }
        return new NamedRun(
                directory.map(RunDirectory::run).orElse(name),
                directory,
                directory.flatMap(here.origins()::of),
                where,
                here);
    }

    /** What the user asked for when the run was started; empty without an origin. */
    private Optional<Request> asked() {
        return origin.flatMap(RunOrigin::asked).map(this::here);
    }

    private Request here(Request request) {
        return request.withWhere(
                request.where().withHosts(request.where().hosts().over(where.named())));
    }

    /** What the user asked for, or only the hosts that may hold the run. */
    private Request known() {
        return asked().orElseGet(() -> Request.of(Request.Where.DEFAULT.withHosts(where.otherwise())));
    }

    /**
     * What a user asks for again, to continue a run that was not started here.
     *
     * @param words as typed
     */
    public record Again(List<String> words, Request request) {}

    /** Whether it is here and closed, so no host has anything of it. */
    public boolean closed() {
        return directory.map(RunDirectory::closed).orElse(false);
    }

    /** Whether bench knows where it may connect: this user started the run here, or names its hosts, or knows nothing but its id. */
    public boolean hostsAreKnown() {
        return directory.isEmpty() || origin.isPresent() || !where.named().found();
    }

    /**
     * The hosts that may hold data of this run.
     *
     * @throws Failure.Input if the run's hosts are not known
     */
    public Collection<HostSpec> hosts() {
        if (!hostsAreKnown()) {
            throw new Failure.Input(
                    "run " + id + " was not started from this account on this machine",
                    List.of("bench does not trust its directory to name the hosts, so it contacted none"),
                    "Name its hosts: --hosts FILE.");
        }
        Map<String, HostSpec> known = known(known(), here);
        if (directory.isEmpty()) {
            return known.values();
        }
        Map<String, HostSpec> needed = new LinkedHashMap<>();
        List<String> unknown = new ArrayList<>();
        for (String name : names(directory.get().plan())) {
            HostSpec spec = known.get(name);
            if (spec == null) {
                unknown.add("no host is called " + name);
            } else {
                needed.put(name, spec);
            }
        }
        if (!unknown.isEmpty()) {
            throw new Failure.Input(
                    "the hosts of run " + id + " are not known",
                    unknown,
                    "Name the hosts file that has them: --hosts FILE.");
        }
        return needed.values();
    }

    /** The servers that bench did not start and the run may have measured, as far as this machine knows them. */
    public List<ServerSpec.External> externals() {
        Hosts hosts = Inputs.hosts(known(), here.reading());
        return hosts.servers().values().stream()
                .flatMap(server -> server.external().stream())
                .toList();
    }

    /** The command that removes everything that bench left on the run's hosts. */
    public String clean() {
        return known().clean();
    }

    /** All hosts that may hold runs. */
    public static Collection<HostSpec> known(Request.Hosts named, Here here) {
        return known(Request.of(Request.Where.DEFAULT.withHosts(named)), here).values();
    }

    /** All hosts in a hosts file and in --db-host, by name. */
    private static Map<String, HostSpec> known(Request request, Here here) {
        Hosts hosts = Inputs.hosts(request, here.reading());
        Map<String, HostSpec> known = new LinkedHashMap<>();
        HostSpec client = hosts.clientHost();
        known.put(client.name(), client);
        known.putAll(hosts.hosts());
        Inputs.databaseHost(request.where().hosts(), hosts).ifPresent(spec -> known.put(spec.name(), spec));
        return known;
    }

    /** The names of the hosts on which bench works; hosts of external servers are not among them. */
    private static Collection<String> names(Plan plan) {
        Collection<String> names = new TreeSet<>();
        names.addAll(plan.clientHosts());
        for (Plan.Server server : plan.servers()) {
            if (!Install.EXTERNAL.id().equals(server.install())) {
                names.add(server.database());
            }
        }
        return names;
    }

    /**
     * What to continue.
     *
     * @param repeated what the user asks for again, for a run that this user did not start here
     * @throws Failure.Input if it is not known
     */
    Request request(Optional<Again> repeated) {
        if (origin.isPresent() && repeated.isPresent()) {
            throw new Failure.Input(
                    "run " + id + " was started from this account: its options are known",
                    List.of("options behind -- : "
                            + String.join(" ", repeated.get().words())),
                    "Leave them out.");
        }
        origin.map(RunOrigin::unclear).ifPresent(unclear -> {
            throw new Failure.Input(
                    "this version of bench does not understand how run " + id + " was started",
                    unclear.lines().toList(),
                    "collect and list show what it measured. Measure what is missing in a new run.");
        });
        return repeated.map(again -> here(again.request()))
                .or(() -> origin.filter(RunOrigin::resumes).flatMap(started -> asked()))
                .orElseThrow(
                        () -> new Failure.Input(
                                "run " + id + " cannot be resumed",
                                List.of(
                                        directory.isEmpty()
                                                ? "it is known neither here nor on the hosts"
                                                : origin.isPresent()
                                                        ? "it was not made by bench run"
                                                        : "it was not started from this account on this machine; bench does not trust its options"),
                                directory.isPresent() && origin.isEmpty()
                                        ? "Repeat the options of its bench run behind --, as you would type them (its command.json has them for people to read): ./bench resume "
                                                + id + " -- --topology local --scenario Do1"
                                        : "./bench list runs shows the runs that are known here; --hosts FILE names other hosts."));
    }
}
