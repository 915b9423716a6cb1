package dev.jdbcbench.agent;

import dev.jdbcbench.event.DroppedRound;
import dev.jdbcbench.load.Rate;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.scenario.ScenarioCatalogue;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;

/**
 * A group: one fresh JVM for each cell of a row. All are alive at once, but only one measures at a time. In each round every
 * JVM gets one turn, which is one JMH iteration. A slowdown of the host that lasts longer than a round affects all cells
 * equally and cancels out in their comparison.
 *
 * <p>The first rounds are warm-up, until {@link WarmUp} sees no more JIT activity. If there are CPUs for more than one JVM, the
 * first of these rounds run in all JVMs at once. A pinned client may use more CPUs until the warm-up ends. After the warm-up,
 * rounds with outside disturbance are dropped, at most one in five. No turn is dropped because of its value.
 */
final class Group {
    /** JMH needs the number of iterations in advance. No group reaches this one. */
    private static final int MOST_ROUNDS = 10_000;

    private static final Duration END = Duration.ofSeconds(10);

    private static final long POLL_MILLIS = 5;
    private static final double NANOS_PER_SECOND = 1e9;

    private final Plan plan;
    private final NoiseReader noise;
    private final Path temporary;
    private final long seed;
    private final List<Member> members;
    private final List<Started> started = new ArrayList<>();
    private final List<Running> running = new ArrayList<>();

    /**
     * A JVM of the group.
     *
     * @param operation approximate duration of one operation
     * @param driverJars the class path of the cell's driver
     * @param log receives everything that the JVM prints
     */
    record Member(Cell cell, ScenarioCatalogue.Entry scenario, Duration operation, List<Path> driverJars, Path log) {}

    /**
     * The measurements of a group.
     *
     * @param forks one per member, in their order; each round is one iteration
     * @param warmUp number of leading rounds that do not count
     * @param dropped later rounds that do not count
     * @param countedFrom start of the first round after warm-up
     * @param countedTo end of the last round
     */
    record Measured(
            List<Fork.Measurement> forks,
            int rounds,
            int warmUp,
            List<DroppedRound> dropped,
            Instant countedFrom,
            Instant countedTo) {}

    /** A JVM ended or hung; the message is one line. */
    static final class FailedException extends Exception {
        private static final long serialVersionUID = 1L;

        private final transient Member member;

        FailedException(Member member, String reason, @Nullable Throwable cause) {
            super(reason, cause);
            this.member = member;
        }

        Member member() {
            return member;
        }
    }

    /** Inspects a JVM while it waits, after the first round. */
    interface FirstRound {
        void at(Member member, long pid);
    }

    /** A group for these cells of a row. */
    Group(Plan plan, NoiseReader noise, Path temporary, long seed, List<Member> members) {
        this.plan = plan;
        this.noise = noise;
        this.temporary = temporary;
        this.seed = seed;
        this.members = List.copyOf(members);
    }

    /**
     * A member whose JVM has been started.
     *
     * @param ended completes when its JMH runner has finished
     */
    private record Started(Member member, ForkOutput output, CompletableFuture<Optional<RunnerException>> ended) {
        /** Why the JVM ended. */
        FailedException failed(String otherwise) throws InterruptedException {
            try {
                Optional<RunnerException> end = ended.get(END.toMillis(), TimeUnit.MILLISECONDS);
                String reason = output.failure()
                        .or(() -> end.map(e -> String.valueOf(e.getMessage())))
                        .orElse(otherwise);
                return new FailedException(member, reason, end.orElse(null));
            } catch (ExecutionException | TimeoutException e) {
                return new FailedException(member, output.failure().orElse(otherwise), e);
            }
        }

        /** Waits for the JVM to end, which should be soon. */
        void await() throws InterruptedException {
            try {
                ended.get(END.toMillis(), TimeUnit.MILLISECONDS);
            } catch (ExecutionException | TimeoutException e) {
                // its results are no longer needed
                System.err.println("a measured JVM of " + member.cell().key() + " failed to end cleanly: " + e);
            }
        }
    }

    /** A member that is taking turns. */
    private static final class Running {
        private final Started started;
        private final TurnLines.Line line;
        private int turns;

        Running(Started started, TurnLines.Line line) {
            this.started = started;
            this.line = line;
        }

        Member member() {
            return started.member();
        }
    }

    /**
     * Runs the group.
     *
     * @param afterFirst called once per member
     */
    Measured run(FirstRound afterFirst) throws FailedException, IOException, InterruptedException {
        Optional<String> wide = cpus(Plan.Server::warmUpCpus);
        Optional<String> narrow = cpus(Plan.Server::clientCpus);
        try (TurnLines lines = lines()) {
            if (wide.isPresent()) {
                work(wide.get());
            }
            for (int i = 0; i < members.size(); i++) {
                start(i, lines);
            }
            for (int i = 0; i < members.size(); i++) {
                running.add(new Running(started.get(i), line(i, lines)));
            }
            for (Running one : running) {
                prepare(one);
            }
            Rounds rounds = measure(afterFirst, wide.flatMap(any -> narrow));
            for (Running one : running) {
                one.line.tell('E');
            }
            for (Started one : started) {
                one.await();
            }
            return rounds.measured();
        } finally {
            Fork.endDescendants();
            for (Started one : started) {
                one.await();
                one.output().end();
            }
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
    private void work(String cpus) throws FailedException, InterruptedException {
        try {
            Affinity.set(cpus);
        } catch (IOException e) {
            throw new FailedException(members.get(0), String.valueOf(e.getMessage()), e);
        }
    }

    private TurnLines lines() throws FailedException {
        try {
            return TurnLines.open(temporary);
        } catch (IOException e) {
            throw new FailedException(
                    members.get(0), "cannot open the socket for its turns in " + temporary + ": " + e.getMessage(), e);
        }
    }

    /**
     * Starts the JVM of a member. JMH reads a fork's class path from a property of this JVM, so the next start waits until this
     * process exists, and no longer: the JVMs start up in parallel.
     */
    private void start(int index, TurnLines lines) throws FailedException, InterruptedException {
        Member member = members.get(index);
        ForkOutput output = new ForkOutput(member.log(), () -> {});
        String property = "-Dbench.turns=" + index + ":" + lines.path();
        Options options =
                options(member).jvmArgsAppend(Fork.jvmArgsAppended(property)).build();
        System.setProperty("java.class.path", Fork.classPath(member.cell(), member.scenario(), member.driverJars()));
        CompletableFuture<Optional<RunnerException>> ended = new CompletableFuture<>();
        Started one = new Started(member, output, ended);
        started.add(one);
        Thread runner = new Thread(
                () -> {
                    try {
                        new Runner(options, output).run();
                        ended.complete(Optional.empty());
                    } catch (RunnerException e) {
                        ended.complete(Optional.of(e));
                    } catch (RuntimeException | Error e) {
                        ended.completeExceptionally(e);
                    }
                },
                "bench-group-" + index);
        runner.setDaemon(true);
        runner.start();
        long deadline = System.nanoTime() + limit(member).toNanos();
        while (!runs(property) && !ended.isDone()) {
            if (System.nanoTime() > deadline) {
                throw notReady(member);
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    private ChainedOptionsBuilder options(Member member) {
        Rate rate = member.cell().rate();
        return rate == null
                ? Fork.options(
                        plan, member.cell(), member.scenario(), plan.profile().iterationTime(), MOST_ROUNDS)
                : Fork.underLoad(plan, member.cell(), rate, member.scenario(), MOST_ROUNDS, seed);
    }

    /** Whether a JVM with this argument is running. Before a fork JMH starts other JVMs, to find out their version. */
    private static boolean runs(String argument) {
        return ProcessHandle.current()
                .children()
                .map(child -> Path.of("/proc", String.valueOf(child.pid()), "cmdline"))
                .anyMatch(file -> {
                    try {
                        return Files.readString(file, StandardCharsets.ISO_8859_1)
                                .contains(argument + "\0");
                    } catch (IOException e) {
                        return false; // it has ended
                    }
                });
    }

    /** The connection of a member whose JVM has been started. */
    private TurnLines.Line line(int index, TurnLines lines) throws FailedException, InterruptedException {
        Started one = started.get(index);
        long deadline = System.nanoTime() + limit(one.member()).toNanos();
        Optional<TurnLines.Line> line = Optional.empty();
        while (line.isEmpty()) {
            line = lines.await(index, Duration.ofMillis(100));
            if (line.isEmpty() && one.ended().isDone()) {
                throw one.failed("it ended before its first turn");
            }
            if (line.isEmpty() && System.nanoTime() > deadline) {
                throw notReady(one.member());
            }
        }
        return line.get();
    }

    private FailedException notReady(Member member) {
        return new FailedException(
                member,
                "hung: not ready for its first turn after " + limit(member).toSeconds() + " s",
                new IllegalStateException());
    }

    /** Time limit for the start of a JVM, and for a turn. */
    private Duration limit(Member member) {
        return plan.turnLimit(member.operation());
    }

    /**
     * Runs the rounds.
     *
     * @param pinned CPUs for the measurement, when the JVMs warm up on others
     */
    private Rounds measure(FirstRound afterFirst, Optional<String> pinned)
            throws FailedException, IOException, InterruptedException {
        Rounds rounds = new Rounds(
                plan.profile(),
                members.size(),
                members.stream().allMatch(member -> member.cell().topology() == Topology.DISTANT),
                members.stream().allMatch(member -> member.scenario().besideOthers())
                        ? Runtime.getRuntime().availableProcessors()
                        : 1,
                // After moving, the caches are cold. The first turn under open load is the first of its code.
                underLoad() ? Rounds.SHOW_CAPACITY + 1 : pinned.isPresent() ? 1 : 0);
        RoundOrder order = new RoundOrder(members.size(), seed);
        List<Long> pids = running.stream().map(one -> one.line.pid()).toList();
        boolean looked = false;
        boolean moved = false;
        while (!rounds.enough()) {
            if (!moved && rounds.warm() && pinned.isPresent()) {
                work(pinned.get());
                moved = true;
            }
            NoiseReader.Reading before = noise.read(pids);
            long began = System.nanoTime();
            if (rounds.together()) {
                for (Running one : running) {
                    begin(one, Optional.empty());
                }
                for (int member = 0; member < running.size(); member++) {
                    rounds.took(member, end(running.get(member), 0)); // the databases work for all members
                }
            } else {
                for (int member : order.next()) {
                    long databasesBefore = noise.ticksOfDatabases();
                    begin(running.get(member), rounds.opens() ? Optional.of(rounds.capacity()) : Optional.empty());
                    rounds.took(member, end(running.get(member), databasesBefore));
                }
            }
            rounds.end(
                    NoiseReader.between(before, noise.read(pids)),
                    Duration.ofNanos(System.nanoTime() - began),
                    Instant.now());
            if (!looked) {
                running.forEach(one -> afterFirst.at(one.member(), one.line.pid()));
                looked = true;
            }
        }
        return rounds;
    }

    private boolean underLoad() {
        return members.stream().anyMatch(member -> member.cell().rate() != null);
    }

    /** Lets a member prepare its scenario. One member at a time, because they share tables and count the rows in them. */
    private void prepare(Running one) throws FailedException, InterruptedException {
        try {
            one.line.tell('P');
            Optional<String> ready = one.line.hear(limit(one.member()));
            if (ready.isEmpty()) {
                throw notReady(one.member());
            }
            require(one, ready, "READY");
        } catch (IOException e) {
            throw one.started.failed("it ended before its first turn");
        }
    }

    /**
     * Starts a member's turn.
     *
     * @param capacity operations per second of the slowest member in the closed loop; empty during the warm-up
     */
    private void begin(Running one, Optional<Double> capacity) throws FailedException, InterruptedException {
        try {
            Rate rate = one.member().cell().rate();
            if (rate == null || capacity.isEmpty()) {
                one.line.tell('G');
            } else {
                one.line.tellRate(perSecond(one.member(), rate, capacity.get()));
            }
        } catch (IOException e) {
            throw one.started.failed("the measured JVM ended in the middle of its group");
        }
    }

    /** The number of operations per second, which must be one that a turn can show. */
    private double perSecond(Member member, Rate rate, double capacity) throws FailedException {
        double perSecond = Math.min(Rate.MOST, rate.of(capacity));
        double arrivals = perSecond * plan.profile().iterationTime().toNanos() / NANOS_PER_SECOND;
        if (rate.percent() != null && arrivals < Rate.FEWEST_IN_A_TURN) {
            throw new FailedException(
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

    /**
     * Waits for a member's turn to end.
     *
     * @param databasesBefore CPU time of the run's databases on this host before the turn, ticks
     */
    private Turn end(Running one, long databasesBefore) throws FailedException, InterruptedException {
        Duration limit = limit(one.member());
        try {
            String done = require(one, one.line.hear(limit), Turn.DONE);
            one.turns++;
            Optional<IterationResult> result = one.started.output().await(one.turns, limit);
            // The next turn starts only when this JVM is waiting again.
            require(one, one.line.hear(limit), "READY");
            if (result.isEmpty()) {
                throw hung(one, limit);
            }
            return Turn.of(result.get(), done, Math.max(0, noise.ticksOfDatabases() - databasesBefore));
        } catch (NumberFormatException e) {
            throw new FailedException(one.member(), "it did not report the time of its turn", e);
        } catch (IOException e) {
            throw one.started.failed("the measured JVM ended in the middle of its group");
        }
    }

    private static FailedException hung(Running one, Duration limit) {
        return new FailedException(
                one.member(),
                "hung: a turn did not end within " + limit.toSeconds() + " s",
                new IllegalStateException());
    }

    private String require(Running one, Optional<String> said, String begin) throws FailedException {
        if (said.isEmpty()) {
            throw hung(one, limit(one.member()));
        }
        if (!said.get().startsWith(begin)) {
            throw new FailedException(
                    one.member(),
                    "it sent something other than " + begin.strip(),
                    new IllegalStateException(said.get()));
        }
        return said.get();
    }
}
