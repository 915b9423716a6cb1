package dev.jdbcbench.agent.group;

import dev.jdbcbench.agent.jvm.Fork;
import dev.jdbcbench.agent.turn.ClientTurn;
import dev.jdbcbench.agent.turn.Turn;
import dev.jdbcbench.event.DroppedRound;
import dev.jdbcbench.event.Noise;
import dev.jdbcbench.event.Secondary;
import dev.jdbcbench.load.ClientShare;
import dev.jdbcbench.load.ForkLoad;
import dev.jdbcbench.load.Times;
import dev.jdbcbench.load.TurnLoad;
import dev.jdbcbench.load.Unit;
import dev.jdbcbench.next.Disturbance;
import dev.jdbcbench.run.Profile;
import dev.jdbcbench.scenario.jvm.CpuProfiler;
import dev.jdbcbench.statistics.sample.Summary;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The rounds of a group so far: which are warm-up, which count, and whether there are enough. */
public final class Rounds {
    /** Counted rounds required for each round that is dropped because of JIT activity: at most one in nine is dropped. */
    private static final int COUNT_FOR_A_COMPILED = 8;

    /** JIT time allowed in other JVMs during a turn, ms. */
    private static final double OTHERS_COMPILE_MILLIS = 5;

    /**
     * Minimum time that each JVM runs in parallel with the others, scaled by its share of a core, before its compiler may be
     * found idle.
     */
    private static final double TOGETHER_SECONDS = 4;

    /**
     * Part of the longest warm-up that is reserved for sequential turns. While compilers are active, the rest is parallel, because
     * compiling in parallel takes half the time of compiling in sequence.
     */
    private static final double LEFT_ALONE_SECONDS = 1;

    /** Minimum sequential time of each JVM before it may count as warm. */
    private static final double ALONE_SECONDS = 1;

    /** The same for answers from memory: no server delays the operations, so their code is compiled sooner. */
    private static final double TOGETHER_IN_MEMORY_SECONDS = 3;

    private static final double ALONE_IN_MEMORY_SECONDS = 0.5;

    /**
     * Time between two readings of the noise. The kernel counts steal and the time of processes in hundredths of a second, too
     * coarse for a single short round.
     */
    private static final double READING_SECONDS = 0.3;

    /** The CPU time of the run's databases on the client host, in percent of all its CPUs. */
    static final String DATABASES = "database.cpu";
    /** The time of an operation whose score is CPU time. */
    static final String TIME = "time";

    /** Number of closed loops at the end of the warm-up that show the capacity of a JVM. */
    static final int SHOW_CAPACITY = 5;

    private final Profile profile;
    private final int members;
    private final boolean distant;
    private final double fewestTogether;
    private final double fewestAlone;
    private final int settling;
    private final List<List<Turn>> turns = new ArrayList<>();
    /** The turns of each member on each of several clients; empty lists for one client. */
    private final List<List<List<ClientTurn>>> shared = new ArrayList<>();

    private final List<Noise> noise = new ArrayList<>();
    /** Of each round, the time between the readings before and after it. */
    private final List<Duration> lasted = new ArrayList<>();

    private double secondsPerRound = 1;
    private final List<Instant> ended = new ArrayList<>();
    private final List<DroppedRound> dropped = new ArrayList<>();
    private int droppedAsCompiled;
    private final int cpus;
    private final boolean parallel;

    private boolean together;
    private double togetherSeconds;
    /** The sequential time of each member. */
    private final double[] aloneSeconds;
    /** The members that are warm while others are not. */
    private final boolean[] resting;

    private int warmRounds = -1;
    private int wanted;

    /**
     * The rounds of a group.
     *
     * @param distant whether every member's database is on another host
     * @param inMemory whether recorded answers replace every member's server
     * @param cpus CPUs that the JVMs may use during warm-up
     * @param settling number of settling rounds after the warm-up, which do not count either
     */
    Rounds(Profile profile, int members, boolean distant, boolean inMemory, int cpus, int settling) {
        this.profile = profile;
        this.members = members;
        this.distant = distant;
        this.fewestTogether = inMemory ? TOGETHER_IN_MEMORY_SECONDS : TOGETHER_SECONDS;
        this.fewestAlone = inMemory ? ALONE_IN_MEMORY_SECONDS : ALONE_SECONDS;
        this.settling = settling;
        this.cpus = cpus;
        this.parallel = profile.claims() && members > 1 && cpus > 1;
        this.together = parallel;
        this.aloneSeconds = new double[members];
        this.resting = new boolean[members];
        for (int i = 0; i < members; i++) {
            turns.add(new ArrayList<>());
            shared.add(new ArrayList<>());
        }
    }

    /**
     * Each JVM's share of a core during parallel rounds. JVMs that rest hardly compete for the CPUs, nor do those that mostly wait
     * for the network.
     */
    private double share() {
        long active =
                IntStream.range(0, members).filter(member -> !resting[member]).count();
        return distant ? 1 : Math.min(1.0, (double) cpus / Math.max(1, active));
    }

    /**
     * Whether all members take their next turn in parallel. Warm-up measures nothing, so on several CPUs parallel turns end it
     * sooner. The last part of the warm-up is sequential, like the measurement.
     */
    boolean together() {
        return together;
    }

    /**
     * Whether a member is warm while others are not. Its turns are short then, so the others get more of the time; they show if
     * its compiler starts again.
     */
    boolean rests(int member) {
        return resting[member];
    }

    private void letRest() {
        for (int member = 0; member < members; member++) {
            List<Turn> own = turns.get(member);
            resting[member] = together
                    ? WarmUp.seconds(own) >= fewestTogether && WarmUp.quiet(own)
                    : aloneSeconds[member] >= fewestAlone && WarmUp.warm(own, longestWarmUp());
        }
    }

    private boolean remainTogether() {
        double most = longestWarmUp() - LEFT_ALONE_SECONDS;
        return togetherSeconds < fewestTogether || (togetherSeconds < most && !WarmUp.allQuiet(turns));
    }

    /** Number of rounds before the noise is read again. */
    int untilReading() {
        return warm() ? (int) Math.max(1, Math.round(READING_SECONDS / secondsPerRound)) : 1;
    }

    private double longestWarmUp() {
        return profile.times().warmUpLimit().toMillis() / Unit.MILLIS_PER_SECOND;
    }

    /** Whether the warm-up is over. */
    boolean warm() {
        return warmRounds >= 0;
    }

    /**
     * Whether the next turns may be under open load: from the last settling round on. The closed loops of the rounds
     * before it show the capacity on the CPUs of the measurement.
     */
    boolean opens() {
        return warm() && turns.stream().allMatch(own -> own.size() >= warmRounds - 1);
    }

    /** Records a member's turn. A parallel turn counts only in proportion to its share of a core. */
    void took(int member, Turn turn) {
        turns.get(member).add(together ? turn.shared(share()) : turn);
        aloneSeconds[member] += together ? 0 : turn.seconds();
    }

    /** Records a member's turn on several clients. */
    void took(int member, List<ClientTurn> parts) {
        shared.get(member).add(List.copyOf(parts));
        took(member, Turn.merged(parts.stream().map(ClientTurn::turn).toList()));
    }

    /**
     * Ends rounds in which every member had a turn.
     *
     * @param meanwhile the noise during all rounds since the last call
     * @param time since the reading before them
     */
    void end(Noise meanwhile, Duration time, Instant at) {
        int before = noise.size();
        int all = turns.get(0).size();
        Duration each = time.dividedBy(Math.max(1, all - before));
        for (int round = before; round < all; round++) {
            noise.add(meanwhile);
            lasted.add(time);
            ended.add(at.minus(each.multipliedBy(all - 1L - round)));
        }
        secondsPerRound = Math.max(1, each.toNanos()) / Unit.NANOS_PER_SECOND;
        if (warmRounds < 0) {
            warmUp();
            return;
        }
        // JIT activity after a turn is reported by the next turn.
        for (int round = Math.max(warmRounds, before - 1); round < all - 1; round++) {
            judge(round);
        }
    }

    private void warmUp() {
        if (together) {
            togetherSeconds += longestOfLastRound();
            together = remainTogether();
        }
        letRest();
        // Without claims, one round is enough to show how long the operations are.
        if (!profile.claims() || (!recentlyTogether() && WarmUp.over(turns, longestWarmUp()))) {
            warmRounds = noise.size() + settling;
            wanted = profile.times().rounds(longestOperation());
        }
    }

    /** The longest turn of the last round, s. */
    private double longestOfLastRound() {
        return turns.stream()
                .map(own -> own.get(own.size() - 1))
                .mapToDouble(Turn::seconds)
                .max()
                .orElse(0);
    }

    private boolean recentlyTogether() {
        return parallel && Arrays.stream(aloneSeconds).anyMatch(seconds -> seconds < fewestAlone);
    }

    /** The longest operation of a warm JVM; before warm-up it may have taken ten times as long. */
    private Duration longestOperation() {
        double micros = turns.stream()
                .map(WarmUp::last)
                .mapToDouble(
                        last -> Summary.median(last.stream().map(Turn::micros).toList()))
                .max()
                .orElse(0);
        return Duration.ofNanos((long) (micros * Unit.NANOS_PER_MICRO));
    }

    private void judge(int round) {
        if (turns.stream().allMatch(own -> own.get(round).wallMicros() > 0)) {
            return; // CPU time: what other processes take does not count
        }
        Optional<String> outside = Disturbance.ofRound(
                        noise.get(round), lasted.get(round), noise.subList(0, round), distant)
                .or(() -> late(round));
        // An intermittent load may last as long as a group, so the wait is limited to as many rounds as count.
        boolean disturbed = outside.isPresent() && dropped.size() < wanted;
        boolean compiled = anotherCompiled(round) && droppedAsCompiled < wanted / COUNT_FOR_A_COMPILED;
        if (disturbed || compiled) {
            String cause = Stream.concat(
                            outside.stream(), compiled ? Stream.of("another JVM compiled") : Stream.empty())
                    .collect(Collectors.joining(", "));
            dropped.add(new DroppedRound(round, cause, !disturbed));
            droppedAsCompiled += disturbed ? 0 : 1;
        }
    }

    /** The client that began a turn too long after the others, if any. */
    private Optional<String> late(int round) {
        return shared.stream()
                .flatMap(own -> own.stream().skip(round).limit(1))
                .flatMap(List::stream)
                .filter(ClientTurn::late)
                .findFirst()
                .map(turn -> "client " + turn.client() + " started " + Math.round(turn.lateMillis()) + " ms late");
    }

    private boolean anotherCompiled(int round) {
        return members > 1
                && turns.stream()
                        .flatMap(own -> own.stream().skip(round).limit(2))
                        .anyMatch(turn -> turn.use().compiledBeforeMillis() > OTHERS_COMPILE_MILLIS);
    }

    /** Whether enough rounds count. */
    boolean enough() {
        return warmRounds >= 0 && noise.size() - warmRounds - dropped.size() >= wanted;
    }

    /**
     * The measurements of a group.
     *
     * @param forks one per member, in their order; each round is one iteration
     * @param warmUp number of leading rounds that do not count
     * @param dropped later rounds that do not count
     * @param countedFrom start of the first round after warm-up
     * @param countedTo end of the last round
     */
    public record Measured(
            List<Fork.Measurement> forks,
            int rounds,
            int warmUp,
            List<DroppedRound> dropped,
            Instant countedFrom,
            Instant countedTo) {}

    /** The measurements. */
    Measured measured() {
        List<Fork.Measurement> forks = new ArrayList<>();
        for (int member = 0; member < members; member++) {
            List<Turn> own = turns.get(member);
            forks.add(new Fork.Measurement(
                    own.stream().map(Turn::micros).toList(),
                    own.stream().map(Turn::operations).toList(),
                    secondary(own),
                    load(own).orElse(null),
                    clients(shared.get(member))));
        }
        int last = noise.size() - 1;
        int first = Math.min(last, Math.max(1, warmRounds));
        return new Measured(
                forks, noise.size(), warmRounds, List.copyOf(dropped), ended.get(first - 1), ended.get(last));
    }

    /** The elements of the rounds that count. */
    private <T> List<T> counted(List<T> ofRounds) {
        Set<Integer> left = dropped.stream().map(DroppedRound::round).collect(Collectors.toSet());
        return IntStream.range(Math.max(0, warmRounds), ofRounds.size())
                .filter(round -> !left.contains(round))
                .mapToObj(ofRounds::get)
                .toList();
    }

    /** The shares of several clients in the counted turns. */
    private List<ClientShare> clients(List<List<ClientTurn>> ofRounds) {
        Map<String, List<ClientTurn>> byClient = new LinkedHashMap<>();
        counted(ofRounds)
                .forEach(parts ->
                        parts.forEach(part -> byClient.computeIfAbsent(part.client(), client -> new ArrayList<>())
                                .add(part)));
        return byClient.values().stream().map(Rounds::share).toList();
    }

    private static ClientShare share(List<ClientTurn> own) {
        long operations =
                own.stream().mapToLong(part -> part.turn().operations()).sum();
        double seconds = own.stream().mapToDouble(part -> part.turn().seconds()).sum();
        return new ClientShare(
                own.get(0).client(),
                own.get(0).threads(),
                operations,
                seconds == 0 ? 0 : operations / seconds,
                own.stream().mapToDouble(ClientTurn::lateMillis).max().orElse(0),
                Times.sum(own.stream()
                        .map(part -> part.turn().allTimes())
                        .flatMap(Optional::stream)
                        .toList()));
    }

    /** The sum of a JVM's counted turns under open load; empty for a closed loop. */
    private Optional<ForkLoad> load(List<Turn> own) {
        List<TurnLoad> counted = counted(own).stream()
                .map(Turn::load)
                .flatMap(Stream::ofNullable)
                .toList();
        return counted.isEmpty() ? Optional.empty() : Optional.of(ForkLoad.of(counted, capacity(own)));
    }

    /** Operations per second of the slowest JVM in the last closed loops of the warm-up. */
    double capacity() {
        return turns.stream().mapToDouble(Rounds::capacity).min().orElse(0);
    }

    /** Operations per second in the last closed loops of the warm-up. */
    private static double capacity(List<Turn> own) {
        List<Turn> closed = own.stream().filter(turn -> turn.load() == null).toList();
        List<Turn> last = closed.subList(Math.max(0, closed.size() - SHOW_CAPACITY), closed.size());
        double seconds = last.stream().mapToDouble(Turn::seconds).sum();
        return seconds == 0 ? 0 : last.stream().mapToLong(Turn::operations).sum() / seconds;
    }

    /** Secondary results, under the names that JMH's profilers use. */
    private static Map<String, Secondary> secondary(List<Turn> turns) {
        Map<String, Secondary> secondary = new LinkedHashMap<>();
        if (turns.stream().anyMatch(turn -> turn.use().bytes() > 0)) { // a reference has no such figures
            secondary.put(
                    "gc.alloc.rate.norm",
                    secondary("B/op", turns, turn -> turn.use().bytes()));
            secondary.put(
                    "gc.count", secondary("counts", turns, turn -> turn.use().collections()));
            secondary.put("gc.time", secondary("ms", turns, turn -> turn.use().collectionMillis()));
            secondary.put(
                    "compiler.time", secondary("ms", turns, turn -> turn.use().compiledMillis()));
        }
        if (turns.stream().anyMatch(turn -> turn.wallMicros() > 0)) {
            secondary.put(TIME, secondary("us/op", turns, Turn::wallMicros));
        }
        secondary.put(
                CpuProfiler.NAME, secondary("us/op", turns, turn -> turn.use().cpuMicros()));
        if (turns.stream().anyMatch(turn -> turn.host().total() > 0)) {
            secondary.put(
                    CpuProfiler.HOST, secondary("%", turns, turn -> turn.host().busyPercent()));
            secondary.put(DATABASES, secondary("%", turns, turn -> turn.host().databasesPercent()));
        }
        return secondary;
    }

    private static Secondary secondary(String unit, List<Turn> turns, Function<Turn, Double> value) {
        return new Secondary(unit, turns.stream().map(value).toList());
    }
}
