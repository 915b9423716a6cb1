package dev.jdbcbench.next;

import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Disturbance;
import dev.jdbcbench.run.Event;
import dev.jdbcbench.run.Event.ForkFinished;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Topology;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** What disturbed the forks of a run from outside: other processes, the hypervisor, the network. Pure. */
public final class Outside {
    private final Plan plan;
    private final Done done;
    private final Forks forks;
    private final List<Event.HostUnfit> unfit = new ArrayList<>();

    Outside(Plan plan, Done done, Forks forks) {
        this.plan = plan;
        this.done = done;
        this.forks = forks;
    }

    void hear(Event event) {
        if (event instanceof Event.HostUnfit host) {
            unfit.add(host);
        }
    }

    /** What was found to be unfit. */
    public List<Event.HostUnfit> unfit() {
        return List.copyOf(unfit);
    }

    /**
     * Why a fork that just ended does not count; empty when it counts. At most a fifth of the forks is repeated, each once at most, and none
     * where nothing is claimed. In turns it is rounds that do not count, see {@link Event.GroupFinished}.
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

    /** What disturbed a fork, whether it counts or not. */
    public Optional<String> disturbance(ForkFinished fork) {
        if (fork.noise() == null) {
            return Optional.empty();
        }
        List<Disturbance.Fork> others = forks.of(fork.cell()).stream()
                .filter(other -> other.block() != fork.block() && other.noise() != null)
                .map(Outside::around)
                .toList();
        boolean distant = plan.cell(fork.cell())
                .filter(cell -> cell.topology() == Topology.DISTANT)
                .isPresent();
        return Disturbance.of(around(fork), others, distant);
    }

    private static Disturbance.Fork around(ForkFinished fork) {
        return new Disturbance.Fork(
                Objects.requireNonNull(fork.noise()), Duration.between(fork.startedAt(), fork.at()));
    }

    /** Why the client host is unfit, once the first block is over. */
    List<String> pilot() {
        List<Event.Noise> all = new ArrayList<>();
        List<Event.Noise> distant = new ArrayList<>();
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
