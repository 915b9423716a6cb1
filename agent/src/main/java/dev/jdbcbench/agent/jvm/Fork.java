package dev.jdbcbench.agent.jvm;

import com.zaxxer.hikari.HikariDataSource;
import dev.jdbcbench.driver.PartCheck;
import dev.jdbcbench.driver.ServerError;
import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.event.Secondary;
import dev.jdbcbench.event.ServiceTime;
import dev.jdbcbench.load.Arrivals;
import dev.jdbcbench.load.ClientShare;
import dev.jdbcbench.load.ForkLoad;
import dev.jdbcbench.load.Rate;
import dev.jdbcbench.load.Share;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Profile;
import dev.jdbcbench.scenario.Floor;
import dev.jdbcbench.scenario.OpenLoad;
import dev.jdbcbench.scenario.PoolBorrow;
import dev.jdbcbench.scenario.Scenario;
import dev.jdbcbench.scenario.ScenarioCatalogue;
import dev.jdbcbench.scenario.jvm.CpuProfiler;
import dev.jdbcbench.scenario.jvm.RecordingProfiler;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.security.CodeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.slf4j.Logger;

/** Runs one measured JVM through JMH: one fork of one cell, with one driver on its class path. Not thread safe. */
public final class Fork {
    /** Beyond the deepest stacks of drivers. */
    private static final int STACK_DEPTH = 256;

    private final Plan plan;
    private final Profile profile;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "bench-fork-limit");
        thread.setDaemon(true);
        return thread;
    });

    /** All forks of a run share the profile and the JVM arguments. */
    public Fork(Plan plan) {
        this.plan = plan;
        this.profile = plan.profile().singleJvm();
    }

    /** Values measured by a fork, one per iteration: see {@link dev.jdbcbench.event.Fact.ForkFinished}. */
    public record Measurement(
            List<Double> iterations,
            List<Long> operations,
            Map<String, Secondary> secondary,
            @Nullable ForkLoad load,
            List<ClientShare> clients) {
        /** The values of a closed loop on one client. */
        Measurement(List<Double> iterations, List<Long> operations, Map<String, Secondary> secondary) {
            this(iterations, operations, secondary, null, List.of());
        }
    }

    /** A fork ended without a result; the message is one line. */
    public static final class FailedException extends Exception {
        private static final long serialVersionUID = 1L;

        public FailedException(String reason, Throwable cause) {
            super(reason, cause);
        }
    }

    /**
     * Runs the fork and waits for it to end.
     *
     * @param operation approximate duration of one operation
     * @param driverJars the class path of the cell's driver
     * @param log receives everything that the fork prints
     * @param look called once, when the first iteration has ended and the second is running
     */
    public Measurement run(
            Cell cell,
            ScenarioCatalogue.Entry scenario,
            Duration operation,
            List<Path> driverJars,
            Path log,
            Runnable look)
            throws FailedException, IOException {
        Size size = size(operation);
        Options options = options(cell, scenario, operation, size.iterations()).build();
        return measurement(carryOut(cell, options, size, scenario, driverJars, log, look));
    }

    /**
     * Runs a JVM that times single operations (JMH's SampleTime), and waits for it to end. The warm-up is cut as in every fork,
     * by the means of the iterations. For the parameters see {@link #run}.
     */
    public ServiceTime serviceTime(
            Cell cell, ScenarioCatalogue.Entry scenario, Duration operation, List<Path> driverJars, Path log)
            throws FailedException, IOException {
        Size size = size(operation);
        Options options = options(cell, scenario, operation, size.iterations())
                .mode(Mode.SampleTime)
                .build();
        return ServiceTimes.of(carryOut(cell, options, size, scenario, driverJars, log, () -> {}), profile);
    }

    /**
     * Runs a JVM in which a profiler records, and waits for it to end. Its times are not kept. For the other parameters see
     * {@link #run}.
     *
     * @param recording the file that it writes
     * @return the name of the profiler
     */
    public String recording(
            Cell cell,
            ScenarioCatalogue.Entry scenario,
            Duration operation,
            List<Path> driverJars,
            Path log,
            Path recording)
            throws FailedException, IOException {
        Size size = size(operation);
        Options options = options(plan, cell, scenario, profile.times().iteration(operation), size.iterations())
                .addProfiler(RecordingProfiler.class)
                .jvmArgsAppend(jvmArgsAppended(
                        "-D" + RecordingProfiler.FILE + "=" + recording.toAbsolutePath(),
                        "-D" + RecordingProfiler.AFTER + "=" + profile.cut(new double[size.iterations()]),
                        "-XX:+UnlockDiagnosticVMOptions",
                        "-XX:+DebugNonSafepoints", // otherwise samples are biased towards safepoints
                        "-XX:FlightRecorderOptions=stackdepth=" + STACK_DEPTH))
                .build();
        List<IterationResult> results = carryOut(cell, options, size, scenario, driverJars, log, () -> {});
        return results.get(results.size() - 1).getSecondaryResults().keySet().stream()
                .filter(name -> name.startsWith(RecordingProfiler.METHOD))
                .map(name -> name.substring(RecordingProfiler.METHOD.length()))
                .findFirst()
                .orElseThrow(() -> new FailedException("nothing was recorded", new IllegalStateException()));
    }

    /**
     * The length of a fork.
     *
     * @param measuring total time of its iterations
     * @param limit time after which it is killed
     */
    private record Size(int iterations, Duration measuring, Duration limit) {
        private String hung() {
            return "hung: ended after " + limit.toSeconds() + " s"
                    + (measuring.compareTo(limit) < 0
                            ? ""
                            : ", the requested limit, although its operation is so long that it measures for "
                                    + measuring.toSeconds() + " s");
        }
    }

    private Size size(Duration operation) {
        int iterations = profile.times().iterations(operation);
        return new Size(
                iterations, profile.times().iteration(operation).multipliedBy(iterations), plan.forkLimit(operation));
    }

    private List<IterationResult> carryOut(
            Cell cell,
            Options options,
            Size size,
            ScenarioCatalogue.Entry scenario,
            List<Path> driverJars,
            Path log,
            Runnable look)
            throws FailedException, IOException {
        if (timed(plan, cell)) {
            throw new FailedException(
                    "a cell at a rate, or on several clients, is measured in turns", new IllegalStateException());
        }
        // JMH reads a fork's class path from this property at the moment it starts the fork.
        System.setProperty("java.class.path", classPath(plan, cell, scenario, driverJars));
        AtomicBoolean tooLong = new AtomicBoolean();
        ForkOutput output = new ForkOutput(log, look);
        ScheduledFuture<?> end = timer.schedule(
                () -> {
                    tooLong.set(true);
                    endDescendants();
                },
                size.limit().toMillis(),
                TimeUnit.MILLISECONDS);
        try {
            new Runner(options, output).run();
            List<IterationResult> results = output.iterations();
            if (results.size() != size.iterations()) {
                // A JMH pitfall: a benchmark that is not found, or not run, is not an error.
                throw new FailedException(
                        "JMH gave " + results.size() + " iterations instead of " + size.iterations() + " for "
                                + cell.key(),
                        new IllegalStateException());
            }
            return results;
        } catch (RunnerException e) {
            throw new FailedException(tooLong.get() ? size.hung() : reason(output, e), e);
        } finally {
            end.cancel(false);
            output.end();
        }
    }

    /** Why a JVM failed: the server's error, if one was the cause; else what JMH printed. */
    public static String reason(ForkOutput output, RunnerException end) {
        return Stream.<Throwable>iterate(end, Objects::nonNull, Throwable::getCause)
                .flatMap(cause -> Stream.concat(Stream.of(cause), Stream.of(cause.getSuppressed())))
                .flatMap(cause -> ServerError.in(cause).stream())
                .map(ServerError::toString)
                .findFirst()
                .or(output::failure)
                .orElse(String.valueOf(end.getMessage()));
    }

    /** Kills all descendant processes immediately. */
    public static void endDescendants() {
        ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
    }

    private ChainedOptionsBuilder options(
            Cell cell, ScenarioCatalogue.Entry scenario, Duration operation, int iterations) {
        return options(plan, cell, scenario, profile.times().iteration(operation), iterations)
                .addProfiler("gc")
                .addProfiler(CpuProfiler.class)
                .jvmArgsAppend(jvmArgsAppended());
    }

    /**
     * JVM arguments for temporary files and the link filter. Files that socket libraries unpack go to the agent's directory,
     * which is removed however the fork ends.
     */
    public static String[] jvmArgsAppended(String... more) {
        String temporary = System.getProperty("java.io.tmpdir");
        List<String> args = new ArrayList<>(List.of(
                "-Djava.io.tmpdir=" + temporary,
                "-Djna.tmpdir=" + temporary,
                "-Djdk.serialFilter=" + LinkFilter.PATTERN));
        args.addAll(List.of(more));
        return args.toArray(String[]::new);
    }

    /** JMH options for a cell's JVM, without profilers. */
    public static ChainedOptionsBuilder options(
            Plan plan, Cell cell, ScenarioCatalogue.Entry scenario, Duration iterationTime, int iterations) {
        var options = new OptionsBuilder()
                .include("^" + Pattern.quote(benchmark(plan, cell, scenario)) + "$")
                .param("topology", cell.topology().id())
                .param("server", cell.server())
                .param("driver", cell.driver())
                .param("mode", cell.mode().id())
                .param("transport", cell.transport().id())
                .forks(1)
                .warmupIterations(0) // record all iterations; the warm-up is cut afterwards
                .measurementIterations(iterations)
                .measurementTime(TimeValue.nanoseconds(iterationTime.toNanos()))
                .threads(cell.threads())
                .jvm(Path.of(System.getProperty("java.home"), "bin", "java").toString())
                .jvmArgs(plan.jvmArgs().toArray(String[]::new))
                .shouldFailOnError(true);
        if (scenario.own()) {
            options.param("sql", cell.scenario());
        }
        if (cell.transport() == Transport.FLOOR) {
            options.param("params", OpenLoad.joined(cell.params()));
            return scenario.own() ? options : options.param("scenario", cell.scenario());
        }
        cell.params().forEach((name, value) -> options.param(name, value));
        return options;
    }

    private static String benchmark(Plan plan, Cell cell, ScenarioCatalogue.Entry scenario) {
        if (timed(plan, cell)) {
            return OpenLoad.BENCHMARK;
        }
        return cell.transport() == Transport.FLOOR ? Floor.BENCHMARK : scenario.benchmarkName();
    }

    /** Whether the cell's JVM times each operation: under open load, or on several clients. */
    public static boolean timed(Plan plan, Cell cell) {
        return cell.rate() != null || !plan.clients().isEmpty();
    }

    /**
     * JMH options for a JVM that times each operation.
     *
     * @param seed seed of random arrivals; the same for all cells of a group
     * @param share this host's share of the cell
     */
    public static ChainedOptionsBuilder underLoad(
            Plan plan, Cell cell, ScenarioCatalogue.Entry scenario, int turns, long seed, Share share) {
        Duration turn = plan.profile().iterationTime();
        Rate rate = cell.rate();
        ChainedOptionsBuilder options = options(plan, cell, scenario, turn, turns)
                .mode(Mode.SingleShotTime)
                .threads(share.threads(cell.threads()))
                .param("phase", String.valueOf(share.phase()))
                .param("arrivals", (rate == null ? Arrivals.CONSTANT : rate.arrivals()).id())
                .param("turnMillis", String.valueOf(turn.toMillis()))
                .param(
                        "closedMillis",
                        String.valueOf(plan.profile().warmUpTurn().toMillis()))
                .param("seed", String.valueOf(share.seed(seed)))
                .param("params", OpenLoad.joined(cell.params()));
        return scenario.own() ? options : options.param("scenario", cell.scenario());
    }

    private static Measurement measurement(List<IterationResult> results) throws FailedException {
        List<Double> iterations = new ArrayList<>();
        List<Long> operations = new ArrayList<>();
        Map<String, List<Double>> values = new LinkedHashMap<>();
        Map<String, String> units = new LinkedHashMap<>();
        for (IterationResult result : results) {
            double score = result.getPrimaryResult().getScore();
            if (!PartCheck.isScore(score)) {
                throw new FailedException(
                        "an iteration gave " + score + " us/op, which is not a valid time",
                        new IllegalStateException());
            }
            iterations.add(score);
            operations.add(result.getMetadata().getMeasuredOps());
            int done = iterations.size();
            result.getSecondaryResults().forEach((name, value) -> {
                List<Double> series = values.computeIfAbsent(name, key -> new ArrayList<>());
                pad(series, done - 1);
                // A figure per operation is meaningless for an iteration without operations.
                series.add(Double.isFinite(value.getScore()) ? value.getScore() : 0.0);
                units.put(name, String.valueOf(value.getScoreUnit()));
            });
        }
        Map<String, Secondary> secondary = new LinkedHashMap<>();
        values.values().forEach(series -> pad(series, iterations.size()));
        values.forEach((name, list) -> secondary.put(name, new Secondary(units.getOrDefault(name, ""), list)));
        return new Measurement(iterations, operations, secondary);
    }

    /**
     * Fills gaps with zeros: a profiler reports nothing for an iteration without events, for example one without collections.
     */
    private static void pad(List<Double> series, int size) {
        while (series.size() < size) {
            series.add(0.0);
        }
    }

    /**
     * Class path of a measured JVM: scenarios, JMH with its two libraries, the driver, a pool if one is measured, and a
     * histogram where operations are timed. Nothing else.
     */
    public static String classPath(Plan plan, Cell cell, ScenarioCatalogue.Entry scenario, List<Path> driverJars) {
        List<Class<?>> needed = new ArrayList<>(List.of(
                Scenario.class,
                Runner.class,
                joptsimple.OptionParser.class,
                org.apache.commons.math3.stat.descriptive.StatisticalSummary.class));
        if (PoolBorrow.class.isAssignableFrom(scenario.benchmark())) {
            needed.addAll(List.of(HikariDataSource.class, Logger.class));
        }
        if (timed(plan, cell)) {
            needed.add(Histogram.class);
        }
        return Stream.concat(needed.stream().map(Fork::jar), driverJars.stream())
                .map(path -> path.toAbsolutePath().toString())
                .collect(Collectors.joining(System.getProperty("path.separator")));
    }

    /** The jar or directory from which a class was loaded. */
    public static Path jar(Class<?> type) {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        try {
            return Path.of(source.getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The name of the log of a cell's JVM, without its ending. */
    public static String logName(String prefix, Cell cell) {
        return prefix + "-" + cell.key().replaceAll("[^A-Za-z0-9.@~-]", "_");
    }
}
