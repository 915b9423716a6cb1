package dev.jdbcbench.agent.group;

import dev.jdbcbench.agent.jvm.Fork;
import dev.jdbcbench.agent.kernel.Affinity;
import dev.jdbcbench.agent.kernel.NoiseReader;
import dev.jdbcbench.agent.turn.RoundOrder;
import dev.jdbcbench.agent.turn.TurnOrder;
import dev.jdbcbench.load.Rate;
import dev.jdbcbench.load.Share;
import dev.jdbcbench.load.Unit;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Topology;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A group: one fresh JVM for each cell of a row. All are alive at once, but only one measures at a time. In each round every
 * JVM gets one turn, which is one JMH iteration. A slowdown of the host that lasts longer than a round affects all cells
 * equally and cancels out in their comparison.
 *
 * <p>The first rounds are warm-up, until {@link WarmUp} sees no more JIT activity. If there are CPUs for more than one JVM, the
 * first of these rounds run in all JVMs at once. A pinned client may use more CPUs until the warm-up ends. After the warm-up,
 * rounds with outside disturbance are dropped, at most as many as count. No turn is dropped because of its value.
 */
public final class Group {
    private final Plan plan;
    private final NoiseReader noise;
    private final GroupHosts hosts;
    private final long seed;
    private final List<Member> members;

    /** Inspects a JVM while it waits, after the first round. */
    public interface FirstRound {
        void at(Member member, long pid);
    }

    /** A group for these cells of a row, in JVMs on these hosts. */
    public Group(Plan plan, NoiseReader noise, GroupHosts hosts, long seed, List<Member> members) {
        this.plan = plan;
        this.noise = noise;
        this.hosts = hosts;
        this.seed = seed;
        this.members = List.copyOf(members);
    }

    /**
     * Runs the group.
     *
     * @param afterFirst called once per member
     * @throws Member.FailedException when a JVM ended or hung
     * @throws GroupHosts.LostException when another host was lost
     */
    public Rounds.Measured run(FirstRound afterFirst)
            throws Member.FailedException, GroupHosts.LostException, IOException, InterruptedException {
        Optional<String> wide = cpus(Plan.Server::warmUpCpus);
        Optional<String> narrow = cpus(Plan.Server::clientCpus);
        try {
            if (wide.isPresent()) {
                work(wide.get());
            }
            hosts.start();
            for (int i = 0; i < members.size(); i++) {
                hosts.prepare(i);
            }
            hosts.ready();
            Rounds rounds = measure(afterFirst, wide.flatMap(any -> narrow));
            hosts.finish();
            return rounds.measured();
        } finally {
            hosts.close();
            if (wide.isPresent() && narrow.isPresent()) {
                goBackTo(narrow.get());
            }
        }
    }

    /**
     * Pins this JVM to its CPUs again, because it measures the RTT itself. A failure is only logged, so it cannot hide why the
     * group failed.
     */
    private static void goBackTo(String cpus) throws InterruptedException {
        try {
            Affinity.set(cpus);
        } catch (IOException e) {
            System.err.println("the agent runs on more CPUs than " + cpus + " until its next group: " + e.getMessage());
        }
    }

    /** The client CPUs named in the plan, for any of its servers. */
    private Optional<String> cpus(Function<Plan.Server, @Nullable String> which) {
        return plan.servers().stream()
                .flatMap(server -> Stream.ofNullable(which.apply(server)))
                .findFirst();
    }

    /** Pins this JVM and those of the group to these CPUs. */
    private void work(String cpus) throws Member.FailedException, InterruptedException {
        try {
            Affinity.set(cpus);
        } catch (IOException e) {
            throw new Member.FailedException(members.get(0), String.valueOf(e.getMessage()), e);
        }
    }

    /**
     * Runs the rounds.
     *
     * @param pinned CPUs for the measurement, when the JVMs warm up on others
     */
    private Rounds measure(FirstRound afterFirst, Optional<String> pinned)
            throws Member.FailedException, GroupHosts.LostException, IOException, InterruptedException {
        Rounds rounds = new Rounds(
                plan.profile(),
                members.size(),
                members.stream().allMatch(member -> member.cell().topology() == Topology.DISTANT),
                members.stream().allMatch(member -> member.cell().inMemory()),
                members.stream().allMatch(member -> member.scenario().besideOthers())
                        ? Runtime.getRuntime().availableProcessors()
                        : 1,
                // After moving, the caches are cold. The first timed turn is the first of its code.
                timed()
                        ? Rounds.SHOW_CAPACITY + 1
                        : pinned.isPresent() ? plan.profile().settlingRounds() : 0);
        RoundOrder order = new RoundOrder(members.size(), seed);
        List<Long> pids = hosts.pids();
        boolean looked = false;
        boolean moved = false;
        while (!rounds.enough()) {
            if (!moved && rounds.warm() && pinned.isPresent()) {
                work(pinned.get());
                moved = true;
            }
            NoiseReader.Reading before = noise.read(pids);
            long began = System.nanoTime();
            for (int i = rounds.untilReading(); i > 0; i--) {
                round(rounds, order);
            }
            rounds.end(
                    NoiseReader.between(before, noise.read(pids)),
                    Duration.ofNanos(System.nanoTime() - began),
                    Instant.now());
            if (!looked) {
                for (int member = 0; member < members.size(); member++) {
                    afterFirst.at(members.get(member), pids.get(member));
                }
                looked = true;
            }
        }
        return rounds;
    }

    /** Gives each member a turn. */
    private void round(Rounds rounds, RoundOrder order)
            throws Member.FailedException, GroupHosts.LostException, IOException, InterruptedException {
        if (!rounds.together()) {
            for (int member : order.next()) {
                long databasesBefore = noise.ticksOfDatabases();
                end(member, begin(member, rounds), databasesBefore, rounds);
            }
            return;
        }
        List<GroupHosts.Begun> all = new ArrayList<>();
        for (int member = 0; member < members.size(); member++) {
            all.add(begin(member, rounds));
        }
        for (int member = 0; member < members.size(); member++) {
            end(member, all.get(member), 0, rounds); // the databases work for all members
        }
    }

    private boolean longTurn(int member, Rounds rounds) {
        return !rounds.warm()
                && !rounds.rests(member)
                && !timed()
                && plan.profile().longWarmUpTurns();
    }

    private boolean timed() {
        return members.stream().anyMatch(member -> Fork.timed(plan, member.cell()));
    }

    private GroupHosts.Begun begin(int member, Rounds rounds)
            throws Member.FailedException, IOException, InterruptedException {
        return hosts.begin(member, share -> order(member, rounds, share), rounds.opens());
    }

    /**
     * The order for a turn. During the warm-up it is a closed loop, and at its end a longer one if the rate depends on
     * the capacity. After the warm-up it is the measurement of the cell.
     */
    private TurnOrder order(int member, Rounds rounds, Share share) throws Member.FailedException {
        Rate rate = members.get(member).cell().rate();
        if (!timed()) {
            return longTurn(member, rounds) ? TurnOrder.WARM_UP : TurnOrder.CLOSED;
        }
        if (!rounds.opens()) {
            return TurnOrder.before(rate, rounds.warm());
        }
        return rate == null
                ? TurnOrder.TIMED
                : TurnOrder.atRate(share.rate(perSecond(members.get(member), rate, rounds.capacity())));
    }

    /**
     * Waits for a member's turn to end.
     *
     * @param databasesBefore CPU time of the run's databases on this host before the turn, ticks
     */
    private void end(int member, GroupHosts.Begun begun, long databasesBefore, Rounds rounds)
            throws Member.FailedException, GroupHosts.LostException, IOException, InterruptedException {
        GroupHosts.Taken taken = begun.end(() -> noise.ticksOfDatabases() - databasesBefore);
        if (taken.clients().isEmpty()) {
            rounds.took(member, longTurn(member, rounds) ? taken.turn().after(TurnOrder.UNMEASURED) : taken.turn());
        } else {
            rounds.took(member, taken.clients());
        }
    }

    /** The number of operations per second. A turn must be able to measure it. */
    private double perSecond(Member member, Rate rate, double capacity) throws Member.FailedException {
        double perSecond = Math.min(Rate.MOST, rate.of(capacity));
        double arrivals = perSecond * plan.profile().iterationTime().toNanos() / Unit.NANOS_PER_SECOND;
        if (rate.percent() != null && arrivals < Rate.FEWEST_IN_A_TURN) {
            throw new Member.FailedException(
                    member,
                    String.format(
                            Locale.ROOT,
                            "%s of the capacity is %.3g/s: a turn has only %.3g arrivals, and needs %d; take longer turns"
                                    + " with --iteration-time",
                            rate,
                            perSecond,
                            arrivals,
                            Rate.FEWEST_IN_A_TURN),
                    null);
        }
        return perSecond;
    }
}
