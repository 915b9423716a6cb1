package dev.jdbcbench.result.fold;

import dev.jdbcbench.event.CellFacts.CellChecked;
import dev.jdbcbench.event.CellFacts.ServiceTimeMeasured;
import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.Exchange;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.event.FactVisitor;
import dev.jdbcbench.event.ForkFacts.ForkFailed;
import dev.jdbcbench.event.ForkFacts.ForkFinished;
import dev.jdbcbench.event.RunFacts.Decided;
import dev.jdbcbench.event.RunFacts.SessionStarted;
import dev.jdbcbench.event.ServerFacts;
import dev.jdbcbench.load.CellClients;
import dev.jdbcbench.load.CellLoad;
import dev.jdbcbench.load.Unit;
import dev.jdbcbench.next.Forks;
import dev.jdbcbench.next.History;
import dev.jdbcbench.result.CellResult;
import dev.jdbcbench.result.CellResult.Cost;
import dev.jdbcbench.result.CellResult.ForkScore;
import dev.jdbcbench.result.CellResult.Percentiles;
import dev.jdbcbench.result.CellResult.Status;
import dev.jdbcbench.result.CellResult.Steadiness;
import dev.jdbcbench.result.CellResult.Traffic;
import dev.jdbcbench.result.Score;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Goal;
import dev.jdbcbench.run.JmhParams;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Profile;
import dev.jdbcbench.statistics.contrast.Claims;
import dev.jdbcbench.statistics.sample.Bimodality;
import dev.jdbcbench.statistics.sample.Estimate;
import dev.jdbcbench.statistics.sample.Summary;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Derives the result of each cell of a plan. */
final class CellResults {
    private static final String CPU_TIME = "cpu.time.norm";

    private final Plan plan;
    private final Optional<SessionStarted> session;
    private final Profile profile;
    private final History history;
    private final CpuLoads loads;
    private final SuccessiveForks successive;
    private final ForkGroups groups;
    private final Map<String, CellChecked> checks = new HashMap<>();
    private final Map<String, ForkFailed> lastFailure = new HashMap<>();
    private final Map<String, ServiceTimeMeasured> serviceTimes = new HashMap<>();
    private final Map<String, Fact.CellExplained> explanations = new HashMap<>();
    private final Map<String, Fact.CellProfiled> profiles = new HashMap<>();
    private final Map<String, Decided> decisions = new HashMap<>();

    CellResults(Plan plan, History history, List<Event> events, Optional<SessionStarted> session, CpuLoads loads) {
        this.plan = plan;
        this.session = session;
        this.loads = loads;
        this.profile = plan.profile();
        this.history = history;
        this.successive = new SuccessiveForks(plan, history);
        this.groups = new ForkGroups(plan, history, events);
        FactVisitor finding = new Finding();
        events.forEach(event -> event.fact().accept(finding));
    }

    /** What is found out about each cell, the latest if it was more than once. */
    private final class Finding implements FactVisitor {
        @Override
        public void cellChecked(Fact.CellChecked check) {
            checks.put(check.cell(), check);
        }

        @Override
        public void cellExplained(Fact.CellExplained cell) {
            plan.cell(cell.cell()).ifPresent(known -> explanations.put(known.exchangeKey(), cell));
        }

        @Override
        public void cellProfiled(Fact.CellProfiled profiled) {
            profiles.put(profiled.cell(), profiled);
        }

        @Override
        public void forkFailed(Fact.ForkFailed fork) {
            lastFailure.put(fork.cell(), fork);
        }

        @Override
        public void serviceTimeMeasured(Fact.ServiceTimeMeasured times) {
            serviceTimes.put(times.cell(), times);
        }

        @Override
        public void decided(Fact.Decided decided) {
            if (!decided.more()) {
                decisions.put(decided.row(), decided);
            }
        }

        // History has the measurements; the other facts are not about a cell.

        @Override
        public void runStarted(Fact.RunStarted fact) {}

        @Override
        public void sessionStarted(Fact.SessionStarted fact) {}

        @Override
        public void bandwidthMeasured(Fact.BandwidthMeasured fact) {}

        @Override
        public void blockStarted(Fact.BlockStarted fact) {}

        @Override
        public void groupStarted(Fact.GroupStarted fact) {}

        @Override
        public void groupFinished(Fact.GroupFinished fact) {}

        @Override
        public void forkStarted(Fact.ForkStarted fact) {}

        @Override
        public void forkFinished(Fact.ForkFinished fact) {}

        @Override
        public void forkRejected(Fact.ForkRejected fact) {}

        @Override
        public void serverLost(Fact.ServerLost fact) {}

        @Override
        public void clientLost(Fact.ClientLost fact) {}

        @Override
        public void hostUnfit(Fact.HostUnfit fact) {}

        @Override
        public void rttMeasured(Fact.RttMeasured fact) {}

        @Override
        public void tablesFilled(Fact.TablesFilled fact) {}

        @Override
        public void note(Fact.Note fact) {}

        @Override
        public void runFinished(Fact.RunFinished fact) {}
    }

    /** All results, in the order of the plan. */
    List<CellResult> all() {
        return plan.entries().stream().map(this::cell).toList();
    }

    private CellResult cell(Plan.Entry entry) {
        Cell cell = entry.cell();
        List<ForkFinished> forks = history.forks().of(cell.key());
        List<ForkScore> scores = forks.stream().map(this::score).toList();
        double[] inTimeOrder = scores.stream().mapToDouble(ForkScore::score).toArray();
        Optional<Estimate> estimate = scores.isEmpty() ? Optional.empty() : Optional.of(estimate(cell));
        Optional<Bimodality> bimodal = Bimodality.of(inTimeOrder);
        Optional<CellLoad> load = load(forks);
        boolean keepsUp = load.map(CellLoad::keepsUp).orElse(true);
        Optional<Double> perSecond = load.map(CellLoad::achievedPerSecond)
                .or(() -> estimate.filter(found -> JmhParams.haveThroughput(cell.params()))
                        .map(found -> cell.threads() * Unit.MICROS_PER_SECOND / found.score()));
        boolean interval = scores.size() >= Claims.FEWEST_TO_DIFFER;
        Optional<ServerFacts> server = session.flatMap(started -> started.server(cell.topology(), cell.server()));
        Optional<CellChecked> check = Optional.ofNullable(checks.get(cell.key()));
        Optional<ServiceTimeMeasured> serviceTime = Optional.ofNullable(serviceTimes.get(cell.key()));
        Optional<Fact.CellExplained> explained = Optional.ofNullable(explanations.get(cell.exchangeKey()));
        Optional<Exchange> exchange = explained.map(Fact.CellExplained::exchange);
        Optional<Decided> decision = Optional.ofNullable(decisions.get(cell.rowKey()));
        Map<String, Double> counters = check.map(CellChecked::counters).orElse(Map.of());
        return new CellResult(
                cell.key(),
                cell,
                server.map(ServerFacts::version).orElse(null),
                check.map(CellChecked::engine).orElse(null),
                status(entry, scores.size()),
                reason(entry, scores.size()),
                "us/op",
                estimate.filter(found -> keepsUp)
                        .map(found -> interval
                                ? new Score(found.score(), found.low(), found.high())
                                : new Score(found.score(), null, null))
                        .orElse(Score.NONE),
                scores,
                new Traffic(
                        exchange.map(Exchange::roundTrips).orElse(null),
                        exchange.map(Exchange::bytesUp).orElseGet(() -> bytes(counters, "Bytes_received")),
                        exchange.map(Exchange::bytesDown).orElseGet(() -> bytes(counters, "Bytes_sent")),
                        exchange.orElse(null),
                        explained.map(Fact.CellExplained::unavailable).orElse(null),
                        check.map(CellChecked::floorOf).orElse(null)),
                new Cost(
                        allocation(forks),
                        cpu(forks),
                        perSecond.orElse(null),
                        loads.of(cell, forks, Optional.ofNullable(cpu(forks)), perSecond),
                        check.map(CellChecked::pinnedPerOp).orElse(null),
                        explained.map(Fact.CellExplained::own).orElse(null)),
                counters,
                check.map(CellChecked::remark).filter(text -> !text.isEmpty()).orElse(null),
                new Steadiness(
                        warmupIsUnknown() || history.forks().settled(cell.key()),
                        bimodal.orElse(null),
                        bimodal.map(two -> groups.of(two, forks)).orElse(null)),
                new Percentiles(
                        serviceTime.map(ServiceTimeMeasured::times).orElse(null),
                        serviceTime.map(ServiceTimeMeasured::unavailable).orElse(null)),
                (int) history.forks().rejected().stream()
                        .filter(fork -> fork.cell().equals(cell.key()))
                        .count(),
                decision.map(Decided::decision).orElse(null),
                decision.map(Decided::kind).orElse(null),
                load.orElse(null),
                CellClients.of(forks.stream()
                                .flatMap(fork -> fork.clients().stream())
                                .toList())
                        .orElse(null));
    }

    private static Optional<CellLoad> load(List<ForkFinished> forks) {
        return CellLoad.of(forks.stream()
                .map(ForkFinished::load)
                .flatMap(Stream::ofNullable)
                .toList());
    }

    private Estimate estimate(Cell cell) {
        return Estimate.of(
                Arrays.stream(successive.logarithms(cell.key())).map(Math::exp).toArray());
    }

    /** Another program's file may contain only measured iterations. */
    private boolean warmupIsUnknown() {
        return !profile.interleaved() && Objects.equals(profile.warmup(), 0);
    }

    private Status status(Plan.Entry entry, int forks) {
        if (entry.unsupported() != null || foundUnsupported(entry.cell()) != null) {
            return Status.UNSUPPORTED;
        }
        if (history.done().givenUpWithServer(entry.cell().key()).isPresent()) {
            return Status.MISSING; // which says nothing about the driver
        }
        if (history.done().givenUp(entry.cell().key())) {
            return Status.FAILED;
        }
        if (plan.goal().extent() == Goal.Extent.EXPLAIN) {
            return explanations.containsKey(entry.cell().exchangeKey()) ? Status.OK : Status.MISSING;
        }
        if (plan.goal().extent() == Goal.Extent.PROFILE) {
            return recorded(entry.cell()).isPresent() ? Status.OK : Status.MISSING;
        }
        int fewest = JmhParams.haveForks(entry.cell().params()) ? profile.fewestToShow() : 1;
        return forks >= fewest ? Status.OK : Status.MISSING;
    }

    private Optional<String> recorded(Cell cell) {
        return Optional.ofNullable(profiles.get(cell.key())).map(Fact.CellProfiled::log);
    }

    private @Nullable String foundUnsupported(Cell cell) {
        CellChecked check = checks.get(cell.key());
        return check == null ? null : check.unsupported();
    }

    private @Nullable String reason(Plan.Entry entry, int forks) {
        return switch (status(entry, forks)) {
            case OK -> null;
            case UNSUPPORTED -> entry.unsupported() == null ? foundUnsupported(entry.cell()) : entry.unsupported();
            case MISSING ->
                history.done().givenUpWithServer(entry.cell().key()).orElseGet(() -> missing(entry.cell(), forks));
            case FAILED ->
                Optional.ofNullable(lastFailure.get(entry.cell().key()))
                        .map(CellResults::failed)
                        .orElse("unknown");
        };
    }

    /** An imported fork has no log file. */
    private static String failed(ForkFailed failure) {
        return failure.reason() + (failure.log().isEmpty() ? "" : " (logs/" + failure.log() + ")");
    }

    private String missing(Cell cell, int forks) {
        if (plan.goal().extent() == Goal.Extent.PROFILE) {
            return Optional.ofNullable(profiles.get(cell.key()))
                    .map(Fact.CellProfiled::unavailable)
                    .orElse("nothing was recorded");
        }
        Optional<String> cut = Optional.ofNullable(decisions.get(cell.rowKey()))
                .filter(decided -> decided.kind() == Decided.Kind.BUDGET)
                .map(Decided::decision);
        return forks + " of "
                + (profile.adaptive() ? "at least " : "")
                + profile.fewestForks()
                + (profile.fewestForks() == 1 ? " fork" : " forks")
                + (forks == 1 ? " was" : " were")
                + " measured"
                + cut.map(decision -> ": " + decision).orElse("");
    }

    private ForkScore score(ForkFinished fork) {
        return new ForkScore(
                fork.block(),
                Forks.score(profile, fork),
                Forks.warmUp(profile, fork),
                fork.iterations().size(),
                fork.startedAt());
    }

    private static @Nullable Long bytes(Map<String, Double> counters, String name) {
        Double value = counters.get(name);
        return value == null ? null : (Long) Math.round(value);
    }

    /** The median over the forks of the mean CPU time after warm-up, µs. */
    private @Nullable Double cpu(List<ForkFinished> forks) {
        double[] micros = forks.stream()
                .filter(fork -> fork.secondary().containsKey(CPU_TIME))
                .mapToDouble(fork -> {
                    List<Double> values = Objects.requireNonNull(
                                    fork.secondary().get(CPU_TIME))
                            .values();
                    return Arrays.stream(Forks.counting(profile, fork))
                            .mapToDouble(values::get)
                            .average()
                            .orElse(0);
                })
                .toArray();
        return micros.length == 0 ? null : (Double) Summary.of(micros).median();
    }

    /** The median over the forks of the last iteration's allocation: nearly free of noise. */
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
