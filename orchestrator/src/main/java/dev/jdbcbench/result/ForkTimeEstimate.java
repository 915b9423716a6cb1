package dev.jdbcbench.result;

import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.statistics.sample.Summary;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Estimates how long forks take, based on those of this session of the run. Each cell has its own estimate, because one
 * operation may take a hundred times as long as another. All times come from the agent's clock; impossible ones, caused
 * by setting that clock, are ignored. Not thread safe.
 */
public final class ForkTimeEstimate {
    /** Allowance beyond a fork's own limit, because RTTs are measured around it. */
    private static final Duration RTT_ALLOWANCE = Duration.ofMinutes(1);

    private final Plan plan;
    private final Map<String, Duration> operations = new HashMap<>();
    /** Actual durations of forks, as multiples of the planned ones. */
    private final Map<String, List<Double>> factors = new HashMap<>();
    /** Times from the end of a block to the start of the next one, ms. */
    private final List<Double> gaps = new ArrayList<>();

    private Duration gap = Duration.ZERO;
    private int block;
    /** The cells of the current group. */
    private final List<String> group = new ArrayList<>();

    private Instant groupStarted = Instant.EPOCH;
    private Optional<Instant> last = Optional.empty();
    private Optional<Fact.ForkStarted> running = Optional.empty();
    private Instant forkStarted = Instant.EPOCH;

    public ForkTimeEstimate(Plan plan) {
        this.plan = plan;
    }

    public void onEvent(Event event) {
        if (event.source() != Event.Source.AGENT) {
            return;
        }
        if (event.is(Fact.SessionStarted.class)) {
            // A new session may run on another machine, or under different load.
            factors.clear();
            gaps.clear();
            gap = Duration.ZERO;
            running = Optional.empty();
        } else if (event.is(Fact.RttMeasured.class) || event.is(Fact.Decided.class)) {
            gap = gap.plus(sinceLast(event));
        } else if (event.is(Fact.GroupStarted.class)) {
            groupStarted = event.at();
            group.clear();
        } else if (event.is(Fact.GroupFinished.class)) {
            took(Duration.between(groupStarted, event.at()));
        } else if (event.is(Fact.ForkFailed.class)) {
            running = Optional.empty();
        }
        event.as(Fact.CellChecked.class).ifPresent(check -> operations.put(check.cell(), check.operation()));
        event.as(Fact.BlockStarted.class).ifPresent(started -> {
            gaps.add((double) gap.plus(sinceLast(event)).toMillis());
            gap = Duration.ZERO;
            block = started.block();
        });
        event.as(Fact.ForkStarted.class).ifPresent(fork -> {
            running = Optional.of(fork);
            forkStarted = event.at();
        });
        event.as(Fact.ForkFinished.class).ifPresent(fork -> ended(fork, event.at()));
        last = Optional.of(event.at());
    }

    private void ended(Fact.ForkFinished fork, Instant at) {
        if (fork.inTurns()) {
            group.add(fork.cell());
            return;
        }
        running.filter(started -> started.cell().equals(fork.cell()))
                .ifPresent(started -> took(fork.cell(), Duration.between(forkStarted, at)));
        running = Optional.empty();
    }

    private Duration sinceLast(Event event) {
        Duration since =
                last.map(before -> Duration.between(before, event.at())).orElse(Duration.ZERO);
        return since.isNegative() || since.compareTo(RTT_ALLOWANCE) > 0 ? Duration.ZERO : since;
    }

    /** Records the duration of a group, divided among its cells in proportion to their planned times. */
    private void took(Duration time) {
        Duration planned =
                group.stream().map(cell -> plan.forkTime(operation(cell))).reduce(Duration.ZERO, Duration::plus);
        if (!time.isNegative() && !time.isZero() && !planned.isZero()) {
            double factor = time.toMillis() / (double) planned.toMillis();
            group.forEach(cell ->
                    factors.computeIfAbsent(cell, key -> new ArrayList<>()).add(factor));
        }
        group.clear();
    }

    private void took(String cell, Duration took) {
        Duration operation = operation(cell);
        Duration limit = plan.profile().times().forkLimit(operation).plus(RTT_ALLOWANCE);
        if (!took.isNegative() && !took.isZero() && took.compareTo(limit) <= 0) {
            double planned = plan.forkTime(operation).toMillis();
            factors.computeIfAbsent(cell, key -> new ArrayList<>()).add(took.toMillis() / planned);
        }
    }

    private Duration operation(String cell) {
        return operations.getOrDefault(cell, Duration.ZERO);
    }

    /**
     * Estimates the duration of one fork. For a cell without forks in this session, it uses how much the others differ
     * from their planned times.
     */
    public Duration fork(Cell cell) {
        double factor = Optional.ofNullable(factors.get(cell.key()))
                .map(Summary::median)
                .orElseGet(() -> factors.isEmpty()
                        ? 1.0
                        : Summary.median(
                                factors.values().stream().map(Summary::median).toList()));
        double planned = plan.forkTime(operation(cell.key())).toMillis();
        return Duration.ofMillis(Math.round(factor * planned));
    }

    /** Estimates the time from the last event until all remaining forks are measured. */
    public Duration left(ForkCount count) {
        Duration left = Duration.ZERO;
        for (Map.Entry<Cell, Integer> cell : count.left().entrySet()) {
            Duration each = fork(cell.getKey());
            left = left.plus(each.multipliedBy(cell.getValue()));
        }
        if (gaps.isEmpty()) {
            return left;
        }
        // RTTs are measured before each block, and once more at the end.
        int blocks = Math.max(0, count.blocks() - block) + 1;
        return left.plus(Duration.ofMillis(Math.round(Summary.median(gaps))).multipliedBy(blocks));
    }
}
