package dev.jdbcbench.site;

import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.DryRunHost;
import dev.jdbcbench.host.Host;
import dev.jdbcbench.host.HostKind;
import dev.jdbcbench.host.HostScript;
import dev.jdbcbench.host.JournalEntry;
import dev.jdbcbench.host.ObtainedHosts;
import dev.jdbcbench.host.Owner;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The hosts that a command works on: connected, each with bench's script. All commands connect to their hosts here. */
public final class ConnectedHosts {
    private final Progress progress;
    private final Optional<Consumer<String>> rehearsal;
    private final Surroundings surroundings;
    private final Map<String, Connected> hosts = new LinkedHashMap<>();
    private Optional<ObtainedHosts> obtained = Optional.empty();

    /** A connected host. */
    public record Connected(HostSpec spec, HostScript script) {}

    /**
     * Starts without hosts.
     *
     * @param rehearsal receives every command that would change a host, and nothing is changed; empty to change hosts
     */
    public ConnectedHosts(Progress progress, Optional<Consumer<String>> rehearsal) {
        this(progress, rehearsal, Surroundings.REAL);
    }

    /** Starts without hosts, in other surroundings. */
    public ConnectedHosts(Progress progress, Optional<Consumer<String>> rehearsal, Surroundings surroundings) {
        this.progress = progress;
        this.rehearsal = rehearsal;
        this.surroundings = surroundings;
    }

    /**
     * Connects to hosts, and installs the script on them. Obtains those first that exist only for the run, and waits for
     * them.
     *
     * @param run the ID of the run that they are for
     * @throws Failure if one of them cannot be reached or obtained, or the script cannot be installed
     */
    public void connect(String run, Collection<HostSpec> specs, Undo undo) {
        find(run, specs);
        obtained.ifPresent(wanted -> {
            wanted.check();
            // Registered before the request: it must also withdraw one that was interrupted.
            undo.add(wanted.releasing(), wanted.left(), wanted::release);
            List<HostSpec> hosts =
                    specs.stream().filter(spec -> spec.request().isPresent()).toList();
            wanted.obtain(
                    hosts.get(0).request().orElseThrow(),
                    hosts.stream().map(HostSpec::name).toList(),
                    progress::say);
        });
        connect(specs, undo);
    }

    /**
     * Looks for hosts that exist only for the run. Those that are there become reachable; the others are left out.
     *
     * @throws Failure.Input if no extension provides hosts of their kind
     */
    public void find(String run, Collection<HostSpec> specs) {
        obtained = specs.stream()
                .flatMap(spec -> spec.request().stream())
                .findFirst()
                .map(request -> HostKind.of(request.kind(), HostKind.provided()).of(run));
    }

    /** Registers that clean-up gives back the hosts that exist only for the run, if there are any. */
    public void release(Undo undo) {
        obtained.filter(hosts -> !hosts.names().isEmpty())
                .ifPresent(hosts -> undo.add(hosts.releasing(), hosts.left(), hosts::release));
    }

    /**
     * Connects to hosts, and installs the script on them.
     *
     * @throws Failure if one of them cannot be reached, or the script cannot be installed
     */
    public void connect(Collection<HostSpec> specs, Undo undo) {
        specs.forEach(spec -> connect(spec, undo, HostScript::install));
    }

    /**
     * Connects to hosts without installing anything.
     *
     * @throws Failure for the first host that cannot be reached
     */
    public void reachAll(Collection<HostSpec> specs, Undo undo) {
        there(specs).forEach(spec -> connect(spec, undo, HostScript::locate));
    }

    /**
     * Connects to those hosts that can be reached, without installing anything: the script may be missing.
     *
     * @return the reason for each host that cannot be reached; the others are connected
     */
    public Map<HostSpec, Failure> reach(Collection<HostSpec> specs, Undo undo) {
        Map<HostSpec, Failure> unreachable = new LinkedHashMap<>();
        for (HostSpec spec : there(specs)) {
            try {
                connect(spec, undo, HostScript::locate);
            } catch (Failure.Interrupted e) {
                throw e;
            } catch (Failure e) {
                unreachable.put(spec, e);
            }
        }
        return unreachable;
    }

    /** The hosts, without those that existed only for the run and are gone. */
    private List<HostSpec> there(Collection<HostSpec> specs) {
        boolean some = specs.stream().anyMatch(spec -> spec.request().isPresent());
        List<String> names = some ? obtained.map(ObtainedHosts::names).orElse(List.of()) : List.of();
        return specs.stream()
                .filter(spec -> spec.request().isEmpty() || names.contains(spec.name()))
                .toList();
    }

    private void connect(HostSpec spec, Undo undo, Function<Host, HostScript> script) {
        if (!hosts.containsKey(spec.name())) {
            Host host = open(spec);
            undo.add("close the connection to " + spec.name(), host::close);
            Host shown =
                    rehearsal.<Host>map(lines -> new DryRunHost(host, lines)).orElse(host);
            hosts.put(spec.name(), new Connected(spec, script.apply(shown)));
        }
    }

    private Host open(HostSpec spec) {
        if (spec.request().isPresent()) {
            return obtained.orElseThrow().connect(spec.name());
        }
        if (!spec.local()) {
            progress.step("connecting to " + spec.name() + " (" + spec.address() + ")");
        }
        return surroundings.open(spec);
    }

    /** Reports that a step begins; not in a dry run, in which none does. */
    public void doing(String step) {
        if (!isDryRun()) {
            progress.step(step);
        }
    }

    /** Whether this is a dry run, which changes nothing. */
    public boolean isDryRun() {
        return rehearsal.isPresent();
    }

    /** The script on a connected host. */
    public HostScript script(HostSpec spec) {
        return Optional.ofNullable(hosts.get(spec.name())).orElseThrow().script();
    }

    /** All connected hosts, in the order of connecting. */
    public List<Connected> hosts() {
        return List.copyOf(hosts.values());
    }

    /**
     * Claims the hosts for a run until the clean-up: no other bench measures there, or removes files that are being
     * installed.
     *
     * @throws Failure.Command if another run holds one of them, or another bench is working on this run
     */
    public void claim(String run, Undo undo) {
        if (isDryRun()) {
            hosts.forEach((name, host) -> host.script().entries().stream()
                    .filter(entry -> !entry.run().equals(run) && inUse(entry))
                    .collect(Collectors.toMap(JournalEntry::run, entry -> entry, (first, later) -> first))
                    .values()
                    .forEach(entry -> progress.warn(taken(name, entry))));
            return;
        }
        Claim claim = new Claim(run, progress, undo);
        hosts.replaceAll((name, host) -> new Connected(host.spec(), claim.on(host.script())));
        hosts.values().forEach(host -> claim.requireFirst(host.script()));
    }

    /**
     * Claims a run that already has data on hosts, until the clean-up. The hosts are connected; this installs the
     * script on them.
     *
     * @param specs the hosts that hold parts of the run; all others are dropped
     * @throws Failure.Command if another bench is working on this run
     */
    public void claimAgain(String run, Collection<HostSpec> specs, Undo undo) {
        Claim claim = new Claim(run, progress, undo);
        hosts.values().removeIf(host -> !specs.contains(host.spec()));
        hosts.replaceAll((name, host) -> new Connected(
                host.spec(), claim.on(HostScript.install(host.script().host()))));
        hosts.values().forEach(host -> claim.requireFirstOfRun(host.script()));
    }

    static String taken(String host, JournalEntry entry) {
        return host + " is taken: run " + entry.run() + " is running there"
                + entry.owner().map(ConnectedHosts::byAndSince).orElse("");
    }

    public static String byAndSince(Owner owner) {
        return " (" + owner.person() + ", since " + owner.since() + (owner.left() ? ", alone" : "") + ")";
    }

    /**
     * Whether a journal entry is still in use: its bench is alive or, if that cannot be determined from here, its lease
     * is valid.
     */
    public static boolean inUse(JournalEntry entry) {
        Optional<Owner> here = entry.owner().filter(Owner::onThisMachine);
        return here.map(Owner::alive)
                .orElseGet(() ->
                        entry.leaseLeft().filter(left -> !left.isNegative()).isPresent());
    }
}
