package dev.jdbcbench.execution;

import dev.jdbcbench.config.ServerSpec;
import dev.jdbcbench.config.ServerSpec.Install;
import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.EventLog;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.HostScript;
import dev.jdbcbench.host.Owner;
import dev.jdbcbench.plan.Changes;
import dev.jdbcbench.plan.Extension;
import dev.jdbcbench.plan.Selection;
import dev.jdbcbench.preparation.DiskNeeds;
import dev.jdbcbench.preparation.Inspection;
import dev.jdbcbench.preparation.Instances;
import dev.jdbcbench.preparation.Placement;
import dev.jdbcbench.preparation.Prepared;
import dev.jdbcbench.result.Fold;
import dev.jdbcbench.run.Goal;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.session.AgentSession;
import dev.jdbcbench.session.FullDisk;
import dev.jdbcbench.session.Logs;
import dev.jdbcbench.session.RunCopy;
import dev.jdbcbench.site.Footprint;
import dev.jdbcbench.site.Leases;
import dev.jdbcbench.site.Progress;
import dev.jdbcbench.site.Site;
import dev.jdbcbench.site.Undo;
import dev.jdbcbench.store.Invocation;
import dev.jdbcbench.store.RunDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * One run from beginning to end: connect, provision, launch, follow, collect, tear down. What was started is undone whatever
 * happens, and what was measured is kept.
 */
public final class RunExecution {
    private final Path results;
    private final Clock clock;
    private final Progress progress;
    private final Site site;
    private final Inspection inspection;

    /**
     * A run whose directory is made in {@code results}.
     *
     * @param rehearsal is given every command that would change a host, and nothing is changed or measured; empty to run
     */
    public RunExecution(Path results, Clock clock, Progress progress, Optional<Consumer<String>> rehearsal) {
        this.results = results;
        this.clock = clock;
        this.progress = progress;
        this.site = new Site(progress, rehearsal);
        this.inspection = new Inspection(site, clock, progress);
    }

    /**
     * How a run ended, or was left.
     *
     * @param fold what was measured
     * @param failure why it ended early, or what could not be undone; empty when all is well
     * @param alone for how long it works on without anybody at most; empty when it has ended
     * @param behind whether something could not be undone
     */
    public record Ended(
            RunDirectory directory, Fold fold, Optional<Failure> failure, Optional<Duration> alone, boolean behind) {

        /** At some time before. */
        public static Ended before(RunDirectory directory, Fold fold) {
            return new Ended(directory, fold, Optional.empty(), Optional.empty(), false);
        }
    }

    /**
     * How a run is attended to.
     *
     * @param invocation how it was called
     * @param detached whether it is left alone as soon as its agent works
     * @param begun is given the run's directory as soon as there is one
     */
    public record Attendance(Invocation invocation, boolean detached, Consumer<RunDirectory> begun) {}

    /**
     * Carries out a run.
     *
     * @return how it ended; empty when it was only rehearsed
     * @throws Failure when it failed before anything could be measured
     */
    public Optional<Ended> run(Selection asked, Attendance attendance) {
        DiskNeeds.requireForResults(results);
        try (Undo undo = new Undo(progress)) {
            String run = runId(asked);
            Prepared prepared = Prepared.on(site, asked, run, results, progress, undo);
            Selection selection = Placement.choose(asked, site, progress);
            boolean pings = selection.goal().extent() == Goal.Extent.PING;
            Plan plan = pings
                    ? prepared.probe(selection, run, clock.instant())
                    : prepared.plan(selection, run, clock.instant());
            if (site.rehearses()) {
                rehearse(selection, plan, prepared);
                return Optional.empty();
            }
            RunDirectory directory = RunDirectory.create(results, plan);
            return Optional.of(directory.exclusively(holder(), () -> {
                directory.writeInvocation(Json.pretty(attendance.invocation()));
                attendance.begun().accept(directory);
                progress.planned(plan, List.of());
                return measure(selection, plan, directory, prepared, List.of(), attendance.detached(), undo);
            }));
        }
    }

    /**
     * Goes on with a run that ended early: what it has is kept, and what is missing is measured.
     *
     * @param selection what the run was asked for, worked out again
     * @param extension how much more is to be measured than was planned
     * @throws Failure.Input when the extension cannot be understood
     * @throws Failure.Unfit when something has changed since it began, so that new forks would not compare with old ones
     * @throws Failure.Command when another bench works on the run
     */
    public Ended resume(Selection selection, RunDirectory directory, Extension extension, Attendance attendance) {
        DiskNeeds.requireForResults(directory.path());
        return directory.exclusively(holder(), () -> {
            directory.takeDelivery(clock);
            // What another bench wrote before this one was alone is part of the run.
            return resume(selection, directory, directory.read(), extension, attendance);
        });
    }

    private Ended resume(
            Selection selection, RunDirectory directory, Fold fold, Extension extension, Attendance attendance) {
        Plan before = fold.plan();
        Plan plan = extension.isEmpty() ? before : extension.of(before, fold.spent());
        try (Undo undo = new Undo(progress)) {
            // How much is measured may change: forks of a further group compare with those before.
            Selection same = Placement.asBefore(selection, plan)
                    .withEffort(plan.profile(), plan.goal())
                    .withServers(selection.servers().stream()
                            .map(server -> from(plan, server))
                            .toList());
            Prepared prepared = Prepared.on(site, same, plan.run(), results, progress, undo);
            List<String> changes = Changes.between(plan, prepared.plan(same, plan.run(), plan.createdAt()));
            if (!changes.isEmpty()) {
                throw new Failure.Unfit(
                        "run " + plan.run() + " cannot go on: it would not be the same run",
                        String.join("\n", changes),
                        "Put it back as it was and resume again, or begin a new run.");
            }
            if (!extension.isEmpty()) {
                directory.extend(plan);
            }
            attendance.begun().accept(directory);
            progress.planned(plan, fold.events());
            return measure(same, plan, directory, prepared, fold.events(), attendance.detached(), undo);
        }
    }

    /** From where the run took it, whatever would be taken today. */
    private static ServerSpec from(Plan plan, ServerSpec server) {
        return plan.servers().stream()
                .filter(planned -> planned.server().equals(server.label()))
                .findFirst()
                .flatMap(planned -> Install.of(planned.install()))
                .filter(install -> server.external().isEmpty())
                .map(server::from)
                .orElse(server);
    }

    /** Shows what would be done up to the start of the agent, and how it would be undone. */
    private void rehearse(Selection selection, Plan plan, Prepared prepared) {
        try (Undo undo = new Undo(progress)) {
            Instances instances = new Instances(selection, plan, site, prepared.files(), prepared.java(), progress);
            instances.start(prepared.binaries(), undo, instance -> {});
            HostScript client = site.script(selection.client());
            String work = client.begin(plan.run(), Footprint.AGENT, Leases.DURATION);
            undo.add("remove the agent on " + client.host().name() + " (" + work + ")", () -> client.discard(work));
            RunCopy copy = new RunCopy(
                    Json.pretty(plan), Optional.empty(), Optional.empty(), List.of(), List.of(), Optional.empty());
            launch(client, work, selection, copy, prepared, instances, () -> {});
        }
    }

    /** Starts the agent in its directory {@code work}. */
    private static void launch(
            HostScript client,
            String work,
            Selection selection,
            RunCopy copy,
            Prepared prepared,
            Instances instances,
            Runnable launching) {
        AgentSession.launch(
                client,
                work,
                copy,
                () -> instances.session(work),
                prepared.java(),
                prepared.files(),
                Instances.pinned(selection.client().cpus().client()),
                Leases.DURATION,
                launching);
    }

    private String runId(Selection selection) {
        String where = selection.topologies().stream().map(Topology::id).collect(Collectors.joining("-"));
        Goal.Extent extent = selection.goal().extent();
        return Runs.id(extent == Goal.Extent.MEASURE ? where : extent + "-" + where, clock);
    }

    private Ended measure(
            Selection selection,
            Plan plan,
            RunDirectory directory,
            Prepared prepared,
            List<Event> before,
            boolean detached,
            Undo outer) {
        try (EventLog log = new EventLog(
                        directory.events(),
                        Event.Source.ORCHESTRATOR,
                        EventLog.lastSeq(before, Event.Source.ORCHESTRATOR),
                        clock,
                        event -> {},
                        progress::recorded);
                Leases leases = new Leases(progress);
                Undo undo = outer.inner()) {
            log.append(new Fact.RunStarted(plan.run(), version()));
            Logs logs = new Logs(directory, progress);
            Optional<Failure> failure = Optional.empty();
            boolean complete = false;
            HostScript client = site.script(selection.client());
            String work = client.directory(plan.run(), Footprint.AGENT);
            AgentSession agent =
                    new AgentSession(client, work, log, EventLog.lastSeq(before, Event.Source.AGENT), progress);
            try {
                inspection.writeHostFacts(selection, plan, directory, prepared);
                inspection.lookForFitness(plan, log);
                Instances instances = new Instances(selection, plan, site, prepared.files(), prepared.java(), progress);
                List<Instances.Started> databases = new ArrayList<>();
                instances.start(prepared.binaries(), undo, instance -> {
                    databases.add(instance);
                    leases.add(instance.server().script(), instance.server().directory());
                    undo.add(
                            "fetch the log of the database on "
                                    + instance.host().name(),
                            () -> logs.ofDatabase(
                                    instance.server().script(),
                                    instance.server().directory(),
                                    instance.planned(),
                                    log));
                });
                String left = AgentSession.left(client, work, Leases.DURATION);
                undo.add("remove the agent on " + client.host().name() + " (" + work + ")", left, () -> {
                    agent.requireWhole(plan.run());
                    client.discardOwn(plan.run(), Footprint.AGENT);
                });
                undo.add("end the agent on " + client.host().name() + " (" + work + ")", () -> {
                    agent.stop();
                    logs.ofAgent(agent);
                });
                client.begin(plan.run(), Footprint.AGENT, Leases.DURATION);
                launch(client, work, selection, RunCopy.of(directory), prepared, instances, agent::launching);
                leases.add(client, work);
                if (detached) {
                    agent.followUntilItWorks();
                    if (agent.outcome().isEmpty()) {
                        Duration alone = leaveAlone(plan, client, work, databases);
                        undo.forget();
                        String until = clock.instant()
                                .plus(alone)
                                .truncatedTo(ChronoUnit.SECONDS)
                                .toString();
                        FullDisk.tell(log, progress, new Fact.Note("left alone, until " + until + " at the latest"));
                        leases.end();
                        Optional<Failure> undone = outer.undoAllAfter(Optional.empty());
                        return new Ended(directory, directory.read(), undone, Optional.of(alone), undone.isPresent());
                    }
                }
                agent.follow();
                complete = agent.outcome().equals("complete");
                if (!agent.unfit().isEmpty()) {
                    throw Inspection.unfitInFirstBlock(selection.client().name(), agent.unfit());
                }
            } catch (Failure e) {
                FullDisk.tell(log, progress, new Fact.Note(e.getMessage() + ": " + e.why()));
                failure = Optional.of(e);
            } catch (EventLog.UnwritableException e) {
                failure = Optional.of(FullDisk.failure(e, directory.read()));
            }
            if (agent.lineLost()
                    || failure.filter(Failure.Host.class::isInstance).isPresent()) {
                undo.waitNoMore();
            }
            Optional<Failure> undone = undo.undoAllAfter(Optional.empty());
            leases.end(); // before the lines are closed, which a renewal would open again
            undone = outer.undoAllAfter(undone);
            failure = Undo.both(failure, undone);
            String outcome = failure.map(reason -> reason.exitCode().name())
                    .orElse(complete ? "OK" : ExitCode.INCOMPLETE.name());
            if (agent.fetched()) { // else collect is to look for the rest
                FullDisk.tell(log, progress, new Fact.RunFinished(outcome));
            }
            return new Ended(directory, directory.read(), failure, Optional.empty(), undone.isPresent());
        } catch (EventLog.UnwritableException e) {
            throw FullDisk.failure(e);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot close " + directory.events(), e);
        }
    }

    /** Nobody will renew the leases any more; returns for how long they last. */
    private static Duration leaveAlone(Plan plan, HostScript client, String work, List<Instances.Started> databases) {
        Duration alone = Leases.alone(plan);
        for (Instances.Started database : databases) {
            database.server().script().leave(database.server().directory(), alone, HostScript.WhenAbandoned.REMOVE);
        }
        client.leave(work, alone, HostScript.WhenAbandoned.KEEP);
        return alone;
    }

    /** This process, for others that want to write into the same run directory. */
    public static String holder() {
        Owner here = Owner.here();
        return "process " + ProcessHandle.current().pid() + " of " + here.person() + ", since " + here.since();
    }

    static String version() {
        return Optional.ofNullable(RunExecution.class.getPackage().getImplementationVersion())
                .orElse("unknown: not run from its jar");
    }
}
