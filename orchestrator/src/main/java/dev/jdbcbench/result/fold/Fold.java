package dev.jdbcbench.result.fold;

import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.EventLog;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.event.ForkFacts.ForkFinished;
import dev.jdbcbench.event.RunFacts.SessionStarted;
import dev.jdbcbench.event.Sequence;
import dev.jdbcbench.event.ServerFacts;
import dev.jdbcbench.event.ServerPathFacts.RttMeasured;
import dev.jdbcbench.next.History;
import dev.jdbcbench.next.Next;
import dev.jdbcbench.result.CellResult;
import dev.jdbcbench.result.CellResult.Status;
import dev.jdbcbench.result.Estimated;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.result.Times;
import dev.jdbcbench.run.Axis;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Goal;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Profile;
import dev.jdbcbench.run.ProfileKind;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.statistics.contrast.AgainstTheBest;
import dev.jdbcbench.statistics.contrast.Contrast;
import dev.jdbcbench.statistics.contrast.RobustContrast;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Turns a plan and its events into results. Pure: the same events always give the same results. */
public final class Fold {
    private final Plan plan;
    private final List<Event> events;
    private final History history;
    private final Map<Plan.Server, NoiseLog> noiseLogs;
    private final Map<String, Map<String, String>> hosts;
    private final List<String> remarks;
    private final List<RttSeries> rtts = new ArrayList<>();
    private @Nullable Results results;
    private @Nullable List<CellResult> cells;
    private Optional<SessionStarted> session = Optional.empty();
    private Optional<String> outcome = Optional.empty();

    /** Reads the events, without facts or noise of the database hosts. */
    public Fold(Plan plan, List<Event> events) {
        this(plan, events, Map.of(), Map.of(), List.of());
    }

    /**
     * Reads the events.
     *
     * @param noiseLogs interference on the database hosts
     * @param hosts facts of each host, by host name
     * @param remarks notes on how the events were read, in sentences
     * @throws IllegalArgumentException when an event is duplicate or missing: see {@link Sequence}
     */
    public Fold(
            Plan plan,
            List<Event> events,
            Map<Plan.Server, NoiseLog> noiseLogs,
            Map<String, Map<String, String>> hosts,
            List<String> remarks) {
        this(plan, inSequence(events), new History(plan, events), noiseLogs, hosts, remarks);
    }

    private static List<Event> inSequence(List<Event> events) {
        Sequence sequence = new Sequence();
        events.forEach(sequence::accept);
        return events;
    }

    /** Reuses a history that was already derived from the events. Which forks count must not change with the comparison. */
    private Fold(
            Plan plan,
            List<Event> events,
            History history,
            Map<Plan.Server, NoiseLog> noiseLogs,
            Map<String, Map<String, String>> hosts,
            List<String> remarks) {
        this.plan = plan;
        this.remarks = List.copyOf(remarks);
        this.hosts = Map.copyOf(hosts);
        this.noiseLogs = Map.copyOf(noiseLogs);
        this.events = List.copyOf(events);
        this.history = history;
        Map<String, Cell> cells = plan.measured().stream().collect(Collectors.toMap(Cell::key, cell -> cell));
        for (Event event : events) {
            event.as(ForkFinished.class)
                    .ifPresent(fork -> Optional.ofNullable(cells.get(fork.cell()))
                            .ifPresent(cell -> rtts.addAll(RttSeries.around(fork, event.at(), cell))));
            event.as(RttMeasured.class).ifPresent(rtt -> rtts.add(RttSeries.of(rtt, event.at())));
            event.as(SessionStarted.class).ifPresent(started -> {
                session = Optional.of(started);
                outcome = Optional.empty();
            });
            if (event.source() == Event.Source.AGENT) {
                outcome = event.as(Fact.RunFinished.class)
                        .map(Fact.RunFinished::outcome)
                        .or(() -> outcome);
            }
        }
    }

    /** The plan of the run. */
    public Plan plan() {
        return plan;
    }

    /** A copy as if the run had been planned to compare along another axis. */
    public Fold comparing(Axis axis, Optional<String> base) {
        return new Fold(
                plan.with(plan.goal().comparing(axis, base.orElse(null))), events, history, noiseLogs, hosts, remarks);
    }

    /**
     * A copy for others.
     *
     * @param record copies plan, events and their parts
     * @param facts copies the facts of the hosts
     * @param text copies a remark
     */
    public Fold copied(
            UnaryOperator<Record> record,
            UnaryOperator<Map<String, Map<String, String>>> facts,
            UnaryOperator<String> text) {
        Map<Plan.Server, NoiseLog> logs = new LinkedHashMap<>();
        noiseLogs.forEach((server, log) -> logs.put((Plan.Server) record.apply(server), log));
        return new Fold(
                (Plan) record.apply(plan),
                events.stream()
                        .map(event -> new Event(
                                event.seq(), event.at(), event.source(), (Fact) record.apply((Record) event.fact())))
                        .toList(),
                logs,
                facts.apply(hosts),
                remarks.stream().map(text).toList());
    }

    /** The facts of the hosts, by host name. */
    public Map<String, Map<String, String>> hostFacts() {
        return hosts;
    }

    /** A fact about a host; empty when it was not recorded or could not be read. */
    public Optional<String> fact(String host, String name) {
        return Times.fact(hosts, host, name);
    }

    /** A cell relative to another one of this run; empty when either has no score. */
    public Optional<Contrast> contrast(Cell cell, Cell base) {
        return contrast(
                cell, base, samples -> Contrast.of(history.comparing().prior().moderate(samples)), Contrast::unpaired);
    }

    /** Like {@link #contrast}, but robust: by the median of the forks. */
    public Optional<Contrast> robustContrast(Cell cell, Cell base) {
        return contrast(cell, base, RobustContrast::paired, RobustContrast::unpaired);
    }

    /** Like {@link #contrast}, adjusted for comparing {@code others} cells with the best of them. */
    public Optional<Contrast> againstTheBest(Cell cell, Cell best, int others) {
        return contrast(
                cell,
                best,
                differences -> AgainstTheBest.paired(differences, others),
                (one, other) -> AgainstTheBest.unpaired(one, other, others));
    }

    /**
     * The comparisons along the axis that the run was planned to compare, before anything is tested; empty if the run has too
     * few forks for claims.
     */
    public List<Estimated> estimates() {
        return plan.profile().claims() ? contrasts(results().cells()).estimates() : List.of();
    }

    /** ln of the scores of a cell's counted forks, µs/op, in the order in which they ran. */
    public double[] logScores(Cell cell) {
        return new SuccessiveForks(plan, history).logarithms(cell.key());
    }

    /** The verdicts by JMH's own error. */
    public PooledVerdicts pooledVerdicts() {
        return new PooledVerdicts(plan, history);
    }

    private Contrasts contrasts(List<CellResult> cells) {
        return new Contrasts(
                plan,
                history,
                cells.stream()
                        .filter(cell -> cell.status() == Status.OK && !cell.overloaded())
                        .map(CellResult::key)
                        .collect(Collectors.toSet()));
    }

    private Optional<Contrast> contrast(
            Cell cell,
            Cell base,
            Function<double[], Contrast> paired,
            BiFunction<double[], double[], Contrast> unpaired) {
        if (!plan.profile().interleaved()) {
            boolean both = !forks(cell).isEmpty() && !forks(base).isEmpty();
            SuccessiveForks successive = new SuccessiveForks(plan, history);
            return both
                    ? Optional.of(unpaired.apply(successive.logarithms(cell.key()), successive.logarithms(base.key())))
                    : Optional.empty();
        }
        double[] samples =
                history.comparing().samples(new Axis.Pair(cell, base)).values();
        return samples.length == 0 ? Optional.empty() : Optional.of(paired.apply(samples));
    }

    /** Whether the last bench process of the run closed it. An imported run needs no closing event. */
    public boolean closed() {
        boolean imported = !plan.profile().interleaved();
        boolean ended = imported;
        for (Event event : events) {
            if (event.is(Fact.RunStarted.class)) {
                ended = imported;
            } else if (event.is(Fact.RunFinished.class) && event.source() == Event.Source.ORCHESTRATOR) {
                ended = true;
            }
        }
        return ended;
    }

    /** Only what comparing runs over time needs. */
    public Times times() {
        return new Times(
                closed(),
                ended(cells()),
                session.orElse(null),
                hosts,
                cells().stream()
                        .filter(cell ->
                                cell.status() == Status.OK && cell.time().score() != null)
                        .map(cell -> new Times.OfCell(
                                cell.key(),
                                cell.time(),
                                cell.forks().stream()
                                        .map(CellResult.ForkScore::score)
                                        .toList()))
                        .toList());
    }

    /** All events. */
    public List<Event> events() {
        return events;
    }

    /** Sequence number of the last event from a source; 0 when there is none. */
    public long lastSeq(Event.Source source) {
        return EventLog.lastSeq(events, source);
    }

    /** The agent's facts from its start; empty when it never started. */
    public Optional<SessionStarted> session() {
        return session;
    }

    /** The agent's facts about a server; empty when it never reached it. */
    public Optional<ServerFacts> serverFacts(Topology topology, String server) {
        return session.flatMap(started -> started.server(topology, server));
    }

    /** The successful forks of a cell that count, in the order in which they ran. */
    public List<ForkFinished> forks(Cell cell) {
        return history.forks().of(cell.key());
    }

    /** The total time for which agents worked on the run. */
    public Duration spent() {
        return history.costs().spent();
    }

    /** Whether at least one cell of a topology has a score. */
    public boolean measured(Topology topology) {
        return measured(topology, 1);
    }

    /** Whether at least one cell of a topology has at least this many forks. */
    public boolean measured(Topology topology, int forks) {
        return plan.cells().stream()
                .anyMatch(cell -> cell.topology() == topology && forks(cell).size() >= forks);
    }

    /** All RTT measurements, including those around forks, in order. */
    public List<RttSeries> rtts() {
        return List.copyOf(rtts);
    }

    /** The results of the cells, without comparisons; computed once. */
    public synchronized List<CellResult> cells() {
        if (cells == null) {
            cells = new CellResults(
                            plan, history, events, session, new CpuLoads(plan, history, events, hosts, noiseLogs))
                    .all();
        }
        return cells;
    }

    /** Whether the agent finished, on suitable hosts, and every cell has what it needs. */
    public boolean complete() {
        return complete(cells());
    }

    /** The results of the run; computed once. */
    public synchronized Results results() {
        if (results == null) {
            results = derived();
        }
        return results;
    }

    private Results derived() {
        List<CellResult> cells = cells();
        Disturbances disturbances = Disturbances.of(plan, history);
        Contrasts contrasts = contrasts(cells);
        List<Results.Contrast> compared = plan.profile().claims() ? contrasts.all() : List.of();
        Profile profile = plan.profile();
        Goal goal = plan.goal();
        return new Results(
                plan.run(),
                complete(cells),
                profile.name(),
                profile.claims(),
                plan.seed(),
                plan.createdAt(),
                new Topologies(plan, history, session, rtts, noiseLogs).all(),
                servers(),
                cells,
                compared,
                new Results.Effort(
                        profile.fewestForks(),
                        profile.mostForks(),
                        history.done().lastBlock(),
                        profile.target(),
                        goal.contrast(),
                        goal.base(),
                        goal.budget()),
                new Results.Outside(
                        disturbances.forks(),
                        disturbances.number(true),
                        disturbances.number(false),
                        profile.turns() ? CountedRounds.of(events) : null,
                        disturbances.all(),
                        history.outside().unfit().stream()
                                .map(host -> new Results.Unfit(host.host(), host.reasons()))
                                .toList(),
                        goal.force()),
                profile.claims() ? TwinResults.of(plan, history) : List.of(),
                profile.claims() ? TwinResults.control(history).orElse(null) : null,
                profile.claims() ? contrasts.means(compared, disturbed(cells, disturbances)) : List.of(),
                Bandwidths.of(events),
                notes(compared, cells),
                setting());
    }

    private Results.Setting setting() {
        boolean imported = plan.profile().kind() == ProfileKind.IMPORTED;
        return new Results.Setting(
                imported ? null : session.map(known -> known.jvm().jdkVersion()).orElse(null),
                imported ? null : Elapsed.of(events),
                outcome.isPresent());
    }

    /** Keys of cells that a mean over rows must flag. */
    private static Set<String> disturbed(List<CellResult> cells, Disturbances disturbances) {
        Set<String> disturbed = disturbances.all().stream()
                .filter(disturbance -> !disturbance.repeated())
                .map(Results.Disturbance::cell)
                .collect(Collectors.toCollection(HashSet::new));
        cells.stream()
                .filter(cell ->
                        !cell.steadiness().settled() || cell.steadiness().bimodal() != null)
                .forEach(cell -> disturbed.add(cell.key()));
        return disturbed;
    }

    /** Notes on the run as a whole. */
    private List<String> notes(List<Results.Contrast> compared, List<CellResult> cells) {
        List<String> notes = new ArrayList<>(ServerLosses.of(events));
        ClientShares.of(cells).ifPresent(notes::add);
        notes.addAll(Cautions.of(plan));
        if (history.forks().outOfOrder() > 0) {
            notes.add(history.forks().outOfOrder() + (history.forks().outOfOrder() == 1 ? " fork was" : " forks were")
                    + " measured after the end of their blocks, when the run was resumed: their comparisons include whatever changed on"
                    + " the hosts in between");
        }
        new SuccessiveForks(plan, history).note().ifPresent(notes::add);
        pooledVerdicts().unsupported(compared).ifPresent(notes::add);
        notes.addAll(remarks);
        return notes;
    }

    private boolean complete(List<CellResult> cells) {
        return ended(cells)
                && (plan.goal().extent() != Goal.Extent.MEASURE
                        || cells.stream()
                                .allMatch(cell -> cell.status() == Status.UNSUPPORTED
                                        || cell.forks().size() >= plan.fewestToComplete()));
    }

    /** Whether each cell has its result, if only of the groups for which the budget sufficed. */
    private boolean ended(List<CellResult> cells) {
        return outcome.isPresent()
                && !outcome.get().equalsIgnoreCase(Next.Outcome.UNFIT.name())
                && (plan.goal().extent() != Goal.Extent.PING
                        || outcome.get().equalsIgnoreCase(Next.Outcome.COMPLETE.name()))
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
                            facts.variables(),
                            facts.derived(),
                            planned.clientCpus(),
                            planned.databaseCpus(),
                            planned.image())));
        }
        return servers;
    }
}
