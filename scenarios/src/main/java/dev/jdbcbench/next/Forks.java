package dev.jdbcbench.next;

import dev.jdbcbench.event.Counted;
import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.event.Fact.ForkFinished;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Profile;
import dev.jdbcbench.statistics.Group;
import dev.jdbcbench.statistics.Round;
import dev.jdbcbench.statistics.Trend;
import dev.jdbcbench.statistics.Turn;
import dev.jdbcbench.statistics.WarmupCut;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Which forks count, and what they measured. A fork of a group counts when its group has ended. */
public final class Forks {
    private final Plan plan;
    private final Map<String, List<ForkFinished>> counted = new HashMap<>();
    /** Those of a group that has not ended. */
    private final List<ForkFinished> ofGroup = new ArrayList<>();

    private final List<Fact.ForkRejected> rejected = new ArrayList<>();
    private int finished;
    private int outOfOrder;
    private int lastBlock;

    Forks(Plan plan) {
        this.plan = plan;
    }

    void hear(Event event) {
        if (event.fact() instanceof Fact.SessionStarted || event.fact() instanceof Fact.GroupStarted) {
            ofGroup.clear();
        } else if (event.fact() instanceof Fact.BlockStarted started) {
            lastBlock = Math.max(lastBlock, started.block());
        } else if (event.fact() instanceof ForkFinished fork && fork.inTurns()) {
            ofGroup.add(fork);
        } else if (event.fact() instanceof Fact.GroupFinished group) {
            ofGroup.stream().filter(fork -> fork.block() == group.block()).forEach(this::replace);
            ofGroup.clear();
        } else if (event.fact() instanceof ForkFinished fork) {
            add(fork);
        } else if (event.fact() instanceof Fact.ForkRejected fork) {
            reject(fork);
        }
    }

    private void add(ForkFinished fork) {
        finished++;
        outOfOrder += plan.profile().interleaved() && fork.block() < lastBlock ? 1 : 0;
        counted.computeIfAbsent(fork.cell(), key -> new ArrayList<>()).add(fork);
    }

    /** A group that is measured again, because a cell of it that was given up is tried again, takes the place of the first. */
    private void replace(ForkFinished fork) {
        counted.computeIfAbsent(fork.cell(), key -> new ArrayList<>())
                .removeIf(earlier -> earlier.block() == fork.block());
        add(fork);
    }

    private void reject(Fact.ForkRejected fork) {
        List<ForkFinished> forks = counted.getOrDefault(fork.cell(), new ArrayList<>());
        for (int i = forks.size() - 1; i >= 0; i--) {
            if (forks.get(i).block() == fork.block()) {
                forks.remove(i);
                rejected.add(fork);
                return;
            }
        }
    }

    /** The forks of a cell that ended well and were not rejected, in the order in which they ran. */
    public List<ForkFinished> of(String key) {
        return List.copyOf(counted.getOrDefault(key, List.of()));
    }

    /** The fork of a cell in a block, or empty. */
    Optional<ForkFinished> of(String key, int block) {
        return counted.getOrDefault(key, List.of()).stream()
                .filter(fork -> fork.block() == block)
                .findFirst();
    }

    /** The forks that did not count because of something outside. */
    public List<Fact.ForkRejected> rejected() {
        return List.copyOf(rejected);
    }

    /** How many forks ended well, those that were rejected included. */
    int finished() {
        return finished;
    }

    /**
     * How many forks were measured after their block was over, because a run was gone on with: what slows a host for a while does not cancel
     * in their comparisons with other rows.
     */
    public int outOfOrder() {
        return outOfOrder;
    }

    /**
     * The score of a fork, µs/op: the time of its operations after the warm-up by their number, where both are known; of a fork that was measured
     * alone the mean of its iterations after the warm-up.
     */
    public static double score(Profile profile, ForkFinished fork) {
        double micros = 0;
        double operations = 0;
        for (int i : counting(profile, fork)) {
            double weight = fork.inTurns() ? fork.operations().get(i) : 1;
            micros += fork.iterations().get(i) * weight;
            operations += weight;
        }
        return micros / operations;
    }

    /** The numbers of a fork's iterations that count, from 0: those after the warm-up that were not dropped. */
    public static int[] counting(Profile profile, ForkFinished fork) {
        Counted counted = fork.counted();
        return IntStream.range(warmUp(profile, fork), fork.iterations().size())
                .filter(i -> counted == null || counted.counts(i))
                .toArray();
    }

    /** How many of a fork's first iterations are warm-up. */
    public static int warmUp(Profile profile, ForkFinished fork) {
        Counted counted = fork.counted();
        return counted == null ? profile.cut(iterations(fork)) : counted.warmUp();
    }

    /** A fork's iterations in µs/op, warm-up included. */
    public static double[] iterations(ForkFinished fork) {
        return fork.iterations().stream().mapToDouble(Double::doubleValue).toArray();
    }

    /** The scores of all forks of a cell that count, µs/op, in the order in which they ran, whatever their blocks. */
    public double[] scores(String key) {
        return of(key).stream().mapToDouble(fork -> score(plan.profile(), fork)).toArray();
    }

    /** ln of the scores of all forks of a cell that count, in the order in which they ran, whatever their blocks. */
    public double[] logarithms(String key) {
        return Arrays.stream(scores(key)).map(Math::log).toArray();
    }

    /** The blocks before {@code before} in which two cells both have a fork, in their order. */
    List<Integer> blocks(String cell, String base, int before) {
        return of(cell).stream()
                .map(ForkFinished::block)
                .filter(block -> block < before && of(base, block).isPresent())
                .sorted()
                .distinct()
                .toList();
    }

    /** ln(cell) − ln(base) of each block before {@code before} that has both. */
    double[] differences(String cell, String base, int before) {
        return blocks(cell, base, before).stream()
                .mapToDouble(block -> ln(cell, block) - ln(base, block))
                .toArray();
    }

    private double ln(String key, int block) {
        return Math.log(score(plan.profile(), of(key, block).orElseThrow()));
    }

    /**
     * The groups in which two cells of a row were measured together, before a block, with those of the other cells that were in each of them. Empty
     * where one was not measured in turns.
     *
     * @param cells their keys; the first two are always in it, or nothing is
     */
    List<Group> groups(List<String> cells, int before) {
        List<Integer> blocks = blocks(cells.get(0), cells.get(1), before).stream()
                .filter(block -> together(cells.get(0), cells.get(1), block))
                .toList();
        List<String> all = cells.stream()
                .filter(cell -> blocks.stream().allMatch(block -> together(cells.get(0), cell, block)))
                .toList();
        return blocks.stream().map(block -> group(all, block)).toList();
    }

    /** Whether two cells had turns in the same group of a block: a group that was measured again may lack a cell of the first one. */
    private boolean together(String one, String other, int block) {
        Optional<ForkFinished> fork = of(one, block).filter(ForkFinished::inTurns);
        return fork.isPresent()
                && of(other, block)
                        .filter(ForkFinished::inTurns)
                        .filter(second -> second.startedAt().equals(fork.get().startedAt()))
                        .isPresent();
    }

    private Group group(List<String> cells, int block) {
        List<ForkFinished> forks =
                cells.stream().map(cell -> of(cell, block).orElseThrow()).toList();
        int[] rounds = counting(plan.profile(), forks.get(0));
        return new Group(Arrays.stream(rounds)
                .mapToObj(round -> new Round(
                        round,
                        forks.stream()
                                .map(fork -> new Turn(
                                        fork.iterations().get(round),
                                        fork.operations().get(round)))
                                .toList()))
                .toList());
    }

    /**
     * Whether a cell settles: measured in turns, unless it becomes faster from the third to the last quarter of its turns, see {@link Trend}; else as
     * {@link WarmupCut} finds it, whatever warm-up the profile fixes.
     */
    public boolean settled(String key) {
        List<ForkFinished> forks = of(key);
        if (plan.profile().turns()) {
            List<Group> groups = forks.stream()
                    .filter(ForkFinished::inTurns)
                    .map(fork -> group(List.of(key), fork.block()))
                    .toList();
            return !Trend.of(groups, 0).notSettled();
        }
        int late = (int) forks.stream().filter(Forks::late).count();
        return WarmupCut.cellSettles(late, forks.size());
    }

    /** Whether the warm-up of a fork reached into the last half of its iterations. */
    private static boolean late(ForkFinished fork) {
        double[] iterations = iterations(fork);
        return !WarmupCut.settled(WarmupCut.of(iterations), iterations.length);
    }
}
