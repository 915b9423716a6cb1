package dev.jdbcbench.agent;

import dev.jdbcbench.driver.Session;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Event;
import dev.jdbcbench.run.EventLog;
import dev.jdbcbench.run.History;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Next;
import dev.jdbcbench.run.Next.Step;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.scenario.Scenario;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Carries out a plan, step by step, until {@link Next} has no further step. It needs nobody: its orchestrator may be gone.
 *
 * <p>In its directory: {@code plan.json} is read, {@code events.ndjson} and {@code logs/} are
 * written. An {@code events.ndjson} that is there already is continued.
 */
public final class Agent {
    private final Plan plan;
    private final Path work;
    private final DriverLoader drivers;
    private final EventLog log;
    private final List<Event> events;
    private final CellCheck checks;
    private final Servers servers;
    private final RttProbe probes;
    private final Noise noise;
    /** Set when this JVM was told to end: what fails from then on is no failure. */
    private final AtomicBoolean stopping;

    private Agent(
            Plan plan,
            Session session,
            Path work,
            DriverLoader drivers,
            EventLog log,
            List<Event> events,
            AtomicBoolean stopping) {
        this.plan = plan;
        this.work = work;
        this.drivers = drivers;
        this.log = log;
        this.events = events;
        this.stopping = stopping;
        this.servers = new Servers(plan, session, drivers);
        this.checks = new CellCheck(plan, session, drivers);
        this.probes = new RttProbe(servers);
        this.noise = new Noise(
                Path.of("/"),
                plan.servers().stream()
                        .flatMap(server -> servers.endpoint(server).process().stream())
                        .toList());
    }

    /**
     * {@code run WORK JARS}: carries out the plan in the directory WORK with drivers from the directory JARS; exit code 0 when
     * nothing is left to do, 4 when it cannot start. {@code address HOST PORT}: prints from which address this host talks to
     * HOST, and which address HOST has. {@code lock}: 0 when no agent works on this host, else 4 and who does. {@code probe WORK JARS} and
     * {@code sweep WORK JARS}: see {@link Probe}.
     */
    public static void main(String[] args) throws Exception {
        if (args.length == 3 && args[0].equals("address")) {
            printAddresses(args[1], Integer.parseInt(args[2]));
            return;
        }
        if (args.length == 1 && args[0].equals("lock")) {
            try {
                AgentLock.take("a look whether an agent works here").close();
                return;
            } catch (AgentLock.HeldException e) {
                System.err.println(e.getMessage());
                System.exit(4);
            }
        }
        if (args.length == 3 && List.of("probe", "sweep").contains(args[0])) {
            Probe probe = Probe.in(Path.of(args[1]), Path.of(args[2]));
            (args[0].equals("probe") ? probe.logins() : probe.sweep()).forEach(System.out::println);
            return;
        }
        if (args.length != 3 || !args[0].equals("run")) {
            System.err.println("usage: run WORK JARS | probe WORK JARS | sweep WORK JARS | address HOST PORT | lock");
            System.exit(2);
        }
        System.exit(run(Path.of(args[1]), Path.of(args[2])));
    }

    private static int run(Path work, Path jars) throws Exception {
        AtomicBoolean stopping = new AtomicBoolean();
        Plan plan = Json.read(Files.readString(work.resolve("plan.json")), Plan.class);
        String holder = "run " + plan.run() + ", process "
                + ProcessHandle.current().pid() + " of " + System.getProperty("user.name") + " since " + Instant.now();
        AgentLock lock;
        try {
            lock = AgentLock.take(holder);
        } catch (AgentLock.HeldException e) {
            System.err.println(e.getMessage());
            return 4;
        }
        try {
            Path file = work.resolve("events.ndjson");
            List<Event> events = new ArrayList<>();
            if (Files.exists(file)) {
                Files.readAllLines(file).forEach(line -> events.add(Json.read(line, Event.class)));
            }
            long lastSeq = events.isEmpty() ? 0 : events.get(events.size() - 1).seq();
            try (EventLog log = new EventLog(file, Event.Source.AGENT, lastSeq, Clock.systemUTC(), events::add)) {
                Session session = Session.ofEnvironment();
                TrustStore.makeFor(session);
                Agent agent = new Agent(plan, session, work, new DriverLoader(jars), log, events, stopping);
                Runtime.getRuntime()
                        .addShutdownHook(new Thread(
                                () -> {
                                    stopping.set(true);
                                    Fork.endDescendants();
                                    agent.servers.release().forEach(System.err::println);
                                },
                                "bench-shutdown"));
                agent.carryOut();
                return 0;
            }
        } catch (Servers.UnreachableException e) {
            System.err.println(e.getMessage());
            return 4;
        } finally {
            lock.close();
        }
    }

    private void carryOut() throws IOException, InterruptedException {
        Files.createDirectories(work.resolve("logs"));
        Event.Jvm jvm = new Event.Jvm(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                System.getProperty("java.version"),
                System.getProperty("java.vm.name"),
                System.getProperty("java.vm.version"));
        servers.adopt();
        List<Event.ServerFacts> facts = new ArrayList<>();
        for (Plan.Server server : plan.servers()) {
            facts.add(servers.facts(server));
            servers.setUp(server, events);
        }
        String scenarios = sha256(Fork.jar(Scenario.class));
        log.append((seq, at, source) -> new Event.SessionStarted(
                seq,
                at,
                source,
                plan.run(),
                ProcessHandle.current().pid(),
                jvm,
                scenarios,
                facts,
                noise.notReadable()));
        Fork fork = new Fork(plan.profile(), plan.jvmArgs());
        while (true) {
            Step step = Next.step(plan, events);
            if (step instanceof Step.Finish finish) {
                for (String failure : servers.tearDown()) {
                    log.append((seq, at, source) -> new Event.Note(seq, at, source, failure));
                }
                for (String failure : servers.release()) {
                    log.append((seq, at, source) -> new Event.Note(seq, at, source, failure));
                }
                probes.close();
                log.append((seq, at, source) -> new Event.RunFinished(
                        seq, at, source, finish.outcome().name().toLowerCase(Locale.ROOT)));
                return;
            } else if (step instanceof Step.CheckCell check) {
                check(check.cell());
            } else if (step instanceof Step.StartBlock start) {
                servers.keepAdopted();
                System.gc(); // what the checks needed is not to be held while others measure
                log.append((seq, at, source) -> new Event.BlockStarted(seq, at, source, start.block()));
                sayWhatGetsLonger(start.block());
            } else if (step instanceof Step.MeasureRtt rtt) {
                measureRtt(rtt.block(), rtt.server());
            } else if (step instanceof Step.RunFork run) {
                runFork(fork, run);
            } else if (step instanceof Step.RejectFork reject) {
                log.append((seq, at, source) ->
                        new Event.ForkRejected(seq, at, source, reject.block(), reject.cell(), reject.reason()));
            } else if (step instanceof Step.Decide decide) {
                log.append((seq, at, source) -> new Event.Decided(
                        seq, at, source, decide.row(), decide.block(), decide.more(), decide.reason()));
            } else if (step instanceof Step.SayUnfit unfit) {
                log.append((seq, at, source) -> new Event.HostUnfit(seq, at, source, unfit.host(), unfit.reasons()));
            } else if (step instanceof Step.SkipServiceTime skip) {
                log.append((seq, at, source) -> new Event.ServiceTimeMeasured(
                        seq, at, source, skip.cell().key(), at, null, skip.reason()));
            } else if (step instanceof Step.SampleServiceTime sample) {
                sample(fork, sample.cell());
            }
        }
    }

    /** Rows of which a cell did not settle in the blocks before have longer forks from this one on. */
    private void sayWhatGetsLonger(int block) {
        History history = new History(plan, events);
        plan.rows().forEach((row, cells) -> {
            if (history.longer(row, block) && !history.longer(row, block - 1)) {
                int iterations = plan.profile().iterations(operation(cells.get(0)), true);
                log.append((seq, at, source) -> new Event.Note(
                        seq,
                        at,
                        source,
                        row + " does not settle: " + iterations + " iterations in its forks from block " + block
                                + " on"));
            }
        });
    }

    private void runFork(Fork fork, Step.RunFork run) throws IOException {
        Cell cell = run.cell();
        String name = String.format("%s-%d.log", logName(String.format("fork-%02d", run.block()), cell), run.attempt());
        log.append((seq, at, source) -> new Event.ForkStarted(seq, at, source, run.block(), cell.key()));
        Optional<Plan.Server> far = plan.servers().stream()
                .filter(server -> server.topology() == Topology.DISTANT
                        && cell.topology() == Topology.DISTANT
                        && server.server().equals(cell.server()))
                .findFirst();
        List<Double> rttBefore = far.map(probes::micros).orElse(List.of());
        Instant startedAt = Instant.now();
        Noise.Reading before = noise.read();
        try {
            Fork.Measurement measured = fork.run(
                    cell,
                    plan.scenario(cell),
                    operation(cell),
                    run.longer(),
                    drivers.classPath(plan.driver(cell), cell.transport()),
                    work.resolve("logs").resolve(name));
            Event.Noise meanwhile = Noise.between(before, noise.read());
            Event.@Nullable RttAround rtt = far.map(server -> new Event.RttAround(rttBefore, probes.micros(server)))
                    .orElse(null);
            log.append((seq, at, source) -> new Event.ForkFinished(
                    seq,
                    at,
                    source,
                    run.block(),
                    cell.key(),
                    startedAt,
                    measured.iterations(),
                    measured.operations(),
                    measured.secondary(),
                    meanwhile,
                    rtt));
        } catch (Fork.FailedException e) {
            if (stopping.get()) {
                throw new IllegalStateException("told to end", e);
            }
            log.append((seq, at, source) -> new Event.ForkFailed(
                    seq, at, source, run.block(), cell.key(), String.valueOf(e.getMessage()), name));
        }
    }

    private void sample(Fork fork, Cell cell) throws IOException {
        Instant startedAt = Instant.now();
        Event.@Nullable ServiceTime times = null;
        @Nullable String unavailable = null;
        try {
            times = fork.serviceTime(
                    cell,
                    plan.scenario(cell),
                    operation(cell),
                    drivers.classPath(plan.driver(cell), cell.transport()),
                    work.resolve("logs").resolve(logName("percentiles", cell) + ".log"));
        } catch (Fork.FailedException e) {
            if (stopping.get()) {
                throw new IllegalStateException("told to end", e);
            }
            unavailable = String.valueOf(e.getMessage());
        }
        Event.@Nullable ServiceTime found = times;
        @Nullable String why = unavailable;
        log.append(
                (seq, at, source) -> new Event.ServiceTimeMeasured(seq, at, source, cell.key(), startedAt, found, why));
    }

    private static String logName(String prefix, Cell cell) {
        return prefix + "-" + cell.key().replaceAll("[^A-Za-z0-9.@~-]", "_");
    }

    /** About how long an operation takes, as its check found. */
    private Duration operation(Cell cell) {
        return events.stream()
                .filter(event ->
                        event instanceof Event.CellChecked check && check.cell().equals(cell.key()))
                .map(event -> Duration.ofNanos((long) (((Event.CellChecked) event).operationMicros() * 1000)))
                .findFirst()
                .orElse(Duration.ZERO);
    }

    private void check(Cell cell) throws InterruptedException {
        try {
            Optional<String> notSetUp = servers.notSetUp(cell);
            if (notSetUp.isPresent()) {
                throw new CellCheck.FailedException(notSetUp.get(), null);
            }
            CellCheck.Checked checked = checks.check(cell, events);
            log.append((seq, at, source) -> new Event.CellChecked(
                    seq,
                    at,
                    source,
                    cell.key(),
                    checked.finding().result(),
                    checked.finding().remark(),
                    checked.engine(),
                    checked.unsupported(),
                    checked.counters(),
                    checked.operationMicros()));
            Duration operation = Duration.ofNanos((long) (checked.operationMicros() * 1000));
            if (plan.profile().tooLong(operation)) {
                int iterations = plan.profile().iterations(operation, false);
                Duration fork = plan.profile().iterationTime(operation).multipliedBy(iterations);
                log.append((seq, at, source) -> new Event.Note(
                        seq,
                        at,
                        source,
                        cell.key() + ": an operation takes " + operation.toMillis()
                                + " ms, so that each fork measures for " + fork.toSeconds() + " s (" + iterations
                                + " iterations of three operations)"));
            }
        } catch (CellCheck.FailedException e) {
            log.append((seq, at, source) ->
                    new Event.ForkFailed(seq, at, source, 0, cell.key(), String.valueOf(e.getMessage()), "agent.log"));
            e.printStackTrace();
        }
    }

    private void measureRtt(int block, Plan.Server server) throws InterruptedException {
        Session.Endpoint endpoint = servers.endpoint(server);
        record(block, server, Rtt.icmp(endpoint.host()));
        record(
                block,
                server,
                endpoint.external().isEmpty()
                        ? Rtt.tcp(endpoint)
                        : Rtt.Series.none(
                                Event.RttMethod.TCP,
                                "not asked of a server that bench did not start: after some hundred bare connects it would block"
                                        + " this host (error 1129)"));
        Rtt.Series protocol;
        try (Connection connection = servers.connect(server)) {
            protocol = Rtt.protocol(connection);
        } catch (SQLException e) {
            protocol = Rtt.Series.none(Event.RttMethod.PROTOCOL, String.valueOf(e.getMessage()));
        }
        record(block, server, protocol);
    }

    private void record(int block, Plan.Server server, Rtt.Series series) {
        log.append((seq, at, source) -> new Event.RttMeasured(
                seq,
                at,
                source,
                server.topology(),
                server.server(),
                block,
                series.method(),
                series.micros(),
                series.unavailable()));
    }

    private static void printAddresses(String host, int port) throws IOException {
        try (DatagramSocket socket = new DatagramSocket()) {
            InetSocketAddress target = new InetSocketAddress(host, port);
            if (target.isUnresolved()) {
                System.err.println("the name " + host + " is not known on this host");
                System.exit(4);
            }
            socket.connect(target); // sends nothing: asks the routing table
            System.out.println(Addresses.text(socket.getLocalAddress()));
            System.out.println(Addresses.text(target.getAddress()));
        }
    }

    private static String sha256(Path file) throws IOException {
        if (Files.isDirectory(file)) {
            return "unknown: not a jar";
        }
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
