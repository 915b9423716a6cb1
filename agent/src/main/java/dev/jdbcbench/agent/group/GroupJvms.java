package dev.jdbcbench.agent.group;

import dev.jdbcbench.agent.jvm.Fork;
import dev.jdbcbench.agent.jvm.ForkOutput;
import dev.jdbcbench.agent.turn.Reference;
import dev.jdbcbench.agent.turn.Turn;
import dev.jdbcbench.agent.turn.TurnLines;
import dev.jdbcbench.agent.turn.TurnOrder;
import dev.jdbcbench.load.Arrivals;
import dev.jdbcbench.load.Rate;
import dev.jdbcbench.load.Schedule;
import dev.jdbcbench.load.Share;
import dev.jdbcbench.load.TurnLoad;
import dev.jdbcbench.run.Plan;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;

/** The JVMs of a group on this host, one for each member: starts them, gives them turns, and ends them. */
public final class GroupJvms {
    /** JMH needs the number of iterations in advance. No group reaches this number. */
    private static final int MOST_ROUNDS = 10_000;

    private static final Duration END = Duration.ofSeconds(10);

    private static final long POLL_MILLIS = 5;

    private final Plan plan;
    private final Path temporary;
    private final long seed;
    private final List<Member> members;
    private final Share share;
    private final List<Started> started = new CopyOnWriteArrayList<>();
    private final List<Running> running = new CopyOnWriteArrayList<>();
    private volatile Optional<TurnLines> lines = Optional.empty();
    private volatile boolean closed;

    /**
     * Creates the group without starting its JVMs.
     *
     * @param seed seed of random arrivals
     * @param share this host's share of each cell
     */
    public GroupJvms(Plan plan, Path temporary, long seed, List<Member> members, Share share) {
        this.plan = plan;
        this.temporary = temporary;
        this.seed = seed;
        this.members = List.copyOf(members);
        this.share = share;
    }

    /**
     * A member whose JVM has been started.
     *
     * @param ended completes when its JMH runner has finished
     */
    private record Started(Member member, ForkOutput output, CompletableFuture<Optional<RunnerException>> ended) {
        /** Why the JVM ended. */
        Member.FailedException failed(String otherwise) throws InterruptedException {
            try {
                Optional<RunnerException> end = ended.get(END.toMillis(), TimeUnit.MILLISECONDS);
                String reason =
                        end.map(e -> Fork.reason(output, e)).or(output::failure).orElse(otherwise);
                return new Member.FailedException(member, reason, end.orElse(null));
            } catch (ExecutionException | TimeoutException e) {
                return new Member.FailedException(member, output.failure().orElse(otherwise), e);
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
        /** Atomic, because turns on further clients run on different threads. */
        private final AtomicInteger turns = new AtomicInteger();
        /** Whether the current turn is under open load. */
        private volatile boolean open;

        Running(Started started, TurnLines.Line line) {
            this.started = started;
            this.line = line;
        }

        Member member() {
            return started.member();
        }

        /** Why the JVM failed: what it reported itself, without waiting for its end, because other threads of it may wait forever. */
        Member.FailedException failed(String otherwise) throws InterruptedException {
            Optional<String> reported = line.failure();
            if (reported.isPresent()) {
                return new Member.FailedException(member(), reported.get(), null);
            }
            Member.FailedException ended = started.failed(otherwise);
            return line.failure()
                    .map(last -> new Member.FailedException(member(), last, ended))
                    .orElse(ended);
        }
    }

    /** Starts all JVMs, and waits until each has identified itself. */
    public void start() throws Member.FailedException, InterruptedException {
        TurnLines open = open();
        for (int i = 0; i < members.size(); i++) {
            start(i, open);
        }
        for (int i = 0; i < members.size(); i++) {
            running.add(new Running(started.get(i), line(i, open)));
        }
    }

    private TurnLines open() throws Member.FailedException {
        try {
            TurnLines open = TurnLines.open(temporary);
            lines = Optional.of(open);
            return open;
        } catch (IOException e) {
            throw new Member.FailedException(
                    members.get(0), "cannot open the socket for its turns in " + temporary + ": " + e.getMessage(), e);
        }
    }

    /** The process IDs of the JVMs, in the order of the members. */
    public List<Long> pids() {
        return running.stream().map(one -> one.line.pid()).toList();
    }

    /**
     * Starts the JVM of a member. JMH reads a fork's class path from a property of this JVM, so the next start waits
     * until this process exists. Apart from that, the JVMs start up in parallel.
     */
    private void start(int index, TurnLines open) throws Member.FailedException, InterruptedException {
        Member member = members.get(index);
        ForkOutput output = new ForkOutput(member.log(), () -> {});
        if (member.reference().isPresent()) {
            start(index, open, member.reference().get(), output);
            return;
        }
        String property = "-Dbench.turns=" + index + ":" + open.path();
        Options options =
                options(member).jvmArgsAppend(Fork.jvmArgsAppended(property)).build();
        System.setProperty(
                "java.class.path", Fork.classPath(plan, member.cell(), member.scenario(), member.driverJars()));
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
        if (closed) {
            Fork.endDescendants();
            throw one.failed("the group was ended");
        }
    }

    /** Starts a program instead of a JVM. */
    private void start(int index, TurnLines open, Reference reference, ForkOutput output)
            throws Member.FailedException {
        Member member = members.get(index);
        CompletableFuture<Optional<RunnerException>> ended = new CompletableFuture<>();
        try {
            Process process = reference.start(
                    index,
                    open.path(),
                    share.threads(member.cell().threads()),
                    closedLoop(member),
                    plan.profile().iterationTime(),
                    share.seed(seed) + index);
            started.add(new Started(member, output, ended));
            Thread reader = new Thread(
                    () -> {
                        try {
                            output.printed(process);
                        } finally {
                            ended.complete(Optional.empty());
                        }
                    },
                    "bench-group-" + index);
            reader.setDaemon(true);
            reader.start();
        } catch (IOException e) {
            throw new Member.FailedException(member, "sysbench cannot be started: " + e.getMessage(), e);
        }
    }

    private Duration closedLoop(Member member) {
        return Fork.timed(plan, member.cell())
                ? plan.profile().warmUpTurn()
                : plan.profile().iterationTime();
    }

    private ChainedOptionsBuilder options(Member member) {
        return Fork.timed(plan, member.cell())
                ? Fork.underLoad(plan, member.cell(), member.scenario(), MOST_ROUNDS, seed, share)
                : Fork.options(
                        plan, member.cell(), member.scenario(), plan.profile().iterationTime(), MOST_ROUNDS);
    }

    /** Whether a JVM with this argument is running. Before a fork JMH starts other JVMs to determine their version. */
    private static boolean runs(String argument) {
        return ProcessHandle.current()
                .children()
                .map(child -> Path.of("/proc", String.valueOf(child.pid()), "cmdline"))
                .anyMatch(file -> {
                    try {
                        return Files.readString(file, StandardCharsets.ISO_8859_1)
                                .contains(argument + "\0");
                    } catch (IOException e) {
                        return false; // the process has ended
                    }
                });
    }

    /** The connection of a member whose JVM has been started. */
    private TurnLines.Line line(int index, TurnLines open) throws Member.FailedException, InterruptedException {
        Started one = started.get(index);
        long deadline = System.nanoTime() + limit(one.member()).toNanos();
        Optional<TurnLines.Line> line = Optional.empty();
        while (line.isEmpty()) {
            line = open.await(index, Duration.ofMillis(100));
            if (line.isEmpty() && one.ended().isDone()) {
                throw one.failed("it ended before its first turn");
            }
            if (line.isEmpty() && System.nanoTime() > deadline) {
                throw notReady(one.member());
            }
        }
        return line.get();
    }

    private Member.FailedException notReady(Member member) {
        return new Member.FailedException(
                member,
                "hung: not ready for its first turn after " + limit(member).toSeconds() + " s",
                new IllegalStateException());
    }

    /** Time limit for the start of a JVM, and for a turn. */
    private Duration limit(Member member) {
        return plan.turnLimit(member.operation());
    }

    /** Lets a member prepare its scenario. One member at a time, because they share tables and count the rows in them. */
    public void prepare(int index) throws Member.FailedException, InterruptedException {
        Running one = running.get(index);
        try {
            one.line.send('P');
            Optional<String> ready = one.line.receive(limit(one.member()));
            if (ready.isEmpty()) {
                throw notReady(one.member());
            }
            require(one, ready, "READY");
        } catch (IOException e) {
            throw one.failed("it ended before its first turn");
        }
    }

    /** Starts a member's turn. */
    public void begin(int index, TurnOrder order) throws Member.FailedException, InterruptedException {
        Running one = running.get(index);
        int turn = one.turns.incrementAndGet();
        try {
            if (order.open() && one.member().reference().isPresent()) {
                one.member().reference().get().arrive(schedule(one.member(), order, turn));
            }
            one.open = order.open();
            one.line.send(order);
        } catch (IOException e) {
            throw one.failed("the measured JVM ended in the middle of its group");
        }
    }

    /**
     * Waits for a member's turn to end.
     *
     * @param databases CPU time of the run's databases on this host since the start of the turn, ticks; read when it
     *     has ended
     */
    public Turn end(int index, LongSupplier databases) throws Member.FailedException, InterruptedException {
        Running one = running.get(index);
        Duration limit = limit(one.member());
        try {
            String done = require(one, one.line.receive(limit), Turn.DONE);
            if (one.member().reference().isPresent()) {
                require(one, one.line.receive(limit), "READY");
                return ofReference(one, done, Math.max(0, databases.getAsLong()));
            }
            Optional<IterationResult> result = one.started.output().await(one.turns.get(), limit);
            // The next turn starts only when this JVM is waiting again.
            require(one, one.line.receive(limit), "READY");
            if (result.isEmpty()) {
                throw hung(one, limit);
            }
            return Turn.of(result.get(), done, Math.max(0, databases.getAsLong()));
        } catch (NumberFormatException e) {
            throw new Member.FailedException(
                    one.member(), "it did not report the time of its turn: " + e.getMessage(), e);
        } catch (IOException e) {
            throw one.failed("the measured JVM ended in the middle of its group");
        }
    }

    private Turn ofReference(Running one, String done, long databaseTicks) throws IOException {
        Optional<TurnLoad> load =
                one.open ? Optional.of(one.member().reference().orElseThrow().load()) : Optional.empty();
        return Turn.ofReference(share.threads(one.member().cell().threads()), done, load, databaseTicks);
    }

    /** The same arrivals that a measured JVM would generate itself. */
    private Schedule schedule(Member member, TurnOrder order, int turn) {
        Rate rate = member.cell().rate();
        return Schedule.of(
                order.perSecond(),
                rate == null ? Arrivals.CONSTANT : rate.arrivals(),
                plan.profile().iterationTime(),
                share.seed(seed) + turn,
                share.phase());
    }

    private static Member.FailedException hung(Running one, Duration limit) {
        return new Member.FailedException(
                one.member(),
                "hung: a turn did not end within " + limit.toSeconds() + " s",
                new IllegalStateException());
    }

    private String require(Running one, Optional<String> said, String begin) throws Member.FailedException {
        if (said.isEmpty()) {
            throw hung(one, limit(one.member()));
        }
        if (!said.get().startsWith(begin)) {
            throw new Member.FailedException(
                    one.member(),
                    "it sent something other than " + begin.strip(),
                    new IllegalStateException(said.get()));
        }
        return said.get();
    }

    /** Lets all JVMs end by themselves. */
    public void finish() throws IOException, InterruptedException {
        for (Running one : running) {
            one.line.send('E');
        }
        for (Started one : started) {
            one.await();
        }
    }

    /** Ends all JVMs that are still alive. May be called while another thread starts them, and more than once. */
    public void close() throws InterruptedException {
        closed = true;
        Fork.endDescendants();
        for (Started one : started) {
            one.await();
            one.output().end();
        }
        try {
            if (lines.isPresent()) {
                lines.get().close();
            }
        } catch (IOException e) {
            System.err.println("cannot remove the socket of a group: " + e.getMessage()); // the next group removes it
        }
    }
}
