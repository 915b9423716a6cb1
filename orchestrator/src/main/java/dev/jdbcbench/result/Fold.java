package dev.jdbcbench.result;

import dev.jdbcbench.result.Results.CellResult;
import dev.jdbcbench.result.Results.DatabaseNoise;
import dev.jdbcbench.result.Results.Status;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Event;
import dev.jdbcbench.run.Event.ForkFinished;
import dev.jdbcbench.run.Event.RttMeasured;
import dev.jdbcbench.run.Event.SessionStarted;
import dev.jdbcbench.run.Goal;
import dev.jdbcbench.run.History;
import dev.jdbcbench.run.Next;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Profile;
import dev.jdbcbench.run.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Turns a plan and its events into results. Pure: the same events always give the same results. */
public final class Fold {
    private final Plan plan;
    private final List<Event> events;
    private final History history;
    private final Map<Plan.Server, DatabaseNoise> databaseNoise;
    private final List<RttSeries> rtts = new ArrayList<>();
    private Optional<SessionStarted> session = Optional.empty();
    private Optional<String> outcome = Optional.empty();

    /** Reads the events once; of the hosts of the databases nothing is known. */
    public Fold(Plan plan, List<Event> events) {
        this(plan, events, Map.of());
    }

    /** Reads the events once; what happened on the hosts of the databases is known from their logs. */
    public Fold(Plan plan, List<Event> events, Map<Plan.Server, DatabaseNoise> databaseNoise) {
        this.plan = plan;
        this.databaseNoise = Map.copyOf(databaseNoise);
        this.events = List.copyOf(events);
        this.history = new History(plan, events);
        Map<String, Cell> cells = plan.measured().stream().collect(Collectors.toMap(Cell::key, cell -> cell));
        for (Event event : events) {
            if (event instanceof ForkFinished fork) {
                Optional.ofNullable(cells.get(fork.cell()))
                        .ifPresent(cell -> rtts.addAll(RttSeries.around(fork, cell)));
            } else if (event instanceof RttMeasured rtt) {
                rtts.add(RttSeries.of(rtt));
            } else if (event instanceof SessionStarted started) {
                session = Optional.of(started);
                outcome = Optional.empty();
            } else if (event instanceof Event.RunFinished end && end.source() == Event.Source.AGENT) {
                outcome = Optional.of(end.outcome());
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

    /** The forks of a cell that ended well and count, in the order in which they ran. */
    public List<ForkFinished> forks(Cell cell) {
        return history.forks(cell.key());
    }

    /** Whether at least one cell of a topology has a score. */
    public boolean measured(Topology topology) {
        return measured(topology, 1);
    }

    /** Whether at least one cell of a topology has so many forks. */
    public boolean measured(Topology topology, int forks) {
        return plan.cells().stream()
                .anyMatch(cell -> cell.topology() == topology && forks(cell).size() >= forks);
    }

    /** All RTT measurements, those around forks included, in their order. */
    public List<RttSeries> rtts() {
        return List.copyOf(rtts);
    }

    /** What the run found. */
    public Results results() {
        List<CellResult> cells = new CellResults(this, history, events).all();
        Disturbances disturbances = Disturbances.of(plan, history);
        Contrasts contrasts = new Contrasts(
                plan,
                history,
                cells.stream()
                        .filter(cell -> cell.status() == Status.OK)
                        .map(CellResult::key)
                        .collect(Collectors.toSet()));
        Profile profile = plan.profile();
        Goal goal = plan.goal();
        return new Results(
                plan.run(),
                complete(cells),
                profile.name(),
                profile.claims(),
                plan.seed(),
                plan.createdAt(),
                new Topologies(this, databaseNoise).all(),
                servers(),
                cells,
                profile.claims() ? contrasts.all() : List.of(),
                profile.fewestForks(),
                profile.mostForks(),
                history.lastBlock(),
                profile.target(),
                goal.contrast(),
                goal.base(),
                goal.budget(),
                disturbances.forks(),
                disturbances.number(true),
                disturbances.number(false),
                disturbances.all(),
                history.unfit().stream()
                        .map(host -> new Results.Unfit(host.host(), host.reasons()))
                        .toList(),
                goal.force(),
                profile.claims() ? Twins.of(plan, history) : List.of(),
                profile.claims() ? contrasts.means() : List.of());
    }

    /** Whether the agent came to its end, on hosts that are fit, and every cell has what it needs. */
    private boolean complete(List<CellResult> cells) {
        return outcome.isPresent()
                && !outcome.get().equalsIgnoreCase(Next.Outcome.UNFIT.name())
                && cells.stream().allMatch(cell -> cell.status() == Status.OK || cell.status() == Status.UNSUPPORTED);
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
}
