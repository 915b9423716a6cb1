package dev.jdbcbench.agent;

import dev.jdbcbench.event.DroppedRound;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.scenario.ScenarioCatalogue;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
import org.openjdk.jmh.runner.options.Options;

/**
 * A group: one fresh JVM for each cell of a row, all alive at once, of which one measures at a time. A round gives each one turn, an iteration of
 * JMH's. What slows the host for longer than a round hits all of them alike, and cancels in their comparison.
 *
 * <p>The first rounds are warm-up, until {@link WarmUp} says that no compiler works any more. Where there are CPUs for more than one JVM they begin
 * with rounds in which all work at once. A client that is pinned may have more CPUs until then. Of the rounds after the warm-up those do not count that
 * something from outside disturbed, at most one in five. No turn is left out for its value.
 */
final class Group {
    /** JMH wants to know the number of iterations in advance. No group has as many. */
    private static final int MOST_ROUNDS = 10_000;

    private static final Duration END = Duration.ofSeconds(10);

    private static final long POLL_MILLIS = 5;

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
     * @param operation about how long one takes
     * @param driverJars the class path of the cell's driver
     * @param log takes all that the JVM prints
     */
    record Member(Cell cell, ScenarioCatalogue.Entry scenario, Duration operation, List<Path> driverJars, Path log) {}

    /**
     * What a group measured.
     *
     * @param forks of its members, in their order; each round is an iteration of each
     * @param warmUp how many of the first rounds do not count
     * @param dropped rounds after those that do not count
     */
    record Measured(List<Fork.Measurement> forks, int rounds, int warmUp, List<DroppedRound> dropped) {}

    /** A JVM ended, or did not go on; the message is one line. */
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

    /** Looks at a JVM while it waits, after the first round. */
    interface FirstRound {
        void at(Member member, long pid);
    }

    /** Of a row. */
    Group(Plan plan, NoiseReader noise, Path temporary, long seed, List<Member> members) {
        this.plan = plan;
        this.noise = noise;
        this.temporary = temporary;
        this.seed = seed;
        this.members = List.copyOf(members);
    }

    /**
     * A member whose JVM was started.
     *
     * @param ended completes when JMH's runner is done with it
     */
    private record Started(Member member, ForkOutput output, CompletableFuture<Optional<RunnerException>> ended) {
        /** Why it ended. */
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

        /** Waits for its end, which is near. */
        void await() throws InterruptedException {
            try {
                ended.get(END.toMillis(), TimeUnit.MILLISECONDS);
            } catch (ExecutionException | TimeoutException e) {
                // nothing more is wanted of it
                System.err.println("a measured JVM of " + member.cell().key() + " did not end well: " + e);
            }
        }
    }

    /** A member that takes turns. */
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
     * Measures.
     *
     * @param afterFirst is called once for each member
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

    /** This JVM, which measures the RTT by itself. Why a group failed is more important than that this did. */
    private static void goBackTo(String cpus) throws InterruptedException {
        try {
            Affinity.set(cpus);
        } catch (IOException e) {
            System.err.println(
                    "the agent works on more CPUs than " + cpus + " until its next group: " + e.getMessage());
        }
    }

    /** The CPUs that the plan names for the client, whichever its server. */
    private Optional<String> cpus(Function<Plan.Server, @Nullable String> which) {
        return plan.servers().stream()
                .flatMap(server -> Stream.ofNullable(which.apply(server)))
                .findFirst();
    }

    /** From now on this JVM and those of the group work on some CPUs. */
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
                    members.get(0), "there is no socket for its turns in " + temporary + ": " + e.getMessage(), e);
        }
    }

    /**
     * Starts the JVM of a member. JMH takes the class path of a fork from a property of this JVM, so the next one waits until the process of this
     * one is there, and no longer: JVMs start side by side.
     */
    private void start(int index, TurnLines lines) throws FailedException, InterruptedException {
        Member member = members.get(index);
        ForkOutput output = new ForkOutput(member.log(), () -> {});
        String property = "-Dbench.turns=" + index + ":" + lines.path();
        Options options = Fork.options(
                        plan, member.cell(), member.scenario(), plan.profile().iterationTime(), MOST_ROUNDS)
                .jvmArgsAppend(Fork.jvmArgsAppended(property))
                .build();
        System.setProperty("java.class.path", Fork.classPath(member.scenario(), member.driverJars()));
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

    /** Whether a JVM was started with an argument. JMH starts others before, which tell it what kind of JVM it is. */
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

    /** The line of a member whose JVM was started. */
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

    /** How long a JVM may take to start, or for a turn. */
    private Duration limit(Member member) {
        return plan.turnLimit(member.operation());
    }

    /**
     * Measures.
     *
     * @param pinned the CPUs on which the JVMs are measured, where they warm up on others
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
                pinned.isPresent() ? 1 : 0); // where they were before, they left their caches
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
                    begin(one);
                }
                for (int member = 0; member < running.size(); member++) {
                    rounds.took(member, end(running.get(member)));
                }
            } else {
                for (int member : order.next()) {
                    begin(running.get(member));
                    rounds.took(member, end(running.get(member)));
                }
            }
            rounds.end(NoiseReader.between(before, noise.read(pids)), Duration.ofNanos(System.nanoTime() - began));
            if (!looked) {
                running.forEach(one -> afterFirst.at(one.member(), one.line.pid()));
                looked = true;
            }
        }
        return rounds;
    }

    /** Lets a member prepare its scenario. The others wait: they share tables, and count the rows in them. */
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

    /** Gives a member its turn. */
    private void begin(Running one) throws FailedException, InterruptedException {
        try {
            one.line.tell('G');
        } catch (IOException e) {
            throw one.started.failed("the measured JVM ended in the middle of its group");
        }
    }

    /** Waits for the end of a member's turn. */
    private Turn end(Running one) throws FailedException, InterruptedException {
        Duration limit = limit(one.member());
        try {
            String done = require(one, one.line.hear(limit), Turn.DONE);
            one.turns++;
            Optional<IterationResult> result = one.started.output().await(one.turns, limit);
            // Only when it waits again, the next one measures.
            require(one, one.line.hear(limit), "READY");
            if (result.isEmpty()) {
                throw hung(one, limit);
            }
            return Turn.of(result.get(), done);
        } catch (NumberFormatException e) {
            throw new FailedException(one.member(), "it did not say what its turn took", e);
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
                    "it said something else than " + begin.strip(),
                    new IllegalStateException(said.get()));
        }
        return said.get();
    }
}
