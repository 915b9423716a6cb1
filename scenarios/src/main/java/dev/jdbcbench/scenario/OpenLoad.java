package dev.jdbcbench.scenario;

import dev.jdbcbench.load.Arrivals;
import dev.jdbcbench.load.ClosedTurn;
import dev.jdbcbench.load.OpenLoop;
import dev.jdbcbench.load.RealTicks;
import dev.jdbcbench.load.Schedule;
import dev.jdbcbench.load.Ticks;
import dev.jdbcbench.load.TimedLoop;
import dev.jdbcbench.load.TurnLoad;
import dev.jdbcbench.scenario.jvm.Turns;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.Blackhole;

/**
 * The operation of any scenario under open load. Each call is a whole turn: all threads take operations from one
 * schedule, see {@link OpenLoop}. Until the agent requests open load, a turn is a closed loop, which warms up the JVM
 * and shows its capacity. If the rate depends on the capacity, the last of these loops are as long as the turns. With
 * several clients the agent may request a closed loop that times each operation.
 *
 * <p>Without an agent every turn is under open load, and its response times appear only in its result line.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class OpenLoad {
    /** JMH's name for the measured method. */
    public static final String BENCHMARK = OpenLoad.class.getName() + ".turn";

    /** Delay between the moment when the last thread is ready and the common start of all threads. */
    private static final long START_NANOS = 1_000_000;

    @Param("Do1")
    public String scenario = "";

    /** The name of the user's own statement in the session file; empty for a built-in scenario. */
    @Param("")
    public String sql = "";

    /** Parameters of the scenario, separated by semicolons: {@code tables=4;tableSize=1000}. */
    @Param("")
    public String params = "";

    @Param("local")
    public String topology = "";

    @Param("mariadb")
    public String server = "";

    @Param("mariadb")
    public String driver = "";

    @Param("text")
    public String mode = "";

    @Param("tcp")
    public String transport = "";

    /** Operations per second of all threads together, unless an agent sets another number. */
    @Param("1000")
    public double rate;

    /** {@code constant} or {@code poisson}. */
    @Param("constant")
    public String arrivals = "";

    /** Length of a schedule. */
    @Param("1000")
    public long turnMillis;

    /** When the first of constant arrivals is due, as a fraction of the interval between them. */
    @Param("0")
    public double phase;

    /** Length of a turn of the closed loop. */
    @Param("100")
    public long closedMillis;

    /** Seed of random arrivals. */
    @Param("1")
    public long seed;

    private Scenario work = new Do1();
    private @Nullable TimedLoop times;
    private int threads = 1;
    private Ticks ticks = new RealTicks(1);
    private boolean open;
    private boolean timed;
    private boolean lengthened;

    /** The state shared by the threads of a turn. */
    @State(Scope.Benchmark)
    public static class Shared {
        private @Nullable CyclicBarrier barrier;
        private @Nullable OpenLoop loop;
        private ClosedTurn closed = ClosedTurn.NONE;
        private @Nullable TimedLoop times;
        private boolean timed;
        private int joined;
        private long turns;

        /** The first thread that joins a turn prepares it for all. */
        synchronized void join(OpenLoad thread, Optional<Double> perSecond) {
            if (joined == 0) {
                turns++;
                loop = perSecond
                        .map(number -> new OpenLoop(thread.schedule(number, turns), thread.ticks))
                        .orElse(null);
                closed = ClosedTurn.NONE;
                timed = thread.timed;
                if (timed) {
                    TimedLoop sum = times == null ? new TimedLoop() : times;
                    sum.clear();
                    times = sum;
                }
            }
            if (barrier == null) {
                barrier = new CyclicBarrier(thread.threads, () -> begin(thread.ticks.now() + START_NANOS));
            }
            joined = (joined + 1) % thread.threads;
        }

        private synchronized void begin(long at) {
            if (loop != null) {
                loop.begin(at);
            }
        }

        private synchronized CyclicBarrier barrier() {
            if (barrier == null) {
                throw new IllegalStateException("no turn was prepared");
            }
            return barrier;
        }

        private synchronized OpenLoop loop() {
            if (loop == null) {
                throw new IllegalStateException("this turn is no open load");
            }
            return loop;
        }

        private synchronized void add(ClosedTurn one) {
            closed = closed.plus(one);
        }

        private synchronized void add(TimedLoop one) {
            if (times != null) {
                times.add(one);
            }
        }

        private synchronized String result() {
            if (loop != null) {
                return loop.result().line();
            }
            return timed && times != null ? times.result().line() : closed.line();
        }
    }

    private Schedule schedule(double perSecond, long turn) {
        Arrivals distances =
                Arrivals.of(arrivals).orElseThrow(() -> new IllegalArgumentException("unknown arrivals: " + arrivals));
        return Schedule.of(perSecond, distances, Duration.ofMillis(turnMillis), seed + turn, phase);
    }

    /** The parameters of a scenario in the form of {@link #params}. */
    public static String joined(Map<String, String> params) {
        return new TreeMap<>(params)
                .entrySet().stream()
                        .map(param -> param.getKey() + "=" + param.getValue())
                        .collect(Collectors.joining(";"));
    }

    static Map<String, String> separated(String joined) {
        Map<String, String> params = new TreeMap<>();
        for (String param : joined.isEmpty() ? new String[0] : joined.split(";", -1)) {
            int equals = param.indexOf('=');
            params.put(param.substring(0, equals), param.substring(equals + 1));
        }
        return params;
    }

    /** Prepares the scenario as in a closed loop. */
    @Setup(Level.Trial)
    public final void open(BenchmarkParams benchmark) throws SQLException, IOException, ReflectiveOperationException {
        threads = benchmark.getThreads();
        ticks = new RealTicks(threads);
        work = scenario(scenario, sql);
        work.topology = topology;
        work.server = server;
        work.driver = driver;
        work.mode = mode;
        work.transport = transport;
        work.parameters(separated(params));
        work.open(benchmark);
    }

    static Scenario scenario(String scenario, String sql) throws ReflectiveOperationException {
        if (!sql.isEmpty()) {
            Sql own = new Sql();
            own.sql = sql;
            return own;
        }
        return ScenarioCatalogue.of(scenario)
                .orElseThrow(() -> new IllegalArgumentException("unknown scenario: " + scenario))
                .benchmark()
                .getDeclaredConstructor()
                .newInstance();
    }

    /** Waits for this JVM's turn. */
    @Setup(Level.Iteration)
    public final void startIteration(Shared shared) throws SQLException, IOException, InterruptedException {
        work.startIteration();
        Optional<Turns> turns = Turns.ofThisJvm();
        Optional<Double> perSecond = turns.isPresent() ? turns.get().rate() : Optional.of(rate);
        open = perSecond.isPresent();
        timed = turns.map(Turns::timed).orElse(false);
        lengthened = turns.map(Turns::lengthened).orElse(false);
        shared.join(this, perSecond);
    }

    /** Hands the turn back. */
    @TearDown(Level.Iteration)
    public final void endIteration(Shared shared) throws IOException {
        Optional<Turns> turns = Turns.ofThisJvm();
        if (turns.isPresent()) {
            turns.get().handBack(threads, shared::result);
        } else {
            TurnLoad load = TurnLoad.of(shared.result());
            System.out.printf(
                    "%d served, %d not; response time %.1f us%n", load.served(), load.unserved(), load.meanMicros());
        }
    }

    /** Closes all connections. */
    @TearDown(Level.Trial)
    public final void close() throws SQLException {
        work.close();
    }

    /** One turn. */
    @Benchmark
    public void turn(Shared shared, Blackhole result)
            throws SQLException, InterruptedException, BrokenBarrierException {
        try {
            carryOut(shared, result);
        } catch (SQLException | RuntimeException | Error e) {
            Turns.ofThisJvm().ifPresent(turns -> turns.failed(e));
            throw e;
        }
    }

    private void carryOut(Shared shared, Blackhole result)
            throws SQLException, InterruptedException, BrokenBarrierException {
        shared.barrier().await();
        if (open) {
            shared.loop().serve(() -> result.consume(work.operation()));
        } else if (timed) {
            TimedLoop own = times == null ? new TimedLoop() : times;
            times = own; // reused, so that only the first turn allocates it
            own.run(
                    () -> result.consume(work.operation()),
                    ticks,
                    Duration.ofMillis(turnMillis).toNanos());
            shared.add(own);
        } else {
            shared.add(ClosedTurn.of(
                    () -> result.consume(work.operation()),
                    ticks,
                    Duration.ofMillis(lengthened ? turnMillis : closedMillis).toNanos()));
        }
    }
}
