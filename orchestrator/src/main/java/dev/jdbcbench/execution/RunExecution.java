package dev.jdbcbench.execution;

import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.config.ServerSpec;
import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.Host;
import dev.jdbcbench.host.HostScript;
import dev.jdbcbench.plan.Selection;
import dev.jdbcbench.result.Fold;
import dev.jdbcbench.run.Event;
import dev.jdbcbench.run.EventLog;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.store.RunDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
    }

    /**
     * How a run ended.
     *
     * @param fold what was measured
     * @param failure why it ended early; empty when it did not
     */
    public record Ended(RunDirectory directory, Fold fold, Optional<Failure> failure) {}

    /**
     * Carries out a run.
     *
     * @param begun is given the run's directory as soon as there is one
     * @return how it ended; empty when it was only rehearsed
     * @throws Failure when it failed before anything could be measured
     */
    public Optional<Ended> run(Selection selection, Consumer<RunDirectory> begun) {
        try (Undo undo = new Undo(progress)) {
            String run = runId(selection);
            Prepared prepared = Prepared.on(site, selection, run, results, progress, undo);
            Plan plan = prepared.plan(selection, run, clock.instant());
            if (site.rehearses()) {
                rehearse(selection, plan, prepared);
                return Optional.empty();
            }
            RunDirectory directory = RunDirectory.create(results, plan);
            begun.accept(directory);
            progress.planned(plan);
            Optional<Failure> failure = measure(selection, plan, directory, prepared);
            return Optional.of(new Ended(directory, directory.read(), failure));
        }
    }

    /** Shows what would be done up to the start of the agent, and how it would be undone. */
    private void rehearse(Selection selection, Plan plan, Prepared prepared) {
        try (Undo undo = new Undo(progress)) {
            Instances instances = new Instances(selection, plan, site, prepared.files(), prepared.java(), progress);
            instances.start(prepared.binaries(), undo, instance -> {});
            HostScript client = site.script(selection.client());
            String work = client.begin(plan.run(), "agent");
            undo.add("remove the agent on " + client.host().name(), () -> client.discard(work));
            AgentSession.launch(
                    client,
                    work,
                    plan,
                    instances.session(work),
                    prepared.java(),
                    prepared.files(),
                    Instances.pinned(selection.client().cpus().client()),
                    Leases.DURATION);
        }
    }

    private String runId(Selection selection) {
        return Runs.id(selection.topologies().stream().map(Topology::id).collect(Collectors.joining("-")), clock);
    }

    private Optional<Failure> measure(Selection selection, Plan plan, RunDirectory directory, Prepared prepared) {
        try (EventLog log = new EventLog(directory.events(), Event.Source.ORCHESTRATOR, 0, clock, event -> {});
                Leases leases = new Leases();
                Undo undo = new Undo(progress)) {
            log.append((seq, at, source) -> new Event.RunStarted(seq, at, source, plan.run(), version()));
            Optional<Failure> failure = Optional.empty();
            boolean complete = false;
            try {
                writeHostFacts(selection, plan, directory, prepared);
                lookForFitness(plan, log);
                HostScript client = site.script(selection.client());
                Instances instances = new Instances(selection, plan, site, prepared.files(), prepared.java(), progress);
                instances.start(prepared.binaries(), undo, instance -> {
                    leases.add(instance.server().script(), instance.server().directory());
                    undo.add(
                            "fetch the log of the database on "
                                    + instance.host().name(),
                            () -> fetchLogs(instance, directory));
                });
                String work = client.begin(plan.run(), "agent");
                undo.add("remove the agent on " + client.host().name() + " (" + work + ")", () -> client.discard(work));
                AgentSession agent = new AgentSession(client, work, log, progress);
                AgentSession.launch(
                        client,
                        work,
                        plan,
                        instances.session(work),
                        prepared.java(),
                        prepared.files(),
                        Instances.pinned(selection.client().cpus().client()),
                        Leases.DURATION);
                leases.add(client, work);
                undo.add("end the agent on " + client.host().name() + " (" + work + ")", () -> {
                    agent.stop();
                    fetch("the logs of the agent", () -> agent.fetchLogs(directory.logs()));
                });
                agent.follow();
                complete = agent.outcome().equals("complete");
                if (!agent.unfit().isEmpty()) {
                    throw unfit(selection.client().name(), agent.unfit());
                }
            } catch (Failure e) {
                log.append((seq, at, source) -> new Event.Note(seq, at, source, e.getMessage() + ": " + e.why()));
                failure = Optional.of(e);
            }
            try {
                undo.undoAll();
            } catch (Failure e) {
                if (failure.isPresent()) {
                    failure.get().addSuppressed(e);
                } else {
                    failure = Optional.of(e);
                }
            }
            String outcome = failure.map(reason -> reason.exitCode().name())
                    .orElse(complete ? "OK" : ExitCode.INCOMPLETE.name());
            log.append((seq, at, source) -> new Event.RunFinished(seq, at, source, outcome));
            return failure;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot close " + directory.events(), e);
        }
    }

    /**
     * Looks at each host before anything of the run works there; who is to decide something must not measure on one that is unfit. Where
     * nothing is claimed, nothing is looked at.
     */
    private void lookForFitness(Plan plan, EventLog log) {
        if (!plan.profile().claims()) {
            return;
        }
        site.scripts().forEach((name, script) -> {
            List<String> reasons = Fitness.reasons(script.host());
            if (reasons.isEmpty()) {
                return;
            }
            log.append((seq, at, source) -> new Event.HostUnfit(seq, at, source, name, reasons));
            if (plan.profile().gated() && !plan.goal().force()) {
                throw unfit(name, reasons);
            }
            reasons.forEach(reason -> progress.warn(name + " is not fit to measure on: " + reason));
        });
    }

    private static Failure unfit(String host, List<String> reasons) {
        return new Failure.Unfit(
                host + " is not fit to measure on",
                String.join("\n", reasons),
                "Mend it, choose another host, or say --force: the results will say so. The profiles smoke and quick only warn.");
    }

    private static String version() {
        return Optional.ofNullable(RunExecution.class.getPackage().getImplementationVersion())
                .orElse("unknown: not run from its jar");
    }

    private void writeHostFacts(Selection selection, Plan plan, RunDirectory directory, Prepared prepared) {
        Map<String, Map<String, String>> facts = new LinkedHashMap<>();
        String dataAddress = dataAddress(selection);
        site.scripts().forEach((name, script) -> {
            Map<String, String> found = HostFacts.ask(script.host(), dataAddress, clock);
            if (name.equals(selection.client().name())) {
                found.put("jdk", HostFacts.jdk(script.host(), prepared.java()));
            }
            prepared.binaries()
                    .forEach((label, byHost) -> Optional.ofNullable(byHost.get(name))
                            .ifPresent(
                                    server -> found.put("database." + label, server.kind() + " " + server.version())));
            facts.put(name, found);
        });
        directory.writeHosts(Json.pretty(new HostFacts(plan.run(), facts)));
    }

    /** Where the client reaches the first distant database: by which way the hosts talk. */
    private String dataAddress(Selection selection) {
        if (!selection.topologies().contains(Topology.DISTANT)) {
            return "127.0.0.1";
        }
        return selection
                .servers(Topology.DISTANT)
                .get(0)
                .external()
                .map(ServerSpec.External::address)
                .orElseGet(() -> {
                    HostSpec spec = selection.databaseHost(Topology.DISTANT);
                    return Instances.dataAddress(spec, site);
                });
    }

    private void fetchLogs(Instances.Started instance, RunDirectory directory) {
        Host host = instance.server().script().host();
        Plan.Server planned = instance.planned();
        fetch(
                "the log of the database",
                () -> host.download(
                        instance.server().errorLog(), directory.logs().resolve(instance.role() + ".log")));
        fetch(
                "the log of the noise",
                () -> host.download(
                        instance.server().noiseLog(), directory.noiseLog(planned.topology(), planned.server())));
    }

    /** Fetches what is good to have: a run is not worse for lacking it. */
    private void fetch(String what, Runnable download) {
        try {
            download.run();
        } catch (Failure e) {
            progress.warn("cannot fetch " + what + ": " + e.getMessage() + ": " + e.why());
        }
    }
}
