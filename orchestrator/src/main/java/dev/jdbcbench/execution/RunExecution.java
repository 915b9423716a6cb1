package dev.jdbcbench.execution;

import dev.jdbcbench.artifact.Artifacts;
import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.config.ServerSpec;
import dev.jdbcbench.database.Binaries;
import dev.jdbcbench.database.PrivateServer;
import dev.jdbcbench.database.ServerOrder;
import dev.jdbcbench.driver.Driver;
import dev.jdbcbench.driver.Session;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.Host;
import dev.jdbcbench.host.HostScript;
import dev.jdbcbench.host.LocalHost;
import dev.jdbcbench.host.Outcome;
import dev.jdbcbench.host.SshHost;
import dev.jdbcbench.plan.Cells;
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
import java.security.SecureRandom;
import java.time.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * One run from beginning to end: connect, provision, launch, follow, collect, tear down. What was started is undone whatever
 * happens, and what was measured is kept.
 */
public final class RunExecution {
    private static final DateTimeFormatter RUN_TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);

    private final Path results;
    private final Clock clock;
    private final Progress progress;
    private final Map<String, HostScript> hosts = new LinkedHashMap<>();
    private final Map<String, Session.Endpoint> endpoints = new HashMap<>();

    /** A run whose directory is made in {@code results}. */
    public RunExecution(Path results, Clock clock, Progress progress) {
        this.results = results;
        this.clock = clock;
        this.progress = progress;
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
     * @throws Failure when it failed before anything could be measured
     */
    public Ended run(Selection selection, Consumer<RunDirectory> begun) {
        try (Undo undo = new Undo(progress)) {
            Artifacts artifacts = new Artifacts(progress::transferred);
            AgentFiles files = new AgentFiles(artifacts, selection.drivers(), selection.transports());
            connect(selection, undo);
            progress.say("preparing the agent on " + selection.client().name());
            String java = prepareAgent(selection.client(), files);
            Map<String, Map<String, Binaries>> binaries =
                    new Provisioning(this::script, progress).provide(selection, artifacts);
            Map<String, Cells.Provided> provided = binaries.entrySet().stream()
                    .collect(Collectors.toMap(
                            Map.Entry::getKey,
                            entry -> entry.getValue().values().stream()
                                    .map(found -> new Cells.Provided(found.install(), found.version()))
                                    .findFirst()
                                    .orElseThrow()));
            Plan plan = Cells.plan(selection, runId(selection), clock.instant(), provided, files.drivers());
            RunDirectory directory = RunDirectory.create(results, plan);
            begun.accept(directory);
            progress.planned(plan);
            Optional<Failure> failure = measure(selection, plan, directory, files, java, binaries);
            return new Ended(directory, directory.read(), failure);
        }
    }

    /** Puts the agent on the client host, and makes sure that no other one works there. */
    private String prepareAgent(HostSpec client, AgentFiles files) {
        HostScript script = script(client);
        String java = Java.find(client, script.host());
        files.upload(script);
        Outcome lock = script.host().run(files.agent(script, java, "lock"));
        if (!lock.ok()) {
            throw new Failure.Command(
                    "the client host " + client.name() + " is busy",
                    lock.lastLines(),
                    "Wait until the other run has ended, or end it.",
                    null);
        }
        return java;
    }

    private String runId(Selection selection) {
        String topologies = selection.topologies().stream().map(Topology::id).collect(Collectors.joining("-"));
        // Two runs may start in one second.
        String random = String.format("%04x", new SecureRandom().nextInt(0x10000));
        return RUN_TIME.format(clock.instant()) + "-" + topologies + "-" + random;
    }

    private void connect(Selection selection, Undo undo) {
        Set<HostSpec> specs = new LinkedHashSet<>();
        specs.add(selection.client());
        selection.topologies().forEach(topology -> specs.add(selection.databaseHost(topology)));
        for (HostSpec spec : specs) {
            if (!spec.local()) {
                progress.say("connecting to " + spec.name() + " (" + spec.address() + ")");
            }
            Host host = spec.local() ? new LocalHost(spec.name()) : SshHost.connect(spec);
            undo.add("close the line to " + spec.name(), host::close);
            hosts.put(spec.name(), HostScript.install(host));
        }
    }

    private HostScript script(HostSpec spec) {
        return Optional.ofNullable(hosts.get(spec.name())).orElseThrow();
    }

    private Optional<Failure> measure(
            Selection selection,
            Plan plan,
            RunDirectory directory,
            AgentFiles files,
            String java,
            Map<String, Map<String, Binaries>> binaries) {
        try (EventLog log = new EventLog(directory.events(), Event.Source.ORCHESTRATOR, 0, clock, event -> {});
                Leases leases = new Leases();
                Undo undo = new Undo(progress)) {
            log.append((seq, at, source) -> new Event.RunStarted(seq, at, source, plan.run(), version()));
            Optional<Failure> failure = Optional.empty();
            try {
                writeHostFacts(plan, directory);
                HostScript client = script(selection.client());
                startServers(selection, plan, files, java, binaries, leases, directory, undo);
                String work = client.begin(plan.run(), "agent");
                undo.add("remove the agent on " + client.host().name() + " (" + work + ")", () -> client.discard(work));
                AgentSession agent = new AgentSession(client, work, log, progress);
                agent.launch(
                        directory.planFile(),
                        session(plan, files),
                        java,
                        files,
                        pinned(selection.client()),
                        Leases.DURATION);
                leases.add(client, work);
                undo.add("end the agent on " + client.host().name() + " (" + work + ")", () -> {
                    agent.stop();
                    fetch("the logs of the agent", () -> agent.fetchLogs(directory.logs()));
                });
                agent.follow();
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
            String outcome = failure.map(reason -> reason.exitCode().name()).orElse("OK");
            log.append((seq, at, source) -> new Event.RunFinished(seq, at, source, outcome));
            return failure;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot close " + directory.events(), e);
        }
    }

    private static String version() {
        return Optional.ofNullable(RunExecution.class.getPackage().getImplementationVersion())
                .orElse("unknown: not run from its jar");
    }

    private void writeHostFacts(Plan plan, RunDirectory directory) {
        Map<String, Map<String, String>> facts = new LinkedHashMap<>();
        hosts.forEach((name, script) -> facts.put(name, HostFacts.ask(script.host())));
        directory.writeHosts(Json.pretty(new HostFacts(plan.run(), facts)));
    }

    private Session session(Plan plan, AgentFiles files) {
        Map<String, Session.Variant> variants = new LinkedHashMap<>();
        for (Driver driver : files.drivers()) {
            variants.put(driver.label(), new Session.Variant(driver.kind(), driver.options()));
        }
        Map<String, String> scenarios = new LinkedHashMap<>();
        plan.sql().forEach(own -> scenarios.putAll(own.toSession()));
        return new Session(endpoints, variants, scenarios);
    }

    private static List<String> pinned(HostSpec spec) {
        return spec.cpus().map(cpus -> List.of("taskset", "-c", cpus)).orElse(List.of());
    }

    private void startServers(
            Selection selection,
            Plan plan,
            AgentFiles files,
            String java,
            Map<String, Map<String, Binaries>> binaries,
            Leases leases,
            RunDirectory directory,
            Undo undo) {
        for (Plan.Server planned : plan.servers()) {
            HostSpec spec = selection.databaseHost(planned.topology());
            ServerSpec server = selection.servers().stream()
                    .filter(candidate -> candidate.label().equals(planned.server()))
                    .findFirst()
                    .orElseThrow();
            HostScript script = script(spec);
            Addresses addresses = planned.topology() == Topology.LOCAL
                    ? new Addresses("127.0.0.1", "127.0.0.1")
                    : addresses(
                            selection.client(),
                            files,
                            java,
                            spec.dataAddress().orElseGet(() -> script.host().address()));
            progress.say("starting " + server.label() + " on " + spec.name() + " (" + planned.topology() + ")");
            String role = planned.topology() + "-" + planned.server();
            Binaries found = Optional.ofNullable(binaries.get(server.label()))
                    .map(byHost -> byHost.get(spec.name()))
                    .orElseThrow();
            PrivateServer running = PrivateServer.start(
                    script,
                    new ServerOrder(
                            plan.run(),
                            role,
                            server,
                            selection.needs(planned.topology()),
                            found,
                            addresses.database(),
                            addresses.client(),
                            pinned(spec),
                            Leases.DURATION),
                    undo::add);
            leases.add(running.script(), running.directory());
            undo.add(
                    "fetch the log of the database on " + spec.name(),
                    () -> fetch(
                            "the log of the database",
                            () -> script.host()
                                    .download(
                                            running.errorLog(), directory.logs().resolve(role + ".log"))));
            endpoints.put(planned.topology() + "." + planned.server(), running.endpoint());
        }
    }

    /** Fetches what is good to have: a run is not worse for lacking it. */
    private void fetch(String what, Runnable download) {
        try {
            download.run();
        } catch (Failure e) {
            progress.warn("cannot fetch " + what + ": " + e.getMessage() + ": " + e.why());
        }
    }

    /** The two ends of the way to a database, as numbers: a name may mean another address on the database host. */
    private record Addresses(String database, String client) {}

    /** How the client host reaches the database, and from which address: the only one from which the user may log in. */
    private Addresses addresses(HostSpec client, AgentFiles files, String java, String name) {
        HostScript script = script(client);
        List<String> lines = script.host()
                .require("find the way to " + name, files.agent(script, java, "address", name, "3306"))
                .out()
                .lines()
                .toList();
        return new Addresses(lines.get(1), lines.get(0));
    }
}
