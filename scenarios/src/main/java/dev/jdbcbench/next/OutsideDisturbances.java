package dev.jdbcbench.next;

import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.event.ForkFacts.ForkFinished;
import dev.jdbcbench.event.Noise;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Topology;
import java.time.Duration;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Outside disturbances of a run's forks: other processes, the hypervisor, the network. Pure. */
public final class OutsideDisturbances {
    private final Plan plan;
    private final CompletedWork done;
    private final Forks forks;
    private final List<Fact.HostUnfit> unfit = new ArrayList<>();
    /** Duration of each fork; by identity, because two forks may be equal. */
    private final IdentityHashMap<ForkFinished, Duration> lasted = new IdentityHashMap<>();

    private boolean unfitReported;

    OutsideDisturbances(Plan plan, CompletedWork done, Forks forks) {
        this.plan = plan;
        this.done = done;
        this.forks = forks;
    }

    void apply(Event event) {
        event.as(Fact.HostUnfit.class).ifPresent(host -> {
            unfit.add(host);
            unfitReported |= event.source() == Event.Source.AGENT;
        });
        event.as(ForkFinished.class)
                .ifPresent(fork -> lasted.put(fork, Duration.between(fork.startedAt(), event.at())));
    }

    /** The hosts found to be unsuitable. */
    public List<Fact.HostUnfit> unfit() {
        return List.copyOf(unfit);
    }

    /** Whether an agent reported a host as unsuitable, which it does after the first block. */
    boolean unfitReported() {
        return unfitReported;
    }

    /**
     * Why a fork that just ended does not count; empty when it counts. At most a fifth of the forks is repeated, each at most
     * once, and none without claims. In turns, single rounds are dropped instead, see {@link Fact.GroupFinished}.
     */
    Optional<String> rejects(ForkFinished fork) {
        long measured =
                plan.measured().stream().filter(cell -> done.alive(cell.key())).count();
        long planned = plan.profile().fewestForks() * measured;
        boolean mayRepeat = plan.profile().claims()
                && !fork.inTurns()
                && (forks.rejected().size() + 1) * 5L <= Math.max(planned, forks.finished())
                && done.rejections(fork.block(), fork.cell()) == 0;
        return mayRepeat ? disturbance(fork) : Optional.empty();
    }

    /** The outside disturbance of a fork, whether the fork counts or not. */
    public Optional<String> disturbance(ForkFinished fork) {
        if (fork.noise() == null) {
            return Optional.empty();
        }
        List<Disturbance.Fork> others = forks.of(fork.cell()).stream()
                .filter(other -> other.block() != fork.block() && other.noise() != null)
                .map(this::around)
                .toList();
        boolean distant = plan.cell(fork.cell())
                .filter(cell -> cell.topology() == Topology.DISTANT)
                .isPresent();
        return Disturbance.of(around(fork), others, distant);
    }

    private Disturbance.Fork around(ForkFinished fork) {
        return new Disturbance.Fork(Objects.requireNonNull(fork.noise()), Objects.requireNonNull(lasted.get(fork)));
    }

    /** Why the client host is unsuitable, after the first block. */
    List<String> pilot() {
        List<Noise> all = new ArrayList<>();
        List<Noise> distant = new ArrayList<>();
        for (Cell cell : plan.measured()) {
            forks.of(cell.key(), 1).map(ForkFinished::noise).ifPresent(noise -> {
                all.add(noise);
                if (cell.topology() == Topology.DISTANT) {
                    distant.add(noise);
                }
            });
        }
        return Disturbance.unfit(all, distant);
    }
}
