package dev.jdbcbench.result;

import dev.jdbcbench.result.Results.CellResult;
import dev.jdbcbench.result.Results.ClientNoise;
import dev.jdbcbench.result.Results.DatabaseNoise;
import dev.jdbcbench.result.Results.ForkScore;
import dev.jdbcbench.result.Results.HostNoise;
import dev.jdbcbench.result.Results.RttResult;
import dev.jdbcbench.result.Results.Status;
import dev.jdbcbench.result.Results.TopologyResult;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Event;
import dev.jdbcbench.run.Event.CellChecked;
import dev.jdbcbench.run.Event.ForkFailed;
import dev.jdbcbench.run.Event.ForkFinished;
import dev.jdbcbench.run.Event.RttMeasured;
import dev.jdbcbench.run.Event.RttMethod;
import dev.jdbcbench.run.Event.SessionStarted;
import dev.jdbcbench.run.Next;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.statistics.Estimate;
import dev.jdbcbench.statistics.Summary;
import dev.jdbcbench.statistics.WarmupCut;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Turns a plan and its events into results. Pure: the same events always give the same results. */
public final class Fold {
    /** A cell with fewer forks has no interval worth showing. */
    private static final int FEWEST_FORKS = 2;

    private static final double MICROS_PER_SECOND = 1e6;
    private static final String CPU_TIME = "cpu.time.norm";

    private final Plan plan;
    private final List<Event> events;
    private final Map<Plan.Server, DatabaseNoise> databaseNoise;
    private final Map<String, List<ForkFinished>> finished = new LinkedHashMap<>();
    private final Map<String, CellChecked> checks = new LinkedHashMap<>();
    private final Map<String, ForkFailed> lastFailure = new LinkedHashMap<>();
    private final List<RttMeasured> rtts = new ArrayList<>();
    private Optional<SessionStarted> session = Optional.empty();
    private boolean agentFinished;

    /** Reads the events once; of the hosts of the databases nothing is known. */
    public Fold(Plan plan, List<Event> events) {
        this(plan, events, Map.of());
    }

    /** Reads the events once; what happened on the hosts of the databases is known from their logs. */
    public Fold(Plan plan, List<Event> events, Map<Plan.Server, DatabaseNoise> databaseNoise) {
        this.plan = plan;
        this.databaseNoise = Map.copyOf(databaseNoise);
        this.events = List.copyOf(events);
        for (Event event : events) {
            if (event instanceof CellChecked check) {
                checks.put(check.cell(), check);
            } else if (event instanceof ForkFinished fork) {
                finished.computeIfAbsent(fork.cell(), key -> new ArrayList<>()).add(fork);
            } else if (event instanceof ForkFailed fork) {
                lastFailure.put(fork.cell(), fork);
            } else if (event instanceof RttMeasured rtt) {
                rtts.add(rtt);
            } else if (event instanceof SessionStarted started) {
                session = Optional.of(started);
            } else if (event instanceof Event.RunFinished end && end.source() == Event.Source.AGENT) {
                agentFinished = true;
            }
        }
    }

    /** The plan of the run. */
    public Plan plan() {
        return plan;
    }

    /** What the agent found when it started; empty when it never did. */
    public Optional<SessionStarted> session() {
        return session;
    }

    /** What the agent found a server to be; empty when it never reached it. */
    public Optional<Event.ServerFacts> serverFacts(Topology topology, String server) {
        return session.flatMap(started -> started.servers().stream()
                .filter(facts -> facts.topology() == topology && facts.server().equals(server))
                .findFirst());
    }

    /** The forks of a cell that ended well, in the order in which they ran. */
    public List<ForkFinished> forks(Cell cell) {
        return finished.getOrDefault(cell.key(), List.of());
    }

    /** Whether at least one cell of a topology has a score. */
    public boolean measured(Topology topology) {
        return plan.cells().stream()
                .anyMatch(cell -> cell.topology() == topology && !forks(cell).isEmpty());
    }

    /** All RTT measurements, in their order. */
    public List<RttMeasured> rtts() {
        return rtts;
    }

    /** What the run found. */
    public Results results() {
        List<CellResult> cells = plan.entries().stream().map(this::cell).toList();
        boolean complete = agentFinished
                && cells.stream()
                        .allMatch(cell -> cell.status() == Status.UNSUPPORTED
                                || (cell.status() == Status.OK
                                        && cell.forks().size() == plan.profile().forks()));
        Map<Topology, TopologyResult> topologies = new LinkedHashMap<>();
        for (Plan.Server server : plan.servers()) {
            Map<String, RttResult> rtt = rtt(server);
            TopologyResult known = topologies.get(server.topology());
            Map<String, Map<String, RttResult>> byServer =
                    new LinkedHashMap<>(known == null ? Map.of() : known.rttByServer());
            byServer.put(server.server(), rtt);
            topologies.put(
                    server.topology(),
                    new TopologyResult(
                            server.client(),
                            server.database(),
                            known == null ? rtt : known.rtt(),
                            byServer,
                            noise(server.topology())));
        }
        return new Results(
                plan.run(),
                complete,
                plan.profile().name(),
                plan.profile().claims(),
                plan.seed(),
                plan.createdAt(),
                topologies,
                servers(),
                cells,
                List.of());
    }

    private List<Results.ServerResult> servers() {
        List<Results.ServerResult> servers = new ArrayList<>();
        for (Plan.Server planned : plan.servers()) {
            serverFacts(planned.topology(), planned.server())
                    .ifPresent(facts -> servers.add(new Results.ServerResult(
                            planned.topology(),
                            planned.server(),
                            planned.kind(),
                            planned.install(),
                            facts.version(),
                            facts.engine(),
                            facts.variables())));
        }
        return servers;
    }

    private Map<String, HostNoise> noise(Topology topology) {
        Map<String, HostNoise> byHost = new LinkedHashMap<>();
        for (Plan.Server server : plan.servers()) {
            if (server.topology() != topology) {
                continue;
            }
            clientNoise(topology)
                    .ifPresent(noise -> byHost.putIfAbsent(server.client(), new HostNoise(noise, Map.of())));
            DatabaseNoise database = databaseNoise.get(server);
            if (database != null) {
                HostNoise known = byHost.getOrDefault(server.database(), new HostNoise(null, Map.of()));
                Map<String, DatabaseNoise> byServer = new LinkedHashMap<>(known.database());
                byServer.put(server.server(), database);
                byHost.put(server.database(), new HostNoise(known.client(), byServer));
            }
        }
        return byHost;
    }

    private Optional<ClientNoise> clientNoise(Topology topology) {
        List<Event.Noise> forks = plan.cells().stream()
                .filter(cell -> cell.topology() == topology)
                .flatMap(cell -> forks(cell).stream())
                .flatMap(fork -> Optional.ofNullable(fork.noise()).stream())
                .toList();
        return ForkNoise.summary(forks, session.map(SessionStarted::notReadable).orElse(List.of()));
    }

    private Map<String, RttResult> rtt(Plan.Server server) {
        Map<String, RttResult> byMethod = new LinkedHashMap<>();
        for (RttMethod method : List.of(RttMethod.PROTOCOL, RttMethod.TCP, RttMethod.ICMP)) {
            List<RttMeasured> series = rtts.stream()
                    .filter(rtt -> rtt.topology() == server.topology()
                            && rtt.server().equals(server.server())
                            && rtt.method() == method)
                    .toList();
            double[] micros = series.stream()
                    .flatMap(rtt -> rtt.micros().stream())
                    .mapToDouble(Double::doubleValue)
                    .toArray();
            @Nullable
            String unavailable = series.stream()
                    .map(RttMeasured::unavailable)
                    .filter(why -> why != null)
                    .findFirst()
                    .orElse(series.isEmpty() ? "not measured" : null);
            if (micros.length == 0) {
                byMethod.put(name(method), new RttResult(null, null, null, 0, unavailable));
            } else {
                Summary summary = Summary.of(micros);
                byMethod.put(
                        name(method),
                        new RttResult(summary.min(), summary.median(), summary.p95(), summary.count(), unavailable));
            }
        }
        return byMethod;
    }

    private static String name(RttMethod method) {
        return method.name().toLowerCase(Locale.ROOT);
    }

    private CellResult cell(Plan.Entry entry) {
        Cell cell = entry.cell();
        List<ForkFinished> forks = forks(cell);
        List<ForkScore> scores = forks.stream().map(Fold::score).toList();
        Optional<Estimate> estimate = scores.isEmpty()
                ? Optional.empty()
                : Optional.of(Estimate.of(
                        scores.stream().mapToDouble(ForkScore::score).toArray()));
        boolean interval = scores.size() >= FEWEST_FORKS;
        Optional<Event.ServerFacts> server = serverFacts(cell.topology(), cell.server());
        Optional<CellChecked> check = Optional.ofNullable(checks.get(cell.key()));
        Map<String, Double> counters = check.map(CellChecked::counters).orElse(Map.of());
        @Nullable String reason = reason(entry, scores.size());
        return new CellResult(
                cell.key(),
                cell.topology(),
                cell.client(),
                cell.database(),
                cell.server(),
                server.map(Event.ServerFacts::version).orElse(null),
                cell.scenario(),
                cell.params(),
                cell.mode(),
                cell.driver(),
                cell.driverVersion(),
                cell.transport(),
                cell.threads(),
                check.map(CellChecked::engine).orElse(null),
                status(entry, scores.size()),
                reason,
                "us/op",
                estimate.map(Estimate::score).orElse(null),
                interval ? estimate.map(Estimate::low).orElse(null) : null,
                interval ? estimate.map(Estimate::high).orElse(null) : null,
                scores,
                null,
                bytes(counters, "Bytes_received"),
                bytes(counters, "Bytes_sent"),
                allocation(forks),
                cpu(forks),
                estimate.map(found -> cell.threads() * MICROS_PER_SECOND / found.score())
                        .orElse(null),
                counters,
                check.map(CellChecked::remark).filter(text -> !text.isEmpty()).orElse(null));
    }

    private Status status(Plan.Entry entry, int forks) {
        if (entry.unsupported() != null || foundUnsupported(entry.cell()) != null) {
            return Status.UNSUPPORTED;
        }
        if (Next.givenUp(events, entry.cell())) {
            return Status.FAILED;
        }
        return forks >= Math.min(FEWEST_FORKS, plan.profile().forks()) ? Status.OK : Status.MISSING;
    }

    private @Nullable String foundUnsupported(Cell cell) {
        CellChecked check = checks.get(cell.key());
        return check == null ? null : check.unsupported();
    }

    private @Nullable String reason(Plan.Entry entry, int forks) {
        return switch (status(entry, forks)) {
            case OK -> null;
            case UNSUPPORTED -> entry.unsupported() == null ? foundUnsupported(entry.cell()) : entry.unsupported();
            case MISSING -> forks + " of " + plan.profile().forks() + " forks were measured";
            case FAILED ->
                Optional.ofNullable(lastFailure.get(entry.cell().key()))
                        .map(failure -> failure.reason() + " (logs/" + failure.log() + ")")
                        .orElse("unknown");
        };
    }

    private static ForkScore score(ForkFinished fork) {
        double[] iterations = iterations(fork);
        int cut = WarmupCut.of(iterations);
        return new ForkScore(fork.block(), WarmupCut.mean(iterations, cut), cut, iterations.length, fork.startedAt());
    }

    /** A fork's iterations in µs/op, warm-up included. */
    public static double[] iterations(ForkFinished fork) {
        return fork.iterations().stream().mapToDouble(Double::doubleValue).toArray();
    }

    private static @Nullable Long bytes(Map<String, Double> counters, String name) {
        Double value = counters.get(name);
        return value == null ? null : (Long) Math.round(value);
    }

    /** The median over the forks of the mean after the warm-up, µs. */
    private static @Nullable Double cpu(List<ForkFinished> forks) {
        double[] micros = forks.stream()
                .filter(fork -> fork.secondary().containsKey(CPU_TIME))
                .mapToDouble(fork -> WarmupCut.mean(
                        Objects.requireNonNull(fork.secondary().get(CPU_TIME)).values().stream()
                                .mapToDouble(Double::doubleValue)
                                .toArray(),
                        WarmupCut.of(iterations(fork))))
                .toArray();
        return micros.length == 0 ? null : (Double) Summary.of(micros).median();
    }

    /** The median over the forks of what the last iteration of each allocated: nearly free of noise. */
    private static @Nullable Double allocation(List<ForkFinished> forks) {
        double[] bytes = forks.stream()
                .map(fork -> fork.secondary().get("gc.alloc.rate.norm"))
                .filter(secondary -> secondary != null && !secondary.values().isEmpty())
                .mapToDouble(
                        secondary -> secondary.values().get(secondary.values().size() - 1))
                .toArray();
        return bytes.length == 0 ? null : (Double) Summary.of(bytes).median();
    }
}
