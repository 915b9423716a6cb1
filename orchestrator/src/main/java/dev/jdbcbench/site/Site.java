package dev.jdbcbench.site;

import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.failure.Failure;
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
public final class Site {
    private final Progress progress;
    private final Optional<Consumer<String>> rehearsal;
    private final Map<String, HostScript> scripts = new LinkedHashMap<>();

    /**
     * No host yet.
     *
     * @param rehearsal is given every command that would change a host, and nothing is changed; empty to change hosts
     */
    public Site(Progress progress, Optional<Consumer<String>> rehearsal) {
        this.progress = progress;
        this.rehearsal = rehearsal;
    }

    /** Connects hosts, and puts the script on them. */
    public void connect(Collection<HostSpec> specs, Undo undo) {
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
    public static Host open(HostSpec spec, Progress progress) {
        if (spec.local()) {
            return new LocalHost(spec.name());
        }
        progress.say("connecting to " + spec.name() + " (" + spec.address() + ")");
        return SshHost.connect(spec);
    }

    /** Whether nothing is changed. */
    public boolean rehearses() {
        return rehearsal.isPresent();
    }

    /** The script on a host that is connected. */
    public HostScript script(HostSpec spec) {
        return Optional.ofNullable(scripts.get(spec.name())).orElseThrow();
    }

    /** All hosts that are connected, by name. */
    public Map<String, HostScript> scripts() {
        return scripts;
    }

    /**
     * Claims the hosts for a run, from now until all is undone: no other bench measures there, nor cleans away what is only being brought.
     *
     * @throws Failure.Command when another run has one of them, or another bench works on this run
     */
    public void claim(String run, Undo undo) {
        if (rehearses()) {
            scripts.forEach((name, script) -> script.entries().stream()
                    .filter(entry -> !entry.run().equals(run) && inUse(entry))
                    .forEach(entry -> progress.warn(taken(name, entry))));
            return;
        }
        Claim claim = new Claim(run, progress, undo);
        scripts.replaceAll((name, script) -> claim.on(script));
        scripts.values().forEach(claim::requireFirst);
    }

    static String taken(String host, HostScript.Entry entry) {
        return host + " is taken: run " + entry.run() + " works there"
                + entry.owner().map(Site::byAndSince).orElse("");
    }

    public static String byAndSince(Owner owner) {
        return " (" + owner.person() + ", since " + owner.since() + (owner.left() ? ", alone" : "") + ")";
    }

    /**
     * Whether somebody still wants what the journal of a host names: its bench lives, or, where that cannot be seen from here, its lease
     * holds.
     */
    public static boolean inUse(HostScript.Entry entry) {
        Optional<Owner> here = entry.owner().filter(Owner::onThisMachine);
        return here.map(Owner::alive)
                .orElseGet(() ->
                        entry.leaseLeft().filter(left -> !left.isNegative()).isPresent());
    }
}
