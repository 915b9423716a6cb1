package dev.jdbcbench.execution;

import dev.jdbcbench.artifact.Artifacts;
import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.Command;
import dev.jdbcbench.host.Host;
import dev.jdbcbench.host.HostScript;
import dev.jdbcbench.host.JournalEntry;
import dev.jdbcbench.plan.Cells;
import dev.jdbcbench.plan.Selection;
import dev.jdbcbench.preparation.AgentFiles;
import dev.jdbcbench.preparation.Instances;
import dev.jdbcbench.preparation.Java;
import dev.jdbcbench.preparation.JavaPrograms;
import dev.jdbcbench.preparation.Logins;
import dev.jdbcbench.preparation.Prepared;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.site.ConnectedHosts;
import dev.jdbcbench.site.Leases;
import dev.jdbcbench.site.OnlyWarnings;
import dev.jdbcbench.site.Progress;
import dev.jdbcbench.site.Surroundings;
import dev.jdbcbench.site.Undo;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Removes everything that the journals of hosts list, regardless of what happened before, and verifies that nothing is
 * left. {@code host.sh} does the work: {@code sweep} for a run, {@code remove} for the cache, and {@code leftovers} for
 * the final check. A run that is still in use is not touched, and neither is anything it uses.
 */
public final class Clean {
    private final Clock clock;
    private final Progress progress;
    private final Optional<Consumer<String>> rehearsal;
    private final boolean keepCache;
    private final Surroundings surroundings;

    /**
     * A cleanup; the hosts need not be connected yet.
     *
     * @param rehearsal receives every command that would change a host, and nothing is changed; empty to clean
     * @param keepCache whether to keep what the next run can use: programs of servers, jars
     */
    public Clean(Clock clock, Progress progress, Optional<Consumer<String>> rehearsal, boolean keepCache) {
        this(clock, progress, rehearsal, keepCache, Surroundings.REAL);
    }

    /** A cleanup in other surroundings. */
    Clean(
            Clock clock,
            Progress progress,
            Optional<Consumer<String>> rehearsal,
            boolean keepCache,
            Surroundings surroundings) {
        this.surroundings = surroundings;
        this.clock = clock;
        this.progress = progress;
        this.rehearsal = rehearsal;
        this.keepCache = keepCache;
    }

    /**
     * Cleans.
     *
     * @param specs the hosts
     * @param external the external servers that the client host can reach; empty if there are none
     * @param runs the runs that this user started; only their schemas are dropped from external servers
     * @return what was done, one line each
     * @throws Failure if a host cannot be reached, or something is left; everything else was cleaned
     */
    public List<String> carryOut(List<HostSpec> specs, Optional<Selection> external, List<String> runs) {
        List<String> done = new ArrayList<>();
        List<Failure> failures = new ArrayList<>();
        try (Undo lines = new Undo(progress, surroundings)) {
            ConnectedHosts site = new ConnectedHosts(progress, rehearsal, surroundings);
            failures.addAll(site.reach(specs, lines).values());
            List<HostScript> free = new ArrayList<>();
            for (ConnectedHosts.Connected host : site.hosts()) {
                attempt(failures, () -> {
                    sweep(host.script(), done);
                    free.add(host.script());
                });
            }
            RunsElsewhere.all()
                    .forEach(elsewhere ->
                            elsewhere.clean(progress, rehearsal, done::add, step -> attempt(failures, step)));
            // Orphaned agents have ended by now, so their schemas are unused; and the agent's program is still there.
            external.ifPresent(selection -> attempt(failures, () -> externalServers(selection, runs, done)));
            free.forEach(script -> attempt(failures, () -> {
                if (!keepCache) {
                    remove(script, done);
                }
                lookAgain(script);
            }));
        }
        if (!failures.isEmpty()) {
            done.forEach(progress::say);
            Failure first = failures.get(0);
            failures.stream().skip(1).forEach(first::addSuppressed);
            throw first;
        }
        return done;
    }

    private static void attempt(List<Failure> failures, Runnable step) {
        try {
            step.run();
        } catch (Failure.Interrupted e) {
            throw e;
        } catch (Failure e) {
            failures.add(e); // clean the other hosts anyway
        }
    }

    private static void sweep(HostScript script, List<String> done) {
        Host host = script.host();
        List<JournalEntry> inUse = new ArrayList<>();
        boolean found = false;
        List<JournalEntry> entries = script.entries();
        long seen = entries.stream().mapToLong(JournalEntry::ticket).max().orElse(0);
        for (JournalEntry entry : entries) {
            found = true;
            if (ConnectedHosts.inUse(entry)) {
                inUse.add(entry);
            } else {
                script.sweep(entry.directory(), seen);
                done.add(host.name() + ": " + (host.isDryRun() ? "would remove" : "removed") + " what run "
                        + entry.run() + " left (" + entry.directory() + ")"
                        + entry.process()
                                .map(process -> ", its process " + process + " included")
                                .orElse(""));
            }
        }
        if (!inUse.isEmpty()) {
            throw new Failure.Command(
                    "a run is in progress on " + host.name() + "; nothing of it was removed",
                    String.join("\n", inUse.stream().map(Clean::described).toList()),
                    "Wait until it has ended, or end it. If no bench renews its lease, it ends within "
                            + Leases.DURATION.toMinutes() + " minutes; then clean again.",
                    null);
        }
        if (!found) {
            done.add(host.name() + ": no run left anything");
        }
    }

    private static void remove(HostScript script, List<String> done) {
        Host host = script.host();
        if (!script.leftovers().isEmpty()) {
            script.remove();
            done.add(host.name() + ": " + (host.isDryRun() ? "would remove " : "removed ") + script.cache());
        }
    }

    private static String described(JournalEntry entry) {
        return "run " + entry.name()
                + entry.owner().map(ConnectedHosts::byAndSince).orElse("")
                + entry.process().map(process -> ", process " + process).orElse("")
                + entry.unattendedSeconds()
                        .map(seconds -> ", lease renewed " + seconds + " s ago")
                        .orElse("");
    }

    private void lookAgain(HostScript script) {
        if (script.host().isDryRun()) {
            return;
        }
        List<String> left = script.leftovers().stream()
                .filter(line -> !(keepCache && line.equals("file " + script.cache())))
                .toList();
        if (left.isEmpty()) {
            return;
        }
        List<String> commands = left.stream()
                .map(line -> {
                    String[] words = line.split(" ", 3);
                    return words[0].equals("file")
                            ? Command.of("rm", "-rf", "--", line.substring("file ".length()))
                                    .quoted()
                            : Command.of("kill", words[1]).quoted() + "   # " + (words.length > 2 ? words[2] : "");
                })
                .toList();
        throw new Failure.Command(
                "bench left something on " + script.host().name(),
                String.join("\n", left),
                "Remove it there by hand:\n" + String.join("\n", commands),
                null);
    }

    private void externalServers(Selection selection, List<String> runs, List<String> done) {
        Prepared.warnOfUnencrypted(selection, progress);
        ConnectedHosts site = new ConnectedHosts(progress, rehearsal, surroundings);
        // Further hosts need cleaning after this, so a failure must not end the command.
        try (Undo undo = new Undo(new OnlyWarnings(progress))) {
            AgentFiles files =
                    new AgentFiles(new Artifacts(progress::transferred), selection.drivers(), selection.transports());
            site.connect(List.of(selection.client()), undo);
            String java = Java.find(
                    selection.client(), site.script(selection.client()).host());
            files.upload(site.script(selection.client()));
            Plan plan = Cells.probe(selection, RunIds.id("clean", clock), clock.instant(), files.drivers());
            Instances instances =
                    new Instances(selection, plan, site, files, JavaPrograms.of(selection.client(), java), progress);
            List<String> failed = new ArrayList<>();
            for (Logins.Schema schema :
                    new Logins(site.script(selection.client()), files, java, progress).sweep(plan, instances, runs)) {
                switch (schema.outcome()) {
                    case DROPPED -> done.add("dropped " + schema.text());
                    case UNKNOWN -> done.add("left " + schema.text());
                    case IN_USE -> failed.add("in use: " + schema.text());
                    case FAILED -> failed.add(schema.text());
                }
            }
            if (!failed.isEmpty()) {
                throw new Failure.Command(
                        "bench may have left something in an external server",
                        String.join("\n", failed),
                        "A schema that is in use belongs to a run in progress. Clean again when it has ended and the server answers.",
                        null);
            }
        }
    }
}
