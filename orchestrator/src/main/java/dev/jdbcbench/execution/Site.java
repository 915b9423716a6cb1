package dev.jdbcbench.execution;

import dev.jdbcbench.config.HostSpec;
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

    /** Says which other runs work on these hosts: they disturb one another. */
    void warnOfOthers() {
        scripts.forEach((name, script) -> {
            for (HostScript.Entry entry : script.entries()) {
                if (inUse(entry)) {
                    progress.warn("run " + entry.run() + " works on " + name
                            + entry.owner().map(Site::byAndSince).orElse("") + ": both disturb one another");
                }
            }
        });
    }

    /**
     * Says on each host that somebody works there, from now until all is undone: nobody must clean away what is only being brought. What
     * says it is a process that does nothing, so that it ends and goes by itself when bench is killed.
     */
    void claim(String run, Undo undo) {
        if (rehearses()) {
            return;
        }
        Leases leases = new Leases();
        undo.add("stop renewing leases", leases::close);
        scripts.forEach((name, script) -> {
            String directory = script.begin(run, "bench");
            undo.add("take leave of " + name, () -> script.discard(directory));
            script.launch(
                    directory, Leases.DURATION, HostScript.WhenAbandoned.REMOVE, Command.of("sleep", "2147483647"));
            leases.add(script, directory);
        });
    }

    static String byAndSince(Owner owner) {
        return " (" + owner.person() + ", since " + owner.since() + ")";
    }

    /**
     * Whether somebody still wants what the journal of a host names: its bench lives, or, where that cannot be seen from here, its lease
     * holds.
     */
    static boolean inUse(HostScript.Entry entry) {
        Optional<Owner> here = entry.owner().filter(Owner::onThisMachine);
        return here.map(Owner::alive)
                .orElseGet(() -> entry.unattendedSeconds()
                        .filter(seconds -> seconds <= Leases.DURATION.toSeconds())
                        .isPresent());
    }
}
