package dev.jdbcbench.execution;

import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.Command;
import dev.jdbcbench.host.Host;
import dev.jdbcbench.host.HostScript;
import dev.jdbcbench.host.LocalHost;
import dev.jdbcbench.host.Owner;
import dev.jdbcbench.host.Rehearsal;
import dev.jdbcbench.host.SshHost;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** The hosts that a command works on, connected, each with bench's script. */
final class Site {
    private final Progress progress;
    private final Optional<Consumer<String>> rehearsal;
    private final Map<String, HostScript> scripts = new LinkedHashMap<>();

    /**
     * No host yet.
     *
     * @param rehearsal is given every command that would change a host, and nothing is changed; empty to change hosts
     */
    Site(Progress progress, Optional<Consumer<String>> rehearsal) {
        this.progress = progress;
        this.rehearsal = rehearsal;
    }

    /** Connects hosts, and puts the script on them. */
    void connect(Collection<HostSpec> specs, Undo undo) {
        for (HostSpec spec : specs) {
            if (!scripts.containsKey(spec.name())) {
                Host host = open(spec, progress);
                undo.add("close the line to " + spec.name(), host::close);
                Host shown =
                        rehearsal.<Host>map(lines -> new Rehearsal(host, lines)).orElse(host);
                scripts.put(spec.name(), HostScript.install(shown));
            }
        }
    }

    /** A line to a host. */
    static Host open(HostSpec spec, Progress progress) {
        if (spec.local()) {
            return new LocalHost(spec.name());
        }
        progress.say("connecting to " + spec.name() + " (" + spec.address() + ")");
        return SshHost.connect(spec);
    }

    /** Whether nothing is changed. */
    boolean rehearses() {
        return rehearsal.isPresent();
    }

    /** The script on a host that is connected. */
    HostScript script(HostSpec spec) {
        return Optional.ofNullable(scripts.get(spec.name())).orElseThrow();
    }

    /** All hosts that are connected, by name. */
    Map<String, HostScript> scripts() {
        return scripts;
    }

    /**
     * Takes the hosts for a run, from now until all is undone: nobody else measures there, nor cleans away what is only being brought. What
     * says so is a process that does nothing, so that it ends and goes by itself when bench is killed.
     *
     * @throws Failure.Command when another run has one of them
     */
    void claim(String run, Undo undo) {
        if (rehearses()) {
            scripts.forEach((name, script) ->
                    others(script, run, Long.MAX_VALUE).forEach(entry -> progress.warn(taken(name, entry))));
            return;
        }
        Leases leases = new Leases(progress);
        undo.add("stop renewing leases", leases::close);
        scripts.forEach((name, script) -> attend(run, "bench", script, leases, undo));
        scripts.forEach((name, script) -> others(script, run, ticket(script, run, "bench"))
                .findFirst()
                .ifPresent(entry -> {
                    throw new Failure.Command(
                            taken(name, entry),
                            "two would measure one another",
                            "Wait until it has ended, or end it: ./bench stop " + entry.run(),
                            null);
                }));
    }

    /** Says on a host that somebody attends to a run. */
    static void attend(String run, String role, HostScript script, Leases leases, Undo undo) {
        String directory = script.directory(run, role);
        undo.add(
                "take leave of " + script.host().name() + " (" + directory + ")",
                "claim " + script.unattended(directory, Leases.DURATION, HostScript.WhenAbandoned.REMOVE),
                () -> script.discard(directory));
        script.begin(run, role, Leases.DURATION);
        script.launch(directory, Leases.DURATION, HostScript.WhenAbandoned.REMOVE, Command.of("sleep", "2147483647"));
        leases.add(script, directory);
    }

    private static long ticket(HostScript script, String run, String role) {
        return script.entries().stream()
                .filter(entry -> entry.name().equals(run + "/" + role))
                .mapToLong(HostScript.Entry::ticket)
                .findFirst()
                .orElse(Long.MAX_VALUE);
    }

    /** What others have on a host that they still want, and had before the holder of a ticket came. */
    private static Stream<HostScript.Entry> others(HostScript script, String run, long ticket) {
        return script.entries().stream()
                .filter(entry -> !entry.run().equals(run) && entry.ticket() < ticket && inUse(entry));
    }

    private static String taken(String host, HostScript.Entry entry) {
        return host + " is taken: run " + entry.run() + " works there"
                + entry.owner().map(Site::byAndSince).orElse("");
    }

    static String byAndSince(Owner owner) {
        return " (" + owner.person() + ", since " + owner.since() + (owner.left() ? ", alone" : "") + ")";
    }

    /**
     * Whether somebody still wants what the journal of a host names: its bench lives, or, where that cannot be seen from here, its lease
     * holds.
     */
    static boolean inUse(HostScript.Entry entry) {
        Optional<Owner> here = entry.owner().filter(Owner::onThisMachine);
        return here.map(Owner::alive)
                .orElseGet(() ->
                        entry.leaseLeft().filter(left -> !left.isNegative()).isPresent());
    }
}
