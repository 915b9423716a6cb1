package dev.jdbcbench.execution;

import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.config.Install;
import dev.jdbcbench.config.ServerSpec;
import dev.jdbcbench.event.Event;
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
import dev.jdbcbench.preparation.LinuxHosts;
import dev.jdbcbench.preparation.Placement;
import dev.jdbcbench.preparation.Prepared;
import dev.jdbcbench.preparation.ReferenceSource;
import dev.jdbcbench.result.fold.Fold;
import dev.jdbcbench.run.Goal;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.session.AgentOutcome;
import dev.jdbcbench.session.AgentSession;
import dev.jdbcbench.session.AgentStart;
import dev.jdbcbench.session.ClientLines;
import dev.jdbcbench.session.RunCopy;
import dev.jdbcbench.site.ConnectedHosts;
import dev.jdbcbench.site.Leases;
import dev.jdbcbench.site.Progress;
import dev.jdbcbench.site.RunOnHosts;
import dev.jdbcbench.site.Surroundings;
import dev.jdbcbench.site.Undo;
import dev.jdbcbench.store.Invocation;
import dev.jdbcbench.store.RunDirectory;
import dev.jdbcbench.store.RunStore;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Executes one run from beginning to end: connect, provision, launch, follow, collect, clean up. Everything started is
 * always cleaned up, and everything measured is kept.
 */
public final class RunExecution {
    /** A server that cannot start often says why before its last line. */
    private static final int REASON_LINES = 5;

    private final Path results;
    private final Clock clock;
    private final Progress progress;
    private final Surroundings surroundings;
    private final ConnectedHosts site;
    private final Inspection inspection;

    /**
     * A run whose directory is created in {@code results}.
     *
     * @param rehearsal receives every command that would change a host, and nothing is changed or measured; empty
     *     to run
     */
    public RunExecution(Path results, Clock clock, Progress progress, Optional<Consumer<String>> rehearsal) {
        this(results, clock, progress, rehearsal, Surroundings.REAL);
    }

    /** A run in other surroundings. */
    RunExecution(
            Path results,
            Clock clock,
            Progress progress,
            Optional<Consumer<String>> rehearsal,
            Surroundings surroundings) {
        this.results = results;
        this.clock = clock;
        this.progress = progress;
        this.surroundings = surroundings;
        this.site = new ConnectedHosts(progress, rehearsal, surroundings);
        this.inspection = new Inspection(site, clock, progress);
    }

    /**
     * The command that executes a run.
     *
     * @param invocation the command line of bench
     * @param detached whether to detach once the agent is measuring
     * @param begun receives the run's directory as soon as it exists
     */
    public record Caller(Invocation invocation, boolean detached, Consumer<RunDirectory> begun) {}

    /**
     * Executes a run.
     *
     * @return how it ended
     * @throws Failure when it failed before anything could be measured
     */
    public RunOutcome run(Selection asked, Caller caller) {
        refuseUnmeasurable(asked, caller.detached());
        DiskNeeds.requireForResults(results);
        try (Undo undo = new Undo(progress, surroundings)) {
            String run = runId(asked);
            Prepared prepared = Prepared.on(site, asked, run, results, progress, undo);
            Selection selection = Placement.choose(asked, site, progress);
            boolean pings = selection.goal().extent() == Goal.Extent.PING;
            Plan plan = pings
                    ? prepared.probe(selection, run, clock.instant())
                    : prepared.plan(selection, run, clock.instant());
            new RunStore(results).removeUnfinished();
            RunDirectory directory = RunDirectory.create(results, plan);
            return directory.exclusively(holder(), () -> {
                directory.writeInvocation(Json.pretty(caller.invocation()));
                caller.begun().accept(directory);
                progress.planned(plan, List.of());
                return measure(selection, plan, directory, prepared, List.of(), caller.detached(), undo);
            });
        }
    }

    /** Refuses what cannot be measured, before anything connects. */
    private static void refuseUnmeasurable(Selection selection, boolean detached) {
        LinuxHosts.require(selection, detached);
        if (selection.hasReference()) {
            ReferenceSource unused = ReferenceSource.provided();
        }
        if (selection.furtherClients().isEmpty()) {
            return;
        }
        ClientLines unused = ClientLines.provided();
        if (detached) {
            throw new Failure.Input(
                    "the command line has a problem",
                    List.of(
                            "--detach: several clients need a bench that stays attached, to relay messages between them"),
                    "Leave out --detach, or measure on one client with --clients.");
        }
    }

    /**
     * Examines the hosts as {@link #run} does, but changes and measures nothing. The rehearsal given to the constructor
     * receives each command that would change a host.
     *
     * @return what would be measured
     */
    public Plan dryRun(Selection asked) {
        refuseUnmeasurable(asked, false);
        try (Undo undo = new Undo(progress, surroundings)) {
            String run = runId(asked);
            Prepared prepared = Prepared.on(site, asked, run, results, progress, undo);
            Selection selection = Placement.choose(asked, site, progress);
            Plan plan = prepared.plan(selection, run, clock.instant());
            dryRun(selection, plan, prepared);
            return plan;
        }
    }

    /**
     * Resumes a run that ended early: keeps what it has, and measures what is missing.
     *
     * @param selection the run's options, evaluated again
     * @param extension how much more to measure than was planned
     * @throws Failure.Input if the extension is not valid
     * @throws Failure.Unfit if conditions have changed since the run began, so new forks would not compare with old
     *     ones
     * @throws Failure.Command if another bench is working on the run
     */
    public RunOutcome resume(Selection selection, RunDirectory directory, Extension extension, Caller caller) {
        refuseUnmeasurable(selection, caller.detached());
        DiskNeeds.requireForResults(directory.path());
        return directory.exclusively(holder(), () -> {
            directory.takeDelivery(clock);
            // Read it under the lock: another bench may have written to the run before.
            return resume(selection, directory, directory.read(), extension, caller);
        });
    }

    private RunOutcome resume(
            Selection selection, RunDirectory directory, Fold fold, Extension extension, Caller caller) {
        Plan before = fold.plan();
        Plan plan = extension.isEmpty() ? before : extension.of(before, fold.spent());
        try (Undo undo = new Undo(progress, surroundings)) {
            // The effort may change: forks of a further group are comparable with earlier ones.
            Selection same = Placement.asInEarlierSession(selection, plan)
                    .with(copy -> copy.profile(plan.profile())
                            .goal(plan.goal())
                            .naming(plan.naming())
                            .servers(selection.servers().stream()
                                    .map(server -> from(plan, server))
                                    .toList()));
            Prepared prepared = Prepared.on(site, same, plan.run(), results, progress, undo);
            List<String> changes = Changes.between(plan, prepared.plan(same, plan.run(), plan.createdAt()));
            if (!changes.isEmpty()) {
                throw new Failure.Unfit(
                        "run " + plan.run() + " cannot be resumed: its plan would change",
                        String.join("\n", changes),
                        "Undo the changes named above and resume again, or start a new run.");
            }
            if (!extension.isEmpty()) {
                directory.extend(plan);
            }
            caller.begun().accept(directory);
            progress.planned(plan, fold.events());
            return measure(same, plan, directory, prepared, fold.events(), caller.detached(), undo);
        }
    }

    /** The server with the binaries' source that the run used, whatever source would be chosen today. */
    private static ServerSpec from(Plan plan, ServerSpec server) {
        return plan.servers().stream()
                .filter(planned -> planned.server().equals(server.label()))
                .findFirst()
                .flatMap(planned -> Install.of(planned.install()))
                .filter(install -> server.external().isEmpty()
                        && (!install.archived() || server.archive().isPresent()))
                .map(server::from)
                .orElse(server);
    }

    /** Shows the steps up to the start of the agent, and their cleanup. */
    private void dryRun(Selection selection, Plan plan, Prepared prepared) {
        try (Undo undo = new Undo(progress, surroundings)) {
            Instances instances = new Instances(selection, plan, site, prepared.files(), prepared.javas(), progress);
            instances
                    .start(prepared, undo, instance -> {})
                    .forEach((server, failure) -> progress.warn("a run would do without " + server.server() + " ("
                            + server.topology() + "): " + failure.getMessage()));
            HostScript client = site.script(selection.client());
            String work = client.begin(plan.run(), RunOnHosts.AGENT, Leases.DURATION);
            undo.add("remove the agent on " + client.host().name() + " (" + work + ")", () -> client.discard(work));
            RunCopy copy = new RunCopy(
                    Json.pretty(plan), Optional.empty(), Optional.empty(), List.of(), List.of(), Optional.empty());
            start(work, selection, copy, prepared, instances).in(client, work, () -> {});
            for (HostSpec spec : selection.furtherClients()) {
                HostScript further = site.script(spec);
                String there = further.begin(plan.run(), RunOnHosts.CLIENT, Leases.DURATION);
                undo.add("remove the agent on " + spec.name() + " (" + there + ")", () -> further.discard(there));
                start(spec, there, plan, prepared, instances).in(further, there, () -> {});
            }
        }
    }

    /** What is needed to start the agent in the directory {@code work}. */
    private static AgentStart start(
            String work, Selection selection, RunCopy copy, Prepared prepared, Instances instances) {
        HostSpec client = selection.client();
        return new AgentStart(
                copy,
                () -> instances.session(client, work),
                prepared.javas().on(client),
                prepared.files(),
                Instances.pinned(client.cpus().client()),
                AgentStart.Role.first(!selection.furtherClients().isEmpty()));
    }

    /** What is needed to start the agent of a further client in the directory {@code work}. */
    private static AgentStart start(HostSpec client, String work, Plan plan, Prepared prepared, Instances instances) {
        Plan own = plan.pinnedTo(client.cpus().client().orElse(null));
        return new AgentStart(
                new RunCopy(
                        Json.pretty(own), Optional.empty(), Optional.empty(), List.of(), List.of(), Optional.empty()),
                () -> instances.session(client, work),
                prepared.javas().on(client),
                prepared.files(),
                Instances.pinned(client.cpus().client()),
                AgentStart.Role.of(client.name()));
    }

    private String runId(Selection selection) {
        String where = selection.topologies().stream().map(Topology::id).collect(Collectors.joining("-"));
        Goal.Extent extent = selection.goal().extent();
        return RunIds.id(extent == Goal.Extent.MEASURE ? where : extent + "-" + where, clock);
    }

    private RunOutcome measure(
            Selection selection,
            Plan plan,
            RunDirectory directory,
            Prepared prepared,
            List<Event> before,
            boolean detached,
            Undo undo) {
        return Attachment.to(directory, before, undo, clock, progress, new Attachment.Task() {
            @Override
            public Optional<AgentOutcome> carryOut(Attachment attachment) {
                AgentSession agent = launch(selection, plan, prepared, attachment);
                return Optional.of(detached ? agent.followUntilItWorks() : agent.follow());
            }

            @Override
            public Optional<Duration> detachesFor() {
                return detached ? Optional.of(Leases.alone(plan)) : Optional.empty();
            }

            @Override
            public String outcome(Attachment attachment, Optional<Failure> failure, boolean complete) {
                return failure.map(Failure::exitCode)
                        .orElse(complete ? ExitCode.OK : ExitCode.INCOMPLETE)
                        .name();
            }
        });
    }

    /** A failure with the last lines of its reason. */
    private static String oneLine(Failure failure) {
        List<String> why = failure.why().lines().map(String::strip).toList();
        return failure.getMessage() + ": "
                + String.join("; ", why.subList(Math.max(0, why.size() - REASON_LINES), why.size()));
    }

    /** Starts the databases and the agent, which does not know of servers that are not there. */
    private AgentSession launch(Selection selection, Plan plan, Prepared prepared, Attachment attachment) {
        inspection.writeHostFacts(selection, plan, attachment.directory(), prepared);
        inspection.lookForFitness(plan, attachment.log());
        Instances instances = new Instances(selection, plan, site, prepared.files(), prepared.javas(), progress);
        Map<Plan.Server, Failure> absent = instances.start(prepared, attachment.undo(), instance -> {
            HostScript script = instance.server().script();
            String place = instance.server().directory();
            attachment.keep(script, place, HostScript.WhenAbandoned.REMOVE);
            attachment.database(instance.planned(), script, place);
        });
        // Before the copy, because whoever reads that finds a plan without these servers.
        absent.forEach((server, why) -> attachment
                .log()
                .append(new Fact.ServerLost(server.topology(), server.server(), oneLine(why), false, false, true)));
        HostScript client = site.script(selection.client());
        String work = client.directory(plan.run(), RunOnHosts.AGENT);
        AgentSession agent = attachment.agent(
                client, work, AgentStart.left(client, work), () -> client.discardOwn(plan.run(), RunOnHosts.AGENT));
        client.begin(plan.run(), RunOnHosts.AGENT, Leases.DURATION);
        RunCopy copy = RunCopy.of(attachment.directory());
        agent.launch(start(
                work,
                selection,
                absent.isEmpty() ? copy : copy.with(plan.without(absent.keySet())),
                prepared,
                instances));
        attachment.keep(client, work, HostScript.WhenAbandoned.KEEP);
        if (!selection.furtherClients().isEmpty()) {
            relay(selection, plan, prepared, instances, attachment, client, work);
        }
        return agent;
    }

    /** Starts the agents of the further clients, and relays their lines until the run is cleaned up. */
    private void relay(
            Selection selection,
            Plan plan,
            Prepared prepared,
            Instances instances,
            Attachment attachment,
            HostScript first,
            String directory) {
        ClientLines.Relay relay =
                ClientLines.provided().between(first.host(), directory, progress, clock, attachment::note);
        for (HostSpec spec : selection.furtherClients()) {
            HostScript script = site.script(spec);
            String work = script.directory(plan.run(), RunOnHosts.CLIENT);
            attachment
                    .undo()
                    .add(
                            "remove the agent on " + spec.name() + " (" + work + ")",
                            "agent " + script.unattended(work, Leases.DURATION, HostScript.WhenAbandoned.REMOVE),
                            () -> script.discardOwn(plan.run(), RunOnHosts.CLIENT));
        }
        attachment.undo().add("stop carrying lines between the clients", relay::end);
        for (HostSpec spec : selection.furtherClients()) {
            HostScript script = site.script(spec);
            String work = script.directory(plan.run(), RunOnHosts.CLIENT);
            relay.add(new ClientLines.Client(script.host(), work, () -> {
                script.discardOwn(plan.run(), RunOnHosts.CLIENT);
                script.begin(plan.run(), RunOnHosts.CLIENT, Leases.DURATION);
                start(spec, work, plan, prepared, instances).in(script, work, () -> {});
            }));
            attachment.keep(script, work, HostScript.WhenAbandoned.REMOVE);
        }
        relay.begin();
    }

    /** Identifies this process to others that want to write into the same run directory. */
    public static String holder() {
        Owner here = Owner.here();
        return "process " + ProcessHandle.current().pid() + " of " + here.person() + ", since " + here.since();
    }

    /** The version of bench. */
    public static String version() {
        return Optional.ofNullable(RunExecution.class.getPackage().getImplementationVersion())
                .orElse("unknown: not run from its jar");
    }
}
