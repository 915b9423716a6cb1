package dev.jdbcbench.site;

import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.Command;
import dev.jdbcbench.host.HostScript;
import dev.jdbcbench.host.JournalEntry;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.stream.Stream;

/**
 * This bench's claim to a run. While it is held, no other bench can work on the run on these hosts, measure on them or
 * clean them. On each host a claim is an idle process, so it disappears by itself when this bench is killed.
 */
public final class Claim {
    private final String run;
    /** Unique on every host, so no two claims share a directory. */
    private final String role = RunOnHosts.ATTENDANT + "-" + random();

    private final Leases leases;
    private final Undo undo;

    /** Prepares to claim a run; the claim ends with the clean-up. */
    public Claim(String run, Progress progress, Undo undo) {
        this.run = run;
        this.undo = undo;
        this.leases = new Leases(progress);
        undo.add("stop renewing leases", leases::close);
    }

    private static String random() {
        byte[] bytes = new byte[4];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /** The name of its directory on a host. */
    String role() {
        return role;
    }

    /**
     * Claims the run on a host. An older claim may exist: see {@link #requireFirst}.
     *
     * @return the script to use there; it changes nothing once the claim has expired
     */
    public HostScript on(HostScript script) {
        String directory = script.directory(run, role);
        undo.add(
                "release the claim on " + script.host().name() + " (" + directory + ")",
                "claim " + script.unattended(directory, Leases.DURATION, HostScript.WhenAbandoned.REMOVE),
                () -> script.discardOwn(run, role));
        script.begin(run, role, Leases.DURATION);
        script.launch(directory, Leases.DURATION, HostScript.WhenAbandoned.REMOVE, Command.of("sleep", "2147483647"));
        leases.add(script, directory);
        return script.guardedBy(directory);
    }

    /** Valid claims of others to the same run that are older than this one. */
    private Stream<JournalEntry> olderClaims(HostScript script) {
        long ticket = ticket(script);
        return script.entries().stream()
                .filter(entry -> entry.run().equals(run)
                        && RunOnHosts.claims(entry)
                        && entry.ticket() < ticket
                        && ConnectedHosts.inUse(entry));
    }

    /** Entries of other runs on a host that are in use and older than this claim. */
    private Stream<JournalEntry> olderRuns(HostScript script) {
        long ticket = ticket(script);
        return script.entries().stream()
                .filter(entry -> !entry.run().equals(run) && entry.ticket() < ticket && ConnectedHosts.inUse(entry));
    }

    private long ticket(HostScript script) {
        return script.entries().stream()
                .filter(entry -> entry.name().equals(run + "/" + role))
                .mapToLong(JournalEntry::ticket)
                .findFirst()
                .orElse(Long.MAX_VALUE);
    }

    /**
     * Makes sure that no other bench has an older claim to this run on a host.
     *
     * @throws Failure.Command if another bench has one
     */
    void requireFirstOfRun(HostScript script) {
        olderClaims(script).findFirst().ifPresent(entry -> {
            throw attached(run, entry, script.host().name());
        });
    }

    /**
     * Makes sure that this claim is the oldest on a host.
     *
     * @throws Failure.Command if another bench has claimed this run, or the host for another run
     */
    void requireFirst(HostScript script) {
        requireFirstOfRun(script);
        olderRuns(script).findFirst().ifPresent(entry -> {
            throw new Failure.Command(
                    ConnectedHosts.taken(script.host().name(), entry),
                    "two runs on one host would disturb each other",
                    "Wait until it has ended, or end it: ./bench stop " + entry.run(),
                    null);
        });
    }

    /** The failure when another bench has claimed the run. */
    public static Failure.Command attached(String run, JournalEntry claim, String host) {
        return new Failure.Command(
                "run " + run + " is already attached to another bench process"
                        + claim.owner().map(ConnectedHosts::byAndSince).orElse(""),
                "on " + host,
                "Follow the run from here when that process has ended.",
                null);
    }
}
