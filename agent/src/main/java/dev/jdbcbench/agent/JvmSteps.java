package dev.jdbcbench.agent;

import dev.jdbcbench.agent.group.Group;
import dev.jdbcbench.agent.group.GroupHosts;
import dev.jdbcbench.agent.group.MeasuringHosts;
import dev.jdbcbench.agent.group.Member;
import dev.jdbcbench.agent.group.Rounds;
import dev.jdbcbench.agent.group.SeveralClients;
import dev.jdbcbench.agent.group.ThisHost;
import dev.jdbcbench.agent.jvm.Fork;
import dev.jdbcbench.agent.kernel.KernelConnections;
import dev.jdbcbench.agent.kernel.NoiseReader;
import dev.jdbcbench.agent.operation.References;
import dev.jdbcbench.agent.path.RttProbe;
import dev.jdbcbench.agent.server.DriverLoader;
import dev.jdbcbench.agent.server.Servers;
import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.event.Connections;
import dev.jdbcbench.event.Counted;
import dev.jdbcbench.event.DroppedRound;
import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.EventLog;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.event.Noise;
import dev.jdbcbench.event.RttAround;
import dev.jdbcbench.event.ServiceTime;
import dev.jdbcbench.next.Step;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Topology;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Executes the steps that start JVMs of their own: those that measure a cell or a row, and those that record or sample one. Logs
 * their results. Not thread safe.
 */
final class JvmSteps {
    /** Number of consecutive losses of a client after which the agent ends. */
    private static final int MOST_LOSSES = 3;

    private static final String NO_JVM = "a reference has no JVM";

    private final Plan plan;
    private final Path work;
    private final DriverLoader drivers;
    private final Servers servers;
    private final References references;
    private final RttProbe probes;
    private final NoiseReader noise;
    private final EventLog log;
    private final List<Event> events;
    private final CellSteps cells;
    private final Fork fork;
    private final MeasuringHosts hosts;

    /**
     * Steps of this plan.
     *
     * @param work the agent's working directory
     * @param events all events so far, including those that {@code log} will write
     * @param cells knows whether a failed step lost its server
     */
    JvmSteps(
            Plan plan,
            Path work,
            DriverLoader drivers,
            Servers servers,
            References references,
            RttProbe probes,
            NoiseReader noise,
            EventLog log,
            List<Event> events,
            CellSteps cells) {
        this.plan = plan;
        this.work = work;
        this.drivers = drivers;
        this.servers = servers;
        this.references = references;
        this.probes = probes;
        this.noise = noise;
        this.log = log;
        this.events = events;
        this.cells = cells;
        this.fork = new Fork(plan);
        this.hosts = plan.clients().isEmpty()
                ? new ThisHost()
                : SeveralClients.provided().of(plan, work);
    }

    /** Runs a measured JVM. For a server on another host, measures the RTT before and after. */
    void runFork(Step.RunFork run) throws IOException, InterruptedException {
        long began = System.nanoTime();
        Cell cell = run.cell();
        String name = forkLog(run.block(), cell, run.attempt());
        log.append(new Fact.ForkStarted(run.block(), cell.key()));
        Optional<Plan.Server> far = far(cell);
        List<Double> rttBefore = far.isPresent() ? probes.micros(far.get()) : List.of();
        if (far.isPresent() && rttBefore.isEmpty() && cells.lost(cell, began)) {
            return;
        }
        Instant startedAt = Instant.now();
        NoiseReader.Reading before = noise.read();
        try {
            // The first iterations are warm-up, so querying the connections now disturbs nothing that counts.
            List<Connections> connections = new CopyOnWriteArrayList<>();
            Runnable look = () -> far.filter(server -> cell.transport() != Transport.SOCKET)
                    .flatMap(server -> KernelConnections.ofChildren(servers.endpoint(server)))
                    .ifPresent(connections::add);
            Fork.Measurement measured = fork.run(
                    cell,
                    plan.scenario(cell),
                    operation(cell),
                    drivers.classPath(plan.driver(cell), cell.transport()),
                    work.resolve("logs").resolve(name),
                    look);
            Noise meanwhile = NoiseReader.between(before, noise.read());
            @Nullable
            RttAround rtt = far.isPresent()
                    ? new RttAround(
                            rttBefore,
                            probes.micros(far.get()),
                            connections.stream().findFirst().orElse(null))
                    : null;
            finished(run.block(), cell, startedAt, measured, meanwhile, rtt, null);
        } catch (Fork.FailedException e) {
            cells.unlessStopping(e);
            if (!cells.lost(cell, began)) {
                failed(run.block(), cell, e, name);
            }
        }
    }

    private void finished(
            int block,
            Cell cell,
            Instant startedAt,
            Fork.Measurement measured,
            Noise meanwhile,
            @Nullable RttAround rtt,
            @Nullable Counted counted) {
        log.append(new Fact.ForkFinished(
                block,
                cell.key(),
                startedAt,
                measured.iterations(),
                measured.operations(),
                measured.secondary(),
                meanwhile,
                rtt,
                counted,
                measured.load(),
                measured.clients()));
    }

    private void failed(int block, Cell cell, Exception e, String name) {
        log.append(new Fact.ForkFailed(block, cell.key(), String.valueOf(e.getMessage()), name));
    }

    private static String forkLog(int block, Cell cell, int attempt) {
        return String.format("%s-%d.log", Fork.logName(String.format("fork-%02d", block), cell), attempt);
    }

    /**
     * Measures the cells of a row in turns. For servers on another host, measures the RTT before and after.
     *
     * @throws MeasuringHosts.MissingException when one of several clients is lost for good
     */
    void runGroup(Step.RunGroup run) throws IOException, InterruptedException, MeasuringHosts.MissingException {
        hosts.await();
        long began = System.nanoTime();
        log.append(new Fact.GroupStarted(run.block(), run.row()));
        Map<Plan.Server, List<Double>> rttBefore = new LinkedHashMap<>();
        for (Cell cell : run.cells()) {
            Optional<Plan.Server> far = far(cell);
            if (far.isPresent() && !rttBefore.containsKey(far.get())) {
                List<Double> micros = probes.micros(far.get());
                if (micros.isEmpty() && cells.lost(cell, began)) {
                    return;
                }
                rttBefore.put(far.get(), micros);
            }
        }
        Map<Cell, Connections> connections = new HashMap<>();
        Group.FirstRound afterFirst = (member, pid) -> far(member.cell())
                .filter(server -> member.cell().transport() != Transport.SOCKET)
                .flatMap(server -> KernelConnections.of(servers.endpoint(server), Set.of(pid)))
                .ifPresent(seen -> connections.put(member.cell(), seen));
        Instant startedAt = Instant.now();
        NoiseReader.Reading before = noise.read();
        try {
            List<Member> members = members(run);
            GroupHosts jvms =
                    hosts.group(plan, work.resolve("tmp"), run.attempt() + " " + run.block(), seed(run), members);
            Rounds.Measured measured = new Group(plan, noise, jvms, seed(run), members).run(afterFirst);
            Noise meanwhile = NoiseReader.between(before, noise.read());
            Map<Plan.Server, List<Double>> rttAfter = new LinkedHashMap<>();
            for (Plan.Server server : rttBefore.keySet()) {
                rttAfter.put(server, probes.micros(server));
            }
            Counted counted = new Counted(
                    measured.warmUp(),
                    measured.dropped().stream().map(DroppedRound::round).toList());
            for (int i = 0; i < run.cells().size(); i++) {
                Cell cell = run.cells().get(i);
                @Nullable
                RttAround rtt = far(cell)
                        .map(server -> new RttAround(
                                rttBefore.getOrDefault(server, List.of()),
                                rttAfter.getOrDefault(server, List.of()),
                                connections.get(cell)))
                        .orElse(null);
                finished(run.block(), cell, startedAt, measured.forks().get(i), meanwhile, rtt, counted);
            }
            log.append(new Fact.GroupFinished(
                    run.block(),
                    run.row(),
                    measured.rounds(),
                    measured.warmUp(),
                    measured.dropped(),
                    measured.countedFrom(),
                    measured.countedTo()));
        } catch (Member.FailedException e) {
            cells.unlessStopping(e);
            if (!cells.lost(e.member().cell(), began)) {
                failed(
                        run.block(),
                        e.member().cell(),
                        e,
                        String.valueOf(e.member().log().getFileName()));
            }
        } catch (GroupHosts.LostException e) {
            cells.unlessStopping(e);
            log.append(new Fact.ClientLost(run.block(), e.host(), String.valueOf(e.getMessage())));
            giveUpAfterLosses();
        }
    }

    /** Stops when the same loss would only be repeated. */
    private void giveUpAfterLosses() throws MeasuringHosts.MissingException {
        int losses = 0;
        for (Event event : events) {
            if (event.is(Fact.ClientLost.class)) {
                losses++;
            } else if (event.is(Fact.GroupFinished.class) || event.is(Fact.SessionStarted.class)) {
                losses = 0;
            }
        }
        if (losses >= MOST_LOSSES) {
            throw new MeasuringHosts.MissingException(
                    "clients were lost " + losses + " times in a row, and no group was measured in between");
        }
    }

    private List<Member> members(Step.RunGroup run) throws IOException {
        List<Member> members = new ArrayList<>();
        for (Cell cell : run.cells()) {
            members.add(new Member(
                    cell,
                    plan.scenario(cell),
                    operation(cell),
                    drivers.classPath(plan.driver(cell), cell.transport()),
                    work.resolve("logs").resolve(forkLog(run.block(), cell, run.attempt())),
                    references.of(cell)));
        }
        return members;
    }

    /** Seed for the order of turns; differs by block and row. */
    private long seed(Step.RunGroup run) {
        return new SplittableRandom(plan.seed() * 31L + run.block()).nextLong()
                ^ run.row().hashCode();
    }

    private Optional<Plan.Server> far(Cell cell) {
        return servers.of(cell).filter(server -> server.topology() == Topology.DISTANT);
    }

    /** Runs a JVM that samples the percentiles of a cell. */
    void sample(Step.SampleServiceTime sample) throws IOException, InterruptedException {
        Cell cell = sample.cell();
        long began = System.nanoTime();
        Instant startedAt = Instant.now();
        @Nullable ServiceTime times = null;
        @Nullable String unavailable = null;
        if (references.includes(cell)) {
            log.append(new Fact.ServiceTimeMeasured(cell.key(), startedAt, null, NO_JVM));
            return;
        }
        try {
            times = fork.serviceTime(
                    cell,
                    plan.scenario(cell),
                    operation(cell),
                    drivers.classPath(plan.driver(cell), cell.transport()),
                    work.resolve("logs").resolve(Fork.logName("percentiles", cell) + ".log"));
        } catch (Fork.FailedException e) {
            cells.unlessStopping(e);
            if (cells.lost(cell, began)) {
                return;
            }
            unavailable = String.valueOf(e.getMessage());
        }
        log.append(new Fact.ServiceTimeMeasured(cell.key(), startedAt, times, unavailable));
    }

    /** Runs a JVM that records where the time of a cell goes. */
    void profile(Cell cell) throws IOException, InterruptedException {
        long began = System.nanoTime();
        Instant startedAt = Instant.now();
        String name = "profile-" + (plan.cells().indexOf(cell) + 1); // short, because a host's file names are limited
        @Nullable String recording = null;
        @Nullable String method = null;
        @Nullable String unavailable = null;
        if (references.includes(cell)) {
            log.append(new Fact.CellProfiled(cell.key(), startedAt, null, null, NO_JVM));
            return;
        }
        try {
            method = fork.recording(
                    cell,
                    plan.scenario(cell),
                    operation(cell),
                    drivers.classPath(plan.driver(cell), cell.transport()),
                    work.resolve("logs").resolve(name + ".log"),
                    work.resolve("logs").resolve(name + ".jfr"));
            recording = name + ".jfr";
        } catch (Fork.FailedException e) {
            cells.unlessStopping(e);
            if (cells.lost(cell, began)) {
                return;
            }
            unavailable = String.valueOf(e.getMessage());
        }
        log.append(new Fact.CellProfiled(cell.key(), startedAt, recording, method, unavailable));
    }

    /** Approximate duration of an operation, from its check. */
    private Duration operation(Cell cell) {
        return Event.facts(events, Fact.CellChecked.class).stream()
                .filter(check -> check.cell().equals(cell.key()))
                .map(Fact.CellChecked::operation)
                .findFirst()
                .orElse(Duration.ZERO);
    }
}
