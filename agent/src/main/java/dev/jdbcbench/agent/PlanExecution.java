package dev.jdbcbench.agent;

import dev.jdbcbench.agent.group.MeasuringHosts;
import dev.jdbcbench.agent.jvm.Fork;
import dev.jdbcbench.agent.kernel.KernelConnections;
import dev.jdbcbench.agent.kernel.NoiseReader;
import dev.jdbcbench.agent.operation.References;
import dev.jdbcbench.agent.path.Distance;
import dev.jdbcbench.agent.path.RttProbe;
import dev.jdbcbench.agent.server.DriverLoader;
import dev.jdbcbench.agent.server.OwnStatements;
import dev.jdbcbench.agent.server.RootCause;
import dev.jdbcbench.agent.server.ServerLosses;
import dev.jdbcbench.agent.server.Servers;
import dev.jdbcbench.agent.server.Tables;
import dev.jdbcbench.agent.server.TimeLimits;
import dev.jdbcbench.driver.Session;
import dev.jdbcbench.driver.Sha256;
import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.EventLog;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.event.Fingerprint;
import dev.jdbcbench.event.Jvm;
import dev.jdbcbench.event.ServerFacts;
import dev.jdbcbench.next.CompletedWork;
import dev.jdbcbench.next.History;
import dev.jdbcbench.next.Next;
import dev.jdbcbench.next.Step;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/**
 * Executes a plan step by step until {@link Next} has no further step.
 *
 * <p>Reads {@code plan.json} in its directory, and writes {@code events.ndjson} and {@code logs/}. An existing
 * {@code events.ndjson} is continued.
 */
final class PlanExecution {
    private final Plan plan;
    private final Path work;
    private final EventLog log;
    private final List<Event> events;
    private final Servers servers;
    private final OwnStatements own;
    private final Tables tables;
    private final ServerLosses losses;
    private final Distance distance;
    private final NoiseReader noise;
    private final RttProbe probes;
    private final CellSteps cells;
    private final JvmSteps jvms;
    private final Actions actions = new Actions();
    private boolean finished;

    /**
     * Executes this plan in a directory.
     *
     * @param events all events so far, including those that {@code log} will write
     * @param stopping set when this JVM is shutting down; later errors are not failures
     */
    PlanExecution(
            Plan plan,
            Session session,
            Path work,
            DriverLoader drivers,
            EventLog log,
            List<Event> events,
            AtomicBoolean stopping) {
        this.plan = plan;
        this.work = work;
        this.log = log;
        this.events = events;
        this.servers = new Servers(plan, session, drivers);
        this.own = new OwnStatements(plan, servers);
        this.tables = new Tables(plan, servers, log);
        this.losses = new ServerLosses(servers, ServerLosses.REAL_TIME, plan, log, events, stopping);
        this.distance = new Distance(plan, servers, losses, log);
        this.noise = new NoiseReader(
                Path.of("/"),
                plan.servers().stream()
                        .flatMap(server -> servers.endpoint(server).directory().stream())
                        // The client of a container engine is not the database.
                        .flatMap(directory -> Stream.of("pid", "process").map(file -> Path.of(directory, file)))
                        .toList());
        this.probes = new RttProbe(servers, TimeLimits.besideForks(plan));
        References references = new References(plan, session, work.resolve("tmp"));
        this.cells = new CellSteps(
                plan, session, work, drivers, servers, own, losses, references, probes, log, events, stopping);
        this.jvms = new JvmSteps(plan, work, drivers, servers, references, probes, noise, log, events, cells);
    }

    /** Something differs from an earlier session of the run; the message lists the differences, one per line. */
    static final class ChangedSetupException extends Exception {
        private static final long serialVersionUID = 1L;

        private ChangedSetupException(List<String> differences) {
            super(String.join("\n", differences));
        }
    }

    /**
     * Drops everything that was created on servers that the run did not start, and returns what failed. Also called at
     * shutdown.
     */
    List<String> release() throws InterruptedException {
        return servers.release();
    }

    /**
     * Executes all remaining steps.
     *
     * @throws Servers.UnreachableException when no driver can connect to a server
     * @throws ChangedSetupException when the forks would not be comparable with those of an earlier session
     * @throws MeasuringHosts.MissingException when one of several clients is lost for good
     */
    void carryOut() throws IOException, InterruptedException, ChangedSetupException, MeasuringHosts.MissingException {
        Files.createDirectories(work.resolve("logs"));
        Jvm jvm = new Jvm(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                System.getProperty("java.version"),
                System.getProperty("java.vm.name"),
                System.getProperty("java.vm.version"));
        servers.adopt();
        List<ServerFacts> facts = new ArrayList<>();
        for (Plan.Server server : plan.servers()) {
            facts.add(servers.facts(server));
            losses.meet(server);
            own.setUp(server);
        }
        Fact.SessionStarted now = new Fact.SessionStarted(
                plan.run(),
                ProcessHandle.current().pid(),
                jvm,
                sha256(Fork.jar(Scenario.class)),
                facts,
                notReadable(),
                plan.effort());
        List<String> differences = Event.facts(events, Fact.SessionStarted.class).stream()
                .findFirst()
                .map(before -> Fingerprint.differences(before, now))
                .orElse(List.of());
        if (!differences.isEmpty()) {
            throw new ChangedSetupException(differences);
        }
        log.append(now);
        for (Plan.Server server : plan.servers()) {
            tables.fill(server);
        }
        while (!finished) {
            Next.step(plan, events).accept(actions).run();
        }
    }

    /** What a step does. */
    @FunctionalInterface
    private interface Action {
        void run() throws IOException, InterruptedException, MeasuringHosts.MissingException;
    }

    private final class Actions implements Step.Visitor<Action> {
        @Override
        public Action measureRtt(Step.MeasureRtt step) {
            return () -> {
                if (!cells.lost(step.server(), losses.look(step.server()))) {
                    cells.lost(step.server(), distance.measureRtt(step.block(), step.server()));
                }
            };
        }

        @Override
        public Action checkCell(Step.CheckCell step) {
            return () -> cells.check(step.cell());
        }

        @Override
        public Action explainCell(Step.ExplainCell step) {
            return () -> cells.explain(step.cell());
        }

        @Override
        public Action profileCell(Step.ProfileCell step) {
            return () -> jvms.profile(step.cell());
        }

        @Override
        public Action measureBandwidth(Step.MeasureBandwidth step) {
            return () -> cells.lost(step.server(), distance.measureBandwidth(step.server()));
        }

        @Override
        public Action startBlock(Step.StartBlock step) {
            return () -> {
                if (keepLocks()) {
                    System.gc(); // free the memory of the checks before others measure
                    log.append(new Fact.BlockStarted(step.block()));
                }
            };
        }

        @Override
        public Action runFork(Step.RunFork step) {
            return () -> jvms.runFork(step);
        }

        @Override
        public Action runGroup(Step.RunGroup step) {
            return () -> jvms.runGroup(step);
        }

        @Override
        public Action log(Step.Log step) {
            return () -> log.append(step.fact());
        }

        @Override
        public Action sampleServiceTime(Step.SampleServiceTime step) {
            return () -> jvms.sample(step);
        }

        @Override
        public Action skipServiceTime(Step.SkipServiceTime step) {
            return () ->
                    log.append(new Fact.ServiceTimeMeasured(step.cell().key(), Instant.now(), null, step.reason()));
        }

        @Override
        public Action finish(Step.Finish step) {
            return () -> end(step.outcome());
        }
    }

    private void end(Next.Outcome outcome) throws InterruptedException {
        for (String failure : own.tearDown(reachable())) {
            log.append(new Fact.Note(failure));
        }
        for (String failure : servers.release()) {
            log.append(new Fact.Note(failure));
        }
        probes.close();
        log.append(new Fact.RunFinished(outcome.name().toLowerCase(Locale.ROOT)));
        finished = true;
    }

    private List<Plan.Server> reachable() {
        CompletedWork done = new History(plan, events).done();
        return plan.servers().stream().filter(server -> !done.lost(server)).toList();
    }

    /**
     * Renews the locks on the schemas in external servers. If one was lost, returns false, because the next step may have
     * changed.
     */
    private boolean keepLocks() throws InterruptedException {
        boolean kept = true;
        for (Plan.Server server : reachable()) {
            long began = System.nanoTime();
            try {
                servers.keepAdopted(server);
            } catch (SQLException e) {
                kept = false;
                if (!cells.lost(server, losses.afterFailure(server, began))) {
                    losses.giveUp(server, "its schema cannot be locked again: " + RootCause.message(e));
                }
            }
        }
        return kept;
    }

    /** Everything this host does not report, with the reason. */
    private List<String> notReadable() {
        List<String> missing = new ArrayList<>(noise.notReadable());
        boolean distant = plan.servers().stream().anyMatch(server -> server.topology() == Topology.DISTANT);
        if (distant && !KernelConnections.readable()) {
            missing.add("shortest RTT of the measured connections: no program ss (package iproute2)");
        }
        return missing;
    }

    private static String sha256(Path file) throws IOException {
        if (Files.isDirectory(file)) {
            return "unknown: not a jar";
        }
        return Sha256.of(file);
    }
}
