package dev.jdbcbench.next;

import dev.jdbcbench.event.Counted;
import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.event.FactVisitor;
import dev.jdbcbench.event.ForkFacts.ForkFinished;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Profile;
import dev.jdbcbench.statistics.sample.WarmUpCut;
import dev.jdbcbench.statistics.turn.Group;
import dev.jdbcbench.statistics.turn.Round;
import dev.jdbcbench.statistics.turn.Trend;
import dev.jdbcbench.statistics.turn.Turn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Which forks count, and their measurements. A fork of a group counts once the group has ended. */
public final class Forks {
    private final Plan plan;
    private final FactVisitor counting = new Counting();
    private final Map<String, List<ForkFinished>> counted = new HashMap<>();
    /** Forks of a group that has not ended. */
    private final List<ForkFinished> ofGroup = new ArrayList<>();

    private final List<Fact.ForkRejected> rejected = new ArrayList<>();
    private int finished;
    private int outOfOrder;
    private int lastBlock;

    Forks(Plan plan) {
        this.plan = plan;
    }

    void apply(Event event) {
        event.fact().accept(counting);
    }

    /** Which facts decide what counts. */
    private final class Counting implements FactVisitor {
        @Override
        public void sessionStarted(Fact.SessionStarted started) {
            ofGroup.clear();
        }

        @Override
        public void blockStarted(Fact.BlockStarted started) {
            lastBlock = Math.max(lastBlock, started.block());
        }

        @Override
        public void groupStarted(Fact.GroupStarted started) {
            ofGroup.clear();
        }

        @Override
        public void groupFinished(Fact.GroupFinished group) {
            ofGroup.stream().filter(fork -> fork.block() == group.block()).forEach(Forks.this::replace);
            ofGroup.clear();
        }

        @Override
        public void forkFinished(Fact.ForkFinished fork) {
            if (fork.inTurns()) {
                ofGroup.add(fork);
            } else {
                add(fork);
            }
        }

        @Override
        public void forkRejected(Fact.ForkRejected fork) {
            reject(fork);
        }

        // The other facts change nothing about which forks count.

        @Override
        public void runStarted(Fact.RunStarted fact) {}

        @Override
        public void cellChecked(Fact.CellChecked fact) {}

        @Override
        public void cellExplained(Fact.CellExplained fact) {}

        @Override
        public void bandwidthMeasured(Fact.BandwidthMeasured fact) {}

        @Override
        public void forkStarted(Fact.ForkStarted fact) {}

        @Override
        public void forkFailed(Fact.ForkFailed fact) {}

        @Override
        public void serverLost(Fact.ServerLost fact) {}

        @Override
        public void clientLost(Fact.ClientLost fact) {}

        @Override
        public void serviceTimeMeasured(Fact.ServiceTimeMeasured fact) {}

        @Override
        public void cellProfiled(Fact.CellProfiled fact) {}

        @Override
        public void hostUnfit(Fact.HostUnfit fact) {}

        @Override
        public void rttMeasured(Fact.RttMeasured fact) {}

        @Override
        public void decided(Fact.Decided fact) {}

        @Override
        public void tablesFilled(Fact.TablesFilled fact) {}

        @Override
        public void note(Fact.Note fact) {}

        @Override
        public void runFinished(Fact.RunFinished fact) {}
    }

    private void add(ForkFinished fork) {
        finished++;
        outOfOrder += plan.profile().interleaved() && fork.block() < lastBlock ? 1 : 0;
        counted.computeIfAbsent(fork.cell(), key -> new ArrayList<>()).add(fork);
    }

    /**
     * Adds a fork. A group is measured again when one of its cells is retried after being given up; it then replaces the
     * earlier group.
     */
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

    /** The successful forks of a cell that were not rejected, in the order in which they ran. */
    public List<ForkFinished> of(String key) {
        return List.copyOf(counted.getOrDefault(key, List.of()));
    }

    /** The fork of a cell in a block, or empty. */
    Optional<ForkFinished> of(String key, int block) {
        return counted.getOrDefault(key, List.of()).stream()
                .filter(fork -> fork.block() == block)
                .findFirst();
    }

    /** Forks that did not count because of an outside disturbance. */
    public List<Fact.ForkRejected> rejected() {
        return List.copyOf(rejected);
    }

    /** Number of successful forks, including rejected ones. */
    int finished() {
        return finished;
    }

    /**
     * Number of forks measured after their block had ended, because the run was resumed. In their comparisons with other rows,
     * a temporary slowdown of the host does not cancel out.
     */
    public int outOfOrder() {
        return outOfOrder;
    }

    /**
     * The score of a fork, µs/op: the total time of its operations after warm-up divided by their number, where both are known;
     * for a fork measured alone, the mean of its iterations after warm-up. An imported fork has numbers only if they are samples,
     * which its iterations have in different numbers.
     */
    public static double score(Profile profile, ForkFinished fork) {
        double micros = 0;
        double operations = 0;
        boolean weighted =
                fork.inTurns() || !profile.interleaved() && !fork.operations().isEmpty();
        for (int i : counting(profile, fork)) {
            double weight = weighted ? fork.operations().get(i) : 1;
            micros += fork.iterations().get(i) * weight;
            operations += weight;
        }
        return micros / operations;
    }

    /** Indices of a fork's counted iterations, from 0: those after warm-up that were not dropped. */
    public static int[] counting(Profile profile, ForkFinished fork) {
        Counted counted = fork.counted();
        return IntStream.range(warmUp(profile, fork), fork.iterations().size())
                .filter(i -> counted == null || counted.counts(i))
                .toArray();
    }

    /** Number of a fork's warm-up iterations. */
    public static int warmUp(Profile profile, ForkFinished fork) {
        Counted counted = fork.counted();
        return counted == null ? profile.cut(iterations(fork)) : counted.warmUp();
    }

    /** A fork's iterations in µs/op, including warm-up. */
    public static double[] iterations(ForkFinished fork) {
        return fork.iterations().stream().mapToDouble(Double::doubleValue).toArray();
    }

    /** Scores of all counted forks of a cell, µs/op, in the order in which they ran, regardless of block. */
    public double[] scores(String key) {
        return of(key).stream().mapToDouble(fork -> score(plan.profile(), fork)).toArray();
    }

    /** ln of the scores of all counted forks of a cell, in the order in which they ran, regardless of block. */
    public double[] logarithms(String key) {
        return Arrays.stream(scores(key)).map(Math::log).toArray();
    }

    /** The blocks before {@code before} in which both cells have a fork, in ascending order. */
    List<Integer> blocks(String cell, String base, int before) {
        return of(cell).stream()
                .map(ForkFinished::block)
                .filter(block -> block < before && of(base, block).isPresent())
                .sorted()
                .distinct()
                .toList();
    }

    /** ln(cell) − ln(base) for each block before {@code before} that has both. */
    double[] differences(String cell, String base, int before) {
        return blocks(cell, base, before).stream()
                .mapToDouble(block -> ln(cell, block) - ln(base, block))
                .toArray();
    }

    private double ln(String key, int block) {
        return Math.log(score(plan.profile(), of(key, block).orElseThrow()));
    }

    /**
     * The groups before a block in which two cells of a row were measured together, with all other given cells that were in
     * each of those groups. Empty if one of the two was not measured in turns.
     *
     * @param cells keys of the cells; the first two are in every group
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

    /** Whether two cells had turns in the same group of a block; a repeated group may lack a cell of the first one. */
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
     * Whether a cell has settled. In turns: unless it becomes faster from the third to the last quarter of its turns,
     * see {@link Trend}. Otherwise by {@link WarmUpCut}, regardless of a fixed warm-up in the profile.
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
        return WarmUpCut.cellSettles(late, forks.size());
    }

    /** Whether the warm-up of a fork reached into the second half of its iterations. */
    private static boolean late(ForkFinished fork) {
        double[] iterations = iterations(fork);
        return !WarmUpCut.settled(WarmUpCut.of(iterations), iterations.length);
    }
}
