package dev.jdbcbench.run;

import dev.jdbcbench.run.Event.ForkFinished;
import dev.jdbcbench.statistics.Contrast;
import dev.jdbcbench.statistics.StopRule;
import dev.jdbcbench.statistics.WarmupCut;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;

/** What the events say of each cell of a plan. Pure: events in, answers out. */
public final class History {
    /** How often a cell may fail in one block before it is given up for the rest of the run. */
    static final int ATTEMPTS = 2;

    private final Plan plan;
    private final ForkTimes times;
    private final RowGroups groups;
    private final Set<String> checked = new HashSet<>();
    private final Set<String> unsupported = new HashSet<>();
    private final Set<String> givenUp = new HashSet<>();
    private final Set<Integer> blocks = new HashSet<>();
    private final Set<String> pings = new HashSet<>();
    private final Set<String> sampled = new HashSet<>();
    /** Those among the sampled that could not be. */
    private final Set<String> unsampled = new HashSet<>();

    private final Set<String> explained = new HashSet<>();
    private final Set<String> swept = new HashSet<>();
    /** Those that were not rejected, those that were set aside included. */
    private final Map<String, List<ForkFinished>> kept = new HashMap<>();

    /** Those of a group that has not ended. */
    private final List<ForkFinished> ofGroup = new ArrayList<>();

    private final Map<String, Integer> failures = new HashMap<>();
    private final Map<String, Integer> rejections = new HashMap<>();
    private final Map<String, Event.Decided> decisions = new HashMap<>();
    private final Map<String, String> originals = new HashMap<>();
    private final List<Event.ForkRejected> rejected = new ArrayList<>();
    private final List<Event.HostUnfit> unfit = new ArrayList<>();
    /** Why servers were given up, by topology and label. */
    private final Map<String, String> lost = new HashMap<>();

    private final Map<String, Cell> cells = new HashMap<>();
    /** The rows of which the forks are longer since the trial blocks. What comes later changes nothing of it. */
    private Optional<Set<String>> begunAnew = Optional.empty();

    private int finished;
    private int belated;
    private int lastBlock;
    /** Reads the events once, of whatever source they are. */
    public History(Plan plan, List<Event> events) {
        this.plan = plan;
        plan.measured().forEach(cell -> cells.put(cell.key(), cell));
        plan.twins().forEach(twin -> originals.put(twin.cell().key(), twin.of()));
        times = new ForkTimes(plan.profile());
        groups = new RowGroups(plan);
        for (Event event : events) {
            hear(event);
            times.hear(event, event instanceof ForkFinished fork && longer(fork));
        }
    }

    private void hear(Event event) {
        if (event instanceof Event.SessionStarted) {
            begin();
        } else if (event instanceof Event.CellChecked check) {
            checked.add(check.cell());
            if (check.unsupported() != null) {
                unsupported.add(check.cell());
            }
        } else if (event instanceof Event.ForkFailed fork && fork.block() == 0) {
            checked.add(fork.cell());
            givenUp.add(fork.cell());
        } else if (event instanceof Event.CellExplained cell) {
            plan.cell(cell.cell()).map(Cell::exchangeKey).ifPresent(explained::add);
        } else if (event instanceof Event.BandwidthMeasured bandwidth) {
            swept.add(place(bandwidth.topology(), bandwidth.server()));
        } else if (event instanceof Event.BlockStarted started) {
            if (started.block() > LongerForks.TRIAL_BLOCKS && begunAnew.isEmpty()) {
                begunAnew = Optional.of(LongerForks.rows(plan, this, times));
            }
            blocks.add(started.block());
            lastBlock = Math.max(lastBlock, started.block());
        } else if (event instanceof ForkFinished fork && fork.inTurns()) {
            ofGroup.add(fork);
        } else if (event instanceof Event.GroupStarted) {
            ofGroup.clear();
        } else if (event instanceof Event.GroupFinished group) {
            ofGroup.stream().filter(fork -> fork.block() == group.block()).forEach(this::replace);
            ofGroup.clear();
        } else if (event instanceof ForkFinished fork) {
            finished++;
            belated += plan.profile().interleaved() && fork.block() < lastBlock ? 1 : 0;
            kept.computeIfAbsent(fork.cell(), key -> new ArrayList<>()).add(fork);
        } else if (event instanceof Event.ForkRejected fork) {
            reject(fork);
        } else if (event instanceof Event.ForkFailed fork) {
            if (failures.merge(slot(fork.block(), fork.cell()), 1, Integer::sum) >= ATTEMPTS) {
                givenUp.add(fork.cell());
            }
        } else if (event instanceof Event.RttMeasured rtt && rtt.method() == Event.RttMethod.PROTOCOL) {
            pings.add(slot(rtt.block(), place(rtt.topology(), rtt.server())));
        } else if (event instanceof Event.Decided decided) {
            decisions.put(slot(decided.block(), decided.row()), decided);
        } else if (event instanceof Event.ServiceTimeMeasured times) {
            sampled.add(times.cell());
            if (times.times() == null) {
                unsampled.add(times.cell());
            }
        } else if (event instanceof Event.HostUnfit host) {
            unfit.add(host);
        } else if (event instanceof Event.ServerLost server && !server.returned()) {
            lost.put(place(server.topology(), server.server()), server.reason());
        }
    }

    /** A group that is measured again, because a cell of it that was given up is tried again, takes the place of the first. */
    private void replace(ForkFinished fork) {
        List<ForkFinished> forks = kept.computeIfAbsent(fork.cell(), key -> new ArrayList<>());
        forks.removeIf(earlier -> earlier.block() == fork.block());
        forks.add(fork);
        finished++;
        belated += fork.block() < lastBlock ? 1 : 0;
    }

    /** What failed in an earlier session is tried again: somebody may have mended it. */
    private void begin() {
        ofGroup.clear();
        failures.clear();
        givenUp.forEach(cell -> {
            if (!kept.containsKey(cell)) {
                checked.remove(cell);
            }
        });
        givenUp.clear();
        sampled.removeAll(unsampled);
        unsampled.clear();
        lost.clear(); // each agent is given servers that answer
    }

    private void reject(Event.ForkRejected fork) {
        List<ForkFinished> forks = kept.getOrDefault(fork.cell(), new ArrayList<>());
        for (int i = forks.size() - 1; i >= 0; i--) {
            if (forks.get(i).block() == fork.block()) {
                forks.remove(i);
                rejected.add(fork);
                rejections.merge(slot(fork.block(), fork.cell()), 1, Integer::sum);
                return;
            }
        }
    }

    private static String slot(int block, String key) {
        return block + " " + key;
    }

    private static String place(Topology topology, String server) {
        return topology + " " + server;
    }

    /** The forks of a cell that ended well and count, in the order in which they ran: all of them are equally long. */
    public List<ForkFinished> forks(String key) {
        Cell cell = cells.get(key);
        int trial = cell == null ? 0 : trialBlocks(cell.rowKey());
        if (cell == null || trial == 0) {
            return kept(key);
        }
        boolean longerCount = setAside(cell.rowKey()) > 0;
        return kept(key).stream()
                .filter(fork -> fork.block() > trial == longerCount)
                .toList();
    }

    /** The forks of a cell that ended well and were not rejected, whether they count or were set aside, in the order in which they ran. */
    public List<ForkFinished> kept(String key) {
        return List.copyOf(kept.getOrDefault(key, List.of()));
    }

    /** The forks that did not count because of something outside. */
    public List<Event.ForkRejected> rejected() {
        return List.copyOf(rejected);
    }

    /** What was found to be unfit. */
    public List<Event.HostUnfit> unfit() {
        return List.copyOf(unfit);
    }

    /**
     * How many forks were measured after their block was over, because a run was gone on with: what slows a host for a while does not cancel
     * in their comparisons.
     */
    public int belated() {
        return belated;
    }

    /** The number of the last block that began; 0 before the first. */
    public int lastBlock() {
        return lastBlock;
    }

    /**
     * Whether a cell was given up: its check failed, it failed as often as it may in one block, or its server was lost before it had all its
     * forks.
     */
    public boolean givenUp(String key) {
        return givenUp.contains(key) || givenUpWithServer(key).isPresent();
    }

    /** Why the server of a cell was lost, if that is why the cell was given up. */
    public Optional<String> givenUpWithServer(String key) {
        return Optional.ofNullable(cells.get(key))
                .filter(cell -> !givenUp.contains(key) && !satisfied(cell))
                .flatMap(this::lost);
    }

    /** Why the server of a cell is not there any more; empty when it is. */
    Optional<String> lost(Cell cell) {
        return Optional.ofNullable(lost.get(place(cell.topology(), cell.server())));
    }

    /** Whether a server is not there any more. */
    public boolean lost(Plan.Server server) {
        return lost.containsKey(place(server.topology(), server.server()));
    }

    /** Whether a cell has all that the run wants of it but percentiles. */
    private boolean satisfied(Cell cell) {
        if (plan.goal().extent() == Goal.Extent.EXPLAIN) {
            return explained(cell);
        }
        OptionalInt closed = closedFrom(cell.rowKey());
        int blocks =
                closed.isPresent() ? closed.getAsInt() - 1 : plan.profile().mostForks() + trialBlocks(cell.rowKey());
        return kept(cell.key()).size() >= blocks;
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
        Event.Counted counted = fork.counted();
        return IntStream.range(warmUp(profile, fork), fork.iterations().size())
                .filter(i -> counted == null || counted.counts(i))
                .toArray();
    }

    /** How many of a fork's first iterations are warm-up. */
    public static int warmUp(Profile profile, ForkFinished fork) {
        Event.Counted counted = fork.counted();
        return counted == null ? profile.cut(iterations(fork)) : counted.warmUp();
    }

    /** A fork's iterations in µs/op, warm-up included. */
    public static double[] iterations(ForkFinished fork) {
        return fork.iterations().stream().mapToDouble(Double::doubleValue).toArray();
    }

    /** The scores of a cell by block, from block 1 to {@code last}; NaN where there is none. */
    public double[] scores(String key, int last) {
        double[] scores = new double[last];
        Arrays.fill(scores, Double.NaN);
        for (ForkFinished fork : forks(key)) {
            if (fork.block() >= 1 && fork.block() <= last) {
                scores[fork.block() - 1] = score(plan.profile(), fork);
            }
        }
        return scores;
    }

    /** The scores of all forks of a cell that count, µs/op, in the order in which they ran, whatever their blocks. */
    public double[] scores(String key) {
        return forks(key).stream()
                .mapToDouble(fork -> score(plan.profile(), fork))
                .toArray();
    }

    /** ln of the scores of all forks of a cell that count, in the order in which they ran, whatever their blocks. */
    public double[] logarithms(String key) {
        return Arrays.stream(scores(key)).map(Math::log).toArray();
    }

    /** ln(cell) − ln(base) of each block that has both. */
    public double[] differences(String cell, String base) {
        double[] scores = scores(cell, lastBlock);
        double[] others = scores(base, lastBlock);
        List<Double> differences = new ArrayList<>();
        for (int block = 0; block < scores.length; block++) {
            if (!Double.isNaN(scores[block]) && !Double.isNaN(others[block])) {
                differences.add(Math.log(scores[block]) - Math.log(others[block]));
            }
        }
        return differences.stream().mapToDouble(Double::doubleValue).toArray();
    }

    /** How far two equal cells are apart: the ratio of a twin to its original; empty before there is a block with both. */
    public Optional<Contrast> ofTwin(Plan.Twin twin) {
        double[] differences = differences(twin.cell().key(), twin.of());
        return differences.length == 0 ? Optional.empty() : Optional.of(Contrast.of(differences));
    }

    /**
     * The A/A floor: by how much two equal cells on that server differ, as a share; empty when the plan has no twin there, or nothing
     * was measured yet.
     */
    public OptionalDouble floor(Topology topology, String server) {
        return plan.twins().stream()
                .filter(twin -> twin.cell().topology() == topology
                        && twin.cell().server().equals(server))
                .flatMap(twin -> ofTwin(twin).stream())
                .mapToDouble(Contrast::apart)
                .max();
    }

    /** The smallest difference between two cells that is called one, as a share: 0.02, or the A/A floor of their servers. */
    public double margin(Cell one, Cell other) {
        return Math.max(
                StopRule.MARGIN,
                Math.max(
                        floor(one.topology(), one.server()).orElse(0),
                        floor(other.topology(), other.server()).orElse(0)));
    }

    /** Whether a cell settles, by all of its forks and as {@link WarmupCut} finds it, whatever warm-up the profile fixes. */
    public boolean settled(String key) {
        return settled(forks(key));
    }

    /** Whether the same is so of these forks of a cell. */
    static boolean settled(List<ForkFinished> forks) {
        int late = (int) forks.stream().filter(History::late).count();
        return WarmupCut.cellSettles(late, forks.size());
    }

    /**
     * Whether the forks of a row are longer in a block: one of its cells, or of those that they are compared with, did not settle in the first
     * {@value LongerForks#TRIAL_BLOCKS}. All of them, for a fork that runs for longer is compiled better, and would be called faster than its neighbour for that alone.
     */
    public boolean longer(String row, int block) {
        int trial = trialBlocks(row);
        return trial > 0 && block > trial;
    }

    private boolean longer(ForkFinished fork) {
        Cell cell = cells.get(fork.cell());
        return cell != null && fork.block() > LongerForks.TRIAL_BLOCKS && longer(cell.rowKey(), fork.block());
    }

    /**
     * How many first blocks of a row have forks that are too short, so that longer ones take their place: 0, or {@value LongerForks#TRIAL_BLOCKS}. A fixed
     * warm-up is kept as it is, and so is a plan of no more blocks than these, or one that claims nothing. It is decided when the next block
     * begins, and what comes later changes nothing of it.
     */
    public int trialBlocks(String row) {
        if (begunAnew.isEmpty()) {
            begunAnew = Optional.of(
                    LongerForks.rows(plan, this, times)); // asked before that block began, or of an imported run
        }
        return begunAnew.get().contains(row) ? LongerForks.TRIAL_BLOCKS : 0;
    }

    /**
     * How many first blocks of a row do not count, because there are enough longer forks of its cells and of those that they are compared
     * with: a cell is the mean of forks that are equally long. 0 before that, and then those longer ones do not count.
     */
    public int setAside(String row) {
        int trial = trialBlocks(row);
        if (trial == 0) {
            return 0;
        }
        List<Cell> begun = groups.cells(row).stream()
                .filter(cell -> kept.containsKey(cell.key()))
                .toList();
        List<Cell> going = begun.stream().filter(cell -> alive(cell.key())).toList();
        int enough = Math.min(LongerForks.TRIAL_BLOCKS, plan.profile().fewestForks());
        long complete = IntStream.rangeClosed(trial + 1, lastBlock)
                .filter(block -> (going.isEmpty() ? begun : going).stream().allMatch(cell -> hasFork(cell, block)))
                .count();
        return complete >= enough ? trial : 0;
    }

    /** Whether the forks of two cells that count have one length: where the row of only one of them began anew, its are longer. */
    public boolean equallyLong(Axis.Pair pair) {
        return setAside(pair.cell().rowKey()) == setAside(pair.base().rowKey());
    }

    private boolean hasFork(Cell cell, int block) {
        return kept(cell.key()).stream().anyMatch(fork -> fork.block() == block);
    }

    /** Whether the warm-up of a fork reached into the last half of its iterations. */
    private static boolean late(ForkFinished fork) {
        if (fork.inTurns()) {
            return false; // the group went on until it was over
        }
        double[] iterations = iterations(fork);
        return !WarmupCut.settled(WarmupCut.of(iterations), iterations.length);
    }

    boolean checked(String key) {
        return checked.contains(key);
    }

    boolean explained(Cell cell) {
        return explained.contains(cell.exchangeKey());
    }

    boolean swept(Plan.Server server) {
        return swept.contains(place(server.topology(), server.server()));
    }

    /** Whether single operations of a cell were timed, or could not be. */
    public boolean sampled(String key) {
        return sampled.contains(key);
    }

    /** Whether the check of a cell found that it can be measured, and nothing since that it cannot. */
    public boolean measurable(Cell cell) {
        return checked(cell.key()) && alive(cell.key());
    }

    /** Whether the forks of a cell are wanted at all: it was not given up, and its driver can do it; of a twin, the other one's. */
    public boolean alive(String key) {
        String original = originals.get(key);
        return !givenUp.contains(key)
                && !unsupported.contains(key)
                && Optional.ofNullable(cells.get(key)).flatMap(this::lost).isEmpty()
                && (original == null || alive(original));
    }

    /** The cells of the plan whose forks are wanted; their twins are not among them. */
    List<Cell> alive() {
        return plan.cells().stream().filter(cell -> alive(cell.key())).toList();
    }

    boolean started(int block) {
        return blocks.contains(block);
    }

    boolean pinged(int block, Plan.Server server) {
        return pings.contains(slot(block, place(server.topology(), server.server())));
    }

    boolean wants(int block, String key, int attempt) {
        Cell cell = cells.get(key);
        return alive(key)
                && (cell == null || block > setAside(cell.rowKey()))
                && kept(key).stream().noneMatch(fork -> fork.block() == block)
                && failures.getOrDefault(slot(block, key), 0) + rejections.getOrDefault(slot(block, key), 0)
                        == attempt - 1;
    }

    /** Which attempt of the group of a row in a block the next one is, from 1. */
    int attempt(int block, String row) {
        return 1
                + plan.rows().getOrDefault(row, List.of()).stream()
                        .mapToInt(cell -> failures.getOrDefault(slot(block, cell.key()), 0))
                        .sum();
    }

    /** The cells of a row that are measured together in a block: all that can be measured; none when each has its fork. */
    List<Cell> group(int block, String row) {
        List<Cell> members = plan.rows().getOrDefault(row, List.of()).stream()
                .filter(cell -> alive(cell.key()))
                .toList();
        return members.stream().allMatch(cell -> hasFork(cell, block)) ? List.of() : members;
    }

    boolean decided(int block, String row) {
        return decisions.containsKey(slot(block, row));
    }

    /** Whether a row was decided to get no more, before a block. */
    boolean closed(String row, int before) {
        OptionalInt from = closedFrom(row);
        return from.isPresent() && from.getAsInt() < before;
    }

    /** The first block for which it was decided that a row gets no more; empty while it is open. */
    public OptionalInt closedFrom(String row) {
        return decisions.values().stream()
                .filter(decided -> decided.row().equals(row) && !decided.more())
                .mapToInt(Event.Decided::block)
                .min();
    }

    /** The last block that began, or for which something was decided. */
    int lastKnownBlock() {
        return Math.max(
                lastBlock,
                decisions.values().stream().mapToInt(Event.Decided::block).max().orElse(0));
    }

    /** How long agents have worked, to the end of the last fork. */
    public Duration spent() {
        return times.spent();
    }

    /** Which rows are compared with each other. */
    RowGroups groups() {
        return groups;
    }

    /** About how long the forks take from which percentiles still come; zero when none are wanted. */
    Duration percentilesCost() {
        Duration cost = Duration.ZERO;
        for (Cell cell : plan.goal().percentiles() ? alive() : List.<Cell>of()) {
            if (!sampled(cell.key())) {
                cost = cost.plus(times.of(cell, trialBlocks(cell.rowKey()) > 0));
            }
        }
        return cost;
    }

    /** Whether there is time for one more fork of a cell. */
    boolean affords(Cell cell, boolean longer) {
        Duration budget = plan.goal().budget();
        return budget == null || spent().plus(cost(List.of(cell), longer)).compareTo(budget) <= 0;
    }

    /** About how long a fork of each of these cells takes, one after the other. */
    Duration cost(List<Cell> cells, boolean longer) {
        Duration cost = Duration.ZERO;
        for (Cell cell : cells) {
            if (alive(cell.key())) {
                cost = cost.plus(times.of(cell, longer));
            }
        }
        return cost;
    }

    /** The same of the cells of a row in a block. */
    Duration cost(String row, int block) {
        return cost(plan.rows().getOrDefault(row, List.of()), longer(row, block));
    }

    /**
     * Why a fork that just ended does not count; empty when it counts. At most a fifth of the forks is repeated, each once at most, and none
     * where nothing is claimed.
     */
    Optional<String> disturbed(ForkFinished fork) {
        long measured =
                plan.measured().stream().filter(cell -> alive(cell.key())).count();
        long planned = plan.profile().fewestForks() * measured;
        boolean mayRepeat = plan.profile().claims()
                && !fork.inTurns()
                && (rejected.size() + 1) * 5L <= Math.max(planned, finished)
                && rejections.getOrDefault(slot(fork.block(), fork.cell()), 0) == 0;
        return mayRepeat ? disturbance(fork) : Optional.empty();
    }

    /** What disturbed a fork from outside, whether it counts or not. */
    public Optional<String> disturbance(ForkFinished fork) {
        if (fork.noise() == null) {
            return Optional.empty();
        }
        List<Disturbance.Fork> others = kept(fork.cell()).stream()
                .filter(other -> other.block() != fork.block() && other.noise() != null)
                .map(History::outside)
                .toList();
        boolean distant = plan.cell(fork.cell())
                .filter(cell -> cell.topology() == Topology.DISTANT)
                .isPresent();
        return Disturbance.of(outside(fork), others, distant);
    }

    private static Disturbance.Fork outside(ForkFinished fork) {
        return new Disturbance.Fork(
                Objects.requireNonNull(fork.noise()), Duration.between(fork.startedAt(), fork.at()));
    }

    /** Why the client host is unfit, once the first block is over. */
    List<String> pilot() {
        List<Event.Noise> all = new ArrayList<>();
        List<Event.Noise> distant = new ArrayList<>();
        for (Cell cell : plan.measured()) {
            for (ForkFinished fork : kept(cell.key())) {
                if (fork.block() == 1 && fork.noise() != null) {
                    all.add(fork.noise());
                    if (cell.topology() == Topology.DISTANT) {
                        distant.add(fork.noise());
                    }
                }
            }
        }
        return Disturbance.unfit(all, distant);
    }
}
